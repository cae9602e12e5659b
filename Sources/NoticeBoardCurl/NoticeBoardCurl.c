#if defined(__linux__)

#define _GNU_SOURCE
#include "NoticeBoardCurl.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

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
    const struct noticeboard_curl_sockets *sockets = context;
    (void)purpose;
    int made = socket(address->family, address->type | SOCK_CLOEXEC, address->protocol);
    if (made >= 0) sockets->opened(sockets->context, made);
    return made;
}

static int close_socket(void *context, int closed) {
    const struct noticeboard_curl_sockets *sockets = context;
    sockets->closed(sockets->context, closed);
    return close(closed);
}

void noticeboard_curl_set_callbacks(
    void *easy, const struct noticeboard_curl_callbacks *callbacks, void *context,
    const struct noticeboard_curl_sockets *sockets) {
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
    curl.easy_setopt(easy, 10164, sockets);
    curl.easy_setopt(easy, 20208, close_socket);
    curl.easy_setopt(easy, 10209, sockets);
}

long noticeboard_curl_get_long(void *easy, int info) {
    long value = 0;
    return curl.easy_getinfo(easy, info, &value) == 0 ? value : 0;
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

static int is_at(const struct sockaddr_storage *address, const char *ip, int port) {
    const struct sockaddr_in *four = (const struct sockaddr_in *)address;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
    int is_six = address->ss_family == AF_INET6;
    char text[INET6_ADDRSTRLEN];
    if (!is_six && address->ss_family != AF_INET) return 0;
    if (ntohs(is_six ? six->sin6_port : four->sin_port) != port) return 0;
    const void *bytes = is_six ? (const void *)&six->sin6_addr : (const void *)&four->sin_addr;
    return inet_ntop(address->ss_family, bytes, text, sizeof text) != NULL && strcmp(text, ip) == 0;
}

int noticeboard_curl_is_between(
    int socket, const char *local_ip, int local_port, const char *remote_ip, int remote_port) {
    struct sockaddr_storage local = {0}, remote = {0};
    socklen_t local_length = sizeof local, remote_length = sizeof remote;
    if (getsockname(socket, (struct sockaddr *)&local, &local_length) != 0) return 0;
    if (getpeername(socket, (struct sockaddr *)&remote, &remote_length) != 0) return 0;
    return is_at(&local, local_ip, local_port) && is_at(&remote, remote_ip, remote_port);
}

int noticeboard_curl_has_input(int socket) {
    struct pollfd one = {.fd = socket, .events = POLLIN};
    return poll(&one, 1, 0) > 0;
}

#endif
