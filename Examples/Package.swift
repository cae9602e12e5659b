// swift-tools-version: 6.2
import PackageDescription

let hall: [Target.Dependency] = [
    "NoticeBoardBase", "NoticeBoardHTTP", "NoticeBoardPaging", "NoticeBoardSearch", "NoticeBoardKit", "NoticeBoardLink",
    "NoticeBoardOffline", "NoticeBoardTesting",
].map { .product(name: $0, package: "NoticeBoard") }

/// A program of its own folder.
func program(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: name, dependencies: hall + ["ExampleSupport", "TerminalSupport"] + dependencies, path: name)
}

let package = Package(
    name: "NoticeBoardExamples",
    platforms: [.macOS(.v11)],
    dependencies: [.package(name: "NoticeBoard", path: "..")],
    targets: [
        // Terminals in general: no word of boards.
        .target(name: "TerminalSupport", path: "TerminalSupport"),
        // What the programs have in common.
        .target(name: "ExampleSupport", dependencies: hall + ["TerminalSupport"], path: "ExampleSupport"),
        // board-browser without its command line, so that it can be tested.
        .target(name: "BoardTerminal", dependencies: hall + ["TerminalSupport"], path: "BoardTerminal"),
        program("board-browser", ["BoardTerminal"]),
        program("board-mirror"),
        program("board-simulator"),
        program("board-watch"),
        program("forum"),
        program("link-app"),
        program("link-simulator"),
        program("link-tour"),
        .testTarget(name: "ForumTests", dependencies: hall + ["forum"], path: "Tests/ForumTests"),
        .testTarget(
            name: "TerminalSupportTests", dependencies: ["TerminalSupport"], path: "Tests/TerminalSupportTests"),
        .testTarget(
            name: "BoardTerminalTests", dependencies: hall + ["BoardTerminal", "TerminalSupport"],
            path: "Tests/BoardTerminalTests"),
    ],
    swiftLanguageModes: [.v6]
)
