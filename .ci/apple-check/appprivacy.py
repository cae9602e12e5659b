#!/usr/bin/env python3
"""Compares what a built app uses with the privacy manifests inside it.

usage: appprivacy.py PATH.app

Reads the undefined symbols (nm) and the strings of every Mach-O file in the app. Exits with 1 if a category of
required-reason API is used and not declared by any manifest of the app, or declared and not used. Needs a Mac for
the app; the tools themselves are `nm` and `strings` from the path.
"""
import os, re, subprocess, sys
from madecode import CATEGORIES, differences, manifest

# Objective-C classes, selectors and constants of each category, as they appear in a linked program.
NAMES = {
    'NSPrivacyAccessedAPICategoryFileTimestamp': 'NSFileCreationDate NSFileModificationDate NSURLCreationDateKey NSURLContentModificationDateKey',
    'NSPrivacyAccessedAPICategorySystemBootTime': 'systemUptime',
    'NSPrivacyAccessedAPICategoryDiskSpace': 'NSFileSystemFreeSize NSFileSystemSize NSURLVolumeAvailableCapacityKey NSURLVolumeTotalCapacityKey'
        ' NSURLVolumeAvailableCapacityForImportantUsageKey NSURLVolumeAvailableCapacityForOpportunisticUsageKey',
    'NSPrivacyAccessedAPICategoryActiveKeyboards': 'activeInputModes',
    'NSPrivacyAccessedAPICategoryUserDefaults': 'NSUserDefaults',
}
MAGIC = {b'\xcf\xfa\xed\xfe', b'\xce\xfa\xed\xfe', b'\xca\xfe\xba\xbe', b'\xfe\xed\xfa\xcf', b'\xfe\xed\xfa\xce'}

def output(*command):
    return subprocess.run(command, capture_output=True, text=True, errors='replace', check=True).stdout

def names(path):
    """The symbols that a Mach-O file takes from elsewhere, and its strings, among which selectors are."""
    symbols = {line.split()[-1] for line in output('nm', '-u', path).splitlines() if line.strip() and not line.endswith(':')}
    plain = {re.sub(r'^_OBJC_CLASS_\$_', '', symbol).removeprefix('_').split('$')[0] for symbol in symbols}
    return plain, {line.strip() for line in output('strings', '-', path).splitlines()}

def main(app):
    used, declared, programs = {}, {}, 0
    for at, _, files in os.walk(app):
        for path in (os.path.join(at, name) for name in files):
            if path.endswith('.xcprivacy'):
                for category, reasons in manifest(path).items(): declared.setdefault(category, []).extend(reasons)
            elif os.path.isfile(path) and open(path, 'rb').read(4) in MAGIC:
                programs += 1
                symbols, strings = names(path)
                for category, (_, functions, _) in CATEGORIES.items():
                    hits = symbols & set(functions.split()) | (symbols | strings) & set(NAMES[category].split())
                    if hits: used.setdefault(category, set()).update(hits)
    if not programs: return [f'{app} holds no Mach-O file']
    return list(differences(used, declared))

if __name__ == '__main__':
    if len(sys.argv) != 2: sys.exit(__doc__)
    errors = main(sys.argv[1])
    for error in errors: print(error)
    print(f'{len(errors)} differences between the code and the privacy manifests')
    sys.exit(bool(errors))
