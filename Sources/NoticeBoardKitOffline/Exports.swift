// Apps with offline boards need only one import.
@_exported public import NoticeBoardKit
@_exported public import NoticeBoardOffline
