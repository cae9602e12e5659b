// swift-tools-version: 6.2
// An app for Xcode 26. `AppleProductTypes` is Xcode's: no other toolchain reads this manifest.
import AppleProductTypes
import PackageDescription

let package = Package(
    name: "Smoke",
    platforms: [.iOS("16.0")],
    products: [
        .iOSApplication(
            name: "Smoke", targets: ["Smoke"], bundleIdentifier: "org.noticeboard.Smoke", displayVersion: "1.0",
            bundleVersion: "1", appIcon: .placeholder(icon: .note), accentColor: .presetColor(.blue),
            supportedDeviceFamilies: [.pad, .phone], supportedInterfaceOrientations: [.portrait])
    ],
    dependencies: [.package(name: "NoticeBoard", path: "../..")],
    targets: [
        .executableTarget(
            name: "Smoke",
            dependencies: [
                .product(name: "NoticeBoard", package: "NoticeBoard"),
                .product(name: "NoticeBoardKitOffline", package: "NoticeBoard"),
                .product(name: "NoticeBoardLink", package: "NoticeBoard"),
                .product(name: "NoticeBoardSamples", package: "NoticeBoard"),
                .product(name: "NoticeBoardTesting", package: "NoticeBoard"),
            ],
            path: "Sources")
    ],
    swiftLanguageModes: [.v6]
)
