import StorySupport
import Testing

@Suite("Coming back to the main actor") @MainActor struct MainActorTests {}
