package import Foundation
package import NoticeBoardBase

/// Following a service as a value: decides when to connect, when to read a list's head again, and how far behind the list is.
///
/// - After each connection, the head is read once. A read that began before the connection does not count.
/// - Without use, or in the background, there is no connection and no read.
/// - A failed read, an event that cannot be decoded and a lost source are followed by waits that grow to a minute.
package struct FollowMachine: Sendable {
    /// What tells of changes.
    package enum Source: Sendable, Hashable {
        /// A stream of events.
        case stream
        /// Nothing: the head is read every so many seconds.
        case interval(Double)
    }

    /// The reads of the head; loads are numbered in the order in which they begin.
    package struct Reads: Sendable {
        /// The number of the last load that began.
        let begun: Int
        /// The number of the read that is running.
        let running: Int?
        /// The number of the last read that succeeded.
        let succeeded: Int

        package init(begun: Int, running: Int?, succeeded: Int) {
            self.begun = begun
            self.running = running
            self.succeeded = succeeded
        }
    }

    /// An input.
    ///
    /// The numbers are those of the effects, so that late inputs of a former stream or timer are dropped.
    package enum Input: Sendable, Hashable {
        /// The stream has a connection.
        case connected(Int)
        /// The stream lost its connection, and connects again.
        case disconnected(Int)
        /// The stream ended, perhaps by an error.
        case ended(Int, NoticeBoardError?)
        /// An event could not be decoded.
        case unreadable
        /// A wait is over.
        case waited(Int)
        /// The app changed its place, or the network returned.
        case life(AppLife.Event)
        /// The user asked for the list, so that a stream that has ended is opened again.
        case wanted
    }

    /// An output.
    package enum Effect: Sendable, Hashable {
        /// Open the stream.
        case open(Int)
        /// Close the stream.
        case close
        /// Wait for a number of seconds; replaces the former wait.
        case wait(Double, Int)
        /// Stop waiting.
        case stopWaiting
    }

    package let source: Source
    private let now: @Sendable () -> Date
    /// The status to show; `nil` before the list was used.
    package private(set) var status: LiveStatus?
    /// The number of events that could not be decoded.
    package private(set) var unreadable = 0
    private var effects: [Effect] = []
    private var isInForeground: Bool
    private var isInUse = false
    private var connection = FollowConnection()
    private var catchUp = FollowCatchUp()
    private var timer = FollowTimer()

    /// Why the stream ended; `nil` once it is connected.
    package var failure: NoticeBoardError? { connection.failure }
    /// The number of the current stream.
    package var stream: Int { connection.stream }

    package init(_ source: Source, isInForeground: Bool = true, now: (@Sendable () -> Date)? = nil) {
        self.source = source
        self.isInForeground = isInForeground
        self.now = now ?? { Date() }
    }

    /// Gives streams higher numbers than those of a former machine; call it before the first one is opened.
    package mutating func numberStreams(after number: Int) { connection.number(after: number) }

    /// Forgets what the list has read, because it was emptied: only a read that begins after this moment counts.
    package mutating func forgetReads(_ reads: Reads) {
        catchUp = FollowCatchUp()
        catchUp.require(after: reads.begun)
        if connection.isConnected || source != .stream { status = nil }
    }

    /// Returns the effects since the last call.
    package mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    /// Returns whether an event of a stream is current.
    package func isCurrent(_ number: Int) -> Bool { number == stream && connection.isOpen }

    // MARK: - Inputs

    package mutating func handle(_ input: Input, _ reads: Reads) {
        switch input {
        case .connected(let number):
            guard isCurrent(number) else { return }
            connection.isConnected = true
            connection.failure = nil
            catchUp.failures = 0
            catchUp.extraReads = 0
            stopWaiting()
            miss(reads)
            status = .catchingUp
        case .disconnected(let number):
            guard isCurrent(number) else { return }
            loseConnection()
        case .ended(let number, let error):
            guard isCurrent(number) else { return }
            loseConnection()
            connection.isOpen = false
            connection.failure = error
            guard error?.mayPass == true else { return }
            connection.failures += 1
            wait(for: .open, Self.delay(connection.failures))
        case .unreadable:
            unreadable += 1
            readAgain(reads)
        case .waited(let number):
            switch timer.end(number) {
            case .open: open()
            case .tick: miss(reads)
            case .read, nil: break
            }
        case .life(.foreground): isInForeground = true
        case .life(.background): isInForeground = false
        case .life(.networkReturned): resumeAtOnce()
        case .wanted:
            if isInUse, !connection.isOpen, source == .stream { open() }
        }
    }

    /// Follows the list's use and its reads, after each event; returns whether the head has to be read now.
    package mutating func update(isUsed: Bool, _ reads: Reads) -> Bool {
        if isInUse != (isUsed && isInForeground) {
            isInUse.toggle()
            if isInUse { begin(reads) } else { pause() }
        }
        guard isInUse, let missedUpTo = catchUp.missedUpTo else { return false }
        status = status ?? .catchingUp
        if reads.succeeded > missedUpTo {
            endCatchUp()
            return false
        }
        if let running = reads.running {
            if running > missedUpTo { catchUp.attempt = running }
            return false
        }
        if catchUp.attempt != nil {
            catchUp.attempt = nil
            catchUp.failures += 1
            fallBehind()
            wait(for: .read, Self.delay(catchUp.failures))
            return false
        }
        return timer.purpose != .read && (connection.isConnected || source != .stream)
    }

    // MARK: - Steps

    private mutating func begin(_ reads: Reads) {
        switch source {
        case .stream:
            status = status ?? .catchingUp
            open()
        case .interval(let seconds):
            let age = catchUp.readAt.map { abs(now().timeIntervalSince($0)) } ?? .infinity
            if age < seconds, catchUp.missedUpTo == nil {
                status = .following
                wait(for: .tick, seconds - age)
            } else {
                status = status ?? .catchingUp
                // The load that opens the list is the first read.
                catchUp.require(after: reads.running.map { $0 - 1 } ?? reads.begun)
            }
        }
    }

    private mutating func pause() {
        if connection.isOpen { effects.append(.close) }
        connection.close()
        catchUp.attempt = nil
        stopWaiting()
        // A list that was emptied misses nothing.
        if status != nil { fallBehind() }
    }

    private mutating func open() {
        stopWaiting()
        connection.open()
        effects.append(.open(stream))
    }

    private mutating func loseConnection() {
        connection.isConnected = false
        if timer.purpose == .read { stopWaiting() }
        fallBehind()
    }

    private mutating func fallBehind() {
        if case .behind = status { return }
        status = .behind(since: (source == .stream ? nil : catchUp.readAt) ?? now())
    }

    /// Requires a read that begins after this moment.
    private mutating func miss(_ reads: Reads) { catchUp.require(after: reads.begun) }

    private mutating func endCatchUp() {
        catchUp.end(at: now())
        if timer.purpose == .read { stopWaiting() }
        if case .interval(let seconds) = source { wait(for: .tick, seconds) }
        if connection.isConnected || source != .stream {
            connection.failures = 0
            status = .following
        }
    }

    /// Requires a read because of an event that could not be decoded: at once, and later after growing waits.
    private mutating func readAgain(_ reads: Reads) {
        miss(reads)
        guard timer.purpose == nil else { return }
        if catchUp.extraReads > 0 {
            fallBehind()
            wait(for: .read, Self.delay(catchUp.extraReads))
        } else {
            status = .catchingUp
        }
        catchUp.extraReads += 1
    }

    /// Reads or connects at once: the connection over the former network is probably dead, even if nobody has noticed.
    private mutating func resumeAtOnce() {
        guard isInUse else { return }
        catchUp.failures = 0
        connection.failures = 0
        if timer.purpose == .read { stopWaiting() }
        guard source == .stream else { return }
        if connection.isOpen { effects.append(.close) }
        loseConnection()
        open()
    }

    // MARK: - Waits

    private mutating func wait(for purpose: FollowTimer.Purpose, _ seconds: Double) {
        effects.append(.wait(seconds, timer.begin(purpose)))
    }

    private mutating func stopWaiting() {
        if timer.stop() { effects.append(.stopWaiting) }
    }

    /// Returns the wait after a number of failures, at most a minute.
    private static func delay(_ failures: Int) -> Double {
        min(Double(sign: .plus, exponent: min(failures, 10), significand: 1), 60)
    }
}
