public import NoticeBoardBase

extension NoticeBoardError.Code {
    /// The program may not use the data protection keychain: it is not signed with a keychain access group.
    public static let keychainNotPermitted = Self(
        "keychainNotPermitted", korean: "이 프로그램은 키체인을 사용할 수 없습니다.",
        english: "This program is not permitted to use the keychain.", remedy: .contactAdministrator)
}

extension NoticeBoardError {
    /// Creates the error for a status of the keychain.
    init(keychainStatus status: Int32) {
        let missingEntitlement: Int32 = -34018
        self =
            status == missingEntitlement
            ? NoticeBoardError(.keychainNotPermitted, "The program is not signed for the keychain or its access group.")
            : NoticeBoardError(.fileUnavailable, "The keychain answered with error \(status).")
    }
}

#if canImport(Security)
    public import Foundation
    public import Security

    /// A store in the device's keychain.
    ///
    /// Also on macOS it uses the data protection keychain, never the login keychain, which is a file in backups that other apps
    /// may ask to read. A program that is not signed for it gets `keychainNotPermitted`; use ``FileTokenStore`` for a
    /// command-line tool.
    ///
    /// The keychain outlives the app: see ``TokenStore/eraseAfterReinstallation(marker:)``.
    public struct KeychainTokenStore: TokenStore {
        private let service: String
        private let account: String
        private let accessGroup: String?
        private let accessibility: String

        /// Creates a store under a service name that the app chooses.
        ///
        /// - Parameters:
        ///   - service: The name of the item, usually the app's bundle identifier.
        ///   - account: Distinguishes the tokens of several services in one app.
        ///   - accessGroup: The keychain access group shared with the app's extensions; `nil` for the app alone.
        ///   - accessibility: When the tokens can be read, and whether backups bring them to another device. By default after the first
        ///     unlock, also in the background, and on this device only.
        public init(
            service: String, account: String = "tokens", accessGroup: String? = nil,
            accessibility: CFString = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        ) {
            self.service = service
            self.account = account
            self.accessGroup = accessGroup
            self.accessibility = accessibility as String
        }

        private var item: [CFString: Any] {
            var item: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
                kSecUseDataProtectionKeychain: true,
            ]
            if let accessGroup { item[kSecAttrAccessGroup] = accessGroup }
            return item
        }

        /// Returns the credentials that were saved last; `nil` if there is no item.
        public func load() throws -> Credentials? {
            var query = item
            query[kSecReturnData] = true
            query[kSecMatchLimit] = kSecMatchLimitOne
            var found: CFTypeRef?
            let status = unsafe SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess, let data = found as? Data else { throw NoticeBoardError(keychainStatus: status) }
            return try StoredTokens.credentials(in: data)
        }

        /// Replaces the stored credentials; `nil` removes the item.
        public func save(_ credentials: Credentials?) throws {
            guard let credentials else {
                let status = SecItemDelete(item as CFDictionary)
                guard status == errSecSuccess || status == errSecItemNotFound else {
                    throw NoticeBoardError(keychainStatus: status)
                }
                return
            }
            let value: [CFString: Any] = [
                kSecValueData: try StoredTokens.data(of: credentials), kSecAttrAccessible: accessibility,
            ]
            var status = SecItemUpdate(item as CFDictionary, value as CFDictionary)
            if status == errSecItemNotFound {
                status = SecItemAdd(item.merging(value) { _, new in new } as CFDictionary, nil)
            }
            guard status == errSecSuccess else { throw NoticeBoardError(keychainStatus: status) }
        }
    }
#endif
