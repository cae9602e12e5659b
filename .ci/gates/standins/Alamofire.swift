/// Alamofire 5.9 and later.
@_exported import Foundation

#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif

public protocol URLRequestConvertible: Sendable {}
extension URLRequest: URLRequestConvertible {}
public protocol RequestInterceptor: Sendable {}
public protocol DataPreprocessor: Sendable {}
public protocol RedirectHandler: Sendable {}

public struct Redirector: RedirectHandler {
    public static let doNotFollow = Redirector()
}

public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

public struct HTTPHeader: Hashable, Sendable {
    public let name: String
    public let value: String
}

public struct HTTPHeaders: Equatable, Hashable, Sendable, Sequence {
    public init() {}
    public init(_ headers: [HTTPHeader]) {}
    public init(_ dictionary: [String: String]) {}
    public func makeIterator() -> IndexingIterator<[HTTPHeader]> { [].makeIterator() }
}

extension HTTPURLResponse {
    public var headers: HTTPHeaders { HTTPHeaders() }
}

public enum AFError: Error, Sendable {
    case explicitlyCancelled
    public var underlyingError: (any Error)? { nil }
}

open class Session: @unchecked Sendable {
    open func request(_ convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)? = nil) -> DataRequest {
        DataRequest()
    }
}

public class Request: @unchecked Sendable {
    @discardableResult public func redirect(using handler: any RedirectHandler) -> Self { self }
    @discardableResult public func cancel() -> Self { self }
}

public class DataRequest: Request, @unchecked Sendable {
    public func serializingData(
        automaticallyCancelling shouldAutomaticallyCancel: Bool = true,
        dataPreprocessor: any DataPreprocessor = PassthroughPreprocessor(), emptyResponseCodes: Set<Int> = [204, 205],
        emptyRequestMethods: Set<HTTPMethod> = []
    ) -> DataTask<Data> { DataTask() }
}

public struct PassthroughPreprocessor: DataPreprocessor { public init() {} }

public struct DataTask<Value>: Sendable where Value: Sendable {
    public var response: DataResponse<Value, AFError> { get async { fatalError("a stand-in") } }
}

public struct DataResponse<Success, Failure: Error>: Sendable where Success: Sendable, Failure: Sendable {
    public let response: HTTPURLResponse?
    public let data: Data?
    public var error: Failure? { nil }
}
