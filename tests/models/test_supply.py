"""The supply's model: a voltage that falls in a straight line, and its ripple."""

from deedbox.models.bus import Clock
from deedbox.models.supply import SupplyModel


def test_it_sags_and_recovers_in_time():
    clock = Clock()
    model = SupplyModel(4000)
    clock.attach(model)
    model.sag(3000, over_ms=10)
    readings = []
    for _ in range(3):
        clock.sleep_ms(5)
        readings.append(model.mv)
    assert readings == [3500, 3000, 3000]
    model.sag(4800)
    assert model.mv == 4800


def test_the_adc_sees_a_third_of_it_in_twelve_bits():
    assert SupplyModel(0).read_u16() == 0
    assert SupplyModel(12_000).read_u16() == 65535
    assert abs(SupplyModel(4950).read_u16() - 32768) <= 16


def test_noise_is_the_same_every_time():
    first, second = (SupplyModel(4000, noise_mv=50) for _ in range(2))
    readings = [first.read_u16() for _ in range(20)]
    assert readings == [second.read_u16() for _ in range(20)]
    assert len(set(readings)) > 5
