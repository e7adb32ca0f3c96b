"""All commands, in the order in which help lists them: name -> (module, line in the help)."""

COMMANDS = {
    "fixtures": ("deedbox.cli.fixtures", "Run fixtures: games with what must be true in them."),
    "bench": ("deedbox.cli.bench", "Measure this machine's box against its aims."),
}
