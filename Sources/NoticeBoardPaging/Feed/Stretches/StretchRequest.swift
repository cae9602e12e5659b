/// One page that a list of stretches asks for.
package struct StretchRequest<ID: Hashable & Sendable>: Sendable, Equatable {
    /// What the page is wanted for.
    package enum Purpose: Sendable, Hashable {
        /// The beginning of the list.
        case head
        /// A gap, from the items above it or below it.
        case newerEnd(gap: Int), olderEnd(gap: Int)
        /// An item that an answer left in doubt.
        case reread(ID)
        /// The middle of a list of which nothing is loaded.
        case start(Int)
    }

    /// What the page is wanted for.
    package var purpose: Purpose
    /// Where the page begins; `nil` asks for the first one.
    package var position: PagePosition?
    /// The item that the page continues: what a cursor was handed out behind.
    package var follows: ID?
    /// Whether nothing but the page's first element can stand below ``follows``.
    package var isExact = true
    /// How often the page was asked for elsewhere before.
    package var tries = 0

    package init(purpose: Purpose, position: PagePosition? = nil, follows: ID? = nil, isExact: Bool = true) {
        (self.purpose, self.position, self.follows, self.isExact) = (purpose, position, follows, isExact)
    }

    package var offset: Int? {
        switch position {
        case nil: 0
        case .offset(let offset): offset
        case .cursor: nil
        }
    }
}

/// What a service said of one page, in the terms of a list of stretches.
package struct StretchAnswer<Item: Sendable>: Sendable {
    /// The page's elements in the service's order; `nil` is one that could not be decoded.
    package var elements: [Item?]
    /// Rows that the service shows above its list; they prove nothing about it.
    package var pins: [Item] = []
    /// Where the next page begins.
    package var next: PagePosition?
    /// Whether the list ends with this page.
    package var isEnd = false
    /// How many items the list has.
    package var total: Int?

    package init(
        _ elements: [Item?], pins: [Item] = [], next: PagePosition? = nil, isEnd: Bool = false, total: Int? = nil
    ) {
        (self.elements, self.pins, self.next, self.isEnd, self.total) = (elements, pins, next, isEnd, total)
    }
}

/// What a list of stretches made of an answer.
package enum StretchOutcome<ID: Hashable & Sendable>: Sendable, Equatable {
    /// The answer was joined with the list; `isLonger` is whether it showed an item that was not in it.
    case joined(isLonger: Bool)
    /// The page has to be asked for elsewhere.
    case again(StretchRequest<ID>)
    /// The answer fits nowhere and changed nothing.
    case dropped
}
