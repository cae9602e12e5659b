"""The symbol graphs of the library: what the compiler says of its public interface."""

import json
import os

import compilers
import gate


def extract(modules, folder):
    """Writes the symbol graphs of modules that are built into `folder`, and reads them.

    What a conformance inherits from another module is left out."""
    triple = json.loads(gate.must("swiftc", "-print-target-info"))["target"]["triple"]
    for module in modules:
        gate.must(
            "swift", "symbolgraph-extract", "-module-name", module, "-I", compilers.BUILT, *compilers.modules_in_c(), "-target", triple,
            "-minimum-access-level", "public", "-skip-synthesized-members", "-skip-inherited-docs", "-output-dir", folder,
        )  # fmt: skip
    graphs = []
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            graphs.append(json.load(file))
    return graphs
