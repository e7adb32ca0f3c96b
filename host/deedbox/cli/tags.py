"""deedbox tags"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from deedbox.cli.editions import EditionName
from deedbox.cli.output import emit_json, emit_table, json_option, one_line, print_note
from deedbox.cli.runner import CommandError, Group
from deedbox.cli.target import choose_target, on_option

if TYPE_CHECKING:
    from deedbox.link import Session
    from deedbox.tagging import Item, LearnEvent, Verdict

_ONLY = ("tokens", "deeds", "banker", "cards")

only_option = click.option("--only", type=click.Choice(_ONLY), help="Only these.")
edition_option = click.option(
    "--edition",
    metavar="ID",
    type=EditionName(),
    help="Whose names are shown; default: the game on the box, or classic.",
)


@click.group(cls=Group)
def command() -> None:
    """Teach the box which tag is which; sign stickers, and check them.

    `deedbox backup` saves the list of tags, `deedbox restore` brings it back.
    """


def _printed_names(session: Session, edition: str | None) -> Mapping[Item, str]:
    """The texts that are printed on the items. For an edition that is only on the box, those of classic."""
    from deedbox import editions
    from deedbox.tagging import printed_names

    name = edition or session.look().edition or "classic"
    if edition is None and name not in editions.IDS:
        name = "classic"
    return printed_names(name)


def _item_and_name(item: Item | None, names: Mapping[Item, str]) -> str:
    """deed:brown1 (1 Old Street)"""
    if item is None:
        return "unknown tag"
    name = names.get(item, "")
    return one_line(f"{item} ({name})" if name else str(item))


@command.command("list")
@only_option
@edition_option
@on_option
@json_option
def list_(only: str | None, edition: str | None, on: str | None, as_json: bool) -> None:
    """List every item and the mark of its tag. A mark is made with the box's key; UIDs stay in the box."""
    from deedbox import devices
    from deedbox.tagging import TagBox, all_items

    with devices.open_session(choose_target(on)) as session:
        marks = {tag.item: tag.mark for tag in TagBox(session).learned()}
        names = _printed_names(session, edition)
    items = all_items(only)
    if as_json:
        emit_json(
            [{"item": str(item), "name": names.get(item, ""), "mark": marks.get(item)} for item in items]
        )
        return
    emit_table(
        ("item", "name", "tag"),
        [(item, one_line(names.get(item, "")), marks.get(item, "-")) for item in items],
    )
    for kind in [only] if only else _ONLY:
        all_of_kind = all_items(kind)
        count = sum(item in marks for item in all_of_kind)
        fine = "; cards without tags are fine" if kind == "cards" and count < len(all_of_kind) else ""
        print_note(f"{kind}: {count} of {len(all_of_kind)} learned{fine}")


@command.command("learn")
@only_option
@click.option(
    "--from", "start", metavar="ITEM", help="Begin with this one: token:3, deed:red1, card:chest-5."
)
@click.option("--again", is_flag=True, help="Also what has a tag already: the new tag takes its place.")
@edition_option
@on_option
@json_option
def learn(
    only: str | None, start: str | None, again: bool, edition: str | None, on: str | None, as_json: bool
) -> None:
    """Learn the tags of tokens, deeds, the banker card and cards: tap each one when you are asked for it.

    Type s to skip, r to take the last one back, q to stop, each with Enter; or press A, B or # at the box.
    Next time you are asked for the items without a tag. Stickers are signed as they are learned.
    """
    from deedbox import devices
    from deedbox.cli.keyboard import Keyboard
    from deedbox.tagging import TagBox, Walk, all_items, items_without_tag

    items = _items_from(start, all_items(only))
    with devices.open_session(choose_target(on)) as session:
        box = TagBox(session)
        if not again:
            items = items_without_tag(box, items)
        if not items:
            print_note("all of these have a tag; --again learns them again")
        else:
            names = _printed_names(session, edition)
            print_note("tap what is asked for; s skips, r takes the last one back, q stops (and Enter)")
            keyboard = Keyboard()
            for event in Walk(box, items, again=again, next_line=lambda: keyboard.line() or "").run():
                print_note(_describe_event(event, names))
        have = {tag.item for tag in box.learned()}
    rest = [str(item) for item in all_items(only) if item not in have]
    if as_json:
        emit_json({"learned": [str(item) for item in sorted(have)], "missing": rest})
    elif rest:
        print_note(f"{len(rest)} without a tag: {', '.join(rest[:6])}{', ...' if len(rest) > 6 else ''}")


def _items_from(start: str | None, items: list[Item]) -> list[Item]:
    from deedbox.tagging import make_item
    from deedbox.tagging.items import UnknownItemError

    if start is None:
        return items
    try:
        first = make_item(start)
    except UnknownItemError as error:
        raise click.UsageError(str(error)) from None
    if first not in items:
        raise click.UsageError(f"--from {first} is none of those that --only names")
    return items[items.index(first) :]


def _describe_event(event: LearnEvent, names: Mapping[Item, str]) -> str:
    from deedbox.tagging import learn

    name = _item_and_name(event.item, names)
    match event.what:
        case learn.ASKED:
            return f"tap {name}"
        case learn.LEARNED:
            return f"  learned{', signed' if event.signed else ''}"
        case learn.KEPT:
            return "  that is its tag; it stays"
        case learn.DUPLICATE:
            return f"  that tag is {_item_and_name(event.other, names)} already; take another"
        case learn.FOREIGN:
            return "  this sticker carries the record of another box, or a copied one; it is ours from now on"
        case learn.SKIPPED:
            return "  skipped"
        case learn.REDONE:
            return f"  {name} has no tag any more"
        case learn.STOPPED:
            return f"stopped{' at the box' if event.why else ''}; `deedbox tags learn` goes on from here"
    return f"  not done: {one_line(event.why)}"


@command.command("write")
@edition_option
@on_option
@json_option
def write(edition: str | None, on: str | None, as_json: bool) -> None:
    """Sign learned stickers: lay them on the reader one by one.

    A box that has lost its list recognises a tag by its signature. Enter or the end of the input ends it, or
    # at the box.
    """
    _judge_pile(edition, on, as_json, write=True)


@command.command("verify")
@edition_option
@on_option
@json_option
def verify(edition: str | None, on: str | None, as_json: bool) -> None:
    """Read a pile of tags, one by one, and report what is wrong. Nothing is changed.

    Enter or the end of the input ends it, or # at the box. The exit code is 1 if something is wrong.
    """
    _judge_pile(edition, on, as_json, write=False)


def _judge_pile(edition: str | None, on: str | None, as_json: bool, *, write: bool) -> None:
    from deedbox import devices
    from deedbox.cli.keyboard import Keyboard
    from deedbox.tagging import Pile, TagBox

    with devices.open_session(choose_target(on)) as session:
        box = TagBox(session)
        items = [tag.item for tag in box.learned()]
        if not items:
            raise CommandError("no tag is learned yet: deedbox tags learn")
        names = _printed_names(session, edition)
        print_note("lay one tag after the other on the reader, each for a second; Enter ends it")
        keyboard = Keyboard()
        verdicts = []
        for tag in Pile(box, write=write, is_over=keyboard.has_ended).run():
            (print_note if as_json else click.echo)(_verdict_line(tag, names))
            verdicts.append(tag)
    last = {tag.mark: tag for tag in verdicts}  # for a tag that was tapped again the last verdict counts
    wrong = [tag for tag in last.values() if not tag.good]
    unseen = [item for item in items if item not in {tag.item for tag in last.values()}]
    if as_json:
        emit_json(
            {
                "tags": [
                    {"item": str(tag.item) if tag.item else None, "mark": tag.mark, "found": tag.state,
                     "good": tag.good, "says": tag.says}
                    for tag in last.values()
                ],
                "unseen": [str(item) for item in unseen],
            }
        )  # fmt: skip
    else:
        click.echo(
            f"{len(last)} tags, {len(wrong)} to look at; {len(unseen)} learned ones were not in the pile"
        )
    if wrong:
        raise SystemExit(1)


def _verdict_line(tag: Verdict, names: Mapping[Item, str]) -> str:
    again = "again: " if tag.twice else ""
    item = _item_and_name(tag.item, names)
    return f"{'ok   ' if tag.good else 'LOOK '} {again}{item} [{tag.mark}]: {tag.says}"
