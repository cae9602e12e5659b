/// Whether a page continues the pages read before it.
enum SeamVerdict {
    /// Nothing is missing between the pages.
    case fits
    /// Items may be missing, and another request won't help.
    case gap
    /// The page is dropped, or held back, and another one is requested instead.
    case dropped
    /// The page that was held back follows: nothing has moved since it was read.
    case heldPageFits(ListPage)
    /// The list ended without an item that was read before.
    case ended
    /// The update has to begin at the head.
    case lost
}
