// swift-tools-version: 6.2
import PackageDescription

/// The same strict settings for every target: today what a later language mode will require.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .strictMemorySafety(),
]

let rooms: [Target.Dependency] = ["NoticeBoardBase", "NoticeBoardHTTP", "NoticeBoardPaging", "NoticeBoardSearch"]

let package = Package(
    name: "NoticeBoard",
    platforms: [.iOS(.v14), .macOS(.v11), .tvOS(.v14), .watchOS(.v7), .visionOS(.v1)],
    products: [
        .library(name: "NoticeBoard", targets: ["NoticeBoard"]),
        .library(name: "NoticeBoardBase", targets: ["NoticeBoardBase"]),
        .library(name: "NoticeBoardHTTP", targets: ["NoticeBoardHTTP"]),
        .library(name: "NoticeBoardPaging", targets: ["NoticeBoardPaging"]),
        .library(name: "NoticeBoardSearch", targets: ["NoticeBoardSearch"]),
        .library(name: "NoticeBoardOutbox", targets: ["NoticeBoardOutbox"]),
        .library(name: "NoticeBoardPictures", targets: ["NoticeBoardPictures"]),
        .library(name: "NoticeBoardScreens", targets: ["NoticeBoardScreens"]),
        .library(name: "NoticeBoardOffline", targets: ["NoticeBoardOffline"]),
        .library(name: "NoticeBoardKit", targets: ["NoticeBoardKit"]),
        .library(name: "NoticeBoardKitOffline", targets: ["NoticeBoardKitOffline"]),
        .library(name: "NoticeBoardLink", targets: ["NoticeBoardLink"]),
        .library(name: "NoticeBoardTesting", targets: ["NoticeBoardTesting"]),
        .library(name: "NoticeBoardSamples", targets: ["NoticeBoardSamples"]),
    ],
    targets: [
        // Base, then the three modules on top of it, which do not import each other. A privacy manifest gives Apple the reason for
        // each call that needs one: `stat` of the SDK's own files and of an uploaded file.
        .target(name: "NoticeBoardBase", resources: [.copy("PrivacyInfo.xcprivacy")], swiftSettings: strict),
        // The functions of libcurl that Swift cannot call, on Linux. Building it needs no header of libcurl.
        .target(name: "NoticeBoardCurl"),
        .target(
            name: "NoticeBoardHTTP",
            dependencies: ["NoticeBoardBase", .target(name: "NoticeBoardCurl", condition: .when(platforms: [.linux]))],
            resources: [.copy("PrivacyInfo.xcprivacy")], swiftSettings: strict),
        .target(name: "NoticeBoardPaging", dependencies: ["NoticeBoardBase"], swiftSettings: strict),
        .target(name: "NoticeBoardSearch", dependencies: ["NoticeBoardBase"], swiftSettings: strict),
        // What the user wrote is sent once, by any service.
        .target(
            name: "NoticeBoardOutbox", dependencies: ["NoticeBoardBase", "NoticeBoardPaging"], swiftSettings: strict),
        // Lists of any service on the device: reading and searching without a network, and a check for new items.
        .target(
            name: "NoticeBoardOffline", dependencies: ["NoticeBoardBase", "NoticeBoardPaging", "NoticeBoardSearch"],
            swiftSettings: strict),
        // Pictures for any service: cleaned, fitted, cached.
        .target(name: "NoticeBoardPictures", dependencies: ["NoticeBoardBase"], swiftSettings: strict),
        // Parts of screens for any service: search, hidden people, read marks.
        .target(
            name: "NoticeBoardScreens", dependencies: ["NoticeBoardBase", "NoticeBoardPaging", "NoticeBoardSearch"],
            swiftSettings: strict),
        // All modules that belong to no service, under one name.
        .target(
            name: "NoticeBoard",
            dependencies: rooms + ["NoticeBoardOutbox", "NoticeBoardOffline", "NoticeBoardPictures", "NoticeBoardScreens"],
            swiftSettings: strict),
        // Kit re-exports the lower modules. A target that uses Kit lists them too: otherwise an incremental build misses changes of
        // their layouts.
        .target(name: "NoticeBoardKit", dependencies: rooms + ["NoticeBoardScreens"], swiftSettings: strict),
        // The client of the other service. Kit and Link do not import each other and share no type name.
        .target(
            name: "NoticeBoardLink",
            dependencies: rooms + ["NoticeBoardOutbox", "NoticeBoardPictures", "NoticeBoardScreens"],
            swiftSettings: strict),
        // Boards on the device.
        .target(
            name: "NoticeBoardKitOffline",
            dependencies: rooms + ["NoticeBoardScreens", "NoticeBoardKit", "NoticeBoardOffline"], swiftSettings: strict),
        .target(name: "NoticeBoardTesting", dependencies: rooms + ["NoticeBoardOutbox"], swiftSettings: strict),
        // States of the board's screens for previews. Not in Testing, so that a test of the Link service does not build Kit.
        .target(
            name: "NoticeBoardSamples", dependencies: rooms + ["NoticeBoardScreens", "NoticeBoardKit"], swiftSettings: strict),
        // Helpers for the tests of this package. In no product.
        .target(
            name: "TestSupport", dependencies: ["NoticeBoardBase", "NoticeBoardHTTP", "NoticeBoardTesting"],
            path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(
            name: "NoticeBoardBaseTests",
            dependencies: rooms + ["NoticeBoardScreens", "NoticeBoardKit", "NoticeBoardTesting", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "NoticeBoardHTTPTests",
            dependencies: rooms + ["NoticeBoardScreens", "NoticeBoardKit", "NoticeBoardTesting", "TestSupport"],
            swiftSettings: strict),
        // The transports, streams and downloads: a module of their own, so that two cores compile the tests of HTTP.
        .testTarget(
            name: "NoticeBoardTransportTests",
            dependencies: ["NoticeBoardBase", "NoticeBoardHTTP", "NoticeBoardTesting", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "NoticeBoardPagingTests",
            dependencies: rooms + ["NoticeBoardScreens", "NoticeBoardKit", "NoticeBoardTesting", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "NoticeBoardSearchTests",
            dependencies: rooms + ["NoticeBoardScreens", "NoticeBoardKit", "NoticeBoardTesting", "TestSupport"],
            exclude: ["UnicodeData"], swiftSettings: strict),
        .testTarget(
            name: "NoticeBoardOutboxTests",
            dependencies: ["NoticeBoardBase", "NoticeBoardPaging", "NoticeBoardOutbox", "NoticeBoardTesting", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "NoticeBoardPicturesTests",
            dependencies: ["NoticeBoardBase", "NoticeBoardHTTP", "NoticeBoardPictures", "NoticeBoardTesting", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "NoticeBoardScreensTests",
            dependencies: rooms + ["NoticeBoardScreens", "NoticeBoardTesting", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "NoticeBoardKitTests",
            dependencies: rooms
                + ["NoticeBoardScreens", "NoticeBoardKit", "NoticeBoardTesting", "NoticeBoardSamples", "TestSupport"],
            exclude: ["Presentation/Bodies"], swiftSettings: strict),
        .testTarget(
            name: "NoticeBoardLinkTests",
            dependencies: rooms
                + ["NoticeBoardOutbox", "NoticeBoardPictures", "NoticeBoardScreens", "NoticeBoardLink", "NoticeBoardKit"]
                + ["NoticeBoardTesting", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "NoticeBoardOfflineTests",
            dependencies: rooms + ["NoticeBoardOffline", "NoticeBoardTesting", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "NoticeBoardKitOfflineTests",
            dependencies: rooms
                + ["NoticeBoardScreens", "NoticeBoardKit", "NoticeBoardOffline", "NoticeBoardKitOffline"]
                + ["NoticeBoardTesting", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "NoticeBoardTestingTests",
            dependencies: rooms
                + ["NoticeBoardOutbox", "NoticeBoardScreens", "NoticeBoardKit", "NoticeBoardTesting", "NoticeBoardSamples"]
                + ["TestSupport"],
            swiftSettings: strict
        ),
        // Also a target of the package Tests/Stories, which builds it like an app; here it runs in debug builds.
        .testTarget(
            name: "MainActorTests",
            dependencies: rooms
                + ["NoticeBoardOutbox", "NoticeBoardOffline", "NoticeBoardPictures", "NoticeBoardScreens", "NoticeBoardKit"]
                + ["NoticeBoardKitOffline", "NoticeBoardLink", "NoticeBoardTesting"],
            path: "Tests/Stories/Tests/MainActorTests", exclude: ["OrderTests.swift"]),
    ],
    swiftLanguageModes: [.v6]
)
