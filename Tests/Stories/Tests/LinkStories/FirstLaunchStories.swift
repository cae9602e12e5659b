import NoticeBoardLink
import NoticeBoardTesting
import StorySupport
import Testing

@Suite("Link: first launch") @MainActor struct FirstLaunchStories {}
