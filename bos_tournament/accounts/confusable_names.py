"""Names that the eye takes for others: letters of one script that look like letters of another, and words of staff.

After Unicode's report on security (UTS 39), letter by letter: who reads a name on a phone compares shapes, not numbers
of characters. Pairs such as `rn` and `m` are told apart, since honest names differ by them.
"""

import unicodedata

# Scripts that people write names in today. What is carved in stone may look like anything.
NAMED = """
LATIN GREEK CYRILLIC ARMENIAN HEBREW ARABIC DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA MALAYALAM
SINHALA THAI LAO TIBETAN MYANMAR GEORGIAN HANGUL ETHIOPIC KHMER CJK HIRAGANA KATAKANA BOPOMOFO THAANA
"""
SCRIPTS = frozenset(NAMED.split())
EAST_ASIAN = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"})
# Their letters share shapes, so that a word of two of them deceives.
ALIKE = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN"})

SHAPES = {
    # Cyrillic
    **dict(zip("АВЕЅІЈКМНОРСТУХҮԌԚԜЬЗӀӠҺ", "ABESIJKMHOPCTYXYGQWb3I3h", strict=True)),
    **dict(zip("аеѕіјорсухѵүһԁԛԝӏгкпѡӕ", "aesijopcyxvyhdqwlrknwæ", strict=True)),
    # Greek
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϜ", "ABEZHIKMNOPTYXCF", strict=True)),
    **dict(zip("αγηικνορσυωϲ", "aynikvopouwc", strict=True)),
    # Armenian
    **dict(zip("ՕՍՏԼհոսցքօզգ", "OUSLhnugpoqq", strict=True)),
    # Latin letters of phonetics and of single languages
    **dict(zip("ɑɡıȷɩʋǀƽʜɴʀᴏᴜᴠᴡᴢ", "agijiv|shnrouvwz", strict=True)),
    # East Asian
    **dict(zip("ヘベペリエロニハカタト", "へべぺり工口二八力夕卜", strict=True)),
    # Arabic as several languages write it
    **dict(zip("یىکہە", "ييكهه", strict=True)),
}
STROKES = str.maketrans("Il1O0", "|||oo")

OF_STAFF = """
admin administrator administrador administradora moderator moderador moderadora mod staff official oficial offiziell
organizer organiser organizador organizadora veranstalter veranstalterin turnierleiter turnierleiterin turnierleitung
judge juez jueza arbiter arbitro arbitra referee schiedsrichter schiedsrichterin scorekeeper anotador anotadora
schriftfuhrer support soporte hilfe help ayuda system sistema root superuser webmaster operator betreiber security
seguridad sicherheit server host
"""
SMALL_WORDS = """
the der die das el la los las head chief haupt ober jefe jefa team equipo bos site seite
"""
STAFF, BESIDE = frozenset(OF_STAFF.split()), frozenset(SMALL_WORDS.split())


def script_of(letter: str) -> str:
    """The script of a letter, empty for signs and figures that all scripts share."""
    if not letter.isalpha():
        return ""
    words = unicodedata.name(letter, "").replace("-", " ").split()
    return next((word for word in words[:2] if word in SCRIPTS), words[0] if words else "?")


def is_mixed(name: str) -> bool:
    """Does the name mix scripts whose letters look alike, or use one in which nobody writes names today?"""
    scripts = {script_of(letter) for letter in name} - {""}
    foreign = scripts - {"LATIN"} - EAST_ASIAN
    return bool(scripts - SCRIPTS) or len(scripts & ALIKE) > 1 or len(foreign) > 1


def skeleton(name: str) -> str:
    """What the eye sees: equal for two names that look alike. Nobody is shown it."""
    figures = (_figure(letter) for letter in unicodedata.normalize("NFKC", name))
    return "".join(SHAPES.get(letter, letter) for letter in figures).translate(STROKES).casefold()


def _figure(letter: str) -> str:
    value = unicodedata.decimal(letter, None)
    return letter if value is None else str(value)


def sounds_like_staff(name: str) -> bool:
    """Is the name nothing but a word for staff, with figures and small words beside it?"""
    seen = unicodedata.normalize("NFKD", "".join(SHAPES.get(letter, letter) for letter in name))
    letters = "".join(letter if letter.isalpha() else " " for letter in seen if not unicodedata.combining(letter))
    words = [word for word in letters.casefold().split() if word not in BESIDE]
    return bool(words) and all(word in STAFF for word in words)
