"""The packages that depend on the library by path: stories, benchmarks and the consumer.

They are built in release, as an app is shipped, and share one scratch folder, so that the library is compiled once for all
three. The folder may hold the build plan of another package, so no plan is reused."""

import os

import gate

SCRATCH = os.path.join(gate.ROOT, ".build", "dependents")
BINARIES = os.path.join(SCRATCH, "release")


def flags(folder):
    """The arguments of `swift build` and `swift test` for the package in `folder`."""
    # Without what only a debugger reads, which takes 6 percent of the time.
    plain = ["-debug-info-format", "none", "--disable-build-manifest-caching"]
    return ["-c", "release", "--package-path", folder, "--scratch-path", SCRATCH, *plain]
