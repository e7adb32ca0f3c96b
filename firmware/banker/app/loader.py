"""What is always in RAM, and what is loaded on use. RAM decides: the whole firmware would not fit at once.

Parts of the rules and screens are modules; the ones named here come from flash when they are needed and
are dropped again when a later one needs the room.
"""

import gc
import sys

from banker.core import parts

# Loaded on use, by module; the gate on resident bytes counts everything else.
ON_DEMAND = (
    "banker.app.archive",
    "banker.app.aside",
    "banker.app.bedtime",
    "banker.app.choices",
    "banker.app.check",
    "banker.app.enrol",
    "banker.app.errands",
    "banker.app.facts",
    "banker.app.fitting",
    "banker.app.kept",
    "banker.app.lastresort",
    "banker.app.learning",
    "banker.app.newgame",
    "banker.app.pins",
    "banker.app.sticker",
    "banker.app.port",
    "banker.app.talk",
    "banker.app.recovery",
    "banker.app.rest",
    "banker.app.rulebook",
    "banker.app.shelf",
    "banker.app.tale",
    "banker.app.trouble",
    "banker.app.verbs_check",
    "banker.app.verbs_files",
    "banker.app.verbs_fixture",
    "banker.app.verbs_look",
    "banker.app.verbs_play",
    "banker.app.verbs_tags",
    "banker.core.about",
    "banker.core.auction",
    "banker.core.banker",
    "banker.core.battle",
    "banker.core.build",
    "banker.core.cards",
    "banker.core.chronicle",
    "banker.core.count",
    "banker.core.deal",
    "banker.core.debt",
    "banker.core.edition",
    "banker.core.fixture",
    "banker.core.given",
    "banker.core.highlights",
    "banker.core.ids",
    "banker.core.knobs",
    "banker.core.mortgage",
    "banker.core.opening",
    "banker.core.powers",
    "banker.core.read",
    "banker.core.ruletable",
    "banker.core.settlement",
    "banker.core.setup",
    "banker.core.shortage",
    "banker.core.table",
    "banker.core.tax",
    "banker.core.trade",
    "banker.core.view",
    "banker.drivers.mfrc522check",
    "banker.drivers.ntag",
    "banker.drivers.ribbon",
    "banker.drivers.sh1106",
    "banker.drivers.ssd1309",
    "banker.protocol.frame",
    "banker.protocol.names",
    "banker.protocol.tickets",
    "banker.protocol.verbs",
    "banker.ui.draft",
    "banker.ui.lists",
    "banker.ui.screens.anyone",
    "banker.ui.screens.auction",
    "banker.ui.screens.bank",
    "banker.ui.screens.banker",
    "banker.ui.screens.bankmore",
    "banker.ui.screens.bargain",
    "banker.ui.screens.battle",
    "banker.ui.screens.bedtime",
    "banker.ui.screens.boards",
    "banker.ui.screens.check",
    "banker.ui.screens.correct",
    "banker.ui.screens.deal",
    "banker.ui.screens.bold",
    "banker.ui.screens.build",
    "banker.ui.screens.card",
    "banker.ui.screens.debt",
    "banker.ui.screens.deed",
    "banker.ui.screens.drawn",
    "banker.ui.screens.gear",
    "banker.ui.screens.guided",
    "banker.ui.screens.help",
    "banker.ui.screens.house",
    "banker.ui.screens.jail",
    "banker.ui.screens.kept",
    "banker.ui.screens.knob",
    "banker.ui.screens.knobs",
    "banker.ui.screens.learn",
    "banker.ui.screens.layouts",
    "banker.ui.screens.leave",
    "banker.ui.screens.loan",
    "banker.ui.screens.lost",
    "banker.ui.screens.money",
    "banker.ui.screens.more",
    "banker.ui.screens.naming",
    "banker.ui.screens.over",
    "banker.ui.screens.place",
    "banker.ui.screens.power",
    "banker.ui.screens.player",
    "banker.ui.screens.refusals",
    "banker.ui.screens.rules",
    "banker.ui.screens.sets",
    "banker.ui.screens.setup",
    "banker.ui.screens.settings",
    "banker.ui.screens.result",
    "banker.ui.screens.sold",
    "banker.ui.screens.starts",
    "banker.ui.screens.stop",
    "banker.ui.screens.story",
    "banker.ui.screens.tax",
    "banker.ui.screens.throw",
    "banker.ui.screens.trade",
    "banker.ui.screens.undo",
    "banker.ui.screens.welcome",
    "banker.ui.screens.why",
    "banker.ui.screens.unfinished",
)
# What every turn needs, loaded at power-on so that no throw waits for the flash.
EVERY_TURN = (
    "banker.core.turn",
    "banker.core.buy",
    "banker.ui.screens.home",
    "banker.ui.screens.dice",
    "banker.ui.screens.landing",
    "banker.ui.screens.offer",
    "banker.ui.screens.rent",
)
staying: tuple = ()  # what somebody is using for longer: dropped, it would soon be there twice
_SPARE = 40000  # below this much free heap, what is not needed now goes


def load(module: str):
    """Bring a module in, first making room if heap is short."""
    found = sys.modules.get(module)
    if found is None:
        make_room()
        found = __import__(module, None, None, ("banker",))
    return found


def make_room() -> None:
    """If heap is short, let go of what is not at work."""
    if gc.mem_free() < _SPARE:
        gc.collect()
        if gc.mem_free() < _SPARE:
            drop_all()


def drop_all() -> None:
    """Let go of everything that can be loaded again."""
    for module in ON_DEMAND:
        if module in sys.modules and module not in staying:
            drop(module)
    parts.forget_all()
    gc.collect()


def drop(module: str) -> None:
    del sys.modules[module]
    at = module.rfind(".")
    package = sys.modules[module[:at]]
    if hasattr(package, module[at + 1 :]):
        delattr(package, module[at + 1 :])


def part(name: str):
    """A part of the rules, for banker.core.parts."""
    return load("banker.core." + name)


def screen(name: str):
    return load("banker.ui.screens." + name)
