"""`{% line_chart chart %}`: the picture of a chart and, below it, the same figures as a table."""

from django import template

from tournament.core.charts import Chart, plot

register = template.Library()


@register.inclusion_tag("components/line_chart.html")
def line_chart(chart: Chart) -> dict:
    return {"chart": chart, "plot": plot(chart)}
