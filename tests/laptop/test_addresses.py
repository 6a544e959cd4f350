"""What the single file prints at its start."""

import pytest

from laptop import site


@pytest.fixture(autouse=True)
def in_a_hall(monkeypatch):
    monkeypatch.setattr("config.environment.own_addresses", lambda: ["127.0.0.1", "192.168.1.20"])


def test_addresses_without_https_say_what_that_means(capsys):
    site.print_addresses("sdadata.pyz", 8000, "", fingerprint="")
    printed = capsys.readouterr().out
    assert "http://192.168.1.20:8000/" in printed
    assert "può leggere codici e password" in printed
    assert "--https" in printed


def test_addresses_with_https_give_the_fingerprint_instead(capsys):
    site.print_addresses("sdadata.pyz", 8000, "", fingerprint="AB:CD")
    printed = capsys.readouterr().out
    assert "https://192.168.1.20:8000/autorita.crt" in printed
    assert "AB:CD" in printed
    assert "può leggere" not in printed


def test_who_serves_this_computer_alone_is_not_warned(capsys, monkeypatch):
    monkeypatch.setattr("config.environment.own_addresses", lambda: ["127.0.0.1"])
    site.print_addresses("sdadata.pyz", 8000, "", fingerprint="")
    assert "può leggere" not in capsys.readouterr().out
