// What is printed. The lid is drawn in its place (outside up) and turned over for printing.

fine = 40;

module footprint(inset = 0) {
    offset(delta = -inset) offset(r = corner, $fn = fine) offset(delta = -corner) square([width, depth]);
}

module below_lid() {
    at_lid() translate([-50, -50, -200]) cube([width + 100, length + 100, 200]);
}

module rounded(size, radius, height) {
    linear_extrude(height) offset(r = radius, $fn = fine) offset(delta = -radius) square(size, center = true);
}

// -- body --

module body() {
    difference() {
        union() {
            intersection() {
                difference() {
                    linear_extrude(100) footprint();
                    translate([0, 0, wall]) linear_extrude(100) footprint(wall);
                }
                below_lid();
            }
            intersection() {
                linear_extrude(100) footprint(wall / 2);
                below_lid();
                posts();
            }
            pico_holder();
            cells_holder();
        }
        for (at = lid_screws) at_lid() translate([at.x, at.y, -screw_depth]) cylinder(d = thread, h = 30, $fn = 20);
        usb_opening();
        bootsel_opening();
        if (battery) switch_opening();
    }
}

// Upright, so that they print without support; the screw goes in at a right angle to the lid.
module posts() {
    for (at = lid_screws) {
        near = at.y * cos(slope) - 5;
        far = at.y * cos(slope) + screw_depth * sin(slope) + 4;
        left = at.x < width / 2 ? 0 : at.x - 5;
        translate([left, at.y < length / 2 ? 0 : near, 1])
            cube([11, at.y < length / 2 ? far : depth - near, 100]);
    }
}

module pico_holder() {
    for (side = [-1, 1], end = [0, 1]) {
        inner = side > 0 ? 4.3 : -7.4;
        y = pico_end - end * (pico.y - 5) - 5;
        translate([pico_x + inner, y, wall - 0.5]) cube([3.1, 5, pico_face - wall + 0.5]);
        translate([pico_x + side * pico_hole.x, end ? pico_end - pico.y + pico_hole.y : pico_end - pico_hole.y, pico_face - 1])
            cylinder(d = 1.8, h = 1 + pico.z + 2, $fn = 20);
    }
    // Behind its far end: takes the push of the plug.
    translate([pico_x - 6, pico_end - pico.y - 3.2, wall - 0.5]) cube([12, 3, pico_face - wall + 0.5 + pico.z]);
}

module cells_holder() {
    for (x = [0, 1], y = [0, 1]) translate([cells_at.x + x * cells.x, cells_at.y + y * cells.y, wall - 0.5])
        mirror([x, 0, 0]) mirror([0, y, 0]) difference() {
            translate([-2.1, -2.1, 0]) cube([9, 9, 6.5]);
            translate([-0.3, -0.3, -1]) cube([20, 20, 20]);
        }
}

module usb_opening() {
    translate([pico_x, depth, pico_face - 1.4]) rotate([90, 0, 0]) translate([0, 0, -1]) rounded(usb, 2, wall + 2);
}

// The button looks down: reach it with a pencil.
module bootsel_opening() {
    translate([pico_x, pico_end - 12.5, -1]) rounded([16, 8], 3, wall + 2);
}

module switch_opening() {
    translate([switch_at.x, depth - wall - 1, switch_at.y]) cube([switch.x, wall + 2, switch.y]);
}

// -- lid, as it lies: z = 0 is its inner side --

module lid_outline() {
    scale([1, 1 / cos(slope)]) footprint();
}

module lid_part() {
    difference() {
        union() {
            linear_extrude(lid) lid_outline();
            reader_brackets();
            for (at = reader_bosses()) lid_boss(at, reader_boss);
            for (at = display_bosses()) lid_boss(at, display_boss);
            translate([buzzer_at.x, buzzer_at.y, -5]) cylinder(d = buzzer.x + 3.6, h = 5.5, $fn = fine);
        }
        for (at = lid_screws) translate([at.x, at.y, -1]) cylinder(d = through, h = lid + 2, $fn = 24);
        keypad_opening();
        reader_pocket();
        outline(reader + [2.4, 2.4, 0], reader_at); // where to tap
        display_window();
        buzzer_opening();
        for (at = concat(reader_bosses(), display_bosses()))
            translate([at.x, at.y, -20]) cylinder(d = thread, h = 20.6, $fn = 20);
        for (v = ridge_pegs()) translate([ridge_at, v, -1]) cylinder(d = 3.2, h = lid + 2, $fn = 24);
    }
    reader_ribs();
}

function reader_bosses() = [for (side = [-1, 1], row = [-1, 1])
    reader_at + [side * (reader.x / 2 + 4.6), row * reader_strap]];
function display_bosses() = [for (side = [-1, 1], row = [-1, 1])
    display_at + [side * display_strap, row * display_row]];
function ridge_pegs() = [keypad_at.y + 12, keypad_at.y + keypad.y - 12];

module lid_boss(at, height) {
    translate([at.x, at.y, -height]) cylinder(d = boss, h = height + 0.5, $fn = fine);
}

// An outline, not a recess: the lid is printed with this side down, and a recess would need support.
module keypad_opening() {
    outline(keypad, keypad_at + [keypad.x, keypad.y] / 2);
    translate([keypad_at.x + keypad.x / 2 - ribbon_slot.x / 2, keypad_at.y + 1 - ribbon_slot.y, -1])
        cube([ribbon_slot.x, ribbon_slot.y, lid + 2]);
}

// A groove in the outer side around a thing of this size.
module outline(size, middle) {
    difference() {
        block([size.x + 2.4, size.y + 2.4, 5], middle, lid + 4.5);
        block([size.x + 0.6, size.y + 0.6, 8], middle, lid + 6);
    }
}

module reader_brackets() {
    outer = [reader.x / 2 + 2, reader.y / 2 + 2];
    leg = 7;
    for (x = [-1, 1], y = [-1, 1])
        block([leg, leg, 2.9], reader_at + [x * (outer.x - leg / 2), y * (outer.y - leg / 2)], 0.5);
}

module reader_pocket() {
    block([reader.x + 0.8, reader.y + 0.8, 20], reader_at, lid - skin);
}

// Along its long edges, where no solder joints are.
module reader_ribs() {
    for (side = [-1, 1])
        block([reader.x + 1.4, 2.6, reader_gap + 0.4], reader_at + [0, side * (reader.y / 2 - 0.6)], lid - skin + 0.4);
}

module display_window() {
    open = picture + [2 * window_edge, 2 * window_edge];
    block([open.x, open.y, 20], display_at, 10);
    hull() {
        block([open.x, open.y, 0.1], display_at, 1.2);
        block([open.x + 2 * (lid - 1.2), open.y + 2 * (lid - 1.2), 0.1], display_at, lid + 0.1);
    }
}

module buzzer_opening() {
    translate([buzzer_at.x, buzzer_at.y, -20]) cylinder(d = buzzer.x + 0.4, h = 20, $fn = fine);
    for (hole = [0:5]) translate([buzzer_at.x, buzzer_at.y, -1]) rotate(hole * 60)
        translate([3.6, 0, 0]) cylinder(d = 2, h = lid + 2, $fn = 20);
}

// -- straps, in their place --

module strap_part(span, boss_height, press, pad) {
    gap = boss_height - press - foam;
    difference() {
        union() {
            translate([-span / 2 - strap.x / 2 - 0.5, -strap.x / 2, -boss_height - strap.y - 0.05])
                cube([span + strap.x + 1, strap.x, strap.y]);
            if (gap > 0.1) translate([-pad / 2, -strap.x / 2, -boss_height - strap.y / 2]) cube([pad, strap.x, strap.y / 2 + gap]);
        }
        for (end = [-1, 1]) translate([end * span / 2, 0, -50]) cylinder(d = through, h = 100, $fn = 24);
    }
}

module reader_strap_part() {
    strap_part(reader.x + 9.2, reader_boss, reader.z - reader_top, reader.x - 2);
}

module display_strap_part() {
    strap_part(2 * display_row, display_boss, display_depth, board.y - 8);
}

module reader_straps() {
    for (row = [-1, 1]) translate([reader_at.x, reader_at.y + row * reader_strap, 0]) reader_strap_part();
}

module display_straps() {
    for (side = [-1, 1]) translate([display_at.x + side * display_strap, display_at.y, 0]) rotate(90) display_strap_part();
}

// -- for fingers: a ridge beside A to D, a dot for the 5 --

module ridge_part() {
    translate([ridge_at - 1.5, keypad_at.y, lid + 0.05]) cube([3, keypad.y, 1.6]);
    for (v = ridge_pegs()) translate([ridge_at, v, lid - 2.2]) cylinder(d = 2.8, h = 3, $fn = 24);
}

module dot_part() {
    cylinder(d1 = 5, d2 = 3, h = 1.2, $fn = 32);
}
