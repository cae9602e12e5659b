// swift-tools-version: 6.2
import PackageDescription

// Measurements and long random runs: a package of its own, so that the library has no products but libraries.
let library: [Target.Dependency] = [
    "NoticeBoardBase", "NoticeBoardHTTP", "NoticeBoardPaging", "NoticeBoardSearch", "NoticeBoardOutbox", "NoticeBoardOffline",
    "NoticeBoardPictures", "NoticeBoardScreens", "NoticeBoardKit", "NoticeBoardKitOffline", "NoticeBoardLink",
    "NoticeBoardTesting",
].map { .product(name: $0, package: "NoticeBoard") }

// The answers of test servers are shared with the tests, which import internally by default.
let internalImports: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

let package = Package(
    name: "NoticeBoardBenchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "NoticeBoard", path: "../..")],
    targets: [
        .executableTarget(
            name: "benchmarks",
            dependencies: ["BareCurl", "CountedAllocation", "CountedWrites"] + library),
        .executableTarget(name: "hostile-pairs", dependencies: library),
        .executableTarget(name: "title-loop", dependencies: [.product(name: "NoticeBoardSearch", package: "NoticeBoard")]),
        .executableTarget(name: "fuzz-http", dependencies: library),
        .executableTarget(name: "scale-boards", dependencies: library),
        .executableTarget(name: "stress-cancel", dependencies: library, swiftSettings: internalImports),
        .executableTarget(name: "stress-forum", dependencies: library),
        .executableTarget(name: "stress-history", dependencies: library),
        .executableTarget(
            name: "stress-lists",
            dependencies: ["NoticeBoardBase", "NoticeBoardPaging", "NoticeBoardTesting"].map {
                .product(name: $0, package: "NoticeBoard")
            }),
        .executableTarget(name: "stress-mirror", dependencies: library),
        .executableTarget(name: "stress-outbox", dependencies: library),
        .executableTarget(name: "stress-session", dependencies: library),
        .executableTarget(name: "stress-transport", dependencies: library, swiftSettings: internalImports),
        .target(name: "BareCurl"),
        .target(name: "CountedAllocation"),
        .target(name: "CountedWrites"),
    ],
    swiftLanguageModes: [.v6]
)
