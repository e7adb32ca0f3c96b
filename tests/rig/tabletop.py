"""What the set-up and the rules ask of a desk without files: the boards and rules that the host knows."""

from banker.app.rules_text import ON_PAGE
from deedbox import editions, rules
from deedbox.editions import model


class Tabletop:
    """What app/ui_queries.py and app/ui_actions.py answer, for the desk; boxdesk.py has the real ones."""

    def fact_boards(self):
        return list(editions.IDS)

    def fact_board(self, name=""):
        edition = editions.load_edition(name or self.edition)
        return {
            "edition": edition.id,
            "base": edition.rules,
            "games": edition.games,
            "extras": model.EXTRAS[edition.extra],
            "spare": edition.tokens,
        }

    def fact_draft(self, so_far):
        seats = list(range(self.game.players))
        more = {"rules": {}, "names": [""] * 8, "tokens": [], "last": seats, "keep": None}
        return so_far or {**self.fact_board(), **more, "cards": False, "kept": False}

    def fact_room(self):
        return True

    def fact_saves(self):
        return []

    def fact_entropy(self):
        return 7

    def fact_favourites(self, page):
        six = list(rules.load_presets().values())[page * ON_PAGE : (page + 1) * ON_PAGE]
        return [(p.label, p.sentence, p.rules, p.steps) for p in six]

    def fact_knob(self, number):
        [name] = [name for name, rule in rules.rule_table().items() if rule.number == number]
        return rules.rule_sentences()[name], rules.value_words().get(name, [])

    def fact_rule_sets(self):
        return []

    def fact_rule_set_name(self, file):
        return file.removesuffix(".json")

    def errand_name(self, token, name):
        seat = self.ui.seat(token)
        if name and seat >= 0:
            names = list(self.ui.names)
            names[seat] = name
            self.ui.names = tuple(names)

    def errand_begin(self, about, keep):
        self.begin(
            about["edition"], about["names"], about["rules"], None, about["seed"], tuple(about["tokens"])
        )
