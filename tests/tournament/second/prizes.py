"""Prizes: the first places of the field, and of each category among its own."""


def first_places(lines, category_of, overall=5, of_category=3):
    """Group to (place, name), from lines of the standings, of those who played. A category is the same however it is
    spaced and capitalized; "" is the whole field."""
    played = [line for line in lines if line["games"]]
    found = {"": _placed(played, overall)}
    for category in {plain(category_of[line["name"]]) for line in played} - {""}:
        own = [line for line in played if plain(category_of[line["name"]]) == category]
        found[category] = _placed(own, of_category)
    return found


def plain(category):
    return " ".join(category.lower().split())


def _placed(lines, most):
    places = [(1 + sum(other["rank"] < line["rank"] for other in lines), line["name"]) for line in lines]
    return sorted(one for one in places if one[0] <= most)
