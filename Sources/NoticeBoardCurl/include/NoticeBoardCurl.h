#ifndef NOTICEBOARD_CURL_H
#define NOTICEBOARD_CURL_H

// The libcurl functions that the transport for Linux needs, looked up at run time: building needs no libcurl. Swift can't call
// curl_easy_setopt itself, which is variadic. Numbers of options and errors are libcurl's own; the interface of libcurl
// 4 is frozen.

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

/// The first fields of libcurl's own structures, whose layout never changes.
///
/// `version_num` of 7.88.1 is 0x075801; `ssl_version` is such as `OpenSSL/3.0.15`, or NULL without TLS.
struct noticeboard_curl_version {
    int age;
    const char *version;
    unsigned int version_num;
    const char *host;
    int features;
    const char *ssl_version;
};

struct noticeboard_curl_message {
    // 1 for an ended transfer.
    int kind;
    void *easy;
    union {
        void *whatever;
        int code;
    } data;
};

/// The library's functions, by their names there without `curl_`.
struct noticeboard_curl {
    struct noticeboard_curl_version *(*version_info)(int);
    int (*global_init)(long);
    void *(*easy_init)(void);
    void (*easy_cleanup)(void *);
    int (*easy_setopt)(void *, int, ...);
    int (*easy_getinfo)(void *, int, ...);
    // A mask of 0 resumes a transfer that its write callback paused, and may call that again; any result but 0 ends the transfer.
    int (*easy_pause)(void *, int);
    // Returns NULL without memory, and the list is then unchanged.
    void *(*slist_append)(void *, const char *);
    void (*slist_free_all)(void *);
    void *(*multi_init)(void);
    int (*multi_cleanup)(void *);
    int (*multi_setopt)(void *, int, ...);
    int (*multi_add_handle)(void *, void *);
    int (*multi_remove_handle)(void *, void *);
    int (*multi_perform)(void *, int *);
    int (*multi_poll)(void *, void *, unsigned int, int, int *);
    // The only function that other threads may call.
    int (*multi_wakeup)(void *);
    struct noticeboard_curl_message *(*multi_info_read)(void *, int *);
    void *(*share_init)(void);
    int (*share_cleanup)(void *);
    int (*share_setopt)(void *, int, ...);
};

/// Finds and initializes the library, once; NULL if there is none.
const struct noticeboard_curl_version *noticeboard_curl_open(void);
/// Returns the functions of the library, which must be open.
const struct noticeboard_curl *noticeboard_curl(void);

/// The callbacks of a running transfer, with the `context` they were set with.
struct noticeboard_curl_callbacks {
    size_t (*header)(char *bytes, size_t one, size_t count, void *context);
    size_t (*body)(char *bytes, size_t one, size_t count, void *context);
    size_t (*upload)(char *bytes, size_t one, size_t count, void *context);
    int (*progress)(void *context, int64_t to_receive, int64_t received, int64_t to_send, int64_t sent);
    int (*before_request)(void *context, char *remote, char *local, int remote_port, int local_port);
    // Closes a socket; later than the transfer ends, so it gets another context.
    int (*close_socket)(void *connections, int socket);
};

int noticeboard_curl_set_long(void *easy, int option, long value);
int noticeboard_curl_set_size(void *easy, int option, int64_t value);
/// Sets a blob option; the library copies the bytes.
int noticeboard_curl_set_blob(void *easy, int option, const void *data, size_t length);
int noticeboard_curl_set_pointer(void *easy, int option, const void *value);
/// Sets all callbacks; `connections` must outlive every connection of the handle.
void noticeboard_curl_set_callbacks(
    void *easy, const struct noticeboard_curl_callbacks *callbacks, void *context, void *connections);
long noticeboard_curl_get_long(void *easy, int info);
int64_t noticeboard_curl_get_size(void *easy, int info);
/// Returns the socket of the last connection of a transfer that has ended; -1 if it was closed.
int noticeboard_curl_socket(void *easy);
/// Returns a handle for many transfers; NULL if the system has no memory or descriptor left.
void *noticeboard_curl_multi(void);
int noticeboard_curl_multi_set_long(void *multi, int option, long value);
/// Returns the TLS session cache for the transfers of one thread; NULL without memory.
void *noticeboard_curl_share(void);

/// Names the calling thread and blocks signals in it, since writing to a closed connection raises one.
void noticeboard_curl_begin_thread(void);

#endif
#endif
