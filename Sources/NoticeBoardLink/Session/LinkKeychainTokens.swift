#if canImport(Security)
    import Foundation
    import NoticeBoardBase
    public import NoticeBoardHTTP
    import Security

    /// Tokens in the keychain of the device: readable after it was unlocked once, and in no backup.
    ///
    /// A keychain outlives the app that wrote into it: after the app was deleted and installed again, a session is restored.
    ///
    /// On macOS too this is the data protection keychain, which only a signed app with a keychain access group or the App Sandbox can
    /// use (error -34018 otherwise); a command-line tool uses ``LinkFileTokens``.
    public struct LinkKeychainTokens: LinkTokenStore {
        private let service: String
        private let account: String

        /// Tokens under a service's name of the app's choice; `account` tells the tokens of two services apart.
        public init(service: String, account: String = "link-tokens") {
            self.service = service
            self.account = account
        }

        private var item: [CFString: Any] {
            [
                kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
                // Else macOS uses the login keychain, a file that is backed up, and that other apps may ask to read.
                kSecUseDataProtectionKeychain: true,
            ]
        }

        /// What was saved last; nothing when there is no item.
        public func load() throws -> Credentials? {
            var query = item
            query[kSecReturnData] = true
            query[kSecMatchLimit] = kSecMatchLimitOne
            var found: CFTypeRef?
            let status = unsafe SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess, let data = found as? Data else { throw Self.failure(status) }
            return try StoredTokens.credentials(in: data)
        }

        /// Keeps `credentials` in place of what was kept; nil removes the item.
        public func save(_ credentials: Credentials?) throws {
            guard let credentials else {
                let status = SecItemDelete(item as CFDictionary)
                guard status == errSecSuccess || status == errSecItemNotFound else { throw Self.failure(status) }
                return
            }
            let value: [CFString: Any] = [
                kSecValueData: try StoredTokens.data(of: credentials),
                // A token is renewed in the background too, when the device may be locked again.
                kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            var status = SecItemUpdate(item as CFDictionary, value as CFDictionary)
            if status == errSecItemNotFound {
                let new = item.merging(value) { _, new in new }
                status = SecItemAdd(new as CFDictionary, nil)
            }
            guard status == errSecSuccess else { throw Self.failure(status) }
        }

        private static func failure(_ status: OSStatus) -> NoticeBoardError {
            NoticeBoardError(
                .fileUnavailable, "The keychain answered with error \(status).", remedy: .retry(after: nil))
        }
    }
#endif
