import Foundation

/// The default `User-Agent` of clients.
enum UserAgent {
    /// The app's name and version, the system and the SDK.
    static let app: String = {
        let info = Bundle.main.infoDictionary ?? [:]
        let names = [info["CFBundleName"] as? String, info["CFBundleExecutable"] as? String, ProcessInfo.processInfo.processName]
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return text(
            names: names, version: info["CFBundleShortVersionString"] as? String,
            system: "\(systemName) \(version.majorVersion).\(version.minorVersion)")
    }()

    /// Returns the header's value, with the first name that has token characters.
    static func text(names: [String?], version: String?, system: String) -> String {
        let name = names.lazy.compactMap { $0.map(token) }.first { !$0.isEmpty } ?? "App"
        let version = version.map(token).flatMap { $0.isEmpty ? nil : "/" + $0 } ?? ""
        return "\(name)\(version) (\(system)) NoticeBoard/0.1"
    }

    /// Returns the characters of `text` that a product name may contain.
    private static func token(_ text: String) -> String {
        String(decoding: text.utf8.filter { HTTPHeaderName.isToken(String(decoding: [$0], as: UTF8.self)) }, as: UTF8.self)
    }

    private static var systemName: String {
        #if os(iOS)
            "iOS"
        #elseif os(macOS)
            "macOS"
        #elseif os(tvOS)
            "tvOS"
        #elseif os(watchOS)
            "watchOS"
        #elseif os(visionOS)
            "visionOS"
        #else
            "Linux"
        #endif
    }
}
