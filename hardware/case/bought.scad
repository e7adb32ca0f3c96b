// The parts as they are bought, as simple bodies: for the pictures, and to test that nothing collides.

hair = 0.05; // between things that touch

module at_lid() {
    translate([0, 0, front]) rotate([slope, 0, 0]) children();
}

module block(size, middle, top) {
    translate([middle.x - size.x / 2, middle.y - size.y / 2, top - size.z]) cube(size);
}

key = 12.5;
keys = ["*0#D", "789C", "456B", "123A"]; // from the front

function key_at(row, column) = keypad_at + [5 + column * 15.2, 7 + row * 16.6];

module keypad_part() {
    color("#30343a") translate([keypad_at.x, keypad_at.y, lid + hair]) cube(keypad);
    color("#cfd4da") for (row = [0:3], column = [0:3])
        translate([key_at(row, column).x, key_at(row, column).y, lid + keypad.z + hair]) cube([key, key, 0.2]);
}

// Words on keys and glass, for pictures only.
module captions() {
    color("black") for (row = [0:3], column = [0:3])
        translate([key_at(row, column).x + key / 2, key_at(row, column).y + key / 2, lid + keypad.z + 0.3]) linear_extrude(0.1)
            text(keys[row][column], 8, halign = "center", valign = "center");
    color("black") translate([display_at.x, display_at.y, 0]) linear_extrude(0.1) {
        translate([0, picture.y * 0.2]) text("MIA", picture.y * 0.28, halign = "center", valign = "center");
        translate([0, -picture.y * 0.22]) text("1210", picture.y * 0.34, halign = "center", valign = "center");
    }
    color("#b9bec4") translate([keypad_at.x + keypad.x / 2 - 10.2, keypad_at.y - 3.6, 0.9]) cube([20.4, 3.6, 0.5]);
    color("#5b6b78") translate([reader_at.x, reader_at.y, lid]) linear_extrude(0.1)
        text("tap here", 8, halign = "center", valign = "center");
}

// The ribbon's connector on its way through the slot.
module ribbon_part() {
    color("#222") translate([keypad_at.x + keypad.x / 2 - 10.3, keypad_at.y - 3.4, -13]) cube([20.6, 2.7, 14]);
}

module display_part() {
    color("#1c2733") block([glass.x, glass.y, 2], display_at, -hair);
    color("#8fd3ff") block([picture.x, picture.y, 0.04], display_at, -0.01);
    color("#20407a") block([board.x, board.y, 1.2], display_at, -(display_depth - 1.2));
    color("#555") block([glass.x - 4, glass.y - 4, display_depth - 3.1], display_at, -1.99);
    color("#222") block([10.4, 2.6, 19], display_at + [0, board.y / 2 - 1.6], -display_depth + 0.01);
}

module reader_part() {
    top = reader_top - hair;
    left = reader_at - [reader.x / 2, 0];
    color("#1f4fa0") block(reader, reader_at, top);
    color("#c9a227") for (ring = [0:2]) difference() {
        block([36 - ring * 3, 34 - ring * 3, 0.04], reader_at + [9, 0], top + 0.03);
        block([35 - ring * 3, 33 - ring * 3, 0.2], reader_at + [9, 0], top + 0.1);
    }
    color("#c8c8c8") block([1.6, 20.4, 1.2], left + [2, 0], top + 1.19); // solder joints
    color("#333") block([18, 16, 3.5], left + [16, 0], top - reader.z + 0.01);
    color("#222") block([18, 20.4, 2.6], left + [-7, 0], top - reader.z - 0.5); // header and plugs
    color("#222") block([2.5, 20.4, 0.8], left + [0.75, 0], top - reader.z + 0.01);
}

module buzzer_part() {
    color("#222") translate([buzzer_at.x, buzzer_at.y, -buzzer.y - hair]) cylinder(d = buzzer.x, h = buzzer.y, $fn = 48);
}

module pico_part() {
    translate([pico_x, pico_end, pico_face + hair]) {
        color("#2a7d46") difference() {
            translate([-pico.x / 2, -pico.y, 0]) cube(pico);
            for (side = [-1, 1], end = [pico_hole.y, pico.y - pico_hole.y])
                translate([side * pico_hole.x, -end, -1]) cylinder(d = 2.1, h = 3, $fn = 24);
        }
        color("#c8c8c8") translate([-4, -4.7, -2.8]) cube([8, 6, 2.81]);
        color("#ddd") translate([-3, -pico.y + 0.2, -4]) cube([6, 4, 4.01]);
        for (side = [-1, 1]) {
            color("#c8c8c8") translate([side * 8.89 - 0.7, -pico.y + 0.6, -1.5]) cube([1.4, 49.8, 1.51]);
            color("#222") translate([side * 8.89 - 1.3, -pico.y + 0.1, pico.z - 0.01]) cube([2.6, 50.8, 16.5]);
        }
    }
}

module battery_part() {
    color("#3a3a3a") translate([cells_at.x, cells_at.y, wall + hair]) cube([cells.x, cells.y, 3]);
    color("#caa84a") for (cell = [0:2])
        translate([cells_at.x + 3, cells_at.y + 8 + cell * 16, wall + 9]) rotate([0, 90, 0])
            cylinder(d = 14.2, h = 51, $fn = 40);
}

// Core of the thread only: it cuts its way.
module screw(length) {
    color("#b8b8b8") {
        translate([0, 0, hair]) cylinder(d = 5.6, h = 2.2, $fn = 24);
        translate([0, 0, -length]) cylinder(d = 2.4, h = length + 0.5, $fn = 16);
    }
}

module lid_screws_part() {
    for (at = lid_screws) translate([at.x, at.y, lid]) screw(10);
}

// Words on the inner side of the lid, which looks up in that picture.
module captions_under() {
    mirror([0, 0, 1]) for (word = [
        ["ribbon of the keypad", [40, 19], 0, "black"],
        ["plugs of the reader", [43, 32], 0, "black"],
        ["buzzer", [46, 112], 0, "black"],
        ["reader", [reader_at.x + 8, reader_at.y], 4, "white"],
        ["display", [display_at.x, display_at.y - 6], 7, "white"],
        ["plugs of the display", [display_at.x, 114], 0, "black"],
    ]) color(word[3]) translate([word[1].x, word[1].y, word[2]]) mirror([0, 1, 0]) linear_extrude(0.3)
        text(word[0], 5, halign = "center", valign = "center");
}
