"""The application: every page's router behind the gatekeeper, and the pages of what goes wrong."""

import pkgutil
from importlib import import_module

from fastapi import APIRouter, FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from console import pages
from console.access.gatekeeper import Gatekeeper
from console.audit_watch import AuditWatch
from console.parts import ConsoleSettings, Parts
from console.refusal import refuse, tell_bug, tell_error, tell_fields, tell_http
from console.streams import Streams
from contracts.contract import MAX_BYTES
from contracts.errors import FinrubricError


class ConsoleApp(FastAPI):
    """An application whose outermost layer is ours: its headers stand on every answer."""

    @property
    def settings(self) -> ConsoleSettings:
        """How it is reached."""
        parts = self.state.parts
        assert isinstance(parts, Parts)
        return parts.settings

    def build_middleware_stack(self) -> ASGIApp:
        """The layers of the framework, with the gatekeeper around them."""
        return Gatekeeper(super().build_middleware_stack(), self.settings, refuse)


def create_app(parts: Parts) -> ConsoleApp:
    """The console over open records."""
    app = ConsoleApp(
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        # A file of a role that is edited in the page may be as long as a contract.
        form_limits={"max_part_size": MAX_BYTES},
        exception_handlers={
            FinrubricError: tell_error,
            HTTPException: tell_http,
            RequestValidationError: tell_fields,
            Exception: tell_bug,
        },
    )
    app.state.parts = parts
    app.state.streams = Streams()
    app.state.audit_watch = AuditWatch()
    for router in routers():
        app.include_router(router)
    return app


def routers() -> tuple[APIRouter, ...]:
    """The router of every module of `console.pages`, by module name."""
    found: list[APIRouter] = []
    for entry in sorted(pkgutil.iter_modules(pages.__path__), key=lambda entry: entry.name):
        router = import_module(f"{pages.__name__}.{entry.name}").router
        assert isinstance(router, APIRouter)
        found.append(router)
    return tuple(found)
