"""Hosts of a drill's own: network namespaces on one bridge, each with an address, whose link can be taken away. Linux, as root.

The kernel's clock, its disk and its cores are shared: what is tried is who reaches whom, not how fast.
"""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

NETWORK = "10.231.%d"


@dataclass(frozen=True)
class Host:
    name: str
    address: str
    link: str

    @property
    def inside(self) -> list[str]:
        """What a command line begins with that is to run on this host."""
        return ["ip", "netns", "exec", self.name]

    def cut(self) -> None:
        """Nobody reaches it any more, and nobody is told so, as when a cable is pulled."""
        _ip("link", "set", self.link, "down")

    def mend(self) -> None:
        _ip("link", "set", self.link, "up")


def are_possible() -> bool:
    if os.geteuid() != 0:
        return False
    name = f"sdd-{os.getpid()}-probe"
    try:
        done = subprocess.run(["ip", "netns", "add", name], capture_output=True, check=False)
    except OSError:
        return False
    if done.returncode == 0:
        _ip("netns", "del", name)
    return done.returncode == 0


@contextmanager
def hosts(*names: str) -> Iterator[dict[str, Host]]:
    """So many hosts that reach one another, and this process them."""
    number = os.getpid() % 250 + 1
    bridge, network = f"sddb{number}", NETWORK % number
    made: list[Host] = []
    try:
        _ip("link", "add", bridge, "type", "bridge")
        _ip("addr", "add", f"{network}.1/24", "dev", bridge)
        _ip("link", "set", bridge, "up")
        for place, name in enumerate(names, 11):
            host = Host(f"sdd-{number}-{name}", f"{network}.{place}", f"sdd{number}-{place}")
            _ip("netns", "add", host.name)
            made.append(host)
            _ip("link", "add", host.link, "type", "veth", "peer", "name", "eth0", "netns", host.name)
            _ip("link", "set", host.link, "master", bridge, "up")
            _ip("-n", host.name, "addr", "add", f"{host.address}/24", "dev", "eth0")
            _ip("-n", host.name, "link", "set", "eth0", "up")
            _ip("-n", host.name, "link", "set", "lo", "up")
        yield dict(zip(names, made, strict=True))
    finally:
        for host in made:
            with suppress(RuntimeError):
                _ip("netns", "del", host.name)
        with suppress(RuntimeError):
            _ip("link", "del", bridge)


def _ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"ip {' '.join(words)}: {done.stderr.strip()}")
