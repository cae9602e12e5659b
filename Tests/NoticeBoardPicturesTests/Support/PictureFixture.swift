import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardPictures

/// A service with a picture at every address, scopes of its accounts, and a temporary folder.
final class PictureFixture: Sendable {
    let folder = ScratchFolder.url("pictures")
    let time = Locked(Date().timeIntervalSince1970)
    /// Holds every picture request.
    let gate = Locked<Gate?>(nil)
    /// Every request that is cancelled at its gate arrives here.
    let left = Gate()
    /// Holds the response to every picture request, even if its caller has cancelled.
    let late = Locked<Gate?>(nil)
    /// Responses that replace the service's own pictures, by address.
    let instead = Locked<[String: Data]>([:])
    /// The number of picture requests.
    let count = Locked(0)
    private let requests = Locked<[String]>([])
    private let systems = Locked<[FaultyFiles<POSIXFileSystem>]>([])

    deinit {
        // Pending writes and evictions would recreate the folder.
        for files in systems.withLock({ $0 }) { files.fail(0, failsAllLater: true) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Returns the picture of an address, which is always the same.
    static func picture(_ address: String) -> Data {
        let seed = address.utf8.reduce(7) { ($0 &* 31) &+ UInt64($1) }
        return PictureBuilder.jpeg(width: 20, height: 20, bytes: 200 + Int(seed % 1_800), seed: seed)
    }

    /// The addresses of all picture requests so far.
    var asked: [String] { requests.withLock { $0 } }

    /// Answers a request as the service does.
    func fetch(_ address: String) async throws -> Data {
        count.withLock { $0 += 1 }
        requests.withLock { $0.append(address) }
        do { try await gate.withLock { $0 }?.pass() } catch {
            // Counts an arrival. The task is cancelled, so it doesn't wait.
            try? await left.pass()
            throw error
        }
        if let late = late.withLock({ $0 }) { await Task.detached { try? await late.pass() }.value }
        return instead.withLock { $0[address] } ?? Self.picture(address)
    }

    /// Returns a scope in which an account is signed in.
    func signedIn(_ account: String = "first") -> AccountScope {
        let scope = AccountScope()
        scope.signIn(account)
        return scope
    }

    /// Returns the pictures of the account of a scope; another launch uses its own scope.
    func pictures(
        _ scope: AccountScope, onDisk: Bool = true, _ limits: PictureLimits = .init(),
        files: FaultyFiles<POSIXFileSystem> = FaultyFiles(), in other: URL? = nil
    ) -> Pictures {
        systems.withLock { $0.append(files) }
        let account = scope.signedInAccount ?? ""
        let disk = PictureDisk(
            (other ?? folder).path, account: account, limit: limits.diskBytes, age: limits.age, files: files
        ) { [time] in time.withLock { $0 } }
        let pictures = Pictures(onDisk ? disk : nil, memoryBytes: limits.memoryBytes) { address in
            guard !address.contains("..") else { throw NoticeBoardError(.invalidInput, "An address leads up.") }
            return address
        } fetch: { [self] address in
            try await fetch(address)
        }
        _ = pictures.register(for: account, in: scope)
        return pictures
    }

    /// Returns the pictures of another launch.
    func launch(_ account: String = "first", _ limits: PictureLimits = .init()) -> Pictures {
        pictures(signedIn(account), limits)
    }

    /// The paths of all files below the folder.
    var files: [String] {
        (FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []).filter { $0.contains("/") }.sorted()
    }
}

/// The limits of the picture caches.
struct PictureLimits: Sendable {
    var memoryBytes = 32 << 20
    var diskBytes = 256 << 20
    var age = 30 * 86_400.0
}
