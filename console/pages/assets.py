"""`/static/<hash>/…`: the files that pages are drawn with; an address never changes its bytes."""

from fastapi import APIRouter, Response

from console.access.gate import allowed
from console.access.roles import Permission
from console.assets import assets, media_of
from console.errors import NotFound

router = APIRouter()

FOR_EVER = "public, max-age=31536000, immutable"


@router.get("/static/{digest}/{name:path}", dependencies=[allowed(Permission.ENTER)])
async def static_file(digest: str, name: str) -> Response:
    """Give one file."""
    found = assets()
    if digest != found.digest or name not in found.files:
        raise NotFound("there is no such file; load the page again")
    return Response(
        found.files[name], media_type=media_of(name), headers={"Cache-Control": FOR_EVER}
    )
