import Foundation

/// A server that is faster than the measured clients: nginx with one worker, in its own folder.
final class Nginx {
    let port: UInt16
    let folder: URL
    private let process = Process()

    /// Serves `files` by name; returns `nil` if nginx is not installed.
    init?(port: UInt16, files: [String: Data]) throws {
        let program = ["/usr/sbin/nginx", "/usr/local/sbin/nginx"].first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let program else { return nil }
        self.port = port
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("nginx-\(UInt64.random(in: 0...UInt64.max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        for (name, data) in files { try data.write(to: folder.appendingPathComponent(name)) }
        let configuration = """
            user root; worker_processes 1; daemon off; pid nginx.pid; error_log stderr crit;
            events { worker_connections 512; }
            http {
                access_log off; keepalive_requests 1000000000; default_type application/json; sendfile on; tcp_nopush on;
                client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fast; uwsgi_temp_path uwsgi;
                scgi_temp_path scgi; open_file_cache max=16;
                server { listen 127.0.0.1:\(port); root .; location ~ /posts { try_files /page =404; } }
            }
            """
        try Data(configuration.utf8).write(to: folder.appendingPathComponent("nginx.conf"))
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["-p", folder.path, "-c", folder.appendingPathComponent("nginx.conf").path, "-e", "stderr"]
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    func end() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }
}
