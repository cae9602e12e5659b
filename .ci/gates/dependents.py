"""The packages that depend on the library by path: stories, benchmarks and the consumer.

They are built in release, as an app is shipped, and share one scratch folder, so that the library is compiled once for all
three. Each build plans anew: a kept plan may be another package's."""

import os

import gate

SCRATCH = os.path.join(gate.ROOT, ".build", "dependents")
BINARIES = os.path.join(SCRATCH, "release")


def flags(folder):
    """The arguments of `swift build` and `swift test` for the package in `folder`."""
    return ["-c", "release", "--package-path", folder, "--scratch-path", SCRATCH, "--disable-build-manifest-caching"]
