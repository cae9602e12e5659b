/// Why a service refuses a request.
struct SimulatedRefusal: Error {
    let status: Int
    let message: String

    init(_ status: Int, _ message: String) { (self.status, self.message) = (status, message) }
}
