"""Answers that are no pages: the way to another page, and a file to be kept."""

from starlette.responses import RedirectResponse, Response


def see_other(place: str) -> RedirectResponse:
    """Lead a browser on, which asks for the place with GET whatever it sent here."""
    return RedirectResponse(place, status_code=303)


def attachment(data: bytes, name: str, media: str) -> Response:
    """A file that browsers keep and do not show; its name is made of signs that ids have."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=media, headers=headers)
