"""The documentation site: every public symbol, and the guides of Documentation/ as articles, in one conversion of `docc`.

The guides are written for a repository host, which shows them as they are. For the site their links are rewritten: to another
guide, to a heading, and from the name of a public type to its page. Nothing else differs, and nothing is kept twice.
"""

import os
import re
import shutil

import gate

GUIDES = "Documentation"
TUTORIAL = os.path.join(GUIDES, "Tutorial")
# The program whose files the tutorial shows.
PROGRAM = os.path.join("Examples", "forum")
STEP = re.compile(r'@Code\(name: "([^"]+)", through: "([^"]+)"\)')
COMMENT = re.compile(r"<!--.*?-->\n*", re.S)
FENCE = re.compile(r"^(```+)(\w*)[^\n]*$(.*?)^\1$", re.M | re.S)
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.M)
NAME = re.compile(r"(?<![`\w/])`([A-Z]\w+)`(?!`)")
# The page that the site makes of Examples/Snippets.
SNIPPETS = "Snippets"
# The page at the top, and what links to README lead to.
ROOT_PAGE = "NoticeBoardGuides"
# What the topic of a language's pages is called.
LANGUAGES = {"ko": "한국어"}


def snippets():
    """A page with every snippet: its first comment as a sentence, then its code."""
    folder = os.path.join("Examples", "Snippets")
    text = "# Snippets\n\nPrograms of at most twenty lines, for what people look for first. Each runs: `swift run --package-path Examples NAME`.\n"
    for name in sorted(os.listdir(os.path.join(gate.ROOT, folder))):
        first, code = gate.read(os.path.join(folder, name)).split("\n", 1)
        title = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.removesuffix(".swift")).capitalize()
        text += f"\n## {title}\n\n{first.removeprefix('// ')}\n\n```swift\n{code.strip()}\n```\n"
    return text


def guides():
    """The name of each article, and its file. A translation's name ends with its language."""
    found = {}
    for directory, _, files in os.walk(os.path.join(gate.ROOT, GUIDES)):
        language = os.path.relpath(directory, os.path.join(gate.ROOT, GUIDES)).replace(".", "")
        for file in files:
            if file.endswith(".md"):
                found[file[:-3] + (f"-{language}" if language else "")] = gate.relative(os.path.join(directory, file))
    return found


def public_types(graphs):
    """The module of each public type at the top level; a name that two modules have is left out."""
    modules = {}
    for graph in graphs:
        for symbol in graph["symbols"]:
            name = symbol["pathComponents"][0].split("(")[0]
            if len(symbol["pathComponents"]) == 1 and name[:1].isupper() and "/Sources/" in symbol.get("location", {}).get("uri", ""):
                module = symbol["location"]["uri"].split("/Sources/")[1].split("/")[0]
                modules[name] = module if modules.get(name, module) == module else None
    return {name: module for name, module in modules.items() if module}


def cut(file, text, page):
    """The beginning of a file, through the declaration that contains `text`; what is open then is closed."""
    lines = gate.read(file).split("\n")
    index = next((number for number, line in enumerate(lines) if text in line), None)
    if index is None:
        gate.finding(page, f"{file} has no line with {text!r}")
        return ""
    margin = len(lines[index]) - len(lines[index].lstrip())
    if lines[index].endswith(("{", "(", "[")):
        while lines[index] != " " * margin + "}":
            index += 1
    return "\n".join(lines[: index + 1] + [" " * depth + "}" for depth in range(margin - 4, -1, -4)]) + "\n"


class Site:
    def __init__(self, folder, types):
        self.folder = folder
        self.types = types
        self.guides = guides()
        self.names = {file: name for name, file in self.guides.items()}
        self.texts = {name: COMMENT.sub("", gate.read(file)) for name, file in self.guides.items()}
        self.pictures = set()

    def write(self):
        """Writes the articles, the tutorial, the page at the top and the pictures; returns how many articles there are."""
        for name, text in self.texts.items():
            self.save(f"{name}.md", self.article(text, self.guides[name]))
        self.save(f"{ROOT_PAGE}.md", self.root())
        self.save(f"{SNIPPETS}.md", snippets())
        self.write_tutorial()
        for picture in self.pictures:
            shutil.copy(os.path.join(gate.ROOT, picture), self.folder)
        return len(self.texts)

    def write_tutorial(self):
        """Copies the tutorial, and cuts the code of each step from the example's files."""
        folder = os.path.join(gate.ROOT, TUTORIAL)
        steps = 0
        for page in sorted(os.listdir(folder)):

            def code(match):
                nonlocal steps
                steps += 1
                file = f"{match[1].removesuffix('.swift')}-{steps:02}.swift"
                self.save(file, cut(os.path.join(PROGRAM, match[1]), match[2], os.path.join(TUTORIAL, page)))
                return f'@Code(name: "{match[1]}", file: "{file}")'

            text = gate.read(os.path.join(TUTORIAL, page))
            self.pictures.update(os.path.join(GUIDES, name) for name in re.findall(r'@Image\(source: "([^"]+)"', text))
            self.save(page, STEP.sub(code, text))

    def copy_catalogue(self, folder, module):
        """Copies a module's catalogue. Its landing page names guides as files, which become links."""
        copy = os.path.join(self.folder, module)
        shutil.copytree(folder, copy)
        page = os.path.join(copy, f"{module}.md")
        if os.path.isfile(page):
            with open(page, encoding="utf-8") as file:
                text = file.read()
            text = text.replace(" in the package's folder `Documentation`", "")
            text = re.sub(r"`(\w+)\.md`", lambda match: f"<doc:{match[1]}>" if match[1] in self.guides else match[0], text)
            with open(page, "w", encoding="utf-8") as file:
                file.write(text)

    def save(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def article(self, text, path):
        """The text of a guide with the site's links. Listings stay as they are."""
        parts, end = [], 0
        for fence in FENCE.finditer(text):
            parts.append(self.prose(text[end : fence.start()], path))
            parts.append(f"{fence[1]}{fence[2]}{fence[3]}{fence[1]}")
            end = fence.end()
        return "".join(parts) + self.prose(text[end:], path)

    def prose(self, text, path):
        linked = LINK.sub(lambda match: self.link(match, path), text)
        sections = re.split(r"(?m)^(?=#)", linked)
        return "".join(self.with_symbols(section) for section in sections)

    def with_symbols(self, section):
        """Links the first mention of each public type in a section to its page, but no heading and no text of a link."""
        seen = set()

        def symbol(match):
            name = match[1]
            line = section[section.rfind("\n", 0, match.start()) + 1 : match.start()]
            inside = line.count("[") != line.count("]")
            if name not in self.types or name in seen or line.startswith("#") or inside:
                return match[0]
            seen.add(name)
            return f"``/{self.types[name]}/{name}``"

        return NAME.sub(symbol, section)

    def link(self, match, path):
        picture, text, target = match.groups()
        if re.match(r"[a-z]+:", target):
            return match[0]
        file, _, anchor = target.partition("#")
        file = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
        if picture:
            self.pictures.add(file)
            return f"![{text}]({os.path.basename(file)})"
        name = ROOT_PAGE if file == "README.md" else self.names.get(file)
        if not name:
            return text
        if not anchor or name == ROOT_PAGE:
            return f"[{text}](doc:{name})"
        return f"[{text}](doc:{name}#{self.fragment(name, anchor, path)})"

    def fragment(self, name, anchor, path):
        """How `docc` names the heading that a repository host names `anchor`."""
        for heading in HEADING.findall(FENCE.sub("", self.texts[name])):
            if re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") == anchor:
                return re.sub(r"[\"'`]", "", heading).replace(" ", "-")
        gate.finding(path, f"{self.guides[name]} has no heading for #{anchor}")
        return anchor

    def root(self):
        """The page at the top: README's first paragraph, its list of guides, and the modules."""
        readme = COMMENT.sub("", gate.read("README.md"))
        paragraphs = [part for part in readme.split("\n\n") if not part.startswith(("#", "!", "["))]
        topics, listed = [], set()
        section = re.search(r"^## Guides\n(.*?)^## ", readme, re.M | re.S)[1]
        for title, items in re.findall(r"^(.+):\n\n((?:- .*\n)+)", section, re.M):
            names = [self.names[target] for _, _, target in LINK.findall(items) if target in self.names]
            names = [name for name in names if name not in listed]
            listed.update(names)
            topics.append((title, [f"<doc:{name}>" for name in names]))
        others = sorted(set(self.guides) - listed)
        for language, title in LANGUAGES.items():
            translated = [name for name in others if name.endswith(f"-{language}")]
            others = [name for name in others if name not in translated]
            topics.append((title, [f"<doc:{name}>" for name in translated]))
        topics.append(("More", [f"<doc:{name}>" for name in others]))
        topics.append(("A tutorial", ["<doc:NoticeBoardTutorials>"]))
        topics.append(("Short programs", [f"<doc:{SNIPPETS}>"]))
        topics.append(("Modules", [f"``/{module}``" for module in sorted(set(self.types.values()))]))
        lines = ["# NoticeBoard for Swift", "", "@Metadata {", "    @TechnologyRoot", "}", "", self.prose(paragraphs[0], "README.md"), "", "## Topics"]
        for title, items in topics:
            lines += ["", f"### {title}", ""] + [f"- {item}" for item in items]
        return "\n".join(lines) + "\n"
