// swift-tools-version: 6.2
import PackageDescription

// An app. The gate `consumer` copies this package into a temporary folder and puts the library's place below.
let package = Package(
    name: "Consumer",
    platforms: [.iOS(.v14), .macOS(.v11)],
    dependencies: [
        .package(name: "NoticeBoard", path: "../..")
    ],
    targets: [
        // The lower modules, without the board service.
        .executableTarget(
            name: "Rooms",
            dependencies: [
                .product(name: "NoticeBoardBase", package: "NoticeBoard"),
                .product(name: "NoticeBoardHTTP", package: "NoticeBoard"),
                .product(name: "NoticeBoardPaging", package: "NoticeBoard"),
                .product(name: "NoticeBoardSearch", package: "NoticeBoard"),
            ]),
        // Everything general by one import, and drafts alone.
        .executableTarget(name: "Umbrella", dependencies: [.product(name: "NoticeBoard", package: "NoticeBoard")]),
        .executableTarget(
            name: "Drafts", dependencies: [.product(name: "NoticeBoardOutbox", package: "NoticeBoard")],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        // A list of its service on the device, alone.
        .executableTarget(
            name: "StoredSongs",
            dependencies: [
                .product(name: "NoticeBoardOffline", package: "NoticeBoard"),
                .product(name: "NoticeBoardPaging", package: "NoticeBoard"),
            ],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        // Pictures, and a search field: each alone.
        .executableTarget(
            name: "Photos", dependencies: [.product(name: "NoticeBoardPictures", package: "NoticeBoard")],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        .executableTarget(
            name: "SearchField",
            dependencies: [
                .product(name: "NoticeBoardScreens", package: "NoticeBoard"),
                .product(name: "NoticeBoardPaging", package: "NoticeBoard"),
                .product(name: "NoticeBoardSearch", package: "NoticeBoard"),
            ],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        // An app of Xcode 26, where everything is on the main actor unless it says otherwise.
        .executableTarget(
            name: "MainActorApp",
            dependencies: [
                .product(name: "NoticeBoardKit", package: "NoticeBoard"),
                .product(name: "NoticeBoardTesting", package: "NoticeBoard"),
            ],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        // The same for the Link service, beside the board service in one file.
        .executableTarget(
            name: "MainActorLink",
            dependencies: [
                .product(name: "NoticeBoardKit", package: "NoticeBoard"),
                .product(name: "NoticeBoardLink", package: "NoticeBoard"),
                .product(name: "NoticeBoardTesting", package: "NoticeBoard"),
            ],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        // An app that has not moved to Swift 6 yet.
        .executableTarget(
            name: "SwiftFive",
            dependencies: [
                .product(name: "NoticeBoardKit", package: "NoticeBoard"),
                .product(name: "NoticeBoardTesting", package: "NoticeBoard"),
            ],
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "ConsumerTests",
            dependencies: [
                .product(name: "NoticeBoardKit", package: "NoticeBoard"),
                .product(name: "NoticeBoardOffline", package: "NoticeBoard"),
                .product(name: "NoticeBoardKitOffline", package: "NoticeBoard"),
                .product(name: "NoticeBoardTesting", package: "NoticeBoard"),
                .product(name: "NoticeBoardSamples", package: "NoticeBoard"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
