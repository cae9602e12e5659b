import Foundation

/// Whether this runs on the main thread, where the main actor does.
func isOnMainThread() -> Bool { Thread.isMainThread }
