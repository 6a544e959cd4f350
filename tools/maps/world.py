"""The world of 42 territories, from countries.

The rules, in their order: countries are grouped (`COUNTRIES`); the large ones are split by longitude and latitude in small random cells, so
that a border looks grown (`split`); the projection gives Europe room (`across`, `down`) and swells it around some points (`LENSES`);
islands are enlarged where they lie (`ENLARGED`); whatever still touches against the board's links is parted.
"""

from collections import defaultdict
from collections.abc import Iterator
from random import Random

import numpy as np
from scipy.interpolate import PchipInterpolator
from shapely import MultiPoint, Polygon, make_valid, prepare, set_precision, unary_union, voronoi_polygons
from shapely.affinity import scale, translate
from shapely.ops import transform

from tools.maps.atlas import countries

SEED = 7
LEAST_ISLAND = 0.12
"""Square degrees below which an island is left out."""
LEAST_AREA = 60
"""Square units of the picture below which a part is left out."""
COUNTRIES = {
    "america_centrale": (
        "Mexico,Guatemala,Belize,Honduras,El Salvador,Nicaragua,Costa Rica,Panama,Cuba,"
        "Haiti,Dominican Rep.,Jamaica,Puerto Rico,Bahamas"
    ),
    "venezuela": "Venezuela,Colombia,Guyana,Suriname,Trinidad and Tobago",
    "peru": "Peru,Bolivia,Ecuador",
    "brasile": "Brazil",
    "argentina": "Argentina,Chile,Uruguay,Paraguay,Falkland Is.",
    "islanda": "Iceland",
    "scandinavia": "Norway,Sweden,Finland",
    "gran_bretagna": "United Kingdom,Ireland,Isle of Man",
    "europa_settentrionale": "Germany,Poland,Czechia,Austria,Netherlands,Denmark,Slovakia,Switzerland,Liechtenstein",
    "europa_occidentale": "Spain,Portugal,Belgium,Luxembourg,Andorra",
    "europa_meridionale": (
        "Italy,Slovenia,Croatia,Bosnia and Herz.,Serbia,Montenegro,Kosovo,Albania,Macedonia,"
        "North Macedonia,Greece,Bulgaria,Romania,Hungary,San Marino,Vatican,Malta,Moldova"
    ),
    "ucraina": "Ukraine,Belarus,Estonia,Latvia,Lithuania,Georgia,Armenia,Azerbaijan",
    "africa_del_nord": (
        "Morocco,W. Sahara,Algeria,Tunisia,Mauritania,Mali,Niger,Nigeria,Senegal,Gambia,"
        "Guinea,Guinea-Bissau,Sierra Leone,Liberia,Côte d'Ivoire,Ghana,Togo,Benin,"
        "Burkina Faso,Chad"
    ),
    "egitto": "Egypt,Libya",
    "africa_orientale": (
        "Sudan,S. Sudan,Ethiopia,Somalia,Somaliland,Kenya,Uganda,Tanzania,Eritrea,Djibouti,Rwanda,Burundi"
    ),
    "congo": "Dem. Rep. Congo,Congo,Gabon,Central African Rep.,Cameroon,Eq. Guinea",
    "africa_del_sud": "Angola,Zambia,Zimbabwe,Mozambique,Malawi,Namibia,Botswana,South Africa,Lesotho,eSwatini",
    "madagascar": "Madagascar",
    "afghanistan": "Afghanistan,Uzbekistan,Turkmenistan,Tajikistan,Kyrgyzstan",
    "medio_oriente": (
        "Turkey,Syria,Iraq,Iran,Saudi Arabia,Yemen,Oman,United Arab Emirates,Qatar,Kuwait,"
        "Jordan,Israel,Palestine,Lebanon,Cyprus,N. Cyprus,Pakistan,Bahrain"
    ),
    "india": "India,Nepal,Bhutan,Bangladesh,Sri Lanka,Siachen Glacier",
    "siam": "Myanmar,Thailand,Laos,Vietnam,Cambodia",
    "indonesia": "Philippines,Brunei,Timor-Leste",
    "nuova_guinea": "Papua New Guinea",
    "giappone": "Japan",
    "mongolia": "North Korea,South Korea",
    "groenlandia": "Greenland",
    "cina": "Taiwan,Hong Kong,Macao",
}
OWNER = {country: land for land, names in COUNTRIES.items() for country in names.split(",")}
SPLIT = {"Canada", "United States of America", "Russia", "Kazakhstan", "China", "Mongolia", "Australia"}

LONGITUDES = (-180, -170, -130, -100, -60, -34, -24, -12, 0, 15, 30, 45, 60, 75, 100, 130, 155, 192, 200)
ACROSS = (-30, 10, 150, 310, 524, 624, 668, 735, 820, 930, 1030, 1110, 1190, 1265, 1400, 1570, 1690, 1850, 1890)
LATITUDES = (-60, -56, -35, -20, 0, 12, 25, 35, 45, 55, 62, 70, 76, 84, 90)
DOWN = (1120, 1065, 900, 800, 672, 590, 500, 425, 325, 210, 135, 70, 38, 5, -20)
across, down = PchipInterpolator(LONGITUDES, ACROSS), PchipInterpolator(LATITUDES, DOWN)

LENSES = (
    (900, 262, 130, 0.45),
    (985, 335, 90, 0.35),
    (1420, 545, 110, 0.45),
    (475, 745, 110, 0.35),
    (310, 430, 120, 0.25),
    (1235, 360, 110, 0.2),
    (100, 110, 90, 0.2),
    (300, 470, 80, 0.3),
    (905, 130, 110, 0.25),
)
"""Points of the picture around which it swells: x, y, radius, strength (below 1.25, where a lens would fold)."""
ENLARGED = {
    "islanda": (2.3, 2.25, -10, 8),
    "gran_bretagna": (1.75, 1.45, -34, -18),
    "giappone": (2.0, 1.4, 38, 8),
    "madagascar": (1.6, 1.35, 22, 0),
    "nuova_guinea": (1.35, 1.7, 14, 0),
    "indonesia": (1.12, 1.18, 0, 10),
}
"""Factors across and down around the middle of a territory, then a shift."""
THICKENED = {"giappone": 8, "indonesia": 5, "gran_bretagna": 3, "nuova_guinea": 5, "madagascar": 4, "islanda": 2}
SHORE = 7
"""What is left free around an enlarged island."""


def owner(name: str, x: float, y: float) -> str:
    """The territory of a point of a country; empty where the board has none."""
    if name in OWNER:
        return OWNER[name]
    rule = _RULES.get(name)
    return rule(x, y) if rule else ""


def _usa(x: float, y: float) -> str:
    if x < -128 or x > 170:
        return "alaska" if y > 50 else ""
    return "stati_uniti_occidentali" if x < -101 else "stati_uniti_orientali"


def _canada(x: float, y: float) -> str:
    is_arctic = (y > 61.5 and x < -79.5) or y > 66.5 or (x > -79.5 and y > 61.4 and not (y < 62.7 and x < -71))
    if is_arctic:
        return "territori_del_nord_ovest"
    return "alberta" if x < -110 else "ontario" if x < -79.5 else "quebec"


def _russia(x: float, y: float) -> str:
    if x > 180:
        return "kamchatka"
    if 19 < x < 23 and y < 56:
        return "europa_settentrionale"
    if x < 57.5:
        return "ucraina"
    if x < 75:
        return "urali"
    if x > 150 or (x > 135 and y < 58) or (x > 139 and y < 62) or (x > 132 and y < 50):
        return "kamchatka"
    if x > 103:
        return "cita" if y <= 60 else "jacuzia"
    return "siberia"


def _kazakhstan(x: float, y: float) -> str:
    return "ucraina" if x < 54 else "afghanistan" if y < 45.5 and x < 74 else "urali"


def _france(x: float, y: float) -> str:
    return "venezuela" if x < -30 else "europa_occidentale" if y > 40 else ""


_RULES = {
    "United States of America": _usa,
    "Canada": _canada,
    "Russia": _russia,
    "Kazakhstan": _kazakhstan,
    "France": _france,
    "China": lambda x, y: "mongolia" if x > 117 and y > 40.5 else "cina",
    "Mongolia": lambda x, y: "cina" if x < 91.5 else "mongolia",
    "Australia": lambda x, y: "australia_occidentale" if x < 135 else "australia_orientale",
    "Indonesia": lambda x, y: "nuova_guinea" if x > 130.4 else "indonesia",
    "Malaysia": lambda x, y: "siam" if x < 106 else "indonesia",
}


def territories() -> dict[str, object]:
    """Each territory as an area of the picture of 1920 by 1080; neighbours share their border but for slivers."""
    rng = Random(SEED)
    parts: dict[str, list[Polygon]] = defaultdict(list)
    for name, country in countries():
        for land, part in split(name, country, rng):
            parts[land].append(part)
    degrees = _joined(
        {land: unary_union([one.buffer(1e-6, join_style="mitre") for one in found]) for land, found in parts.items()}
    )
    return _enlarged({land: _projected(area) for land, area in degrees.items()})


def split(name: str, country: Polygon, rng: Random) -> Iterator[tuple[str, Polygon]]:
    """The country's parts by territory; borders of our own follow the cells of random points."""
    middle = country.representative_point()
    if country.area < LEAST_ISLAND and name not in ("Denmark", "Trinidad and Tobago"):
        return
    if name not in SPLIT or country.area <= 8:
        if land := owner(name, middle.x, middle.y):
            yield land, country
        return
    prepare(country)
    for cell in voronoi_polygons(MultiPoint(list(_points(country, rng)))).geoms:
        if cell.intersects(country) and (land := owner(name, cell.centroid.x, cell.centroid.y)):
            yield land, cell.intersection(country)


def _points(country: Polygon, rng: Random, step: float = 2.4) -> Iterator[tuple[float, float]]:
    left, bottom, right, top = country.bounds
    for row in np.arange(bottom - 3, top + 3, step * 0.72):
        for column in np.arange(left - 3, right + 3, step):
            yield column + rng.uniform(-0.9, 0.9), row + rng.uniform(-0.7, 0.7)


def _joined(areas: dict[str, object]) -> dict[str, object]:
    """Small outliers go to the territory that they lie in."""
    joined = dict(areas)
    for land in areas:
        if land == "medio_oriente" or joined[land].geom_type != "MultiPolygon":
            continue
        largest = max(joined[land].geoms, key=lambda part: part.area)
        remaining = [part for part in joined[land].geoms if part is largest or part.area > 25]
        for part in joined[land].geoms:
            if part is largest or part.area > 25:
                continue
            host = _host(part, land, joined)
            if host:
                joined[host] = unary_union([joined[host], part.buffer(1e-5, join_style="mitre")])
            else:
                remaining.append(part)
        joined[land] = unary_union(remaining)
    return joined


def _host(part: Polygon, land: str, areas: dict[str, object]) -> str:
    shared = {
        other: part.buffer(0.02).intersection(area.boundary).length
        for other, area in areas.items()
        if other != land and part.distance(area) < 0.03
    }
    best = max(shared, key=lambda other: shared[other], default="")
    return best if best and shared[best] > 0.3 else ""


def _projected(area):
    fine = area.segmentize(0.8)
    flat = make_valid(transform(_swollen, fine))
    parts = [part for part in getattr(flat, "geoms", [flat]) if part.geom_type == "Polygon" and part.area > LEAST_AREA]
    return set_precision(unary_union(parts), 0.25)


def _swollen(x, y):
    px, py = across(np.asarray(x)), down(np.asarray(y))
    for cx, cy, radius, strength in LENSES:
        dx, dy = px - cx, py - cy
        near = np.clip(1 - (dx * dx + dy * dy) / radius**2, 0, None)
        px, py = px + dx * strength * near**2, py + dy * strength * near**2
    return px, py


def _enlarged(areas: dict[str, object]) -> dict[str, object]:
    """Islands made larger, and cut where they would come too near to others."""
    for land, (wide, tall, right, below) in ENLARGED.items():
        grown = translate(scale(areas[land], wide, tall, origin=_middle(areas[land])), right, below)
        grown = grown.buffer(THICKENED.get(land, 0))
        others = unary_union([area.buffer(SHORE) for other, area in areas.items() if other != land])
        areas[land] = grown.difference(others)
    return areas


def _middle(area) -> tuple[float, float]:
    left, top, right, bottom = area.bounds
    return (left + right) / 2, (top + bottom) / 2


def is_far(one: str, other: str) -> bool:
    """Whether the link between two territories leaves the map on one side and enters it on the other."""
    return {one, other} == {"alaska", "kamchatka"}
