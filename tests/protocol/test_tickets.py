"""Orders count once: repeated, old, foreign and replayed ones do nothing."""

import struct

from hypothesis import given
from hypothesis import strategies as st

from banker.protocol.tickets import AGAIN, NEW, SESSIONS_MOST, STALE, TICKET, Tickets

NONCE = 0x89ABCDEF


def ticket(session, number, nonce=NONCE):
    return struct.pack(TICKET, nonce, session, number)


def test_the_first_time_it_is_new_and_after_that_it_has_its_answer():
    tickets = Tickets(NONCE)
    session = tickets.open()
    order = ticket(session, 1)
    assert tickets.judge(order) == (NEW, None)
    assert tickets.judge(order) == (AGAIN, None)  # under way
    tickets.keep(order, b"paid")
    assert tickets.judge(order) == (AGAIN, b"paid")


def test_an_older_order_of_the_same_session_is_stale():
    tickets = Tickets(NONCE)
    session = tickets.open()
    for number in (1, 2):
        tickets.judge(ticket(session, number))
        tickets.keep(ticket(session, number), number)
    assert tickets.judge(ticket(session, 1)) == (STALE, None)
    assert tickets.judge(ticket(session, 2)) == (AGAIN, 2)


def test_orders_of_another_boot_or_of_a_session_never_given_out_are_stale():
    tickets = Tickets(NONCE)
    session = tickets.open()
    assert tickets.judge(ticket(session, 1, NONCE ^ 1)) == (STALE, None)
    assert tickets.judge(ticket(session + 1, 1)) == (STALE, None)
    assert tickets.judge(ticket(session, 0)) == (STALE, None)


def test_asking_how_an_order_went_is_no_order():
    tickets = Tickets(NONCE)
    order = ticket(tickets.open(), 1)
    assert tickets.look(order) == (NEW, None)
    assert tickets.judge(order) == (NEW, None)
    tickets.keep(order, b"paid")
    assert tickets.look(order) == (AGAIN, b"paid")


def test_the_session_not_used_for_longest_makes_room():
    tickets = Tickets(NONCE)
    first = tickets.open()
    second = tickets.open()
    for _ in range(SESSIONS_MOST - 2):
        tickets.open()
    tickets.judge(ticket(first, 1))
    tickets.open()
    assert tickets.judge(ticket(second, 1)) == (STALE, None)
    assert tickets.judge(ticket(first, 2)) == (NEW, None)


def test_sessions_run_out_rather_than_come_twice():
    tickets = Tickets(NONCE)
    given_out = [tickets.open() for _ in range(0xFFFF)]
    assert len(set(given_out)) == 0xFFFF
    assert tickets.open() == 0


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 6)), max_size=60))
def test_whatever_is_replayed_in_whatever_order_nothing_is_done_twice(orders):
    """Any recorded conversation of up to four sessions, replayed in any order and any number of times."""
    tickets = Tickets(NONCE)
    sessions = [tickets.open() for _ in range(SESSIONS_MOST)]
    carried_out = []
    for which, number in orders:
        order = ticket(sessions[which], number)
        if tickets.judge(order)[0] == NEW:
            carried_out.append(order)
            tickets.keep(order, len(carried_out))
    assert len(carried_out) == len(set(carried_out))
