/// Something that did not hold.
struct Fault {
    let faultClass: FaultClass
    /// The step after which it was found.
    let step: String
    let detail: String

    var text: String { "-> \(faultClass.name) [\(step)] \(detail)" }
}
