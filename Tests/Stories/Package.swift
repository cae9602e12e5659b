// swift-tools-version: 6.2
import PackageDescription

// What users do, from launch to sign-out, through public API only: a package of its own, so that it is built as an app builds
// the library, without testable imports and in release builds.
let library: [Target.Dependency] = [
    "NoticeBoardBase", "NoticeBoardHTTP", "NoticeBoardPaging", "NoticeBoardSearch", "NoticeBoardKit", "NoticeBoardLink",
    "NoticeBoardOffline", "NoticeBoardTesting",
].map { .product(name: $0, package: "NoticeBoard") }

let package = Package(
    name: "NoticeBoardStories",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "NoticeBoard", path: "../..")],
    targets: [
        // Waiting, scratch folders, and the check that holds after every state a screen shows.
        .target(name: "StorySupport", dependencies: library),
        .testTarget(name: "BoardStories", dependencies: ["StorySupport"] + library),
        .testTarget(name: "LinkStories", dependencies: ["StorySupport"] + library),
        .testTarget(name: "SessionStories", dependencies: ["StorySupport"] + library),
        .testTarget(name: "StreamStories", dependencies: ["StorySupport"] + library),
        // Every public asynchronous function comes back to the main actor.
        .testTarget(name: "MainActorTests", dependencies: ["StorySupport"] + library),
    ],
    swiftLanguageModes: [.v6]
)
