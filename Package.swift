// swift-tools-version: 6.2
import PackageDescription

/// The same strict settings for every target: what a newer language mode will demand, asked for today.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .strictMemorySafety(),
]

let package = Package(
    name: "NoticeBoard",
    platforms: [.iOS(.v14), .macOS(.v11), .tvOS(.v14), .watchOS(.v7), .visionOS(.v1)],
    products: [
        .library(name: "NoticeBoardBase", targets: ["NoticeBoardBase"]),
        .library(name: "NoticeBoardSearch", targets: ["NoticeBoardSearch"]),
    ],
    targets: [
        .target(name: "NoticeBoardBase", swiftSettings: strict),
        .target(name: "NoticeBoardSearch", dependencies: ["NoticeBoardBase"], swiftSettings: strict),
        .testTarget(
            name: "NoticeBoardSearchTests", dependencies: ["NoticeBoardSearch", "NoticeBoardBase"], exclude: ["UnicodeData"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
