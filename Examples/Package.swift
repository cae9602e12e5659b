// swift-tools-version: 6.2
import PackageDescription

let hall: [Target.Dependency] = [
    "NoticeBoardBase", "NoticeBoardHTTP", "NoticeBoardPaging", "NoticeBoardSearch", "NoticeBoardKit", "NoticeBoardLink",
    "NoticeBoardTesting",
].map { .product(name: $0, package: "NoticeBoard") }

let strict: [SwiftSetting] = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

let package = Package(
    name: "NoticeBoardExamples",
    platforms: [.macOS(.v11)],
    dependencies: [.package(name: "NoticeBoard", path: "..")],
    targets: [
        .target(name: "ExampleSupport", dependencies: hall, path: "ExampleSupport", swiftSettings: strict),
        .executableTarget(
            name: "board-browser", dependencies: hall + ["ExampleSupport"], path: "board-browser", swiftSettings: strict),
        .executableTarget(
            name: "board-mirror", dependencies: hall + ["ExampleSupport"], path: "board-mirror", swiftSettings: strict),
        .executableTarget(
            name: "board-simulator", dependencies: hall + ["ExampleSupport"], path: "board-simulator", swiftSettings: strict),
        .executableTarget(
            name: "link-simulator", dependencies: hall + ["ExampleSupport"], path: "link-simulator", swiftSettings: strict),
        .executableTarget(name: "link-tour", dependencies: hall + ["ExampleSupport"], path: "link-tour", swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
