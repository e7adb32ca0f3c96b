// The case of the box.
//   openscad -D 'show="print lid"' -D 'display="1.3"' -o lid.stl deedbox.scad
// Included, not used: so that -D reaches every size.
include <sizes.scad>
include <bought.scad>
include <printed.scad>

// "print body", "print lid", "print straps", "print touch": as laid on the printer's bed
// a name below: that thing in its place; "all": everything in its place, for tests
// "outside", "open", "under": pictures, closed, with the lid lifted, and the lid from below
show = "outside";
lift = show == "open" ? 75 : 0;

module upper() {
    translate([0, 0, lift]) at_lid() children();
}

module thing(name) {
    if (name == "body") color("#e8e4d8") body();
    if (name == "lid") color("#a9bccb") upper() lid_part();
    if (name == "straps") color("#e9b44c") upper() { reader_straps(); display_straps(); }
    if (name == "ridge") color("#e9b44c") upper() ridge_part();
    if (name == "keypad") upper() keypad_part();
    if (name == "ribbon") upper() ribbon_part();
    if (name == "display") upper() display_part();
    if (name == "reader") upper() reader_part();
    if (name == "buzzer") upper() buzzer_part();
    if (name == "screws") upper() lid_screws_part();
    if (name == "pico") pico_part();
    if (name == "battery") battery_part();
}

things = [
    "body", "lid", "straps", "ridge", "keypad", "ribbon", "display", "reader", "buzzer", "screws", "pico", "battery",
];

if (show == "print body") body();
else if (show == "print lid") translate([0, length, lid]) rotate([180, 0, 0]) lid_part();
else if (show == "print straps") for (row = [0, 1]) {
    translate([0, row * 12, reader_boss + strap.y + 0.05]) reader_strap_part();
    translate([0, 24 + row * 12, display_boss + strap.y + 0.05]) display_strap_part();
}
else if (show == "print touch") {
    translate([ridge_at, 0, lid + 1.65]) rotate([0, 180, 0]) ridge_part();
    translate([10, 20, 0]) dot_part();
}
else if (show == "all") for (name = things) thing(name);
else if (show == "outside" || show == "open") {
    for (name = things) if (name != "ribbon") thing(name);
    color("#e9b44c") upper() translate([key_at(2, 1).x + key - 2.7, key_at(2, 1).y + 2.7, lid + keypad.z + 0.3]) dot_part();
    upper() captions();
}
else if (show == "under") translate([0, length, 0]) rotate([180, 0, 0]) {
    color("#a9bccb") lid_part();
    color("#e9b44c") { reader_straps(); display_straps(); }
    display_part();
    reader_part();
    buzzer_part();
    captions_under();
}
else thing(show);
