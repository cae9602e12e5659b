import Foundation
import NoticeBoardBase
import NoticeBoardOutbox
import NoticeBoardPaging
import NoticeBoardTesting

extension Row {
    @RowBuilder static var outbox: [Row] {
        Row(callback: "Outbox.init(in:name:scope:life:language:time:now:sender:announce:)") { onEvent in
            try await inFolder { folder in
                let outbox = Outbox(in: folder, sender: EchoSender()) { _ in onEvent() }
                outbox.send(outbox.newDraft(Words(text: "text")))
                await outbox.firstState { $0.isLoaded && $0.items.isEmpty }
            }
        }
        words("Outbox.attach(_:to:)") { outbox, screen in
            screen.show(try await outbox.attach(picture, to: outbox.newDraft(Words())))
        } fails: { outbox, screen in
            do { screen.show(try await outbox.attach(picture, to: "no draft")) } catch { screen.caught(error) }
        }
        words("Outbox.attach(to:prepare:)") { outbox, screen in
            screen.show(try await outbox.attach(to: outbox.newDraft(Words())) { picture })
        } fails: { outbox, screen in
            do { screen.show(try await outbox.attach(to: outbox.newDraft(Words())) { throw Refusal() }) } catch {
                screen.caught(error)
            }
        }
        words("Outbox.waitUntilSaved()") { outbox, screen in screen.show(await outbox.waitUntilSaved()) }
        words("DraftScreen.attach(_:)") { outbox, screen in
            screen.show(try await DraftScreen(outbox, continuing: Words()).attach(picture))
        } fails: { outbox, screen in
            do { screen.show(try await DraftScreen(outbox, "no draft").attach(picture)) } catch { screen.caught(error) }
        }
        words("DraftScreen.attach(_:)") { outbox, screen in
            screen.show(try await DraftScreen(outbox, continuing: Words()).attach { picture })
        } fails: { outbox, screen in
            do { screen.show(try await DraftScreen(outbox, continuing: Words()).attach { throw Refusal() }) } catch {
                screen.caught(error)
            }
        }
        Row("OutboxSender.send(_:)") { screen in
            screen.show(try await EchoSender().send(parcel))
        } fails: { screen in
            do { screen.show(try await EchoSender().send(OutboxParcel(draft: Words(), key: ""))) } catch { screen.caught(error) }
        }
        Row("OutboxSender.existing(for:at:limit:)") { screen in
            screen.show(try await EchoSender().existing(for: Words(), at: nil, limit: 1))
        }
        Row("KeyedSender.send(_:)") { screen in
            screen.show(try await KeyedSender<Words, String> { $0.draft.text }.send(parcel))
        } fails: { screen in
            do { screen.show(try await KeyedSender<Words, String> { _ in throw Refusal() }.send(parcel)) } catch {
                screen.caught(error)
            }
        }
        Row("KeyedSender.init(keyLifetime:send:)") { screen in
            let sender = KeyedSender<Words, String>(keyLifetime: 60) { @MainActor parcel in
                screen.show(parcel.key)
                return parcel.draft.text
            }
            _ = try await sender.send(parcel)
        }
        Row("OutboxContract.failures()") { screen in
            let contract = OutboxContract {
                Words(text: $0)
            } open: { _ in
                .init(sender: EchoSender()) { _ in 1 }
            }
            screen.show(await contract.failures())
        }
        Row(callback: "OutboxContract.init(draft:open:)") { onEvent in
            let contract = OutboxContract<EchoSender> {
                Words(text: $0)
            } open: { @MainActor _ in
                onEvent()
                throw Refusal()
            }
            _ = await contract.failures()
        }
        Row(callback: "OutboxContract.Service.init(sender:count:)") { onEvent in
            let contract = OutboxContract {
                Words(text: $0)
            } open: { _ in
                .init(sender: EchoSender()) { @MainActor _ in
                    onEvent()
                    return 1
                }
            }
            _ = await contract.failures()
        }
    }

    private static func words(
        _ symbol: String, _ call: @escaping @MainActor @Sendable (Outbox<Words>, Screen) async throws -> Void,
        fails: (@MainActor @Sendable (Outbox<Words>, Screen) async throws -> Void)? = nil
    ) -> Row {
        let inOutbox = { @MainActor @Sendable (call: @MainActor @Sendable (Outbox<Words>) async throws -> Void) in
            try await inFolder { folder in
                let outbox = Outbox(in: folder, sender: EchoSender())
                await outbox.firstState { $0.isLoaded }
                try await call(outbox)
                await outbox.waitUntilSaved()
            }
        }
        return Row(symbol) { screen in
            try await inOutbox { try await call($0, screen) }
        } fails: { screen in
            guard let fails else { return screen.caught(Refusal()) }
            try await inOutbox { try await fails($0, screen) }
        }
    }
}

private let picture = OutboxAttachment(data: Data([1]), kind: "png")
private let parcel = OutboxParcel(draft: Words(text: "text"), key: "key")

private struct Words: OutboxDraft {
    var text = ""
}

/// A sender that answers with the text, and refuses blank ones.
private struct EchoSender: OutboxSender {
    func send(_ parcel: OutboxParcel<Words>) async throws -> String {
        if parcel.draft.text.isEmpty { throw NoticeBoardError(.invalidInput) }
        return parcel.draft.text
    }
}
