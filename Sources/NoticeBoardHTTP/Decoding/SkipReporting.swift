package import NoticeBoardBase

/// A value that may lack elements that could not be decoded.
///
/// The client logs them.
package protocol SkipReporting {
    /// The elements left out.
    var skipped: [SkippedElement] { get }
}
