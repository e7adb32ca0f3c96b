"""What ends a game before one player is left (S-8, S-10)."""

from __future__ import annotations

from banker.core.game_rules import Rules


def ends_of(r: Rules, of_variant: str | None) -> tuple[str, ...]:
    """The ends that hold together; whatever comes first ends the game.

    A time or a target adds to the end of the variant. Only an explicit last_left switches that off.
    """
    if r.end_condition == "last_left":
        return ()
    ends = [r.end_condition, of_variant]
    if r.time_limit_min:
        ends.append("time")
    if r.target_worth:
        ends.append("target_worth")
    return tuple([end for end in ("first_bankruptcy", "time", "target_worth") if end in ends])


def check_target(r: Rules) -> None:
    """The amount that wins must be set. Games that began before this rule still load."""
    if "target_worth" in r.ends and not r.target_worth:
        from banker.core.setup.house_rules import HouseRuleError

        raise HouseRuleError('target_worth = 0: must be above 0 with end_condition = "target_worth"')
