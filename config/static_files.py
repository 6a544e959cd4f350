"""Static files, named by their content and served by this process: a hall's laptop has no web server in front of it."""

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """The `import` statements of a module also name the other modules by their content, so a page never mixes two versions.

    The storage rewrites statements that end in `";` and name a relative path; modules must not import one another in a circle.
    """

    support_js_module_import_aggregation = True
    max_post_process_passes = 20  # at least the longest chain of imports


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Reads each file whole: WhiteNoise answers with an open file, which Django under ASGI reads through a thread, with a warning."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        content = b""
        if found.file is not None:
            with found.file:
                content = found.file.read()
        response = HttpResponse(content, status=found.status)
        del response["Content-Type"]
        for name, value in found.headers:
            response[name] = value
        return response
