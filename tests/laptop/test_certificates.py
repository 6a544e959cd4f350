"""Certificates of a laptop: trusted through its authority alone, renewed when they have to be, worthless for other sites."""

import socket
import ssl
import stat
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509

from laptop import certificates

NOW = datetime.now(UTC)
HOSTS = ["localhost", "127.0.0.1", "[::1]", "club.local", "192.168.1.20"]


def made(folder, hosts=HOSTS, now=NOW):
    return certificates.made(folder, hosts, now=now)


def handshake(found: certificates.Certificates, host: str, authority=None) -> None:
    """Raises ssl.SSLError unless a client that trusts this authority accepts the site under this name."""
    server, client = socket.socketpair()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(found.certificate, found.key)

    def serve() -> None:
        try:
            context.wrap_socket(server, server_side=True).close()
        except OSError:
            server.close()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        trusted = ssl.create_default_context(cafile=authority or found.authority)
        with closing(client), trusted.wrap_socket(client, server_hostname=host):
            pass
    finally:
        thread.join()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "::1", "club.local", "192.168.1.20"])
def test_who_trusts_the_authority_trusts_the_site_by_each_of_its_names(tmp_path, host):
    handshake(made(tmp_path), host)


def test_another_name_and_another_laptop_are_not_trusted(tmp_path):
    found, other = made(tmp_path / "one"), made(tmp_path / "other")
    for host, authority in (("bank.example", None), ("localhost", other.authority)):
        with pytest.raises(ssl.SSLCertVerificationError):
            handshake(found, host, authority)


def test_the_authority_vouches_for_nothing_outside(tmp_path):
    """Even with its key: a certificate for another site under it is refused."""
    made(tmp_path)
    authority = x509.load_pem_x509_certificate((tmp_path / "autorita.crt").read_bytes())
    key = certificates.serialization.load_pem_private_key((tmp_path / "autorita.key").read_bytes(), password=None)
    site_key = certificates.ec.generate_private_key(certificates.ec.SECP256R1())
    forged = certificates._site(site_key, authority, key, certificates._names(["bank.example"]), NOW)
    (tmp_path / "forged.crt").write_bytes(certificates._pem(forged))
    certificates._write_key(tmp_path / "forged.key", site_key)
    found = certificates.Certificates(tmp_path / "forged.key", tmp_path / "forged.crt", tmp_path / "autorita.crt", "")
    with pytest.raises(ssl.SSLCertVerificationError, match="subtree"):
        handshake(found, "bank.example")


def test_keys_are_for_the_sites_user_alone(tmp_path):
    made(tmp_path)
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob("*.key")} == {0o600}


def test_they_last_and_are_renewed_under_the_same_authority(tmp_path):
    first = made(tmp_path)
    was, authority = first.certificate.read_bytes(), first.fingerprint
    assert made(tmp_path, now=NOW + timedelta(days=300)).certificate.read_bytes() == was
    renewed = made(tmp_path, now=NOW + timedelta(days=380))
    assert renewed.certificate.read_bytes() != was
    assert renewed.fingerprint == authority


def test_a_new_address_of_the_same_networks_keeps_the_authority(tmp_path):
    first = made(tmp_path)
    moved = made(tmp_path, [*HOSTS, "10.0.0.7"])
    assert moved.fingerprint == first.fingerprint
    handshake(moved, "10.0.0.7")


def test_an_address_of_the_internet_gets_an_authority_that_may_vouch_for_it(tmp_path):
    first = made(tmp_path)
    moved = made(tmp_path, [*HOSTS, "93.184.215.14"])
    assert moved.fingerprint != first.fingerprint
    handshake(moved, "93.184.215.14")
