// UIKit's tables, their data sources and the search bar. They act a little, so that a controller can be driven on Linux:
// a table asks for cells when it is laid out, which is after the state has changed; a data source applies later.
import Foundation

extension IndexPath {
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
    public var row: Int { self[1] }
    public var section: Int { self[0] }
}

@MainActor open class UIScrollView: UIView {
    open var refreshControl: UIRefreshControl?
    open var contentOffset: CGPoint = .zero
    open var contentSize: CGSize = .zero
    open var contentInset = UIEdgeInsets()
    open var isScrollEnabled = true
    open var zoomScale: CGFloat = 1
    open var bounces = true
    open var isTracking: Bool { false }
    open var isDragging: Bool { false }
    open var isDecelerating: Bool { false }
}
@MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
}
extension UIScrollViewDelegate {
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
}

@MainActor open class UITableViewCell: UIView {
    public enum CellStyle: Int, Sendable { case `default`, value1, value2, subtitle }
    public enum AccessoryType: Int, Sendable { case none, disclosureIndicator, detailDisclosureButton, checkmark }
    public init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) { super.init(frame: .zero) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open var textLabel: UILabel? = UILabel(frame: .zero)
    open var detailTextLabel: UILabel? = UILabel(frame: .zero)
    open var accessoryType: AccessoryType = .none
    open var contentView = UIView(frame: .zero)
    open var imageView: UIView? { nil }
    open var accessoryView: UIView?
    open var backgroundView: UIView?
    open var selectedBackgroundView: UIView?
    open var reuseIdentifier: String? { nil }
    open var selectionStyle: SelectionStyle = .default
    open var isSelected = false
    open var isHighlighted = false
    open var isEditing = false
    open var editingStyle: EditingStyle { .none }
    open var indentationLevel = 0
    public enum SelectionStyle: Int, Sendable { case none, blue, gray, `default` }
    open func setSelected(_ selected: Bool, animated: Bool) {}
    open func setHighlighted(_ highlighted: Bool, animated: Bool) {}
    open func setEditing(_ editing: Bool, animated: Bool) {}
    open func prepareForReuse() {}
    @available(iOS 14.0, *) open var contentConfiguration: (any UIContentConfiguration)?
}
@available(iOS 14.0, *)
@MainActor @preconcurrency public protocol UIContentConfiguration {}
@available(iOS 14.0, *)
@MainActor @preconcurrency public struct UIListContentConfiguration: UIContentConfiguration, Hashable {
    public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }
    public static func subtitleCell() -> UIListContentConfiguration { UIListContentConfiguration() }
    public var text: String?
    public var secondaryText: String?
    public var attributedText: NSAttributedString?
    public var secondaryAttributedText: NSAttributedString?
}
@available(iOS 14.0, *)
extension UITableViewCell {
    public func defaultContentConfiguration() -> UIListContentConfiguration { UIListContentConfiguration() }
}

@MainActor @preconcurrency public protocol UITableViewDataSource: NSObjectProtocol {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
    func numberOfSections(in tableView: UITableView) -> Int
    func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool
    func tableView(_ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath)
}
extension UITableViewDataSource {
    public func numberOfSections(in tableView: UITableView) -> Int { 1 }
    public func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
    public func tableView(_ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath) {}
}
extension UITableViewCell { public enum EditingStyle: Int, Sendable { case none, delete, insert } }
@MainActor @preconcurrency public protocol UITableViewDelegate: UIScrollViewDelegate {
    func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath)
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
    func tableView(_ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath) -> UISwipeActionsConfiguration?
}
extension UITableViewDelegate {
    public func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {}
    public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
    public func tableView(_ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath) -> UISwipeActionsConfiguration? { nil }
}
@MainActor open class UIContextualAction: NSObject {
    public enum Style: Int, Sendable { case normal, destructive }
    public typealias Handler = (UIContextualAction, UIView, @escaping (Bool) -> Void) -> Void
    public convenience init(style: Style, title: String?, handler: @escaping Handler) { self.init() }
}
@MainActor open class UISwipeActionsConfiguration: NSObject {
    public convenience init(actions: [UIContextualAction]) { self.init() }
}

@MainActor open class UITableView: UIScrollView {
    public enum Style: Int, Sendable { case plain, grouped, insetGrouped }
    public enum RowAnimation: Int, Sendable { case fade, right, left, top, bottom, none, middle, automatic = 100 }
    public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }
    public init(frame: CGRect, style: UITableView.Style) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open weak var dataSource: (any UITableViewDataSource)?
    open weak var delegate: (any UITableViewDelegate)?
    open var style: UITableView.Style { .plain }
    open var rowHeight: CGFloat = -1
    open var estimatedRowHeight: CGFloat = -1
    open var isEditing = false
    open var allowsSelection = true
    open var numberOfSections: Int { 1 }
    open var visibleCells: [UITableViewCell] { [] }
    open var indexPathForSelectedRow: IndexPath? { nil }
    open var backgroundView: UIView?
    open var tableFooterView: UIView?
    open var tableHeaderView: UIView?
    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) { registered[identifier] = cellClass }
    open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        guard registered[identifier] != nil else { fatalError("no cell was registered for \(identifier)") }
        return UITableViewCell(style: .default, reuseIdentifier: identifier)
    }
    open func deselectRow(at indexPath: IndexPath, animated: Bool) {}
    open func reloadData() { pending = nil }
    open func reloadRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {}
    @available(iOS 15.0, *) open func reconfigureRows(at indexPaths: [IndexPath]) {}
    open func insertRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) { inserted += indexPaths.count }
    open func deleteRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) { deleted += indexPaths.count }
    open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        let before = drawn
        (inserted, deleted) = (0, 0)
        updates?()
        let now = dataSource?.tableView(self, numberOfRowsInSection: 0) ?? 0
        precondition(before + inserted - deleted == now, "the number of rows after the update is not the one before with what came and went")
        drawn = now
        completion?(true)
    }
    open func scrollToRow(at indexPath: IndexPath, at scrollPosition: UITableView.ScrollPosition, animated: Bool) {}
    open var indexPathsForVisibleRows: [IndexPath]? { nil }
    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { nil }

    var registered: [String: AnyClass] = [:]
    var pending: (() -> Void)?
    var drawn = 0, inserted = 0, deleted = 0

    /// What the run loop does once a turn: a source that was given rows takes them now, and every cell is asked for and drawn.
    @discardableResult public func layOut() -> [UITableViewCell] {
        pending?()
        pending = nil
        return drawAgain()
    }

    /// What the table does before a turn is over: it asks for the cells of the rows that it still has.
    @discardableResult public func drawAgain() -> [UITableViewCell] {
        guard let dataSource else { return [] }
        drawn = dataSource.tableView(self, numberOfRowsInSection: 0)
        return (0..<drawn).map { row in
            let path = IndexPath(row: row, section: 0)
            let cell = dataSource.tableView(self, cellForRowAt: path)
            delegate?.tableView(self, willDisplay: cell, forRowAt: path)
            return cell
        }
    }
}

@MainActor open class UITableViewController: UIViewController, UITableViewDelegate, UITableViewDataSource {
    public init(style: UITableView.Style) {
        super.init(nibName: nil, bundle: nil)
        tableView = UITableView(frame: .zero, style: style)
        tableView.delegate = self
        tableView.dataSource = self
    }
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open var tableView: UITableView!
    open var refreshControl: UIRefreshControl?
    open var clearsSelectionOnViewWillAppear = true
    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
    open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell { fatalError("a stand-in") }
    open func numberOfSections(in tableView: UITableView) -> Int { 1 }
    open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
    open func tableView(_ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath) {}
    open func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {}
    open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
    open func tableView(_ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath) -> UISwipeActionsConfiguration? { nil }
    open func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    open func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
    open func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
}

public struct NSDiffableDataSourceSnapshot<SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable>: Sendable {
    var sections: [SectionIdentifierType] = []
    var items: [ItemIdentifierType] = []
    public init() {}
    public var numberOfItems: Int { items.count }
    public var numberOfSections: Int { sections.count }
    public var sectionIdentifiers: [SectionIdentifierType] { sections }
    public var itemIdentifiers: [ItemIdentifierType] { items }
    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) { sections += identifiers }
    public mutating func appendItems(_ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil) {
        precondition(!sections.isEmpty, "there is no section to append to")
        items += identifiers
        precondition(Set(items).count == items.count, "identifiers have to be unique")
    }
    public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) { items.removeAll { identifiers.contains($0) } }
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) { demand(identifiers) }
    @available(iOS 15.0, *) public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) { demand(identifiers) }
    private func demand(_ identifiers: [ItemIdentifierType]) {
        precondition(Set(identifiers).isSubset(of: items), "what is to be drawn again is not in the snapshot")
    }
}

@MainActor open class UITableViewDiffableDataSource<SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable>: NSObject, UITableViewDataSource,
    @unchecked Sendable
{
    public typealias CellProvider = (UITableView, IndexPath, ItemIdentifierType) -> UITableViewCell?
    let provide: CellProvider
    weak var table: UITableView?
    var now = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()
    var given = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()
    public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
        (table, provide) = (tableView, cellProvider)
        super.init()
        tableView.dataSource = self
    }
    open var defaultRowAnimation: UITableView.RowAnimation = .automatic
    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, animatingDifferences: Bool = true, completion: (() -> Void)? = nil
    ) {
        given = snapshot
        table?.pending = { [weak self] in
            self?.now = snapshot
            completion?()
        }
    }
    open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { given }
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? { now.items.indices.contains(indexPath.row) ? now.items[indexPath.row] : nil }
    open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? { now.items.firstIndex(of: itemIdentifier).map { IndexPath(row: $0, section: 0) } }
    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { now.items.count }
    open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        guard let cell = provide(tableView, indexPath, now.items[indexPath.row]) else { fatalError("the cell provider gave none") }
        return cell
    }
    open func numberOfSections(in tableView: UITableView) -> Int { now.sections.count }
    open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
    open func tableView(_ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath) {}
}

@MainActor open class UISearchTextField: UIView {
    open var text: String?
}
@MainActor open class UISearchBar: UIView {
    open var text: String?
    open var placeholder: String?
    open weak var delegate: (any UISearchBarDelegate)?
    open var searchTextField: UISearchTextField { UISearchTextField(frame: .zero) }
    open var showsCancelButton = false
    open var autocapitalizationType: UITextAutocapitalizationType = .sentences
    open var scopeButtonTitles: [String]?
    open var selectedScopeButtonIndex = 0

    /// A person writes, and the bar tells.
    public func write(_ words: String) {
        text = words
        delegate?.searchBar(self, textDidChange: words)
    }
    /// Cancel: the bar tells so first, and then that its text is gone.
    public func cancel() {
        delegate?.searchBarCancelButtonClicked(self)
        delegate?.searchBarTextDidEndEditing(self)
        write("")
    }
}
public enum UITextAutocapitalizationType: Int, Sendable { case none, words, sentences, allCharacters }
@MainActor @preconcurrency public protocol UISearchBarDelegate: NSObjectProtocol {
    func searchBarTextDidBeginEditing(_ searchBar: UISearchBar)
    func searchBarTextDidEndEditing(_ searchBar: UISearchBar)
    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String)
    func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
    func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
    func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int)
}
extension UISearchBarDelegate {
    public func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) {}
    public func searchBarTextDidEndEditing(_ searchBar: UISearchBar) {}
    public func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {}
    public func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {}
    public func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {}
    public func searchBar(_ searchBar: UISearchBar, selectedScopeButtonIndexDidChange selectedScope: Int) {}
}
@MainActor @preconcurrency public protocol UISearchResultsUpdating: NSObjectProtocol {
    func updateSearchResults(for searchController: UISearchController)
}
@MainActor @preconcurrency public protocol UISearchControllerDelegate: NSObjectProtocol {
    func willPresentSearchController(_ searchController: UISearchController)
    func didPresentSearchController(_ searchController: UISearchController)
    func willDismissSearchController(_ searchController: UISearchController)
    func didDismissSearchController(_ searchController: UISearchController)
}
extension UISearchControllerDelegate {
    public func willPresentSearchController(_ searchController: UISearchController) {}
    public func didPresentSearchController(_ searchController: UISearchController) {}
    public func willDismissSearchController(_ searchController: UISearchController) {}
    public func didDismissSearchController(_ searchController: UISearchController) {}
}
@MainActor open class UISearchController: UIViewController {
    public init(searchResultsController: UIViewController?) { super.init(nibName: nil, bundle: nil) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open weak var searchResultsUpdater: (any UISearchResultsUpdating)?
    open weak var delegate: (any UISearchControllerDelegate)?
    open var searchBar = UISearchBar(frame: .zero)
    open var isActive = false
    open var showsSearchResultsController = false
    open var automaticallyShowsSearchResultsController = true
    open var obscuresBackgroundDuringPresentation = true
    open var searchResultsController: UIViewController? { nil }
}
