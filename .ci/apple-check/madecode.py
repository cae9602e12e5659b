"""Checks the LLVM IR that the compiler makes for iOS: metadata that old systems lack, and calls that need a declared reason."""
import collections, os, plistlib, re, subprocess

# Swift's runtime has it since iOS 18. Swift 6.3 checks for that first; 6.2 does not, and calls address 0 before iOS 18.
LATE = re.compile(r'@"?_*swift_getExtendedFunctionTypeMetadata(?:_backDeploy)?\b')
SYMBOL = re.compile(r'@(?:"([^"]*)"|([\w.$]+))')

# Apple's categories of "required reason" API: the reasons that may be given, and the C functions and Foundation names (demangled) that ask for one.
CATEGORIES = {
    'NSPrivacyAccessedAPICategoryFileTimestamp': ('DDA9.1 C617.1 3B52.1 0A2A.1', 'stat fstat fstatat lstat getattrlist getattrlistbulk fgetattrlist getattrlistat',
        r'FileAttributeKey\.(?:creationDate|modificationDate)|URLResource(?:Key|Values)\.(?:creationDate|contentModificationDate)|\.file(?:Creation|Modification)Date\b'),
    'NSPrivacyAccessedAPICategorySystemBootTime': ('35F9.1 8FFB.1 3D61.1', 'mach_absolute_time', r'ProcessInfo\.systemUptime'),
    'NSPrivacyAccessedAPICategoryDiskSpace': ('85F4.1 E174.1 7D9E.1 B728.1', 'statfs statvfs fstatfs fstatvfs',
        r'URLResource(?:Key|Values)\.volume(?:AvailableCapacity|TotalCapacity)|FileAttributeKey\.system(?:FreeSize|Size)'),
    'NSPrivacyAccessedAPICategoryActiveKeyboards': ('3EC4.1 54BD.1', '', r'\bactiveInputModes\b'),
    'NSPrivacyAccessedAPICategoryUserDefaults': ('CA92.1 1C8F.1 C56D.1 AC6B.1', '', r'\bUserDefaults\b'),
}

def functions(ir):
    """(name, the names that its body refers to) of each function that is defined."""
    for name, body in re.findall(r'^define [^\n]*?@("[^"]*"|[\w.$]+)\([^\n]*\{\n(.*?)^\}', ir, re.M | re.S):
        yield name.strip('"'), {a or b for a, b in SYMBOL.findall(body)}

def late_metadata(ir):
    """The functions that ask for metadata which only the runtime of iOS 18 makes; what only reflection asks for is left out.

    A function that makes a type's metadata (its name ends in Ma) or finds a conformance of it (Wl) asks for its callers."""
    if not LATE.search(ir): return []
    found, users = set(), collections.defaultdict(set)
    for name, used in functions(ir):
        for other in used: users[other].add(name)
    wanted = ['swift_getExtendedFunctionTypeMetadata']
    seen = set(wanted)
    while wanted:
        for name in users[wanted.pop()] - seen:
            seen.add(name)
            if name.startswith('get_type_metadata '): continue          # a field's record, for dump, Mirror and the like
            if name.endswith(('Ma', 'Wl', '_backDeploy')): wanted.append(name)
            else: found.add(name)
    return sorted(found)

def demangled(names, toolchain):
    names = sorted(names)
    if not names: return {}
    out = subprocess.run([f'{toolchain}/bin/swift-demangle', '-compact', '-simplified'], input='\n'.join(names), capture_output=True, text=True, check=True).stdout
    return dict(zip(names, out.split('\n')))

def reasons(ir, toolchain):
    """{category: the names that ask for a reason} of what the code refers to and does not define."""
    used = collections.defaultdict(set)
    outside = set(re.findall(r'^declare [^\n@]*@"?(?:\\01)?([^"(]+)', ir, re.M) + re.findall(r'^@"?([^" ]+)"? = external', ir, re.M))
    for name, text in demangled(outside, toolchain).items():
        for category, (_, functions_of_c, pattern) in CATEGORIES.items():
            if name in functions_of_c.split() or (name.startswith('$') and re.search(pattern, text)): used[category].add(text)
    return used

def manifest(path):
    """{category: reasons} of a privacy manifest; nothing of a file that is not there."""
    if not path or not os.path.isfile(path): return {}
    with open(path, 'rb') as file: declared = plistlib.load(file).get('NSPrivacyAccessedAPITypes', [])
    return {x.get('NSPrivacyAccessedAPIType'): x.get('NSPrivacyAccessedAPITypeReasons', []) for x in declared}

def differences(used, declared):
    """Returns the errors of a manifest, as sentences."""
    for category in sorted(set(used) - set(declared)): yield f"{category} is not declared, but the code uses {', '.join(sorted(used[category])[:3])}"
    for category in sorted(set(declared) - set(used)): yield f'{category} is declared, but the code uses nothing of it'
    for category, given in sorted(declared.items(), key=str):
        allowed = CATEGORIES.get(category, ('',))[0].split()
        if wrong := [x for x in given if x not in allowed] or (not given and ['none']): yield f"{category} does not know the reason {', '.join(wrong)}"
