// Every size of the case and of the parts in it, in millimetres. Measure your parts, change them here,
// run `make hardware`: it says whether everything still fits.

// -- choices --
display = "2.42"; // "2.42", "1.3" or "0.96": the lid has the window for it
battery = false;  // an opening for a switch in the back; the place for the cells is always there

// -- the box --
slope = 22;       // of the lid: tan 22 = 0.40, so that plastic and paper slide off the reader
wall = 2.4;       // six lines of a 0.4 mm nozzle
lid = 2.4;
front = 14;       // height of the front
width = 178;
length = 120;     // of the lid, along the slope
corner = 4;       // radius
depth = length * cos(slope); // of the box on the table

// -- screws: M3, cutting their own thread --
thread = 2.5;     // 4.0 for heat-set inserts
through = 3.4;
boss = 7;
lid_screws = [[6, 7], [width - 6, 7], [6, length - 12], [width - 6, length - 12]];
screw_depth = 10;

// -- keypad: membrane, 4x4, glued onto the lid within an outline --
keypad = [69, 77, 0.8];
keypad_at = [12, 10.5]; // its front left corner on the lid
ribbon_slot = [24, 5.5];
ridge_at = 84.3;  // beside A to D

// -- reader: RC522 module, flat side up, header with a right angle on the left --
reader = [60, 40, 1.6];
reader_at = [127, 26.5]; // its middle
skin = 1.2;       // what is left of the lid above it
reader_gap = 1.6; // for the solder joints of the header
reader_top = lid - skin - reader_gap; // of its board; the inner side of the lid is 0
reader_boss = 6;
reader_strap = 15; // from its middle to each strap

// -- display: name, board, glass, picture, thickness, how far the picture may be off the middle of the board --
displays = [
    ["2.42", [72, 44], [60.5, 37], [55.01, 27.49], 6.5, 1.5],
    ["1.3", [35.4, 33.5], [34.5, 23], [29.42, 14.7], 4.0, 2.5],
    ["0.96", [27.5, 27.8], [26.7, 19.3], [21.74, 10.86], 3.8, 2.5],
];
shown = displays[search([display], displays)[0]];
board = shown[1];
glass = shown[2];
picture = shown[3];
display_depth = shown[4];
display_slack = shown[5];
display_at = [127, 79.2]; // middle of the picture
display_boss = 8;
display_strap = min(22, board.x / 2 - 4);
display_row = board.y / 2 + display_slack + boss / 2;
window_edge = 0.7; // seen around the picture

// -- straps press the modules against the lid, with 2 mm of foam that gives 0.8 --
strap = [6, 3];
foam = 1.2;

// -- buzzer: piezo with pins, 12 mm --
buzzer = [12.2, 6.5];
buzzer_at = [46, 97];

// -- Pico H, pins up; holes and outline by its datasheet, 2.2 --
pico = [21, 51, 1];
pico_hole = [5.7, 2.0]; // from its middle line, from its end
pico_x = 24.5;
pico_face = 9;    // height of the side with the chips, which looks down
pico_end = depth - wall - 1; // where the end with the USB socket is
usb = [13, 9];    // room for the plug's grip

// -- battery: open holder for 3 AA cells, side by side; rocker switch KCD11 --
cells = [58, 48, 16];
cells_at = [46, 42];
switch = [13.4, 8.8];
switch_at = [130, 14];
