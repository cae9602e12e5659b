// swift-tools-version: 6.2
// An app for Xcode 26 and Swift Playgrounds. `AppleProductTypes` is theirs: no other toolchain reads this manifest.
import AppleProductTypes
import PackageDescription

let package = Package(
    name: "BoardApp",
    platforms: [.iOS("17.0")],
    products: [
        .iOSApplication(
            name: "BoardApp", targets: ["BoardReader"], bundleIdentifier: "org.noticeboard.BoardReader", displayVersion: "1.0",
            bundleVersion: "1", appIcon: .placeholder(icon: .note), accentColor: .presetColor(.blue),
            supportedDeviceFamilies: [.pad, .phone],
            supportedInterfaceOrientations: [.portrait, .landscapeLeft, .landscapeRight])
    ],
    dependencies: [.package(name: "NoticeBoard", path: "../..")],
    targets: [
        .executableTarget(
            name: "BoardReader",
            dependencies: [
                .product(name: "NoticeBoardKit", package: "NoticeBoard"),
                .product(name: "NoticeBoardTesting", package: "NoticeBoard"),
            ],
            path: "Sources",
            swiftSettings: [.defaultIsolation(MainActor.self)])
    ],
    swiftLanguageModes: [.v6]
)
