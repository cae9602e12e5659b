#ifndef BARE_CURL_H
#define BARE_CURL_H

/// Sends `count` GET requests to `url` by libcurl alone, `in_flight` at once, in one loop on the calling thread; the seconds
/// that each took go to `seconds`. How many came back whole; -1 where there is no libcurl.
int bare_curl_get(const char *url, int count, int in_flight, int connections, double *seconds);
/// Asks the server at `port` of this machine for `/page`, `count` times, over `in_flight` bare sockets: how many came back whole.
/// It parses nothing and is as quick as the server is.
int bare_socket_get(int port, int count, int in_flight);
/// Brings `url` into the file at `path`, or sends `upload` bytes to it by PUT where that is not 0; the bytes that moved.
long bare_curl_move(const char *url, const char *path, long upload);
/// Reads `url` with a receive buffer of `buffer` bytes and forgets it; the bytes that came.
long bare_curl_read(const char *url, long buffer);
/// The CPU time of this process in seconds.
double bare_cpu_seconds(void);
/// Starts a server that discards its input, and returns its port.
int bare_sink(void);

#endif
