import Foundation
import NoticeBoardBase

/// A session object of a process, as other processes of the machine can tell whether it may still run.
package struct ProcessIdentity: Codable, Hashable, Sendable {
    /// Of the session object; a process may have several.
    let id: String
    private let process: Int32
    /// When the process started, where the system says: its number may belong to another process later.
    private let started: String
    /// Identifies the start of the machine.
    package let boot: String
    /// Identifies the container that numbers its processes alone; empty on Apple's systems.
    let space: String

    package init(
        id: String = UniqueMark.new(), process: Int32, started: String, boot: String, space: String = ""
    ) {
        self.id = id
        self.process = process
        self.started = started
        self.boot = boot
        self.space = space
    }

    /// Returns a new identity of this process.
    package static func new() -> ProcessIdentity {
        let process = getpid()
        let started = System.state(of: process)?.started ?? ""
        return ProcessIdentity(process: process, started: started, boot: System.boot, space: System.space)
    }

    /// Whether the process has certainly ended.
    package var isGone: Bool {
        guard process > 0 else { return true }
        // The number of a process in another container says nothing here.
        guard space == System.space else { return false }
        // Fails in the same way for a process of another user, which exists.
        if kill(process, 0) != 0, errno == ESRCH { return true }
        guard let state = System.state(of: process) else { return false }
        return state.isDead || (!started.isEmpty && state.started != started)
    }
}

/// What the system says about processes.
private enum System {
    /// A process as the system describes it.
    struct State {
        let isDead: Bool
        let started: String
    }

    #if os(Linux)
        /// Changes with each start of the machine.
        static let boot: String = {
            let text = (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)) ?? ""
            return text.trimmingCharacters(in: .whitespacesAndNewlines)
        }()

        /// The container's numbering of processes.
        static let space = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")) ?? ""

        static func state(of process: Int32) -> State? {
            guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return nil }
            // The name in parentheses may hold anything, a parenthesis as well.
            guard let end = text.utf8.lastIndex(of: UInt8(ascii: ")")) else { return nil }
            let fields = text[end...].split(separator: " ")
            guard fields.count > 20 else { return nil }
            return State(isDead: ["Z", "X"].contains(fields[1]), started: String(fields[20]))
        }
    #else
        /// Changes with each start of the machine.
        static let boot: String = {
            var size = 64
            var text = [UInt8](repeating: 0, count: size)
            guard unsafe sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return "" }
            return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        }()

        static let space = ""

        /// Unknown: an app may not ask about other processes.
        static func state(of process: Int32) -> State? { nil }
    #endif
}
