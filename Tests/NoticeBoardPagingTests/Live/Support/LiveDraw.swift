import NoticeBoardPaging
import NoticeBoardTesting

/// Draws a script by a seed: each step fits the state in which the steps before it leave the list.
struct LiveDraw {
    private(set) var script = LiveScript()
    private(set) var player: LivePlayer
    private var random: SeededRandom

    /// Draws the script of a seed, and plays it to its end.
    init(_ seed: UInt64) {
        random = SeededRandom(seed: seed)
        script.usesCursors = random.chance(50)
        script.pageSize = random.number(4...8)
        script.count = random.number(0...40)
        script.prefetchDistance = random.number(1...4)
        script.refreshPages = random.number(1...4)
        player = LivePlayer(script)
        if random.chance(80) { add(.use) }
        for _ in 0..<random.number(20...120) where player.faults.isEmpty {
            if let step = drawStep() { add(step) }
        }
        player.finish()
    }

    private mutating func add(_ step: LiveScript.Step) {
        script.steps.append(step)
        player.play(step)
    }

    private mutating func drawStep() -> LiveScript.Step? {
        switch random.below(100) {
        case ..<24: return drawChange()
        case ..<48: return drawDelivery()
        case ..<68: return drawAnswer()
        case ..<77: return drawConnection()
        case ..<83: return drawRequest()
        case ..<88: return .endWait
        case ..<91: return drawUse()
        default:
            guard player.isOpen, player.isInForeground, !player.machine.state.items.isEmpty else { return nil }
            return .appear(random.below(player.machine.state.items.count))
        }
    }

    private mutating func drawChange() -> LiveScript.Step {
        let rows = player.service.rows
        switch random.below(10) {
        case ..<5: return .insert(drawSending())
        case ..<7 where !rows.isEmpty:
            let index = random.below(rows.count)
            return .delete(index, drawSending())
        case ..<9 where !rows.isEmpty:
            let index = random.below(rows.count)
            return .edit(index, drawSending())
        default: return .garbage(drawSending())
        }
    }

    private mutating func drawSending() -> LiveScript.Sending {
        guard player.isConnected, !random.chance(20) else { return .lost }
        return random.chance(10) ? .twice : .once
    }

    private mutating func drawDelivery() -> LiveScript.Step? {
        guard player.isConnected, player.stream != nil, !player.pending.isEmpty else { return nil }
        return .deliver(random.chance(70) ? 0 : random.below(player.pending.count))
    }

    private mutating func drawAnswer() -> LiveScript.Step? {
        guard player.load != nil else { return nil }
        guard !random.chance(10) else { return .fail }
        // Events may arrive between the service's answer and its arrival.
        return player.made == nil && random.chance(50) ? .makePage : .answer
    }

    private mutating func drawConnection() -> LiveScript.Step? {
        guard player.stream != nil else { return nil }
        guard player.isConnected else { return .connect(repeating: random.chance(60) ? 0 : random.below(6)) }
        guard random.chance(20) else { return .disconnect }
        return .endStream(fails: random.chance(70))
    }

    private mutating func drawRequest() -> LiveScript.Step? {
        guard player.isOpen, player.isInForeground else { return nil }
        switch random.below(4) {
        case 0: return .refresh
        case 1: return .older
        case 2: return .retry
        default: return .networkReturned
        }
    }

    private mutating func drawUse() -> LiveScript.Step {
        switch random.below(3) {
        case 0 where player.isOpen: .close
        case 1 where player.isOpen: .changePlace
        default: .use
        }
    }
}
