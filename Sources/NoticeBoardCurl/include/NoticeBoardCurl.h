#ifndef NOTICEBOARD_CURL_H
#define NOTICEBOARD_CURL_H

// The few functions of libcurl that the transport for Linux needs, looked up while the program runs: nothing is asked for when
// it is built. Swift cannot call curl_easy_setopt itself, which takes a variable number of arguments.
// Numbers of options, errors and features are libcurl's own; the interface of libcurl 4 is frozen.

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

/// What libcurl calls while a transfer runs; `context` is what was given with them.
struct noticeboard_curl_callbacks {
    size_t (*header)(char *bytes, size_t one, size_t count, void *context);
    size_t (*body)(char *bytes, size_t one, size_t count, void *context);
    size_t (*upload)(char *bytes, size_t one, size_t count, void *context);
    int (*progress)(void *context, int64_t to_receive, int64_t received, int64_t to_send, int64_t sent);
    int (*before_request)(void *context, char *remote, char *local, int remote_port, int local_port);
};

/// What is told of the sockets that connections are made of.
struct noticeboard_curl_sockets {
    void (*opened)(void *context, int socket);
    void (*closed)(void *context, int socket);
    void *context;
};

/// Finds the library and begins it, once; its version (7.88.1 is 0x075801), or 0 where there is none.
unsigned int noticeboard_curl_open(void);
/// The library's features, one bit each.
int noticeboard_curl_features(void);
/// The name and version of the library's TLS, as `OpenSSL/3.0.15`; NULL where it has none.
const char *noticeboard_curl_tls(void);

void *noticeboard_curl_easy(void);
void noticeboard_curl_easy_free(void *easy);
int noticeboard_curl_set_long(void *easy, int option, long value);
int noticeboard_curl_set_size(void *easy, int option, int64_t value);
/// Sets bytes, which the library copies.
int noticeboard_curl_set_blob(void *easy, int option, const void *data, size_t length);
int noticeboard_curl_set_pointer(void *easy, int option, const void *value);
void noticeboard_curl_set_callbacks(void *easy, const struct noticeboard_curl_callbacks *callbacks, void *context);
/// `sockets` must live as long as any connection that the handle makes.
void noticeboard_curl_set_sockets(void *easy, const struct noticeboard_curl_sockets *sockets);
long noticeboard_curl_get_long(void *easy, int info);
/// Resumes a transfer that its write callback paused. It may call the write callback; anything but 0 is the transfer's end.
int noticeboard_curl_resume(void *easy);

/// `list` with a copy of `line` at its end; nothing where there is no memory, and `list` is then as it was.
void *noticeboard_curl_list_add(void *list, const char *line);
void noticeboard_curl_list_free(void *list);

/// A handle for many transfers, or NULL when the system has no memory or descriptor left for it.
void *noticeboard_curl_multi(void);
void noticeboard_curl_multi_free(void *multi);
int noticeboard_curl_multi_set_long(void *multi, int option, long value);
int noticeboard_curl_multi_add(void *multi, void *easy);
int noticeboard_curl_multi_remove(void *multi, void *easy);
int noticeboard_curl_multi_perform(void *multi);
/// Waits until something can be done, until it is woken, or so many milliseconds.
int noticeboard_curl_multi_poll(void *multi, int milliseconds);
/// Whether a transfer has something to do, without waiting.
int noticeboard_curl_multi_is_ready(void *multi);
/// The one function that may be called from another thread.
int noticeboard_curl_multi_wake(void *multi);
/// A transfer that has ended, by its context, and how.
struct noticeboard_curl_ended {
    void *context;
    int code;
};
/// The next one; without a context when there is none.
struct noticeboard_curl_ended noticeboard_curl_multi_next(void *multi);

/// What the transfers of one thread share, their TLS sessions; NULL when there is no memory.
void *noticeboard_curl_share(void);
/// Call it after every transfer that used `share` was freed.
void noticeboard_curl_share_free(void *share);

/// Names the calling thread and keeps every signal from it: writing to a connection that is gone raises one.
void noticeboard_curl_begin_thread(void);
/// Whether a connected socket has these two ends.
int noticeboard_curl_is_between(
    int socket, const char *local_ip, int local_port, const char *remote_ip, int remote_port);
/// Whether something can be read from a socket, its end included.
int noticeboard_curl_has_input(int socket);

#endif
#endif
