#if defined(__linux__)

#define _GNU_SOURCE
#include "NoticeBoardCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>

// The first fields of libcurl's own structures, whose layout never changes.
struct blob {
    const void *data;
    size_t length;
    unsigned int flags;
};

struct socket_address {
    int family;
    int type;
    int protocol;
    unsigned int length;
    struct sockaddr address;
};

static struct noticeboard_curl curl;

static struct noticeboard_curl_version *version;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static int look_up(void *library) {
    int missing = 0;
#define LOOK_UP(name) missing |= (*(void **)&curl.name = dlsym(library, "curl_" #name)) == NULL;
    LOOK_UP(version_info) LOOK_UP(global_init) LOOK_UP(easy_init) LOOK_UP(easy_cleanup) LOOK_UP(easy_setopt)
    LOOK_UP(easy_getinfo) LOOK_UP(easy_pause) LOOK_UP(slist_append) LOOK_UP(slist_free_all) LOOK_UP(multi_init) LOOK_UP(multi_cleanup)
    LOOK_UP(multi_setopt) LOOK_UP(multi_add_handle) LOOK_UP(multi_remove_handle) LOOK_UP(multi_perform)
    LOOK_UP(multi_poll) LOOK_UP(multi_wakeup) LOOK_UP(multi_info_read) LOOK_UP(share_init)
    LOOK_UP(share_cleanup) LOOK_UP(share_setopt)
    return !missing;
}

// Prefers the library that FoundationNetworking has loaded: two copies would initialize global state twice.
static void begin(void) {
    const char *names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
    int found = look_up(RTLD_DEFAULT);
    for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++) {
        void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (library == NULL) continue;
        found = look_up(library);
        if (!found) dlclose(library);
    }
    if (!found || curl.global_init(3) != 0) return;
    version = curl.version_info(0);
}

const struct noticeboard_curl_version *noticeboard_curl_open(void) {
    pthread_once(&once, begin);
    return version;
}

const struct noticeboard_curl *noticeboard_curl(void) { return &curl; }

int noticeboard_curl_set_blob(void *easy, int option, const void *data, size_t length) {
    // CURL_BLOB_COPY.
    struct blob blob = {data, length, 1};
    return curl.easy_setopt(easy, option, &blob);
}

int noticeboard_curl_set_long(void *easy, int option, long value) { return curl.easy_setopt(easy, option, value); }
int noticeboard_curl_set_size(void *easy, int option, int64_t value) { return curl.easy_setopt(easy, option, value); }
int noticeboard_curl_set_pointer(void *easy, int option, const void *value) { return curl.easy_setopt(easy, option, value); }

// Opens a socket with close-on-exec set atomically, so that a program started at that moment can't inherit it.
static int open_socket(void *context, int purpose, struct socket_address *address) {
    (void)context;
    (void)purpose;
    return socket(address->family, address->type | SOCK_CLOEXEC, address->protocol);
}

void noticeboard_curl_set_callbacks(
    void *easy, const struct noticeboard_curl_callbacks *callbacks, void *context, void *connections) {
    curl.easy_setopt(easy, 20079, callbacks->header);
    curl.easy_setopt(easy, 10029, context);
    curl.easy_setopt(easy, 20011, callbacks->body);
    curl.easy_setopt(easy, 10001, context);
    curl.easy_setopt(easy, 20012, callbacks->upload);
    curl.easy_setopt(easy, 10009, context);
    curl.easy_setopt(easy, 20219, callbacks->progress);
    curl.easy_setopt(easy, 10057, context);
    curl.easy_setopt(easy, 20312, callbacks->before_request);
    curl.easy_setopt(easy, 10313, context);
    curl.easy_setopt(easy, 20163, open_socket);
    curl.easy_setopt(easy, 20208, callbacks->close_socket);
    curl.easy_setopt(easy, 10209, connections);
}

long noticeboard_curl_get_long(void *easy, int info) {
    long value = 0;
    return curl.easy_getinfo(easy, info, &value) == 0 ? value : 0;
}

int64_t noticeboard_curl_get_size(void *easy, int info) {
    int64_t value = 0;
    return curl.easy_getinfo(easy, info, &value) == 0 ? value : 0;
}

int noticeboard_curl_socket(void *easy) {
    int socket = -1;
    // CURLINFO_ACTIVESOCKET.
    return curl.easy_getinfo(easy, 0x50002C, &socket) == 0 ? socket : -1;
}

// Without a free descriptor libcurl creates a multi handle that can't be woken, and sleeps up to a minute before each call.
void *noticeboard_curl_multi(void) {
    void *multi = curl.multi_init();
    if (multi == NULL || curl.multi_wakeup(multi) == 0) return multi;
    curl.multi_cleanup(multi);
    return NULL;
}

int noticeboard_curl_multi_set_long(void *multi, int option, long value) { return curl.multi_setopt(multi, option, value); }
void *noticeboard_curl_share(void) {
    void *share = curl.share_init();
    // CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION.
    if (share != NULL) curl.share_setopt(share, 1, 4);
    return share;
}

void noticeboard_curl_begin_thread(void) {
    // Keeps signals raised by this thread's own faults, without which a crash would leave no trace.
    const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    sigset_t all;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&all, faults[i]);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    pthread_setname_np(pthread_self(), "NoticeBoardCurl");
}

#endif
