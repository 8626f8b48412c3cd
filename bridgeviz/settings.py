"""Settings. Each environment variable is explained in deploy/bridgeviz.env.example."""

from __future__ import annotations

from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from bridgeviz import environment

PACKAGE_DIR = Path(__file__).resolve().parent
BASE_DIR = PACKAGE_DIR.parent
HOME_DIR = environment.folder("BRIDGEVIZ_HOME", environment.default_home(BASE_DIR))

# --- Where the site is, and who may ask for it -----------------------------------------------
HOST = environment.text("HOST", "127.0.0.1")
PORT = environment.whole_number("PORT", 8000, low=1, high=65_535)
LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
PUBLIC_HOSTS = environment.hosts("ALLOWED_HOSTS")
REACHED_AT = environment.client_host(HOST)  # the host at which this machine reaches the server
ALLOWED_HOSTS = [*dict.fromkeys([*LOCAL_HOSTS, REACHED_AT]), *PUBLIC_HOSTS]
DEBUG = environment.flag("DEBUG")
if DEBUG and PUBLIC_HOSTS:
    raise ImproperlyConfigured(
        "DEBUG=1 shows tracebacks and settings to anybody, and ALLOWED_HOSTS publishes this "
        "site. Unset one of the two."
    )

SECRET_KEY = environment.secret("SECRET_KEY", at_least=50)
if not SECRET_KEY:
    if PUBLIC_HOSTS:
        raise ImproperlyConfigured(
            "ALLOWED_HOSTS publishes this site, so SECRET_KEY must be set, the same for all its "
            f"processes. Make one with: {environment.GENERATOR_COMMAND}"
        )
    SECRET_KEY = environment.stored_secret(HOME_DIR / "secret_key")

# --- TLS, which a proxy in front ends (deploy/nginx.conf) --------------------------------------
BEHIND_TLS = environment.flag("BEHIND_TLS")
# The proxy always sets this header; without one anybody could, so that it is not believed.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_TLS else None
SECURE_SSL_REDIRECT = BEHIND_TLS
# Requested on this machine itself, without the proxy.
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^readyz$", "^metrics$"]
HSTS_SECONDS = environment.whole_number("HSTS_SECONDS", 31_536_000, low=0, high=63_072_000)
SECURE_HSTS_SECONDS = HSTS_SECONDS if BEHIND_TLS else 0
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = BEHIND_TLS
# Names below this one, and the browsers' own list of TLS sites, are for the owner of the whole
# domain to speak for.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

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
    "corsheaders",
    "rest_framework",
    "drf_spectacular",
    "bidding",
]
MIDDLEWARE = [
    "bidding.api.http.processor_time.count_processor_time",
    "bridgeviz.middleware.readable_headers",
    "bidding.api.http.request_parsing.drain_bodies",
    "bridgeviz.tracing.trace_requests",
    "bidding.api.site.measure_requests",
    "bidding.api.http.throttling.rate_limit_headers",
    "bridgeviz.middleware.security_headers",
    "bridgeviz.middleware.refuse_long_addresses",
    "django.middleware.security.SecurityMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "bridgeviz.faults.refuse_heavy_clients",
    "bridgeviz.faults.PageLimit",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "bidding.api.http.responses.bound_responses",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PACKAGE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "bidding.web.languages.language_choices",
            ]
        },
    }
]
# Only users who sign in, to the admin or to a closed site, get a cookie other than the language's.
ANONYMOUS = environment.flag("BRIDGEVIZ_ANONYMOUS", default=True)  # anonymous clients may ask
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "index"
LOGOUT_REDIRECT_URL = "index"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "bridgeviz.faults.csrf_failure"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
]
APPEND_SLASH = False
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hans", "中文")]  # each by its own name
LANGUAGE_COOKIE_NAME = "language"
LOCALE_PATHS = [PACKAGE_DIR / "locale"]

DATABASES = {"default": environment.database("DATABASE_URL", HOME_DIR / "bridgeviz.sqlite3")}
# The club's own convention cards; there need not be any.
CARDS_FILE = Path(environment.text("CARDS_FILE", str(HOME_DIR / "cards.toml")))
# Where nodes publish that answers have ended, and limits are counted (bidding.jobs).
NOTIFICATIONS_URL = environment.cache_url("REDIS_URL")

# --- Static files: `collectstatic` gives each a name with its hash, to be kept for ever ----------
STATIC_URL = "/static/"
STATIC_ROOT = HOME_DIR / "static"
GUIDE_DIR = PACKAGE_DIR / "guide"  # its pictures are static files
STATICFILES_DIRS = [PACKAGE_DIR / "static", ("guide", GUIDE_DIR)]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o755  # a web server in front reads them as another user
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_MAX_AGE = 0  # of the names without a hash: browsers ask whether a file has changed

# --- REST ------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "bidding.api.http.authentication.BearerKey",
        "bidding.api.http.authentication.SignedIn",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["bidding.api.http.authentication.ScopePermission"],
    "DEFAULT_RENDERER_CLASSES": ["bidding.api.http.responses.SplicingRenderer"],
    "DEFAULT_PARSER_CLASSES": [],
    "DEFAULT_THROTTLE_CLASSES": ["bidding.api.http.throttling.ClientLimit"],
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_SCHEMA_CLASS": "bidding.api.http.openapi.OperationSchema",
    "EXCEPTION_HANDLER": "bidding.api.http.problems.handle",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "BridgeViz",
    "DESCRIPTION": "What the calls of a bridge auction show about the hidden hands.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",  # the schemas are JSON Schema, where null is a type
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "POSTPROCESSING_HOOKS": ["bidding.api.http.openapi.complete"],
    "APPEND_COMPONENTS": {
        "securitySchemes": {
            "key": {"type": "http", "scheme": "bearer", "description": "a key made by the admin"},
            "session": {"type": "apiKey", "in": "cookie", "name": "sessionid"},
        }
    },
    "TAGS": [
        {"name": "positions", "description": "Questions about one position, and their answers."},
        {"name": "batches", "description": "Up to thousands of positions at once."},
        {"name": "boards", "description": "Boards read from text, and written as files."},
        {"name": "practice", "description": "Boards to bid, and robots that bid them."},
        {"name": "cards", "description": "What a pair can play, and what a card of it says."},
        {"name": "systems", "description": "What calls show in a bidding system."},
        {"name": "site", "description": "Whether the site works."},
    ],
}
REQUEST_BODY_LIMIT_BYTES = 16 * 1024
ADDRESS_LIMIT_BYTES = 16 * 1024  # a page may carry its whole auction in one
BOARDS_BODY_LIMIT_BYTES = 512 * 1024  # a session's file of boards

# --- Batches ---------------------------------------------------------------------------------
BATCH_ITEMS = environment.whole_number("BATCH_ITEMS", 10_000, low=1, high=100_000)
BATCH_BODY_LIMIT_BYTES = environment.megabytes("BATCH_BODY_MEGABYTES", 8, high=100)
ANONYMOUS_BODY_LIMIT_BYTES = 2 * 1024**2  # the same without a key
DATA_UPLOAD_MAX_MEMORY_SIZE = BATCH_BODY_LIMIT_BYTES  # each address has its own, lower limit
BATCHES_UNFINISHED = environment.whole_number("BATCHES_UNFINISHED", 50)
# Of one client; without a running batch it may submit one of any accepted size.
CLIENT_BATCHES = environment.whole_number("CLIENT_BATCHES", 5)
CLIENT_BATCH_ITEMS = environment.whole_number("CLIENT_BATCH_ITEMS", 20_000)
BATCH_STORED_BYTES = environment.megabytes("BATCH_STORED_MEGABYTES", 2_000)
# Stored data of one client, batches and single answers; more with a key.
CLIENT_STORED_BYTES = environment.megabytes("CLIENT_STORED_MEGABYTES", 32)
KEY_STORED_BYTES = environment.megabytes("KEY_STORED_MEGABYTES", 500)
BATCH_RETENTION_HOURS = environment.whole_number("BATCH_RETENTION_HOURS", 72, high=8_760)

# --- Practice tables -------------------------------------------------------------------------
TABLES = environment.whole_number("TABLES", 2_000)
CLIENT_TABLES = environment.whole_number("CLIENT_TABLES", 100)
TABLE_RETENTION_HOURS = environment.whole_number("TABLE_RETENTION_HOURS", 168, high=8_760)

# --- Time-outs, shortest first: inference << redelivery < web < request < harakiri -------------
REDELIVERY_SECONDS = 5  # after which the task of a dead worker is redelivered
WEB_TIMEOUT_SECONDS = environment.whole_number("WEB_TIMEOUT_SECONDS", 20, low=1, high=25)
BODY_SECONDS = 10  # in which a body has to arrive
REQUEST_SECONDS = 37  # of a body, the wait for an answer and its way to the client
# After that time a web process ends, if none of its requests has begun, ended or made progress.
HARAKIRI_SECONDS = 3
QUEUE_SECONDS = WEB_TIMEOUT_SECONDS / 2  # a longer wait for a worker is refused at once
WAITING_PLACES = 24  # clients that may wait in one web process; fewer than uwsgi.ini's threads
CLIENT_WAITING_PLACES = 16  # of these for one client
# Of these for waits of seconds (analyses, reviews, refined explanations, downloads of results,
# calls of partners at practice tables): in total, for one of these kinds, for one client, and for
# one kind of one client.
SLOW_WAITING_PLACES, SLOW_KIND_WAITING_PLACES = 12, 8
CLIENT_SLOW_WAITING_PLACES, CLIENT_SLOW_KIND_WAITING_PLACES = 6, 4
READY_TIMEOUT_SECONDS = 3  # how long /readyz waits for a worker to answer
READY_KEPT_SECONDS = 1  # for which a web process repeats that a worker answered
WORKER_BEAT_SECONDS = 1  # between two heartbeats of a worker
WORKER_DROP_SECONDS = 2.5  # without a heartbeat, after which the others go on without a worker
WORKER_SILENCE_SECONDS = 20  # the same where there are no others: questions wait for its return
UPKEEP_SECONDS = 3  # between two rounds of upkeep
ANALYSIS_TIMEOUT_SECONDS = 90  # of all parts of an analysis or a review
TASK_LIMIT_SECONDS = 15  # after which a worker stuck in one task ends itself

# --- Retention -------------------------------------------------------------------------------
RETENTION_HOURS = environment.whole_number("RETENTION_HOURS", 24, high=8_760)
RETENTION_BYTES = environment.megabytes("RETENTION_MEGABYTES", 400)
RETENTION_ROWS = environment.whole_number("RETENTION_ROWS", 2_000)

# --- Limits of one client --------------------------------------------------------------------
CLIENT_WINDOW_SECONDS = 10  # the window over which the limits a minute are counted
CLIENT_LIMITS_PER_MINUTE = {
    "questions": environment.whole_number("QUESTIONS_PER_MINUTE", 600, low=6),
    "refined": environment.whole_number("REFINED_PER_MINUTE", 180, low=6),
    "analyses": environment.whole_number("ANALYSES_PER_MINUTE", 60, low=6),
    "reviews": environment.whole_number("REVIEWS_PER_MINUTE", 240, low=6),
    "batches": environment.whole_number("BATCHES_PER_MINUTE", 60, low=6),
    # Of batches, those that were refused or removed too: reading them takes time.
    "batch_items": environment.whole_number("BATCH_ITEMS_PER_MINUTE", 120_000, low=6),
    "passwords": environment.whole_number("PASSWORDS_PER_MINUTE", 30, low=6),
    "pages": environment.whole_number("PAGES_PER_MINUTE", 600, low=6),
    "requests": environment.whole_number("REQUESTS_PER_MINUTE", 3_000, low=6),
}
# Of a processor, what all clients together may take of each web process before those who take most
# are refused.
PROCESSOR_PERCENT = environment.whole_number("PROCESSOR_PERCENT", 33)
# Origins whose pages may ask through a browser, as anybody or with a key, never with cookies; none
# unless set. What they may send and read comes with what the Fetch standard always allows.
CORS_ALLOWED_ORIGINS = environment.names("CORS_ORIGINS")
CORS_URLS_REGEX = "/api/v1/"
CORS_ALLOW_METHODS = ["GET", "HEAD", "POST", "DELETE"]
CORS_ALLOW_HEADERS = [
    *("Authorization", "Content-Type", "Prefer", "Idempotency-Key", "If-None-Match"),
    *("Topic", "X-Request-ID"),
]
CORS_EXPOSE_HEADERS = [
    *("Location", "Content-Location", "Link", "Retry-After", "RateLimit", "RateLimit-Policy"),
    *("Preference-Applied", "ETag", "Content-Disposition"),
    *("Batch-Status", "Next-Item", "WWW-Authenticate", "Allow", "X-Request-ID"),
]
CORS_PREFLIGHT_MAX_AGE = 7200  # seconds for which a browser keeps the answer; none keeps it longer
# Proxies whose X-Forwarded-For is believed; nobody else's is.
TRUSTED_PROXIES = environment.networks("TRUSTED_PROXIES")

# --- The model and its workers ---------------------------------------------------------------
EXPLAINER_CLASS = "bidding.explaining.explainer.Explainer"
NODE_DEVICE = environment.device("NODE_DEVICE")
NODE_BATCH = environment.batch("NODE_BATCH")
NODE_LINGER_SECONDS = 0.003  # for a batch to fill up, where the one before held several
# Two share the work of a file of boards.
WORKER_PROCESSES = environment.whole_number(
    "WORKER_PROCESSES", min(2, environment.processors()), low=1, high=256
)

REDIS_URL = environment.broker_url("REDIS_URL")
CELERY_BROKER_URL = REDIS_URL or "redis://127.0.0.1:6379/0"
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": REDELIVERY_SECONDS,
    # Look for lost tasks every second; by default a sweep comes only every 100 s.
    "unacked_restore_interval": 1,
    "unacked_restore_throttle": 1,
    "unacked_restore_limit": 100,
    "queue_order_strategy": "priority",  # a worker takes from a later queue if the first are empty
    # A broker that hangs is noticed within seconds instead of never.
    "socket_timeout": 1,
    "socket_connect_timeout": 1,
    # So is one that a network has cut off while a worker listens to it.
    "socket_keepalive": True,
    "socket_keepalive_options": environment.SILENT_BROKER,
}
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a cut network may take hours to mend
CELERY_TASK_DEFAULT_QUEUE = environment.text("QUEUE_NAME", "bridgeviz")
BATCH_QUEUE = f"{CELERY_TASK_DEFAULT_QUEUE}.batch"  # of work that nobody waits for in the browser
CELERY_TASK_ROUTES = {"bidding.batch_chunk": {"queue": BATCH_QUEUE}}
CELERY_TASK_IGNORE_RESULT = True  # answers are rows in the database, never messages
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.1,
}
# Tasks wait in threads for the one that has the model.
CELERY_WORKER_POOL = "threads"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1

# --- Monitoring: logs as lines for people or as JSON objects, with their requests' ids ---------
METRICS_TOKEN = environment.secret("METRICS_TOKEN", at_least=20)  # without one, no /metrics
LOG_LEVEL = environment.choice("LOG_LEVEL", "WARNING", ("DEBUG", "INFO", "WARNING", "ERROR"))
LOG_FORMAT = environment.choice("LOG_FORMAT", "line", ("line", "json"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request": {"()": "bridgeviz.tracing.AddRequest"}},
    "formatters": {
        "line": {
            "format": "{asctime} {levelname} {name}: {message}{of_request}",
            "style": "{",
        },
        "json": {"()": "bridgeviz.tracing.JsonLines"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["request"],
        }
    },
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        # Every answer of 400 and above is logged here; only ours (5xx) matter to an operator.
        "django.request": {"level": "ERROR"},
        "bidding.worker": {"level": "INFO"},
        # Tasks have lines of their own: bridgeviz.tasks.
        "celery": {"level": LOG_LEVEL if LOG_LEVEL == "DEBUG" else "WARNING"},
        # A task that a node gives back to others is no fault, and comes again within a second.
        "celery.app.trace": {"level": LOG_LEVEL if LOG_LEVEL == "DEBUG" else "ERROR"},
    },
}
