/// Whose faults are in this system, where nothing above them can cure them.
enum KnownFault {
    /// Whether it has FoundationNetworking, as Linux does, instead of Apple's URLSession.
    #if canImport(FoundationNetworking)
        static let ofFoundationNetworking = true
    #else
        static let ofFoundationNetworking = false
    #endif
}
