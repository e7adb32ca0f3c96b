"""The table of house rules. Each has a line here and an attribute, with its type, in core/game_rules.py.

A line is: name, number, type, what is allowed, default of the classic edition, rule ids. Flash and words keep
the number: never change one, and give a new rule, whose line goes into its group, the next free number.

The table is in pieces, by group: one piece of 5 KB would not fit between the other things in RAM. It is
bytes, because MicroPython compares each new text with its names, which takes a tenth of a millisecond.
house_rules.py reads it.
"""

from __future__ import annotations

TABLE = (
    b"""\
= Game and set-up
mode 0 enum banker,referee referee DEV-6
edition 1 enum classic,duel-masters,star-wars-ep1,dog-lovers,zelda,spider-man,classic-2008 classic PREP-10
game_variant 2 enum standard,short,time standard SPEED,TIME
players_min 3 int 2..8 2 PREP-2
players_max 4 int 2..8 8 PREP-2
start_cash 5 int 0..99999 1500 PREP-4
start_notes 6 list7 0..99 2,2,2,6,5,5,5 PREP-4
start_deeds 7 int 0..14 0 SPEED-1,TIME-2
start_deeds_paid 8 bool true,false false TIME-2
first_player 9 enum roll,random,chosen roll PREP-7
dice_source 10 enum keyed,device keyed TURN-14,DEV-8
deck_source 11 enum key,tag,device tag CARD-1
rules_change 12 enum never,unanimous unanimous PREP-11
first_lap_no_buy 13 bool true,false false BUY-1
""",
    b"""\
= GO and dice
go_salary 14 int 0..9999 200 GO-1
go_exact_salary 15 int 0..9999 - GO-8
go_salary_timing 16 enum on_move,after_action on_move GO-7
go_back_pays 17 bool true,false false GO-6
doubles_roll_again 18 bool true,false true TURN-6
doubles_to_jail 19 int 0..9 3 TURN-7
snake_eyes_bonus 20 int 0..9999 0 TURN-6
three_in_row_bonus 21 int 0..9999 0 TURN-5
""",
    b"""\
= Buying and auctions
auction_mode 22 enum on_decline,never,always on_decline BUY-5
auction_min_bid 23 int 1..9999 1 AUCT-3
auction_step 24 int 1..500 1 AUCT-5
auction_decliner_bids 25 bool true,false true AUCT-2
auction_jailed_bid 26 bool true,false true AUCT-8
auction_over_cash 27 bool true,false false AUCT-4
auction_pause_to_raise 28 bool true,false true AUCT-9
auction_no_bid 29 enum bank_keeps,decliner_buys_at_1 bank_keeps AUCT-7
auction_close_s 30 int 0..60 10 AUCT-6
bank_buyback_pct 31 int 0..100 0 BANK-8
""",
    b"""\
= Rent
rent_claim 32 enum ask,auto ask RENT-10
rent_claim_window 33 int 0..8 2 RENT-10
rent_snapshot 34 enum landing,claim landing RENT-11
rent_while_jailed 35 bool true,false true RENT-13
group_rent_mult 36 int 1..5 2 RENT-3
group_rent_needs_unmortgaged 37 bool true,false false RENT-4
rail_rents 38 list4 0..9999 25,50,100,200 RENT-8
rail_count_mortgaged 39 bool true,false true RENT-8
utility_mult 40 list2 0..999 4,10 RENT-9
utility_roll 41 enum landing,fresh landing RENT-9
utility_count_mortgaged 42 bool true,false true RENT-9
rent_step 112 int 1..100 1 RENT-2,RENT-8,RENT-9
""",
    b"""\
= Cards, taxes, parking
jail_card_sale 43 bool true,false true CARD-5
income_tax_mode 44 enum choice,flat choice TAX-1,SPEED-4
income_tax_flat 45 int 0..9999 200 TAX-1
income_tax_pct 46 int 0..100 10 TAX-1
tax_hide_worth 47 bool true,false true TAX-3
second_tax 48 int 0..9999 75 TAX-6
free_parking_mode 49 enum nothing,jackpot,fixed nothing PARK-1
free_parking_seed 50 int 0..9999 0 PARK-2
free_parking_fixed 51 int 0..9999 0 PARK-1
free_parking_feeds 52 set taxes,fines,card_payments,purchases,mortgages - PARK-2
round_charge 53 enum half_up,up,down half_up MORT-5,TAX-4
round_payout 54 enum down,half_up down SELL-5
""",
    b"""\
= Jail
jail_fine 55 int 0..9999 50 JAIL-8
jail_max_turns 56 int 1..9 3 JAIL-11,SPEED-3
jail_pay_turns 57 int 0..9 2 JAIL-8
jail_pay_same_turn 58 bool true,false true JAIL-11
jail_doubles_extra_roll 59 bool true,false false JAIL-5
jail_card_after_fail 60 bool true,false false JAIL-6
jail_build 61 bool true,false true JAIL-13
jail_deal 62 bool true,false true JAIL-13
""",
    b"""\
= Building
build_needs_group 63 bool true,false true BUILD-1
build_even 64 bool true,false true BUILD-4
build_when 65 enum any,own_turn,own_turn_before_roll any BUILD-3
build_ban_group_mortgaged 66 bool true,false true BUILD-10
houses_total 67 int -1..999 32 PREP-1
hotels_total 68 int -1..999 12 PREP-1
houses_per_hotel 69 int 1..4 4 BUILD-7,SPEED-2
hotel_needs_all_lots 70 bool true,false true BUILD-7
building_call_threshold 71 int 0..32 5 SHORT-4
building_auction 72 enum ask,never ask SHORT-2
building_auction_min 73 enum listed,one listed SHORT-6
building_refund_pct 74 int 0..100 50 SELL-5
building_refund_basis 75 enum paid,listed paid SELL-5
sell_even 76 bool true,false true SELL-6
hotel_group_sale 77 bool true,false true SELL-8
hotel_break_short 78 enum sell_down,refuse sell_down SELL-9
""",
    b"""\
= Mortgages and deals
mortgage_on 79 bool true,false true MORT-1
mortgage_interest_pct 80 int 0..100 10 MORT-5
mortgage_transfer_interest 81 bool true,false true MORT-9
deals_when 82 enum any,own_turn,none,own_turn_before_roll any SELL-11
deals_need_all_sold 113 bool true,false false SELL-11
deal_mixed 83 bool true,false true SELL-10
deal_zero 84 bool true,false true SELL-13
deal_built_group 85 bool true,false false SELL-3
cash_gifts 86 bool true,false false SELL-13
trade_immunity 87 bool false false MISC-3
""",
    b"""\
= Debt and end
bankr_interest_basis 88 enum mortgage,price mortgage BANKR-7
bankr_deeds_to_player 89 enum as_is,mortgage_first as_is BANKR-6
bankr_all_to_bank 90 bool true,false false BANKR-4
bank_auction_unmortgaged 91 bool true,false true BANKR-13
bankr_order 92 enum sequential,split sequential BANKR-15
debt_deal_guard 93 bool true,false true BANKR-3
resign_allowed 94 bool true,false true BANKR-19
end_condition 95 enum last_left,first_bankruptcy,time,target_worth last_left BANKR-17
target_worth 96 int 0..999999 0 MISC-4
time_limit_min 97 int 0..600 0 TIME-1
time_end 98 enum finish_turn,finish_round,immediate finish_turn TIME-4
tie 99 enum share,most_cash share SPEED-7
""",
    b"""\
= Edition extras
dm_battle 100 bool true,false false DM-1
dm_loss_mult 101 int 1..20 10 DM-7
dm_battle_mortgaged_loss 102 enum zero,base10 zero DM-8
sm_doubles 103 bool true,false false SM-1
sm_double2_cash 104 int 0..9999 200 SM-4
sm_double3_each 105 int 0..9999 50 SM-5
sm_swing_salary 106 bool true,false true SM-3
sm_attack_mortgaged 107 bool true,false true SM-10
""",
    b"""\
= Device
payer_confirm 108 bool true,false true DEV-3
prompt_timeout_s 109 int 5..300 30 DEV-3
turn_time_s 114 int 0..900 0 TIME-4
undo_depth 110 int 0..50 10 DEV-5
balances_shown 111 enum own_tap,all all TAX-3
""",
)
