extension Double {
    /// A time to the millisecond, with its unit: `0.012 s`.
    var inSeconds: String { "\((self * 1000).rounded() / 1000) s" }
}
