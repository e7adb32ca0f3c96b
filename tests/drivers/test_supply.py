"""A sagging supply is noticed before anything is written."""

import pytest

from banker.drivers.supply import GOOD_MV, LOW_MV, Supply
from deedbox.models.bus import Clock
from deedbox.models.supply import USB_MV, SupplyModel


@pytest.mark.parametrize("mv", [1800, 3000, 4500, USB_MV, 5500])
def test_the_voltage_is_told_within_20_mv(mv):
    supply = Supply(SupplyModel(mv))
    supply.good()
    assert abs(supply.mv - mv) <= 20


def test_usb_and_fresh_cells_are_good():
    assert Supply(SupplyModel(USB_MV)).good()
    assert Supply(SupplyModel(4500)).good()


def test_an_empty_supply_is_not_good():
    assert not Supply(SupplyModel(2900)).good()
    assert not Supply(SupplyModel(1900)).good()


@pytest.mark.parametrize("mv", [0, 92, 600, 1700])
def test_a_voltage_at_which_no_pico_runs_is_a_pin_that_measures_nothing_and_writing_goes_on(mv):
    supply = Supply(SupplyModel(mv, noise_mv=40))
    for _ in range(50):
        assert supply.good() and not supply.measured
    assert supply.lowest_mv > 9000


def test_a_box_without_a_pin_for_it_writes():
    supply = Supply(None)
    assert supply.good() and not supply.measured


def test_usb_is_good_whatever_the_pin_reads():
    usb = [1]
    supply = Supply(SupplyModel(2500), lambda: usb[0])
    assert supply.good() and supply.measured
    usb[0] = 0
    assert not supply.good()


def test_once_it_was_measured_nothing_is_good_that_falls_below_what_a_pico_needs():
    model = SupplyModel()
    supply = Supply(model)
    assert supply.good()
    for mv in (2900, 1700, 500, 0):
        model.sag(mv)
        assert not supply.good() and supply.measured


def test_between_the_limits_it_stays_as_it_was():
    model = SupplyModel((LOW_MV + GOOD_MV) // 2)
    supply = Supply(model)
    assert not supply.good()
    model.sag(GOOD_MV + 50)
    assert supply.good()
    model.sag((LOW_MV + GOOD_MV) // 2)
    assert supply.good()
    model.sag(LOW_MV - 50)
    assert not supply.good()
    model.sag((LOW_MV + GOOD_MV) // 2)
    assert not supply.good()


def test_a_plug_that_is_pulled_is_noticed_on_the_way_down_and_stays_noticed():
    clock = Clock()
    model = SupplyModel(noise_mv=60)
    clock.attach(model)
    supply = Supply(model)
    assert supply.good()
    model.sag(1500, over_ms=50)
    readings = []
    for _ in range(60):
        clock.sleep_ms(1)
        readings.append(supply.good())
    assert readings == sorted(readings, reverse=True) and not readings[-1]
    assert all(readings[:20])
    assert supply.lowest_mv < 1600


def test_the_limits_are_settings():
    supply = Supply(SupplyModel(4000), low_mv=4200, good_mv=4400)
    assert not supply.good()
    supply.low_mv, supply.good_mv = 3000, 3300
    assert supply.good()
