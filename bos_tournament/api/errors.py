"""Refusals as JSON."""

from rest_framework.views import exception_handler


def answer(exception, context):
    return exception_handler(exception, context)
