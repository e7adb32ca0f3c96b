"""The table of knobs: every house rule declared once. core/knobs.py reads it.

A line is: name, type, what is allowed, default of the classic edition, rule ids. The line number among the
knobs is the knob's number (on flash, in the words); so lines are only ever added at the end of the table.
In pieces, by group: one of 5 KB would not fit between what else is in RAM. Bytes, not text: for each new text
MicroPython first looks whether it is one of its names, which takes it a tenth of a millisecond.
"""

TABLE = (
    b"""\
= Game and set-up
mode enum banker,referee referee DEV-6
edition enum classic,duel-masters,star-wars-ep1,dog-lovers,zelda,spider-man classic PREP-10
game_variant enum standard,short,time standard SPEED,TIME
players_min int 2..8 2 PREP-2
players_max int 2..8 8 PREP-2
start_cash int 0..99999 1500 PREP-4
start_notes list7 0..99 2,2,2,6,5,5,5 PREP-4
start_deeds int 0..7 0 SPEED-1,TIME-2
start_deeds_paid bool true,false false TIME-2
first_player enum roll,random,chosen roll PREP-7
dice_source enum keyed,device keyed TURN-14,DEV-8
deck_source enum key,tag,device tag CARD-1
rules_change enum never,unanimous unanimous PREP-11
first_lap_no_buy bool true,false false BUY-1
""",
    b"""\
= GO and dice
go_salary int 0..9999 200 GO-1
go_exact_salary int 0..9999 - GO-8
go_salary_timing enum on_move,after_action on_move GO-7
go_back_pays bool true,false false GO-6
doubles_roll_again bool true,false true TURN-6
doubles_to_jail int 0..9 3 TURN-7
snake_eyes_bonus int 0..9999 0 TURN-6
three_in_row_bonus int 0..9999 0 TURN-5
""",
    b"""\
= Buying and auctions
auction_mode enum on_decline,never,always on_decline BUY-5
auction_min_bid int 1..9999 1 AUCT-3
auction_step int 1..500 1 AUCT-5
auction_decliner_bids bool true,false true AUCT-2
auction_jailed_bid bool true,false true AUCT-8
auction_over_cash bool true,false false AUCT-4
auction_pause_to_raise bool true,false true AUCT-9
auction_no_bid enum bank_keeps,decliner_buys_at_1 bank_keeps AUCT-7
auction_close_s int 0..60 10 AUCT-6
bank_buyback_pct int 0..100 0 BANK-8
""",
    b"""\
= Rent
rent_claim enum ask,auto ask RENT-10
rent_claim_window int 0..8 2 RENT-10
rent_snapshot enum landing,claim landing RENT-11
rent_while_jailed bool true,false true RENT-13
group_rent_mult int 1..5 2 RENT-3
group_rent_needs_unmortgaged bool true,false false RENT-4
rail_rents list4 0..9999 25,50,100,200 RENT-8
rail_count_mortgaged bool true,false true RENT-8
utility_mult list2 0..999 4,10 RENT-9
utility_roll enum landing,fresh landing RENT-9
utility_count_mortgaged bool true,false true RENT-9
""",
    b"""\
= Cards, taxes, parking
jail_card_sale bool true,false true CARD-5
income_tax_mode enum choice,flat choice TAX-1,SPEED-4
income_tax_flat int 0..9999 200 TAX-1
income_tax_pct int 0..100 10 TAX-1
tax_hide_worth bool true,false true TAX-3
second_tax int 0..9999 75 TAX-6
free_parking_mode enum nothing,jackpot,fixed nothing PARK-1
free_parking_seed int 0..9999 0 PARK-2
free_parking_fixed int 0..9999 0 PARK-1
free_parking_feeds set taxes,fines,card_payments - PARK-2
round_charge enum half_up,up,down half_up MORT-5,TAX-4
round_payout enum down,half_up down SELL-5
""",
    b"""\
= Jail
jail_fine int 0..9999 50 JAIL-8
jail_max_turns int 1..9 3 JAIL-11,SPEED-3
jail_pay_turns int 0..9 2 JAIL-8
jail_pay_same_turn bool true,false true JAIL-11
jail_doubles_extra_roll bool true,false false JAIL-5
jail_card_after_fail bool true,false false JAIL-6
jail_build bool true,false true JAIL-13
jail_deal bool true,false true JAIL-13
""",
    b"""\
= Building
build_needs_group bool true,false true BUILD-1
build_even bool true,false true BUILD-4
build_when enum any,own_turn,own_turn_before_roll any BUILD-3
build_ban_group_mortgaged bool true,false true BUILD-10
houses_total int -1..999 32 PREP-1
hotels_total int -1..999 12 PREP-1
houses_per_hotel int 1..4 4 BUILD-7,SPEED-2
hotel_needs_all_lots bool true,false true BUILD-7
building_call_threshold int 0..32 5 SHORT-4
building_auction enum ask,never ask SHORT-2
building_auction_min enum listed,one listed SHORT-6
building_refund_pct int 0..100 50 SELL-5
building_refund_basis enum paid,listed paid SELL-5
sell_even bool true,false true SELL-6
hotel_group_sale bool true,false true SELL-8
hotel_break_short enum sell_down,refuse sell_down SELL-9
""",
    b"""\
= Mortgages and deals
mortgage_on bool true,false true MORT-1
mortgage_interest_pct int 0..100 10 MORT-5
mortgage_transfer_interest bool true,false true MORT-9
deals_when enum any,own_turn,none any SELL-11
deal_mixed bool true,false true SELL-10
deal_zero bool true,false true SELL-13
deal_built_group bool true,false false SELL-3
cash_gifts bool true,false false SELL-13
trade_immunity bool false false MISC-3
""",
    b"""\
= Debt and end
bankr_interest_basis enum mortgage,price mortgage BANKR-7
bankr_deeds_to_player enum as_is,mortgage_first as_is BANKR-6
bankr_all_to_bank bool true,false false BANKR-4
bank_auction_unmortgaged bool true,false true BANKR-13
bankr_order enum sequential,split sequential BANKR-15
debt_deal_guard bool true,false true BANKR-3
resign_allowed bool true,false true BANKR-19
end_condition enum last_left,first_bankruptcy,time,target_worth last_left BANKR-17
target_worth int 0..999999 0 MISC-4
time_limit_min int 0..600 0 TIME-1
time_end enum finish_turn,finish_round,immediate finish_turn TIME-4
tie enum share,most_cash share SPEED-7
""",
    b"""\
= Edition extras
dm_battle bool true,false false DM-1
dm_loss_mult int 1..20 10 DM-7
dm_battle_mortgaged_loss enum zero,base10 zero DM-8
sm_doubles bool true,false false SM-1
sm_double2_cash int 0..9999 200 SM-4
sm_double3_each int 0..9999 50 SM-5
sm_swing_salary bool true,false true SM-3
sm_attack_mortgaged bool true,false true SM-10
""",
    b"""\
= Device
payer_confirm bool true,false true DEV-3
prompt_timeout_s int 5..300 30 DEV-3
undo_depth int 0..50 10 DEV-5
balances_shown enum own_tap,all all TAX-3
""",
)
