"""All commands, in the order in which help lists them: name -> (module, line in the help)."""

COMMANDS = {
    "play": ("deedbox.cli.play", "The box on this machine, in the browser."),
    "editions": ("deedbox.cli.editions", "Boards to play on: what there is, and your own town."),
    "rules": ("deedbox.cli.rules", "House rules: what can be chosen, and your own files."),
    "fixtures": ("deedbox.cli.fixtures", "Run fixtures: games with what must be true in them."),
    "print": ("deedbox.cli.print", "Sheets to print: cards, token discs, labels for tags."),
    "devices": ("deedbox.cli.devices", "What is connected, and who it is."),
    "doctor": ("deedbox.cli.doctor", "What is wrong with a box, and what to do."),
    "restart": ("deedbox.cli.restart", "Start a box again; its game goes on."),
    "deploy": ("deedbox.cli.deploy", "Install the firmware on a Pico, or update it."),
    "tags": ("deedbox.cli.tags", "Which tag is what: learn, sign and check tags."),
    "watch": ("deedbox.cli.watch", "Follow a game live."),
    "games": ("deedbox.cli.games", "Games that were played: the log, accounts, files, a report to keep."),
    "backup": ("deedbox.cli.backup", "Everything that a box has, in one file."),
    "restore": ("deedbox.cli.restore", "A backup back onto a box, or onto a new one."),
    "lab": ("deedbox.cli.lab", "What the rules do to a game: exact tables, simulated games."),
    "bench": ("deedbox.cli.bench", "Measure this machine's box against its aims."),
}
