"""Settings. Each environment variable is explained in deploy/bridgeviz.env.example."""

from __future__ import annotations

from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from kombu import Queue

from bridgeviz import environment

BASE_DIR = Path(__file__).resolve().parent.parent
HOME_DIR = environment.folder("BRIDGEVIZ_HOME", BASE_DIR / "var")

# --- Where the site is, and who may ask for it -----------------------------------------------
HOST = environment.text("HOST", "127.0.0.1")
PORT = environment.whole_number("PORT", 8000, low=1, high=65_535)
LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
PUBLIC_HOSTS = environment.names("ALLOWED_HOSTS")
ALLOWED_HOSTS = [*LOCAL_HOSTS, *PUBLIC_HOSTS]
DEBUG = environment.flag("DEBUG")

SECRET_KEY = environment.text("SECRET_KEY")
if not SECRET_KEY:
    if PUBLIC_HOSTS:
        raise ImproperlyConfigured(
            "ALLOWED_HOSTS publishes this site, so SECRET_KEY must be set, the same for all its "
            "processes. Make one with: "
            "python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"
        )
    SECRET_KEY = environment.kept_secret(HOME_DIR / "secret_key")

# --- Django ----------------------------------------------------------------------------------
ROOT_URLCONF = "bridgeviz.urls"
WSGI_APPLICATION = "bridgeviz.wsgi.application"
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "bidding",
]
MIDDLEWARE = [
    "bridgeviz.middleware.security_headers",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
# Only who signs in, for the admin's pages or because the site is closed to others, has a cookie.
ANONYMOUS = environment.flag("BRIDGEVIZ_ANONYMOUS", default=True)  # who may ask: anybody
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "index"
LOGOUT_REDIRECT_URL = "index"
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
]
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
APPEND_SLASH = False
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-gb"
USE_I18N = False

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": environment.text("DATABASE_FILE", str(HOME_DIR / "bridgeviz.sqlite3")),
        "CONN_MAX_AGE": 60,
        "OPTIONS": {
            "timeout": 10,  # seconds to wait for another writer
            "transaction_mode": "IMMEDIATE",  # a writer waits for its turn, it is never refused
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Static files: served by the web processes themselves, straight from where they are built --
STATIC_URL = "/static/"
WHITENOISE_ALLOW_ALL_ORIGINS = False
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = 0  # browsers ask whether a file has changed: no old script, no new page

# --- REST ------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "bidding.api.authentication.BearerKey",
        "bidding.api.authentication.SignedIn",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["bidding.api.authentication.MayAsk"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [],
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "bidding.api.problems.handle",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "BridgeViz",
    "DESCRIPTION": "What the calls of a bridge auction show about the hidden hands.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",  # the schemas are JSON Schema, where null is a type
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
}
REQUEST_BODY_LIMIT_BYTES = 16 * 1024
BOARDS_BODY_LIMIT_BYTES = 512 * 1024  # a session's file of boards

# --- Batches ---------------------------------------------------------------------------------
BATCH_ITEMS = environment.whole_number("BATCH_ITEMS", 10_000, low=1, high=100_000)
BATCH_BODY_LIMIT_BYTES = 1024**2 * environment.whole_number(
    "BATCH_BODY_MEGABYTES", 8, low=1, high=100
)
DATA_UPLOAD_MAX_MEMORY_SIZE = BATCH_BODY_LIMIT_BYTES  # each address has its own, lower limit
BATCHES_UNFINISHED = environment.whole_number("BATCHES_UNFINISHED", 50, low=1, high=10_000)
BATCH_STORED_BYTES = 1024**2 * environment.whole_number(
    "BATCH_STORED_MEGABYTES", 2_000, low=1, high=10_000_000
)
BATCH_RETENTION_HOURS = environment.whole_number("BATCH_RETENTION_HOURS", 72, low=1, high=8_760)

# --- Time-outs, shortest first: inference << redelivery < web < deploy/uwsgi.ini's harakiri ----
REDELIVERY_SECONDS = 5  # a task whose worker died is given to another after this long
WEB_TIMEOUT_SECONDS = environment.whole_number("WEB_TIMEOUT_SECONDS", 20, low=1, high=25)
READY_TIMEOUT_SECONDS = 3  # how long /readyz waits for a worker to answer
WORKER_BEAT_SECONDS = 3  # how often a worker says that it lives
WORKER_SILENCE_SECONDS = 20  # a worker not heard of for so long is gone
TASK_LIMIT_SECONDS = 15  # a worker stuck in one task for so long ends itself

# --- What is kept ----------------------------------------------------------------------------
RETENTION_HOURS = environment.whole_number("RETENTION_HOURS", 24, low=1, high=8_760)
RETENTION_ROWS = environment.whole_number("RETENTION_ROWS", 2_000, low=1, high=1_000_000)

# --- The model and its workers ---------------------------------------------------------------
EXPLAINER_CLASS = "bidding.explaining.explainer.Explainer"
WORKER_PROCESSES = environment.whole_number("WORKER_PROCESSES", 1, low=1, high=256)

REDIS_URL = environment.broker_url("REDIS_URL")
CELERY_BROKER_URL = REDIS_URL or "redis://127.0.0.1:6379/0"
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": REDELIVERY_SECONDS,
    # Look for lost tasks every second; by default a sweep comes only every 100 s.
    "unacked_restore_interval": 1,
    "unacked_restore_throttle": 1,
    "queue_order_strategy": "sorted",  # by name: the shorter name is asked first
    # A broker that hangs is noticed within seconds instead of never.
    "socket_timeout": 1,
    "socket_connect_timeout": 1,
}
CELERY_TASK_DEFAULT_QUEUE = environment.text("QUEUE_NAME", "bridgeviz")
BATCH_QUEUE = f"{CELERY_TASK_DEFAULT_QUEUE}.batch"  # taken from while the other one is empty
CELERY_TASK_QUEUES = [
    Queue(name, routing_key=name) for name in (CELERY_TASK_DEFAULT_QUEUE, BATCH_QUEUE)
]
CELERY_TASK_DEFAULT_ROUTING_KEY = CELERY_TASK_DEFAULT_QUEUE
CELERY_TASK_ROUTES = {"bidding.batch_chunk": {"queue": BATCH_QUEUE}}
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True  # answers are rows in the database, never messages
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.1,
}
CELERY_WORKER_POOL = "solo"  # one process, one model, one task at a time; more by more processes
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": environment.text("LOG_LEVEL", "WARNING").upper()},
    "loggers": {
        # Every answer of 400 and above is logged here; only ours (5xx) matter to an operator.
        "django.request": {"level": "ERROR"},
    },
}
