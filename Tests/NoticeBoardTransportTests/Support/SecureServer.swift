#if os(Linux)
    import Foundation
    import Glibc
    import Testing

    /// A local HTTPS server with its own certificate.
    final class SecureServer {
        static let program = ["/usr/bin/openssl", "/usr/local/bin/openssl"].first(
            where: FileManager.default.isExecutableFile(atPath:))
        static var isPossible: Bool { program != nil }

        let certificate: URL
        let pin: String
        let port: Int
        private let folder: URL
        private let process: Process

        /// Starts the server.
        ///
        /// If it asks for a certificate, it accepts only its own, which ``pkcs12`` contains.
        init(asksForCertificate: Bool = false) throws {
            let program = try #require(Self.program)
            folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            certificate = folder.appendingPathComponent("certificate.pem")
            let make = """
                \(program) req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
                -addext subjectAltName=DNS:localhost -keyout key.pem -out certificate.pem 2>/dev/null
                \(program) pkcs12 -export -inkey key.pem -in certificate.pem -passout pass:secret -out client.p12
                \(program) x509 -pubkey -noout -in certificate.pem | \(program) pkey -pubin -outform der | \
                \(program) dgst -sha256 -binary | \(program) base64
                """
            let made = try Self.run(Self.process("/bin/sh", ["-c", make], in: folder))
            pin = String(decoding: made.readDataToEndOfFile(), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            let asking = asksForCertificate ? ["-Verify", "1", "-verify_return_error", "-CAfile", "certificate.pem"] : []
            process = Self.process(
                program,
                ["s_server", "-accept", "127.0.0.1:0", "-cert", "certificate.pem", "-key", "key.pem", "-www"] + asking, in: folder
            )
            let output = try Self.run(process)
            port = try Self.port(toldIn: output)
        }

        /// The certificate and its key, with the password `secret`.
        var pkcs12: Data { get throws { try Data(contentsOf: folder.appendingPathComponent("client.p12")) } }

        func stop() {
            // The process inherited blocked signals from the thread that started it, so only SIGKILL ends it.
            kill(process.processIdentifier, SIGKILL)
            try? FileManager.default.removeItem(at: folder)
        }

        private static func process(_ program: String, _ arguments: [String], in folder: URL) -> Process {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = arguments
            process.currentDirectoryURL = folder
            return process
        }

        private static func run(_ process: Process) throws -> FileHandle {
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardError = FileHandle.nullDevice
            process.standardInput = FileHandle.nullDevice
            try process.run()
            return pipe.fileHandleForReading
        }

        /// Reads the port from the server's first output: `ACCEPT 127.0.0.1:48123`.
        private static func port(toldIn output: FileHandle) throws -> Int {
            var received = Data()
            while true {
                let more = output.availableData
                try #require(!more.isEmpty, "openssl ended before it listened")
                received += more
                let lines = String(decoding: received, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
                if let line = lines.dropLast().first(where: { $0.hasPrefix("ACCEPT") }) {
                    return try #require(line.split(separator: ":").last.flatMap { Int($0) })
                }
            }
        }
    }
#endif
