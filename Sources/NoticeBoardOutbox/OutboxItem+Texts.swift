public import NoticeBoardBase

extension OutboxItem {
    /// Returns a sentence about a draft that was handed in and has not been sent; `nil` while the user writes it.
    public func statusText(in language: Language) -> String? {
        switch status {
        case .writing: nil
        case .waiting: language.text("draft.waiting", korean: "보낼 차례를 기다리고 있습니다.", english: "It waits to be sent.")
        case .sending: language.text("draft.sending", korean: "보내고 있습니다.", english: "It is being sent.")
        case .unsure:
            language.text("draft.unsure", korean: "보내졌는지 확인하고 있습니다.", english: "Checking whether it was sent.")
        case .asking:
            language.text("draft.asking", korean: "보내지지 않은 것 같습니다. 다시 보낼까요?", english: "It was probably not sent. Send it again?")
        case .refused(let error): error.text(in: language)
        }
    }

    /// Returns a sentence to show before it is sent.
    public func notice(in language: Language) -> String? { draft.notice(with: files, in: language) }

    /// Returns a sentence about a draft that waits for this reason: it is sent, or searched for, when the reason is gone.
    func pauseText(_ reason: NoticeBoardError, in language: Language) -> String {
        let pause = reason.text(in: language)
        if !delivery.isQueued, let status = statusText(in: language) { return pause + " " + status }
        return language.text(
            "draft.paused", words: [pause], korean: "\(pause) 나중에 자동으로 다시 시도합니다.",
            english: "\(pause) It will be tried again by itself.")
    }
}
