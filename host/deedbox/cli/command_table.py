"""All commands, in the order in which help lists them: name -> (module, line in the help)."""

COMMANDS = {
    "play": ("deedbox.cli.play", "Play in the browser, with a box on this machine."),
    "editions": ("deedbox.cli.editions", "Boards: list them, make your own, share them."),
    "rules": ("deedbox.cli.rules", "House rules: list them, check and send your own."),
    "fixtures": ("deedbox.cli.fixtures", "Run fixtures: small games that check the rules."),
    "print": ("deedbox.cli.print", "Print cards, token discs, labels and a board."),
    "devices": ("deedbox.cli.devices", "List the boxes that are connected to this computer."),
    "doctor": ("deedbox.cli.doctor", "Find out what is wrong with a box, and what to do."),
    "restart": ("deedbox.cli.restart", "Start a box again; its game goes on."),
    "deploy": ("deedbox.cli.deploy", "Install the firmware on a Pico, or update it."),
    "tags": ("deedbox.cli.tags", "Teach the box its tags; sign and check them."),
    "watch": ("deedbox.cli.watch", "Follow a game live."),
    "games": ("deedbox.cli.games", "Games you played: the log, the accounts, files, and a report to keep."),
    "backup": ("deedbox.cli.backup", "Save everything on a box in one file."),
    "restore": ("deedbox.cli.restore", "Put a backup onto a box, the old one or a new one."),
    "lab": ("deedbox.cli.lab", "See what the rules do to a game: exact tables, simulated games."),
    "bench": ("deedbox.cli.bench", "Measure speed and memory against what we aim for."),
}
