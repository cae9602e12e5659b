// swift-tools-version: 6.2
import PackageDescription

let noticeBoard: [Target.Dependency] = [
    "NoticeBoardBase", "NoticeBoardHTTP", "NoticeBoardPaging", "NoticeBoardSearch", "NoticeBoardOutbox", "NoticeBoardOffline",
    "NoticeBoardPictures", "NoticeBoardScreens", "NoticeBoardKit", "NoticeBoardKitOffline", "NoticeBoardLink",
    "NoticeBoardTesting",
].map { .product(name: $0, package: "NoticeBoard") }

/// Returns the target of a program with sources in the folder of the same name.
func program(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: name, dependencies: noticeBoard + ["ExampleSupport", "TerminalSupport"] + dependencies, path: name)
}

let package = Package(
    name: "NoticeBoardExamples",
    platforms: [.macOS(.v11)],
    // The snippets in Snippets/ may import what this library does.
    products: [.library(name: "ExampleSupport", targets: ["ExampleSupport"])],
    dependencies: [.package(name: "NoticeBoard", path: "..")],
    targets: [
        // Terminal input and output; doesn't depend on NoticeBoard.
        .target(name: "TerminalSupport", path: "TerminalSupport"),
        // Shared by the programs: arguments, exit codes, the choice of a service.
        .target(name: "ExampleSupport", dependencies: noticeBoard + ["TerminalSupport"], path: "ExampleSupport"),
        // board-browser without its command line, so that it can be tested.
        .target(name: "BoardTerminal", dependencies: noticeBoard + ["TerminalSupport"], path: "BoardTerminal"),
        program("board-browser", ["BoardTerminal"]),
        program("board-mirror"),
        program("board-simulator"),
        program("board-watch"),
        program("exam"),
        program("forum"),
        program("link-app"),
        program("link-simulator"),
        program("link-tour"),
        program("live-list"),
        .testTarget(name: "ForumTests", dependencies: noticeBoard + ["forum"], path: "Tests/ForumTests"),
        .testTarget(
            name: "TerminalSupportTests", dependencies: ["TerminalSupport"], path: "Tests/TerminalSupportTests"),
        .testTarget(
            name: "BoardTerminalTests", dependencies: noticeBoard + ["BoardTerminal", "TerminalSupport"],
            path: "Tests/BoardTerminalTests"),
    ],
    swiftLanguageModes: [.v6]
)
