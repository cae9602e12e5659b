// One import is enough for an app that keeps boards on the device.
@_exported public import NoticeBoardKit
