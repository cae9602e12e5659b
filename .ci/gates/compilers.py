"""The two compilers that look at a listing: this system's, which can run it too, and the one for iOS over the pretend SDK."""

import glob
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import tempfile

import gate
import listings

STAND_INS = os.path.join(gate.ROOT, ".ci", "gates", "standins")
MADE = os.path.join(gate.ROOT, ".build", "ci", "standins")
BUILT = os.path.join(gate.ROOT, ".build", "debug", "Modules")
CACHE = os.path.join(gate.ROOT, ".build", "ci", "module-cache")
# In order of their dependencies. The first group are Apple's modules; Combine is in .ci/apple-check/overlay.
APPLES = ["UIKit", "SwiftUI", "CoreData"]
OTHERS = ["Logging", "NIOCore", "NIOHTTP1", "AsyncHTTPClient", "Alamofire", "RxSwift", "RxRelay"]
AFTER_UIKIT = ["RealmSwift"]
# Modules that are also made for this system, since programs are linked with them.
HERE = [*OTHERS, "UIKit", "here/Combine", "SwiftUI"]
# The settings of a new app in Xcode 26: main actor by default, and "approachable concurrency".
XCODE_26 = ["-default-isolation", "MainActor"] + [
    word
    for feature in ("NonisolatedNonsendingByDefault", "InferIsolatedConformances", "InferSendableFromCaptures",
                    "GlobalActorIsolatedTypesUsability", "DisableOutwardActorInference")
    for word in ("-enable-upcoming-feature", feature)
]  # fmt: skip
# In Swift 6 mode most of these are no upcoming features any more, and naming them would be an error.
OF_SIX = {"InferSendableFromCaptures", "GlobalActorIsolatedTypesUsability", "DisableOutwardActorInference"}


def _without(flags, features):
    out = []
    for flag in flags:
        if flag in features:
            out.pop()
        else:
            out.append(flag)
    return out


MODES = {
    "Swift 5 mode": ["-swift-version", "5"],
    "Swift 6 mode": ["-swift-version", "6"],
    "main actor by default, Swift 5 mode": ["-swift-version", "5", *XCODE_26],
    "main actor by default, Swift 6 mode": ["-swift-version", "6", *_without(XCODE_26, OF_SIX)],
}
# Imports do not leak from one listing into another, nor from a module that a listing imports: as in a new app of Xcode 26.
ALONE = ["-enable-upcoming-feature", "MemberImportVisibility", "-suppress-warnings", "-diagnostic-style", "llvm", "-parse-as-library"]


def modules_in_c():
    """Where the compiler finds the modules written in C, which the library's modules import."""
    maps = sorted(glob.glob(os.path.join(os.path.dirname(BUILT), "*.build", "module.modulemap")))
    return [word for path in maps for word in ("-Xcc", f"-fmodule-map-file={path}")]


def digest(*texts):
    out = hashlib.sha256()
    for text in texts:
        out.update(text.encode() + b"\0")
    return out.hexdigest()[:24]


def make_stand_ins(names, command, folder, objects=False):
    """Compiles each stand-in into `folder` if it or a dependency has changed; makes object files if `objects` is true."""
    os.makedirs(folder, exist_ok=True)
    below = " ".join(command)
    for name in names:
        files = sorted(glob.glob(os.path.join(STAND_INS, name + ".swift")) + glob.glob(os.path.join(STAND_INS, name + "+*.swift")))
        below = digest(below, *[gate.read(file) for file in files])
        name = os.path.basename(name)
        module, mark = os.path.join(folder, name + ".swiftmodule"), os.path.join(folder, name + ".made")
        if os.path.isfile(module) and os.path.isfile(mark) and gate.read(mark) == below:
            continue
        where = ["-emit-module", "-emit-module-path", module, "-o", module.replace(".swiftmodule", ".o")] if objects else ["-o", module]
        gate.must(*command, "-module-name", name, "-I", folder, *where, *files, remedy=f"Mend the stand-in for {name}.")
        with open(mark, "w", encoding="utf-8") as file:
            file.write(below)
    return folder


RUN = """
import Foundation

@main struct RunNAME {
    static func main() async {
        do {
            switch CommandLine.arguments[1] {
CASES
            default: break
            }
        } catch {
            FileHandle.standardError.write(Data("it threw \\(error)\\n".utf8))
            exit(1)
        }
    }
}
"""


class Here:
    """This system: listings are compiled for it, linked with the library, and run."""

    def __init__(self):
        self.stand_ins = os.path.join(MADE, "here")
        command = ["swiftc", "-c", "-wmo", "-parse-as-library", "-swift-version", "5", "-suppress-warnings", "-module-cache-path", CACHE]
        make_stand_ins(HERE, command, self.stand_ins, objects=True)
        sources = {os.path.basename(name) for name in gate.project_files()}
        self.objects = [os.path.join(self.stand_ins, os.path.basename(name) + ".o") for name in HERE] + sorted(
            path
            for folder in glob.glob(os.path.join(os.path.dirname(BUILT), "NoticeBoard*.build"))
            if "Tests" not in os.path.basename(folder)
            for path in glob.glob(os.path.join(folder, "**", "*.o"), recursive=True)
            # A build leaves the objects of files that are gone.
            if os.path.basename(path)[:-2] in sources or not path.endswith(".swift.o")
        )

    def compile(self, pack, folder):
        """Compiles a pack; its running listings become a program whose first argument is the listing's number."""
        files = listings.write(pack, folder)
        name = f"Listings{pack[0].number}"
        command = ["swiftc", "-swift-version", "6", *ALONE, "-module-name", name, "-I", BUILT, "-I", self.stand_ins, *modules_in_c()]
        command += ["-module-cache-path", CACHE, "-Onone", "-wmo", "-D", "DEBUG"]
        if any("manifest" in listing.systems for listing in pack):
            tools = os.path.dirname(os.path.dirname(shutil.which("swiftc") or ""))
            command += ["-package-description-version", "6.2", "-I", os.path.join(os.path.realpath(tools), "lib", "swift", "pm", "ManifestAPI")]
        running = [listing for listing in pack if listing.runs]
        if not running:
            return subprocess.run([*command, "-typecheck", *files], cwd=gate.ROOT, capture_output=True, text=True), None
        program = os.path.join(folder, name)
        cases = "\n".join(f'        case "{listing.number}": try await block{listing.number}()' for listing in running)
        with open(os.path.join(folder, "Run.swift"), "w", encoding="utf-8") as file:
            file.write(RUN.replace("NAME", name).replace("CASES", cases))
        with open(os.path.join(folder, "objects"), "w", encoding="utf-8") as file:
            file.write("\n".join(f'"{path}"' for path in self.objects))
        link = ["-o", program, "@" + os.path.join(folder, "objects")]
        return subprocess.run([*command, *files, file.name.replace("objects", "Run.swift"), *link], cwd=gate.ROOT, capture_output=True, text=True), program

    def run(self, program, listing):
        """Runs one listing in a folder of its own; returns what went wrong, or nothing."""
        with tempfile.TemporaryDirectory(prefix="noticeboard-listing.") as home:
            try:
                result = subprocess.run(
                    [program, str(listing.number)], cwd=home, capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL,
                    env={**os.environ, "HOME": home, "TMPDIR": home, "SWIFT_BACKTRACE": "enable=no"},
                )  # fmt: skip
            except subprocess.TimeoutExpired:
                return "it did not end within 20 s"
        if result.returncode == 0:
            return None
        said = (result.stderr or result.stdout).strip()
        trap = re.search(r"^.*(?:Fatal error|Precondition failed|Assertion failed).*$", said, re.M)
        return f"it ended with {result.returncode}: {trap[0] if trap else said[-600:]}"


class Phone:
    """iOS, as far as the pretend SDK and the stand-ins go: types, isolation, availability and data races are checked."""

    def __init__(self):
        sdk = os.environ.get("NOTICEBOARD_APPLE_SDK") or os.path.join(gate.ROOT, ".build", "apple-check")
        sdk = os.path.join(sdk, "sdk")
        check = os.path.join(gate.ROOT, ".ci", "apple-check")
        gate.must("python3", os.path.join(check, "mkapplesdk.py"), sdk, "-q", remedy="The pretend SDK could not be made.")
        modules = os.path.join(MADE, "library")
        out = gate.must("python3", os.path.join(check, "applecheck.py"), gate.ROOT, sdk, "--modules", modules, remedy="See the gate `apple`.")
        made = json.loads(out[out.index('{"frontend"') :])
        self.frontend, self.least = made["frontend"], int(float(made["ios"]))
        command = [*self.frontend, "-emit-module", "-parse-as-library", "-swift-version", "5", "-suppress-warnings"]
        command += ["-target", self.triple(self.least), "-disable-availability-checking"]
        self.stand_ins = make_stand_ins(APPLES + OTHERS + AFTER_UIKIT, command, os.path.join(MADE, "phone"))

    @staticmethod
    def why_not():
        """Why this machine cannot look, or nothing."""
        if platform.system() != "Linux":
            return "the pretend SDK needs a Linux toolchain; on a Mac open Examples/BoardApp.swiftpm in Xcode instead"
        if platform.machine() != "x86_64":
            return f"the pretend SDK needs an x86_64 toolchain, this is {platform.machine()}"
        return None

    @staticmethod
    def triple(version):
        return f"x86_64-apple-ios{version}.0-simulator"

    def command(self, ios, mode, name, files):
        flags = [*MODES[mode], *ALONE, "-module-name", name, "-target", self.triple(ios), "-I", self.stand_ins]
        return [*self.frontend, "-emit-sil", "-o", os.devnull, *flags, *files]

    def check_app(self, folder, files, ios, mode):
        """Checks the files of an app as one module."""
        name = re.search(r'executableTarget\(\s*name: "(\w+)"', gate.read(f"{folder}/Package.swift"))[1]
        return self._looked(self.command(ios, mode, name, files))

    def check(self, pack, mode, folder):
        files = listings.write(pack, folder)
        return self._looked(self.command(pack[0].ios, mode, f"Listings{pack[0].number}", files))

    @staticmethod
    def _looked(command):
        """The compiler's judgement; where it crashes behind the types, which it may over modules that have no bodies, of them alone."""
        result = subprocess.run(command, cwd=gate.ROOT, capture_output=True, text=True)
        if result.returncode and not listings.DIAGNOSTIC.search(result.stderr):
            while_doing = re.search(r"^\d+\.\s+While .*$", result.stderr, re.M)
            print(f"types alone were checked, since the compiler crashed behind them: {while_doing[0] if while_doing else command[-1]}")
            at = command.index("-emit-sil")
            return subprocess.run([*command[:at], "-typecheck", *command[at + 3 :]], cwd=gate.ROOT, capture_output=True, text=True)
        return result
