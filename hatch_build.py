"""Build hook: bring htmx and the fonts in from the pinned packages that ship them.

Nothing of theirs is committed here and nothing is fetched when the program runs: the files are copied
into the tree (where git ignores them) whenever the project is built or installed, and go into the wheel.
"""

from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from shutil import copyfile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PRINT_WEIGHTS = {
    "font_source_sans_pro": [
        "SourceSansPro-Regular",
        "SourceSansPro-Semibold",
        "SourceSansPro-Bold",
        "SourceSansPro-It",
    ],
    "font_source_serif_pro": ["SourceSerifPro-Regular", "SourceSerifPro-Semibold", "SourceSerifPro-Bold"],
}
WEB_WEIGHTS = [
    "SourceSansPro-Regular",
    "SourceSansPro-Semibold",
    "SourceSansPro-Bold",
    "SourceSerifPro-Semibold",
    "SourceSerifPro-Bold",
]
# Latin with macrons, punctuation, arrows, fractions and mathematical signs: what our pages are written in.
WEB_LETTERS = [
    *range(0x20, 0x250),
    *range(0x2010, 0x2040),
    *range(0x2150, 0x2160),
    *range(0x2190, 0x21B0),
    0x2030,
    0x20AC,
    0x2122,
    0x2212,
    0x2260,
    0x2264,
    0x2265,
    0x25B2,
    0x25BC,
    0x2605,
    0x2713,
    0x2717,
]


class AssetsHook(BuildHookInterface):
    """Copies what the browser and the printouts need out of the packages named in [build-system]."""

    def initialize(self, version, build_data):
        root = Path(self.root)
        self.web = root / "control" / "static" / "vendor"
        self.paper = root / "printouts" / "fonts"
        for folder in (self.web, self.paper):
            folder.mkdir(parents=True, exist_ok=True)
        self.copy_htmx()
        self.copy_fonts()
        self.make_web_fonts(kanji=letters_of(root / "scenarios"))

    def copy_htmx(self):
        static = package_folder("django_htmx") / "static" / "django_htmx"
        copyfile(static / "htmx-2.min.js", self.web / "htmx.min.js")
        copyfile(static / "ext" / "hx-sse-2.min.js", self.web / "htmx-sse.min.js")
        copyfile(licence_of("django-htmx"), self.web / "LICENSE-htmx.txt")

    def copy_fonts(self):
        for package, names in PRINT_WEIGHTS.items():
            files = package_folder(package) / "files"
            for name in names:
                copyfile(files / f"{name}.ttf", self.paper / f"{name}.ttf")
            copyfile(files / "LICENSE.txt", self.paper / f"LICENSE-{package}.txt")
        kanji = package_folder("matplotlib_fontja") / "fonts"
        copyfile(kanji / "ipaexg.ttf", self.paper / "ipaexg.ttf")
        copyfile(kanji / "IPA_Font_License_Agreement_v1.0.txt", self.paper / "LICENSE-ipaexg.txt")

    def make_web_fonts(self, kanji):
        for name in WEB_WEIGHTS:
            subset(self.paper / f"{name}.ttf", WEB_LETTERS, self.web / f"{name}.woff2")
        # The licence of IPAex wants a changed font to carry another name.
        subset(self.paper / "ipaexg.ttf", kanji, self.web / "ControlRoomKanji.woff2", rename="Control Room Kanji")
        for licence in self.paper.glob("LICENSE-*.txt"):
            copyfile(licence, self.web / licence.name)


def package_folder(name):
    """Where a package lies, without importing it (some of them want a whole framework for that)."""
    return Path(find_spec(name).submodule_search_locations[0])


def licence_of(name):
    """The licence file that a distribution carries."""
    return next(file.locate() for file in distribution(name).files if file.name == "LICENSE")


def letters_of(scenarios):
    """Every character beyond Latin that a scenario's tables use: the kanji our pages show."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(scenarios.rglob("*.csv"))]
    return sorted({ord(letter) for text in texts for letter in text if ord(letter) > 0x2E80} | {ord("戦"), ord("国")})


def subset(source, letters, target, rename=None):
    """Write the few letters we need as a small web font."""
    from fontTools import subset as fonttools

    options = fonttools.Options(flavor="woff2", layout_features=["*"], notdef_outline=True, name_IDs=["*"])
    font = fonttools.load_font(source, options)
    cutter = fonttools.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    keep_own_widths(font)
    if rename:
        for record in list(font["name"].names):
            if record.nameID in (1, 3, 4, 6, 16):
                font["name"].setName(
                    rename.replace(" ", "") if record.nameID == 6 else rename,
                    record.nameID,
                    record.platformID,
                    record.platEncID,
                    record.langID,
                )
    fonttools.save_font(font, target, options)


def keep_own_widths(font):
    """Let no letter that is made of others take the width of one of them. Source Serif's quotation marks, figures and
    ellipsis say so: where letters are fitted to the screen's dots, as on Linux, they would lie over the next ones."""
    takes_the_width = 0x0200
    glyphs, widths = font["glyf"], font["hmtx"]
    for name in font.getGlyphOrder():
        for part in glyphs[name].components if glyphs[name].isComposite() else ():
            if widths[part.glyphName][0] != widths[name][0]:
                part.flags &= ~takes_the_width
