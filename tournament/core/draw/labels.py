"""How far a criterion is met, in words."""

from tournament.core.draw.criteria import CRITERIA_BY_KEY
from tournament.core.draw.values import CriterionResult
from tournament.core.translation import translated as _


def verdict(result: CriterionResult) -> str:
    """The cost beside the lower bound, called a bound where other criteria, or the search, cost more."""
    if result.cost == 0:
        return _("rispettato")
    figures = {"cost": result.cost, "least": result.least}
    if CRITERIA_BY_KEY[result.criterion].counts_pairs:
        return (
            _("%(cost)d: meno non si può") % figures if result.is_least else _("%(cost)d, limite %(least)d") % figures
        )
    if result.is_least:
        return _("squilibrio %(cost)d: meno non si può") % figures
    return _("squilibrio %(cost)d, limite %(least)d") % figures
