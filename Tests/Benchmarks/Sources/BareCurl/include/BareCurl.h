#ifndef BARE_CURL_H
#define BARE_CURL_H

/// Sends `count` GET requests to `url` by libcurl alone, `in_flight` at once, in one loop on the calling thread; the seconds
/// that each took go to `seconds`. How many came back whole; -1 where there is no libcurl.
int bare_curl_get(const char *url, int count, int in_flight, int connections, double *seconds);
/// Brings `url` into the file at `path`, or sends `upload` bytes to it by PUT where that is not 0; the bytes that moved.
long bare_curl_move(const char *url, const char *path, long upload);
/// The CPU time of this process in seconds.
double bare_cpu_seconds(void);
/// A server that reads what is sent to it and forgets it: its port.
int bare_sink(void);

#endif
