"""What a database says of its own tables, told so that two can be compared, whatever the order of their columns."""

import re

import psycopg
from django.db import connection

OURS = "n.nspname = 'public'"
QUESTIONS = {
    "tables": """
        SELECT c.relname, c.relkind, c.relowner::regrole, c.relpersistence, c.relrowsecurity, c.reloptions
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE {ours}""",
    "columns": """
        SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
               a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid)
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE {ours} AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped""",
    "constraints": """
        SELECT o.conrelid::regclass, o.conname, pg_get_constraintdef(o.oid), o.convalidated
        FROM pg_constraint o JOIN pg_namespace n ON n.oid = o.connamespace WHERE {ours}""",
    "indexes": """
        SELECT i.indrelid::regclass, i.indexrelid::regclass, pg_get_indexdef(i.indexrelid), i.indisvalid,
               i.indisclustered
        FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE {ours}""",
    "sequences": """
        SELECT c.relname, format_type(s.seqtypid, NULL), s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcycle,
               d.refobjid::regclass, d.deptype
        FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        LEFT JOIN pg_depend d ON d.objid = s.seqrelid AND d.deptype IN ('a', 'i') WHERE {ours}""",
    "triggers": """
        SELECT t.tgrelid::regclass, t.tgname, pg_get_triggerdef(t.oid), t.tgenabled,
               obj_description(t.oid, 'pg_trigger')
        FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE {ours} AND NOT t.tgisinternal""",
    "functions": """
        SELECT p.proname, p.proowner::regrole, pg_get_functiondef(p.oid), p.proacl
        FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE {ours} AND p.prokind = 'f'""",
    "grants": """
        SELECT c.relname, NULL, g.grantee::regrole, g.privilege_type, g.is_grantable
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace, aclexplode(c.relacl) g WHERE {ours}
        UNION ALL
        SELECT c.relname, a.attname, g.grantee::regrole, g.privilege_type, g.is_grantable
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace,
             aclexplode(a.attacl) g WHERE {ours}
        UNION ALL
        SELECT n.nspname, NULL, g.grantee::regrole, g.privilege_type, g.is_grantable
        FROM pg_namespace n, aclexplode(n.nspacl) g WHERE {ours}""",
    "migrations": "SELECT app, name FROM django_migrations",
    "models": "SELECT app_label, model FROM django_content_type",
    "permissions": """
        SELECT app_label, model, codename, name FROM auth_permission p
        JOIN django_content_type t ON t.id = p.content_type_id""",
}
PLACE = ("host", "port", "user", "password")
# PostgreSQL writes the casts of a list elsewhere once it was dumped and restored.
CASTS = re.compile(r"::(character varying|text)(\[\])?|[()]")


def told(database):
    """Each fact as a line, by what it is about."""
    params = {name: value for name, value in connection.get_connection_params().items() if name in PLACE}
    with psycopg.connect(**params, dbname=database) as line:
        return {subject: facts(line.execute(question.format(ours=OURS))) for subject, question in QUESTIONS.items()}


def facts(rows):
    return {CASTS.sub("", " | ".join(map(str, row))) for row in rows}
