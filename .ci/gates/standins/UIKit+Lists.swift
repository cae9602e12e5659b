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
}
@MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
}

@MainActor open class UITableViewCell: UIView {
    public enum CellStyle: Int, Sendable { case `default`, value1, value2, subtitle }
    public init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) { super.init(frame: .zero) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open var textLabel: UILabel? = UILabel(frame: .zero)
    open var backgroundView: UIView?
    open var reuseIdentifier: String? { nil }
    open var isSelected = false
    open var isEditing = false
    open var editingStyle: EditingStyle { .none }
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
    public func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {}
}
extension UITableViewCell { public enum EditingStyle: Int, Sendable { case none, delete, insert } }
@MainActor @preconcurrency public protocol UITableViewDelegate: UIScrollViewDelegate {
    func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath)
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
    func tableView(_ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> UISwipeActionsConfiguration?
}
extension UITableViewDelegate {
    public func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {}
    public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
    public func tableView(_ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> UISwipeActionsConfiguration?
    { nil }
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
    public init(frame: CGRect, style: UITableView.Style) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open weak var dataSource: (any UITableViewDataSource)?
    open weak var delegate: (any UITableViewDelegate)?
    open var style: UITableView.Style { .plain }
    open var numberOfSections: Int { 1 }
    open var backgroundView: UIView?
    open var tableFooterView: UIView?
    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) { registered[identifier] = cellClass }
    open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        guard registered[identifier] != nil else { fatalError("no cell was registered for \(identifier)") }
        return UITableViewCell(style: .default, reuseIdentifier: identifier)
    }
    open func reloadData() {}
    open func deselectRow(at indexPath: IndexPath, animated: Bool) {}

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
    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open var tableView: UITableView!
    open var refreshControl: UIRefreshControl?
    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
    open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        fatalError("a stand-in")
    }
    open func numberOfSections(in tableView: UITableView) -> Int { 1 }
    open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
    open func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {}
    open func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {}
    open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
    open func tableView(_ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> UISwipeActionsConfiguration?
    { nil }
}

public struct NSDiffableDataSourceSnapshot<SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable>:
    Sendable
{
    var sections: [SectionIdentifierType] = []
    var items: [ItemIdentifierType] = []
    public init() {}
    public var numberOfSections: Int { sections.count }
    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) { sections += identifiers }
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        precondition(!sections.isEmpty, "there is no section to append to")
        items += identifiers
        precondition(Set(items).count == items.count, "identifiers have to be unique")
    }
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) { demand(identifiers) }
    @available(iOS 15.0, *) public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) { demand(identifiers) }
    private func demand(_ identifiers: [ItemIdentifierType]) {
        precondition(Set(identifiers).isSubset(of: items), "the items to reload are not in the snapshot")
    }
}

@MainActor
open class UITableViewDiffableDataSource<SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable>:
    NSObject, UITableViewDataSource,
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
    open func apply(
        _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, animatingDifferences: Bool = true,
        completion: (() -> Void)? = nil
    ) {
        given = snapshot
        table?.pending = { [weak self] in
            self?.now = snapshot
            completion?()
        }
    }
    open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { given }
    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
        now.items.indices.contains(indexPath.row) ? now.items[indexPath.row] : nil
    }
    open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? {
        now.items.firstIndex(of: itemIdentifier).map { IndexPath(row: $0, section: 0) }
    }
    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { now.items.count }
    open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        guard let cell = provide(tableView, indexPath, now.items[indexPath.row]) else {
            fatalError("the cell provider gave none")
        }
        return cell
    }
    open func numberOfSections(in tableView: UITableView) -> Int { now.sections.count }
    open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
    open func tableView(
        _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {}
}

@MainActor open class UISearchBar: UIView {
    open var text: String?
    open var placeholder: String?
    open weak var delegate: (any UISearchBarDelegate)?

    /// Types a text, and calls the delegate.
    public func write(_ words: String) {
        text = words
        delegate?.searchBar(self, textDidChange: words)
    }
    /// Taps Cancel: calls the delegate first, then reports that the text is empty.
    public func cancel() {
        delegate?.searchBarCancelButtonClicked(self)
        delegate?.searchBarTextDidEndEditing(self)
        write("")
    }
}
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
@MainActor @preconcurrency public protocol UISearchControllerDelegate: NSObjectProtocol {
}
@MainActor open class UISearchController: UIViewController {
    public init(searchResultsController: UIViewController?) { super.init(nibName: nil, bundle: nil) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open weak var delegate: (any UISearchControllerDelegate)?
    open var searchBar = UISearchBar(frame: .zero)
    open var isActive = false
    open var obscuresBackgroundDuringPresentation = true
    open var searchResultsController: UIViewController? { nil }
}
