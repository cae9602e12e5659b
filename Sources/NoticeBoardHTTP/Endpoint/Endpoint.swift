/// A call that a service offers, as a value.
///
/// An enum conforms with one switch, one line a case:
///
/// ```swift
/// enum WeatherAPI: Endpoint {
///     case cities
///     case forecast(city: Int, days: Int)
///
///     var request: EndpointRequest {
///         switch self {
///         case .cities: .get("cities")
///         case .forecast(let city, let days): .get("cities/\(city)/forecast", query: ["days": days])
///         }
///     }
/// }
/// ```
public protocol Endpoint: Sendable {
    /// What the call asks for, relative to whatever base URL the client has.
    var request: EndpointRequest { get }
}
