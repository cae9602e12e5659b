// swift-tools-version: 6.2
import PackageDescription

// User stories from launch to sign-out through public API only. A separate package builds the library like an app does:
// without testable imports, and in release builds.
let library: [Target.Dependency] = [
    "NoticeBoardBase", "NoticeBoardHTTP", "NoticeBoardPaging", "NoticeBoardSearch", "NoticeBoardOutbox", "NoticeBoardOffline",
    "NoticeBoardPictures", "NoticeBoardScreens", "NoticeBoardKit", "NoticeBoardKitOffline", "NoticeBoardLink",
    "NoticeBoardTesting",
].map { .product(name: $0, package: "NoticeBoard") }

let package = Package(
    name: "NoticeBoardStories",
    platforms: [.iOS(.v16), .macOS(.v13)],
    dependencies: [.package(name: "NoticeBoard", path: "../..")],
    targets: [
        // Waiting, scratch folders, and the checks of every state of a screen.
        .target(name: "StorySupport", dependencies: library),
        .testTarget(name: "BoardStories", dependencies: ["StorySupport"] + library),
        .testTarget(name: "LinkStories", dependencies: ["StorySupport"] + library),
        .testTarget(name: "SessionStories", dependencies: ["StorySupport"] + library),
        .testTarget(name: "StreamStories", dependencies: ["StorySupport"] + library),
        // Checks that every public asynchronous function returns to the main actor.
        .testTarget(name: "MainActorTests", dependencies: ["StorySupport"] + library),
    ],
    swiftLanguageModes: [.v6]
)
