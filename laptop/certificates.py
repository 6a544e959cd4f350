"""Certificates for HTTPS on a laptop: an authority of the laptop's own, and a certificate of this site under it.

`python -m laptop.certificates var/certificati [sala.lan …]` makes both from a checkout, for this machine's names and the given ones, and
prints uvicorn's options. A tablet that has installed the
authority trusts the site without a warning. The authority vouches for addresses of the laptop's own networks alone, so that its key, which
lies on the laptop, opens nothing else.
"""

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

AUTHORITY_LASTS = timedelta(days=5 * 365)
SITE_LASTS = timedelta(days=397)
"""The longest that browsers accept of any authority."""
RENEWED_BEFORE = timedelta(days=30)
INSIDE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8", "::1/128")


@dataclass(frozen=True)
class Certificates:
    """Files: the site's key and certificate, and the authority that tablets install, with its SHA-256."""

    key: Path
    certificate: Path
    authority: Path
    fingerprint: str


def made(folder: Path, hosts: Iterable[str], *, now: datetime) -> Certificates:
    """Those of the folder, made or renewed where they are missing, end soon, or are not for these names and addresses."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    wanted = _names(hosts)
    authority, authority_key = _authority(folder, wanted, now)
    path, key_path = folder / "sito.crt", folder / "sito.key"
    if not (path.exists() and key_path.exists() and _fits(_read(path), authority, wanted, now)):
        key = ec.generate_private_key(ec.SECP256R1())
        _write_key(key_path, key)
        path.write_bytes(_pem(_site(key, authority, authority_key, wanted, now)))
    fingerprint = authority.fingerprint(hashes.SHA256()).hex(":").upper()
    return Certificates(key_path, path, folder / "autorita.crt", fingerprint)


def _names(hosts: Iterable[str]) -> list[x509.GeneralName]:
    found: dict[str, x509.GeneralName] = {}
    for host in hosts:
        text = host.strip("[]")
        try:
            found[text] = x509.IPAddress(ip_address(text))
        except ValueError:
            found[text] = x509.DNSName(text)
    return [found[text] for text in sorted(found)]


def _authority(folder: Path, wanted: list[x509.GeneralName], now: datetime):
    path, key_path = folder / "autorita.crt", folder / "autorita.key"
    if path.exists() and key_path.exists():
        found = _read(path)
        if found.not_valid_after_utc - now > SITE_LASTS and _vouches_for(found, wanted):
            return found, serialization.load_pem_private_key(key_path.read_bytes(), password=None)
    key = ec.generate_private_key(ec.SECP256R1())
    found = _new_authority(key, wanted, now)
    _write_key(key_path, key)
    path.write_bytes(_pem(found))
    return found, key


def _new_authority(key: ec.EllipticCurvePrivateKey, wanted: list[x509.GeneralName], now: datetime) -> x509.Certificate:
    name = _called(f"Sdadata, autorità di questo computer, {now:%Y-%m-%d}")
    usage = x509.KeyUsage(
        digital_signature=False, content_commitment=False, key_encipherment=False, data_encipherment=False,
        key_agreement=False, key_cert_sign=True, crl_sign=True, encipher_only=False, decipher_only=False,
    )  # fmt: skip
    return (
        _begun(name, name, key.public_key(), now, AUTHORITY_LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.NameConstraints(_allowed(wanted), None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )


def _allowed(wanted: list[x509.GeneralName]) -> list[x509.GeneralName]:
    """The private networks, and this laptop's own names and addresses."""
    names = [name for name in wanted if isinstance(name, x509.DNSName)]
    networks = [ip_network(text) for text in INSIDE]
    addresses = [name.value for name in wanted if isinstance(name, x509.IPAddress)]
    outside = [ip_network(address) for address in addresses if not any(address in one for one in networks)]
    return [*names, *(x509.IPAddress(network) for network in (*networks, *outside))]


def _vouches_for(authority: x509.Certificate, wanted: list[x509.GeneralName]) -> bool:
    allowed = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    return all(_is_allowed(name, allowed) for name in wanted)


def _is_allowed(name: x509.GeneralName, allowed: Iterable[x509.GeneralName]) -> bool:
    if isinstance(name.value, IPv4Address | IPv6Address):
        return any(isinstance(one, x509.IPAddress) and name.value in one.value for one in allowed)
    return name in allowed


def _site(key, authority: x509.Certificate, authority_key, wanted: list[x509.GeneralName], now) -> x509.Certificate:
    identifier = authority.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    return (
        _begun(_called("Sdadata"), authority.subject, key.public_key(), now, SITE_LASTS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(wanted), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(identifier), critical=False)
        .sign(authority_key, hashes.SHA256())
    )


def _begun(subject: x509.Name, issuer: x509.Name, public_key, now: datetime, lasts: timedelta):
    """From yesterday on, since a tablet's clock may be behind."""
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public_key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now - timedelta(days=1) + lasts)
    )


def _called(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _fits(site: x509.Certificate, authority: x509.Certificate, wanted: list[x509.GeneralName], now: datetime) -> bool:
    has = site.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    identifier = site.extensions.get_extension_for_class(x509.AuthorityKeyIdentifier).value.key_identifier
    own = authority.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value.digest
    return set(wanted) <= set(has) and identifier == own and site.not_valid_after_utc - now > RENEWED_BEFORE


def _read(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _write_key(path: Path, key: ec.EllipticCurvePrivateKey) -> None:
    """For the site's own user alone, from the first byte."""
    text = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.unlink(missing_ok=True)
    with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(text)


def main() -> int:
    from config.environment import own_hosts

    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    found = made(Path(sys.argv[1]), [*own_hosts(), *sys.argv[2:]], now=datetime.now(UTC))
    print(f"--ssl-keyfile {found.key} --ssl-certfile {found.certificate}")
    print(f"{found.authority}: SHA-256 {found.fingerprint}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
