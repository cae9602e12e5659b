public import NoticeBoardBase

extension DraftScreen {
    /// The state of the screen.
    public struct State: Sendable, Equatable {
        /// The draft; `nil` once it was sent or discarded.
        public var item: OutboxItem<Draft>?
        /// Why it cannot be sent; `nil` if it can.
        public var problem: NoticeBoardError.Code?
        /// Whether a file can be attached now.
        public var canAttach: Bool
        /// How much of it has been sent, from 0 to 1, while it is being sent.
        public var progress: Double?
        /// Why a draft that waits is not sent yet: there is no network, for example.
        public var pauseReason: NoticeBoardError?
        /// Why the draft can't be saved: it is lost when the app ends.
        public var failure: NoticeBoardError?
        /// A sentence to show beside the draft: why it can't be kept or is not sent yet, or what happens to it.
        public var bannerText: String?

        /// Creates a state by hand, for a preview or a test.
        public init(
            item: OutboxItem<Draft>?, problem: NoticeBoardError.Code? = nil, canAttach: Bool = true, progress: Double? = nil,
            pauseReason: NoticeBoardError? = nil, failure: NoticeBoardError? = nil, bannerText: String? = nil
        ) {
            self.item = item
            self.problem = problem
            self.canAttach = canAttach
            self.progress = progress
            self.pauseReason = pauseReason
            self.failure = failure
            self.bannerText = bannerText
        }

        /// Creates the state of a screen that shows one draft of an outbox.
        public init(_ outbox: Outbox<Draft>.State, _ id: OutboxItem<Draft>.ID, _ language: Language) {
            let item = outbox[id]
            let waits = item?.status == .waiting || item?.status == .unsure
            self.item = item
            problem = item?.problem
            canAttach = item?.canAttach ?? false
            progress = item?.status == .sending ? outbox.progress : nil
            pauseReason = waits ? outbox.pauseReason : nil
            failure = outbox.failure
            let pause = pauseReason.flatMap { item?.pauseText($0, in: language) }
            let text = item?.statusText(in: language) ?? item?.notice(in: language)
            bannerText = failure?.text(in: language) ?? pause ?? text
        }
    }
}
