// Every module that belongs to no service, by one import.
@_exported public import NoticeBoardBase
@_exported public import NoticeBoardHTTP
@_exported public import NoticeBoardOffline
@_exported public import NoticeBoardOutbox
@_exported public import NoticeBoardPaging
@_exported public import NoticeBoardPictures
@_exported public import NoticeBoardScreens
@_exported public import NoticeBoardSearch
