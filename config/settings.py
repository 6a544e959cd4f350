"""Django's settings. What differs between machines comes from variables named SDADATA_* and DATABASE_URL."""

import os
import tempfile
from pathlib import Path

from csp.constants import NONE, SELF
from django.contrib.messages import constants as message_levels
from django.utils.translation import gettext_lazy as _

from config import environment
from config.version import VERSION as PROGRAM_VERSION

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("SDADATA_VAR", BASE_DIR / "var"))
VAR_DIR.mkdir(parents=True, exist_ok=True)

VERSION = PROGRAM_VERSION
DEBUG = environment.flag("SDADATA_DEBUG")
HTTPS_IN_HALL = os.environ.get("SDADATA_HTTPS", "").strip().lower() == "hall"  # config/https_in_hall.py
HTTPS = environment.flag("SDADATA_HTTPS") or HTTPS_IN_HALL
HTTPS_EVERYWHERE = HTTPS and not HTTPS_IN_HALL
SECRET_KEY = environment.secret_key(VAR_DIR / "secret-key")
ALLOWED_HOSTS = environment.own_hosts() + environment.words("SDADATA_HOSTS")
CSRF_TRUSTED_ORIGINS = environment.words("SDADATA_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "operations",
    "tournament",
    "referee",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "corsheaders",
    "django_htmx",
    "csp",
    "django_tasks",
    "django_tasks_db",
]

MIDDLEWARE = [
    "config.observation.ObservationMiddleware",
    "config.named_hosts.NamedHostsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.https_in_hall.HttpsForStaffMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "config.content_policy.ContentPolicyMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tournament.web.support.api_problems.ProblemsMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "tournament.web.support.api_methods.ApiMethodsMiddleware",
    "config.methods.MethodsMiddleware",
    "config.hostile_input.HostileInputMiddleware",
    "config.static_files.StaticFilesMiddleware",
    "config.no_store.NoStoreMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tournament.web.support.auth.ProlongMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.https_in_hall.NoAccountOverHttpMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "referee.views.devices.DeviceMiddleware",
    "tournament.web.support.auth.LockoutMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "libraries": {"ui": "config.components", "modules": "config.modules"},
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# The words of an empty choice are in templates/django/forms.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
# Of each process. What the records of games add to the memory of a site is small and there is much of it: it pushes nothing else out.
LOCAL_MEMORY = "django.core.cache.backends.locmem.LocMemCache"
CACHES = {
    "default": {"BACKEND": LOCAL_MEMORY},
    "tables": {"BACKEND": LOCAL_MEMORY, "LOCATION": "tables", "OPTIONS": {"MAX_ENTRIES": 8000}},
}
# Where DATABASE_URL leads to a pooler that lends a connection for one transaction, this leads to the server itself: LISTEN and pg_dump
# need a session of their own, and so do a cursor of the server's and a prepared statement.
DIRECT_DATABASE = environment.direct_parameters(os.environ.get("SDADATA_DIRECT_URL", ""))
DATABASES = {
    "default": environment.database(
        os.environ.get("DATABASE_URL", ""),
        default_file=VAR_DIR / "sdadata.sqlite3",
        test_file=Path(tempfile.gettempdir()) / f"sdadata-test-{os.getpid()}.sqlite3",
        through_pooler=bool(DIRECT_DATABASE),
    )
    | {"DISABLE_SERVER_SIDE_CURSORS": bool(DIRECT_DATABASE)},
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    environment.keep_private(Path(DATABASES["default"]["NAME"]))
# The threads of config/threads.py keep their connections. A replaced database file is opened within this many seconds; a server's
# connection is checked before a request, unless it answered a moment ago, and a new one costs more than many requests.
DATABASES["default"]["CONN_MAX_AGE"] = 10 if DATABASES["default"]["ENGINE"].endswith("sqlite3") else 600
# Background work (tournament/tasks/worker.py); over PostgreSQL `manage.py db_worker` runs it.
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
WORKS_IN_THREAD = DATABASES["default"]["ENGINE"].endswith("sqlite3")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Authentication

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "login"
AUTHENTICATION_BACKENDS = [
    "tournament.web.support.auth.LimitBackend",  # first: it refuses after too many attempts
    "tournament.web.support.auth.PassBackend",
    "tournament.web.support.auth.AccountBackend",
]
# Rights of the house count only for accounts with a second factor.
SECOND_FACTOR_REQUIRED = environment.flag("SDADATA_SECOND_FACTOR")
PASSWORD_HASHERS = ["config.hashing.BackgroundPBKDF2PasswordHasher"]  # its format is Django's own
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
SESSION_ENGINE = "tournament.web.support.sessions"
SESSION_COOKIE_NAME = "sdadata_session"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 3  # a weekend; sessions in use are prolonged
SESSION_COOKIE_SECURE = HTTPS_EVERYWHERE
CSRF_COOKIE_NAME = "sdadata_csrf"
CSRF_COOKIE_SECURE = HTTPS_EVERYWHERE

# Content security

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# Over a hall's plain HTTP a browser ignores this header and warns about it in the console of every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
# Addresses and networks of the proxies whose X-Forwarded-For and X-Forwarded-Proto count (config/asgi.py); `*` is everybody.
PROXIES = environment.words("SDADATA_PROXIES") or ["127.0.0.1", "::1"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30 if HTTPS_EVERYWHERE else 0
SECURE_SSL_REDIRECT = HTTPS_EVERYWHERE
SECURE_REDIRECT_EXEMPT = [
    "^salute/$",
    "^pronto/$",
    "^metriche/$",
]  # monitoring requests them on the loopback
# A club's domain may have other sites under it, which HSTS must not include.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Webhooks may not reach machines of this network, unless the site is the club's own.
WEBHOOKS_MAY_GO_INSIDE = environment.flag("SDADATA_WEBHOOKS_INSIDE")

# The addresses of phones come from players, so that no setting of a machine lets them lead inside; only tests do.
PUSH_MAY_GO_INSIDE = False
# Whom a push service can write to about the site's messages.
CONTACT = os.environ.get("SDADATA_CONTACT", "") or environment.contact_by_default()

# Personal data are erased two seasons after an event, unless the event sets another number; 0 keeps them.
RETENTION_DAYS = environment.number("SDADATA_RETENTION_DAYS", default=730)

# Language and time

LANGUAGE_CODE = "it"
LANGUAGES = [("it", _("Italiano")), ("en", _("Inglese"))]
LANGUAGE_COOKIE_NAME = "sdadata_language"
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
ENGINE_FIRST = environment.flag("SDADATA_ENGINE_FIRST", default=True)
AFTER_COPY = os.environ.get("SDADATA_AFTER_COPY", "")
TIME_ZONE = os.environ.get("SDADATA_TIME_ZONE", "Europe/Rome")

# Files

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder"
]  # no page uses static files of installed packages
# The engine that `make offline` fetched for tablets: each version has its own name, so browsers cache it for ever.
WHITENOISE_ROOT = VAR_DIR / "public"
WHITENOISE_ROOT.mkdir(exist_ok=True)
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/motore/|\.[0-9a-f]{12}\."
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_files.StaticFilesStorage"},
}

# What the API says to everybody, scripts of other sites may read too. Cookies do not go along, a tournament's token may.
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_METHODS = ("GET", "HEAD", "OPTIONS")
CORS_ALLOW_HEADERS = ("authorization", "if-none-match")
CORS_EXPOSE_HEADERS = ("etag",)

# A roster of a thousand people and a whole recorded game both fit; no request needs more, except a copy of the site put back.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
# A whole request, refused with 413 before it is read (config/bodies.py): a file of five megabytes with the rest of its form.
MOST_BODY_BYTES = 6 * 1024 * 1024

MESSAGE_TAGS = {
    message_levels.DEBUG: "alert-info",
    message_levels.INFO: "alert-info",
    message_levels.SUCCESS: "alert-success",
    message_levels.WARNING: "alert-warning",
    message_levels.ERROR: "alert-error",
}

METRICS_TOKEN = os.environ.get("SDADATA_METRICS_TOKEN", "")  # without a token there is no metrics page

# «json» is for log collectors: one object a line, with the fields of config/observation.py.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "fmt": "%(levelname)s %(name)s %(message)s",
            "timestamp": True,  # RFC 3339, in UTC: a collector takes a time without a zone for its own
        },
    },
    "filters": {"no_paths": {"()": "config.log_lines.NoPaths"}, "traces_only": {"()": "config.log_lines.TracesOnly"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["no_paths"],
            "formatter": "json" if os.environ.get("SDADATA_LOG") == "json" else "line",
        },
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "INFO", "propagate": False},
        # Two lines each time that the queue is looked at: once a minute while something is due later.
        "django_tasks_db": {"level": "WARNING"},
        # And two for each task that went well; one that failed is an error with its trace.
        "django_tasks": {"level": "WARNING"},
        "django.server": {"handlers": ["console"], "level": "INFO", "propagate": False},
        # An answer has its line in "sdadata.request" where it is slow or a fault (5xx), a refused log-in in "sdadata.login". Other
        # refusals (4xx) have none; the metrics count them.
        "django.request": {"handlers": ["console"], "level": "ERROR", "filters": ["traces_only"], "propagate": False},
    },
}
