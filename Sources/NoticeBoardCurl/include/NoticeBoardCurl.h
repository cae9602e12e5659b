#ifndef NOTICEBOARD_CURL_H
#define NOTICEBOARD_CURL_H

// The libcurl functions that the transport for Linux needs, looked up at run time: building needs no libcurl. Swift can't call
// curl_easy_setopt itself, which is variadic. Numbers of options and errors are libcurl's own; the interface of libcurl
// 4 is frozen.

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

/// The callbacks of a running transfer, with the `context` they were set with.
struct noticeboard_curl_callbacks {
    size_t (*header)(char *bytes, size_t one, size_t count, void *context);
    size_t (*body)(char *bytes, size_t one, size_t count, void *context);
    size_t (*upload)(char *bytes, size_t one, size_t count, void *context);
    int (*progress)(void *context, int64_t to_receive, int64_t received, int64_t to_send, int64_t sent);
    int (*before_request)(void *context, char *remote, char *local, int remote_port, int local_port);
};

/// The callbacks for the sockets of connections.
struct noticeboard_curl_sockets {
    void (*opened)(void *context, int socket);
    void (*closed)(void *context, int socket);
    void *context;
};

/// Finds and initializes the library, once; returns its version (7.88.1 is 0x075801), or 0 if there is none.
unsigned int noticeboard_curl_open(void);
/// Returns the name and version of the library's TLS, such as `OpenSSL/3.0.15`; NULL if it has none.
const char *noticeboard_curl_tls(void);

void *noticeboard_curl_easy(void);
void noticeboard_curl_easy_free(void *easy);
int noticeboard_curl_set_long(void *easy, int option, long value);
int noticeboard_curl_set_size(void *easy, int option, int64_t value);
/// Sets a blob option; the library copies the bytes.
int noticeboard_curl_set_blob(void *easy, int option, const void *data, size_t length);
int noticeboard_curl_set_pointer(void *easy, int option, const void *value);
void noticeboard_curl_set_callbacks(void *easy, const struct noticeboard_curl_callbacks *callbacks, void *context);
/// Sets the socket callbacks; `sockets` must outlive every connection of the handle.
void noticeboard_curl_set_sockets(void *easy, const struct noticeboard_curl_sockets *sockets);
long noticeboard_curl_get_long(void *easy, int info);
/// Resumes a transfer that its write callback paused, and may call that again; any result but 0 ends the transfer.
int noticeboard_curl_resume(void *easy);

/// Returns `list` with a copy of `line` appended; NULL without memory, and `list` is then unchanged.
void *noticeboard_curl_list_add(void *list, const char *line);
void noticeboard_curl_list_free(void *list);

/// Returns a handle for many transfers; NULL if the system has no memory or descriptor left.
void *noticeboard_curl_multi(void);
void noticeboard_curl_multi_free(void *multi);
int noticeboard_curl_multi_set_long(void *multi, int option, long value);
int noticeboard_curl_multi_add(void *multi, void *easy);
int noticeboard_curl_multi_remove(void *multi, void *easy);
int noticeboard_curl_multi_perform(void *multi);
/// Waits until a transfer can continue, the handle is woken, or the time has passed.
int noticeboard_curl_multi_poll(void *multi, int milliseconds);
/// Wakes the handle; the only function that other threads may call.
int noticeboard_curl_multi_wake(void *multi);
/// An ended transfer: its context and its result.
struct noticeboard_curl_ended {
    void *context;
    int code;
};
/// Returns the next ended transfer; context NULL if none.
struct noticeboard_curl_ended noticeboard_curl_multi_next(void *multi);

/// Returns the TLS session cache for the transfers of one thread; NULL without memory.
void *noticeboard_curl_share(void);
/// Frees `share`, after all transfers that used it.
void noticeboard_curl_share_free(void *share);

/// Names the calling thread and blocks signals in it, since writing to a closed connection raises one.
void noticeboard_curl_begin_thread(void);
/// Returns whether a connected socket has these two ends.
int noticeboard_curl_is_between(
    int socket, const char *local_ip, int local_port, const char *remote_ip, int remote_port);
/// Returns whether a socket has input or was closed by the peer.
int noticeboard_curl_has_input(int socket);

#endif
#endif
