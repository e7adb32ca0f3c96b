"""The house rules of one game: an attribute for each line of setup/house_rules_table.py."""

from __future__ import annotations

from typing import Any


class Rules:
    """Only names and types: they cost nothing on the box, and a wrong name is found by mypy."""

    # Game and set-up
    mode: str
    edition: str
    game_variant: str
    players_min: int
    players_max: int
    start_cash: int
    start_notes: tuple[int, ...]
    start_deeds: int
    start_deeds_paid: bool
    first_player: str
    dice_source: str
    deck_source: str
    rules_change: str
    first_lap_no_buy: bool
    # GO and dice
    go_salary: int
    go_exact_salary: int | None
    go_salary_timing: str
    go_back_pays: bool
    doubles_roll_again: bool
    doubles_to_jail: int
    snake_eyes_bonus: int
    three_in_row_bonus: int
    # Buying and auctions
    auction_mode: str
    auction_min_bid: int
    auction_step: int
    auction_decliner_bids: bool
    auction_jailed_bid: bool
    auction_over_cash: bool
    auction_pause_to_raise: bool
    auction_no_bid: str
    auction_close_s: int
    bank_buyback_pct: int
    # Rent
    rent_claim: str
    rent_claim_window: int
    rent_snapshot: str
    rent_while_jailed: bool
    group_rent_mult: int
    group_rent_needs_unmortgaged: bool
    rail_rents: tuple[int, ...]
    rail_count_mortgaged: bool
    utility_mult: tuple[int, ...]
    utility_roll: str
    utility_count_mortgaged: bool
    rent_step: int
    # Cards, taxes, parking
    jail_card_sale: bool
    income_tax_mode: str
    income_tax_flat: int
    income_tax_pct: int
    tax_hide_worth: bool
    second_tax: int
    free_parking_mode: str
    free_parking_seed: int
    free_parking_fixed: int
    free_parking_feeds: tuple[str, ...]
    round_charge: str
    round_payout: str
    # Jail
    jail_fine: int
    jail_max_turns: int
    jail_pay_turns: int
    jail_pay_same_turn: bool
    jail_doubles_extra_roll: bool
    jail_card_after_fail: bool
    jail_build: bool
    jail_deal: bool
    # Building
    build_needs_group: bool
    build_even: bool
    build_when: str
    build_ban_group_mortgaged: bool
    houses_total: int
    hotels_total: int
    houses_per_hotel: int
    hotel_needs_all_lots: bool
    building_call_threshold: int
    building_auction: str
    building_auction_min: str
    building_refund_pct: int
    building_refund_basis: str
    sell_even: bool
    hotel_group_sale: bool
    hotel_break_short: str
    # Mortgages and deals
    mortgage_on: bool
    mortgage_interest_pct: int
    mortgage_transfer_interest: bool
    deals_when: str
    deals_need_all_sold: bool
    deal_mixed: bool
    deal_zero: bool
    deal_built_group: bool
    cash_gifts: bool
    trade_immunity: bool
    # Debt and end
    bankr_interest_basis: str
    bankr_deeds_to_player: str
    bankr_all_to_bank: bool
    bank_auction_unmortgaged: bool
    bankr_order: str
    debt_deal_guard: bool
    resign_allowed: bool
    end_condition: str
    target_worth: int
    time_limit_min: int
    time_end: str
    tie: str
    # Edition extras
    dm_battle: bool
    dm_loss_mult: int
    dm_battle_mortgaged_loss: str
    sm_doubles: bool
    sm_double2_cash: int
    sm_double3_each: int
    sm_swing_salary: bool
    sm_attack_mortgaged: bool
    # Device
    payer_confirm: bool
    prompt_timeout_s: int
    turn_time_s: int
    undo_depth: int
    balances_shown: str
    # Worked out from others (house_rules.py)
    exact_salary: int
    ends: tuple[str, ...]  # values of end_condition that hold together


class ChangedRules(Rules):
    """Rules of which some were changed in play: only those are here.

    A full copy would need 800 bytes in one piece, which the heap of a long evening may not have.
    """

    def __init__(self, base: Rules) -> None:
        self.base = base

    def __getattr__(self, name: str) -> Any:
        return getattr(self.base, name)
