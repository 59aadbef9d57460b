"""Settings of the site. Each environment variable read here is documented in docs/operators.md."""

from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF

from bos_tournament.launch import commands, home, servers, web_processes
from bos_tournament.operations.bound_parameters import BoundCursor

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent


# Where data, keys and uploads live.
BOS_HOME = Path(env("BOS_HOME", default=str(BASE_DIR / ".bos"))).absolute()
KEYS = BOS_HOME / "keys"
BID_KEY_FILE = Path(env("BID_KEY_FILE", default=str(KEYS / "bids.key")))
# Encrypts deck lists, drafts and swaps at rest.
LISTS_KEY_FILE = Path(env("LISTS_KEY_FILE", default=str(KEYS / "lists.key")))
SECRET_KEY = env("SECRET_KEY", default="") or home.kept_secret(KEYS / "secret.key")
# Encrypts the secrets of second factors at rest.
SECOND_FACTOR_KEY = env("SECOND_FACTOR_KEY", default="") or home.kept_secret(KEYS / "second-factors.key")

DEBUG = env.bool("DEBUG", default=False)
HOST = env("HOST", default="127.0.0.1")
PORT = env.int("PORT", default=8000)
PUBLIC_URL = env("PUBLIC_URL", default=f"http://{HOST}:{PORT}").rstrip("/")
INSECURE_LAN = env.bool("INSECURE_LAN", default=False)
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[])
EVERYWHERE = "0.0.0.0"  # noqa: S104
ALLOWED_HOSTS += [urlsplit(PUBLIC_URL).hostname, *LOOPBACK, "*" if HOST == EVERYWHERE else HOST]
SECURE = PUBLIC_URL.startswith("https://")
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if SECURE else []

INSTALLED_APPS = [
    "bos_tournament.accounts",
    "bos_tournament.operations",
    "bos_tournament.cards",
    "bos_tournament.decks",
    "bos_tournament.matches",
    "bos_tournament.play",
    "bos_tournament.tournaments",
    "bos_tournament.judging",
    "bos_tournament.privacy",
    "bos_tournament.api",
    "bos_tournament.accounts.admin_site.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "django_htmx",
    "pgtrigger",
    "pghistory",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    "bos_tournament.api.conventions.plain_http.TokensBySafeWays",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "bos_tournament.accounts.sign_in.access_log.Doors",
    "bos_tournament.accounts.sign_in.ended_link_middleware.EndedLinks",
    "bos_tournament.accounts.languages.OwnLanguage",
    "bos_tournament.accounts.private_page_middleware.PrivatePages",
    "bos_tournament.accounts.sign_in.known_devices.KnownDevices",
    "bos_tournament.accounts.sign_in.session_lifetimes.SessionAges",
    "bos_tournament.accounts.sign_in.second_factor.SecondFactor",
    "bos_tournament.audit.middleware.Trail",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "bos_tournament.urls"
ASGI_APPLICATION = "bos_tournament.asgi.application"
WSGI_APPLICATION = "bos_tournament.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["bos_tournament.template_loading.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "bos_tournament.accounts.context_processors.site",
            ],
            "builtins": [f"bos_tournament.operations.templatetags.{name}" for name in ("icons", "links")],
            "libraries": {"i18n": "bos_tournament.operations.templatetags.translations"},
        },
    }
]
SILENCED_SYSTEM_CHECKS = ["templates.W003"]  # The library "i18n" is Django's own with a memory, and takes its place.
FORM_RENDERER = "django.forms.renderers.DjangoTemplates"

# Unless told otherwise, the embedded servers of this home, which ./run starts.
DATABASES = {"default": env.db_url_config(env("DATABASE_URL", default="") or servers.database_url(BOS_HOME))}
DATABASE_ROLE = DATABASES["default"]["USER"]
# Migrations, backups and restores connect so; empty, they work with the role of the site.
DATABASE_OWNER_URL = env("DATABASE_OWNER_URL", default="")
# A machine that is cut off tells nobody. It is noticed within seconds, unless DATABASE_URL says otherwise.
NOTICES_SILENCE = {
    "connect_timeout": 5,
    "tcp_user_timeout": 5000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
DATABASES["default"]["OPTIONS"] = {
    **NOTICES_SILENCE,
    **DATABASES["default"].get("OPTIONS", {}),
    # Left alone, a pool waits twice as long after each attempt: a minute more after a database that was away for one.
    "pool": {"min_size": 1, "max_size": env.int("DATABASE_POOL", default=16), "timeout": 10, "reconnect_timeout": 5},
    "server_side_binding": True,
    "cursor_factory": BoundCursor,
    "options": "-c lock_timeout=5s -c statement_timeout=15s -c idle_in_transaction_session_timeout=15s",
}
DATABASES["default"]["CONN_MAX_AGE"] = 0
# A database that was started again costs nobody an error page.
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

BROKER_URL = env("BROKER_URL", default=servers.broker_url(BOS_HOME))
CELERY_BROKER_URL = BROKER_URL
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 50
CELERY_TASK_DEFAULT_QUEUE = env("QUEUE", default="bos")
# Letters to a server that is away, or long judging, keep no table waiting for its bids; nor what asks again for both.
BIDS_QUEUE = commands.bids_queue(CELERY_TASK_DEFAULT_QUEUE)
CELERY_TASK_ROUTES = {"operations.sweep": {"queue": BIDS_QUEUE}}
JOB_SECONDS = {"tournaments.draw_printout": 300}  # jobs of every other kind are ended by CELERY_TASK_TIME_LIMIT
# Bots think long, and nobody who plays a tournament waits for them.
BOTS_QUEUE = commands.bots_queue(CELERY_TASK_DEFAULT_QUEUE)
# Jobs of every other kind wait in the default queue.
JOB_QUEUES = {
    "matches.open_bids": BIDS_QUEUE,
    "play.answer": BOTS_QUEUE,
    "play.find_lines": BOTS_QUEUE,
    "play.test_deck": BOTS_QUEUE,
}
# As Celery counts for this broker, the lowest number comes first; jobs of every other kind have 0.
JOB_PRIORITIES = {"play.test_deck": 9}
JOBS_DONE_TOGETHER = {"matches.open_bids"}  # a worker that is hinted at one does all of the kind that wait
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # it is asked for again and again, every two seconds
CELERY_WORKER_CONSUMER = "bos_tournament.operations.celery_consumer:Consumer"
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 60,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 5,
    "socket_connect_timeout": 2,
}
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "bos_tournament.operations.beat_scheduler:LeasedScheduler"
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "operations.sweep", "schedule": 5.0},
    "tidy": {"task": "tournaments.tidy", "schedule": 30.0},
    "clocks of online games": {"task": "play.enforce_clocks", "schedule": 5.0, "options": {"expires": 30}},
    "tidy games": {"task": "play.tidy", "schedule": 3600.0},
    "tell": {"task": "api.tell", "schedule": 3.0, "options": {"expires": 30}},
}

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "bos_tournament.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_DISPLAY = "bos_tournament.accounts.models.shown_name"
ACCOUNT_FORMS = {
    "signup": "bos_tournament.accounts.forms.SignupForm",
    "login": "bos_tournament.accounts.forms.LoginForm",
    "reauthenticate": "bos_tournament.accounts.forms.ReauthenticateForm",
    "change_password": "bos_tournament.accounts.forms.ChangePasswordForm",
    "add_email": "bos_tournament.accounts.forms.AddEmailForm",
    "reset_password": "bos_tournament.accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "bos_tournament.accounts.forms.ResetPasswordKeyForm",
}
MFA_FORMS = {
    "authenticate": "bos_tournament.accounts.forms.SecondFactorForm",
    "reauthenticate": "bos_tournament.accounts.forms.SecondFactorAgainForm",
    "activate_totp": "bos_tournament.accounts.forms.ActivateForm",
}
# With confirmed mail, sign-up too answers alike for known and unknown addresses; without mail it cannot.
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if env.bool("CONFIRM_MAIL", default=False) else "optional"
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 1
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
PASSWORD_RESET_TIMEOUT = 3600
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 600
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# By account, never by address: a whole hall sits behind one address. Passwords: accounts/sign_in/attempt_limits.py.
ACCOUNT_RATE_LIMITS = {
    "login": None,
    "login_failed": "5/5m/key",
    "signup": None,
    "reset_password": "5/15m/key",
    "reset_password_from_key": None,
    "change_password": "5/m/user",
    "reauthenticate": "10/m/user",
}
MFA_ADAPTER = "bos_tournament.accounts.adapter.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_ISSUER = "BOS Tournament"
MFA_TOTP_TOLERANCE = 1

SESSION_ENGINE = "bos_tournament.accounts.sign_in.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
DEVICE_COOKIE_NAME = "device"
LESSON_COOKIE_NAME = "__Host-lessons" if SECURE else "lessons"
if SECURE:
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME, DEVICE_COOKIE_NAME = "__Host-session", "__Host-csrf", "__Host-device"
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}

# Codes of second factors that were used count for all processes, so the cache is in the database too. As JSON: Django's
# own cache there would run what somebody wrote into its table.
CACHES = {"default": {"BACKEND": "bos_tournament.accounts.cache_backend.KeptValues"}}
# Requests to the API for each account.
API_RATE = env("API_RATE", default="600/min")

DATA_UPLOAD_MAX_MEMORY_SIZE = 512 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 512 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 400
DATA_UPLOAD_MAX_NUMBER_FILES = 4
MEDIA_ROOT = BOS_HOME / "uploads"

EMAIL_CONFIG = env.email("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
# What carries mail; around it stands a backend that notes when mail went out and when it failed.
MAIL_BACKEND, EMAIL_BACKEND = EMAIL_CONFIG["EMAIL_BACKEND"], "bos_tournament.operations.mail_backend.NotedMail"
# Letters about accounts are sent by workers.
LETTER_BACKEND = "bos_tournament.operations.mail_queue.SentLater"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env("MAIL_FROM", default="BOS Tournament <no-reply@localhost>")

LANGUAGE_CODE = "en"
# Each is called what it calls itself.
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("es", "Español")]
LOCALE_PATHS = [BASE_DIR / "bos_tournament" / "locale"]
FORMAT_MODULE_PATH = "bos_tournament.formats"
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = SECURE
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = BOS_HOME / "static"
STATICFILES_DIRS = [BASE_DIR / "bos_tournament" / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "bos_tournament.launch.asset_bundles.JoinedFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": env("STATIC_STORAGE", default="bos_tournament.launch.static_storage.PackedStaticFilesStorage")
    },
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "bos_tournament.api.conventions.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PAGINATION_CLASS": "bos_tournament.api.conventions.pagination.Pages",
    "PAGE_SIZE": 50,
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["bos_tournament.api.conventions.json_parsing.Json"],
    "DEFAULT_THROTTLE_CLASSES": ["bos_tournament.api.conventions.throttling.PerAccount"],
    "DEFAULT_SCHEMA_CLASS": "bos_tournament.api.conventions.schema.Schema",
    "EXCEPTION_HANDLER": "bos_tournament.api.conventions.errors.handle_exception",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    # Every door answers in JSON alone, so no address needs to say which form it wants.
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "BOS Tournament",
    "DESCRIPTION": "Run BOS tournaments: decks, sealed bids, matches, disputes, standings.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "POSTPROCESSING_HOOKS": ["bos_tournament.api.conventions.schema.complete_schema"],
}

WEB_PROCESSES = max(env.int("WEB_PROCESSES", default=web_processes.cores()), 1)
# So many pages may hear of news at once, in one web process; whoever comes later asks by itself.
LIVE_STREAMS = env.int("LIVE_STREAMS", default=2500)
# So many requests are worked on at once in one web process, and hold a connection to the database; the others wait.
REQUESTS_AT_ONCE = env.int("REQUESTS_AT_ONCE", default=12)
# What one web process bears: connections at once, and seconds for a request to arrive or its answer to be taken.
CONNECTIONS = env.int("CONNECTIONS", default=5000)
REQUEST_SECONDS = env.int("REQUEST_SECONDS", default=60)
# Webhooks to receivers inside the own network, over http too. Off, since an address is typed by anybody who organizes.
WEBHOOKS_TO_LAN = env.bool("WEBHOOKS_TO_LAN", default=False)
DEMO = env.bool("BOS_DEMO", default=True)
# Where scheduled backups go, hours between two, and how many of them are kept. Without a folder there are none.
BACKUP_FOLDER = env("BACKUP_FOLDER", default="")
BACKUP_EVERY = env.int("BACKUP_EVERY", default=24)
BACKUPS_KEPT = max(env.int("BACKUPS_KEPT", default=7), 1)
if BACKUP_FOLDER:
    CELERY_BEAT_SCHEDULE["backup"] = {"task": "operations.backup", "schedule": 600.0, "options": {"expires": 600}}
# Whoever watches the site and sends it reads every part of /health/.
HEALTH_TOKEN = env("HEALTH_TOKEN", default="")
# Where strangers write who found a hole, as security.txt tells them.
SECURITY_CONTACT = env("SECURITY_CONTACT", default="")

# Everybody's lines go through one formatter, Django's and the web server's too: an address can hold a personal link.
BEYOND_BOUNDS = ("DisallowedHost", "RequestDataTooBig", "TooManyFieldsSent", "TooManyFilesSent")
OURS = {"handlers": ["console"], "propagate": False}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "bos_tournament.accounts.log_format.LogLine",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "bare": {"()": "bos_tournament.accounts.log_format.LogLine", "format": "{message}", "style": "{"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line"},
        "doors": {"class": "logging.StreamHandler", "formatter": "bare"},
    },
    "root": {"handlers": ["console"], "level": env("LOG_LEVEL", default="WARNING")},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "bos.doors": {"handlers": ["doors"], "level": "INFO", "propagate": False},
        "bos.backups": {"handlers": ["console"], "level": "INFO", "propagate": False},
        # Addresses that were refused are many and mean nothing; only faults of the site itself are worth a line.
        "django.request": {"level": "ERROR"},
        **{f"django.security.{name}": {"level": "CRITICAL"} for name in BEYOND_BOUNDS},
        "django.server": OURS,
        "uvicorn": {**OURS, "level": "ERROR"},
        "uvicorn.access": {**OURS, "level": "ERROR"},
    },
}
