#define _GNU_SOURCE
#include "BareCurl.h"

#include <dlfcn.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

double bare_cpu_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

struct message { int kind; void *easy; union { void *whatever; int code; } data; };

static void *library(void) {
    static void *found;
    if (found == NULL) found = dlopen("libcurl.so.4", RTLD_NOW);
    return found;
}

#define FUNCTION(result, name, ...) result (*name)(__VA_ARGS__) = (result (*)(__VA_ARGS__))dlsym(library(), "curl_" #name)

static size_t forget(char *bytes, size_t one, size_t count, void *context) {
    (void)bytes;
    (void)context;
    return one * count;
}

int bare_curl_get(const char *url, int count, int in_flight, int connections, double *seconds) {
    if (library() == NULL) return -1;
    FUNCTION(void *, easy_init, void);
    FUNCTION(int, easy_setopt, void *, int, ...);
    FUNCTION(int, easy_getinfo, void *, int, ...);
    FUNCTION(void, easy_cleanup, void *);
    FUNCTION(void *, multi_init, void);
    FUNCTION(int, multi_setopt, void *, int, ...);
    FUNCTION(int, multi_add_handle, void *, void *);
    FUNCTION(int, multi_remove_handle, void *, void *);
    FUNCTION(int, multi_perform, void *, int *);
    FUNCTION(int, multi_poll, void *, void *, unsigned int, int, int *);
    FUNCTION(struct message *, multi_info_read, void *, int *);
    FUNCTION(int, multi_cleanup, void *);
    void *multi = multi_init();
    multi_setopt(multi, 7, (long)connections);
    multi_setopt(multi, 6, (long)connections * 4);
    double *began = calloc(in_flight, sizeof *began);
    void **handles = calloc(in_flight, sizeof *handles);
    int sent = 0, whole = 0, ended = 0, running = 0, left = 0;
    for (long i = 0; i < in_flight && sent < count; i++, sent++) {
        void *easy = handles[i] = easy_init();
        easy_setopt(easy, 10002, url);
        easy_setopt(easy, 20011, forget);
        easy_setopt(easy, 10103, (void *)i);
        began[i] = now();
        multi_add_handle(multi, easy);
    }
    while (ended < sent) {
        multi_perform(multi, &running);
        struct message *message;
        while ((message = multi_info_read(multi, &left)) != NULL) {
            void *easy = message->easy, *place = NULL;
            long status = 0;
            easy_getinfo(easy, 0x100015, &place);
            easy_getinfo(easy, 0x200002, &status);
            whole += message->data.code == 0 && status == 200;
            seconds[ended++] = now() - began[(long)place];
            multi_remove_handle(multi, easy);
            if (sent == count) continue;
            sent++;
            began[(long)place] = now();
            multi_add_handle(multi, easy);
        }
        if (ended < sent) multi_poll(multi, NULL, 0, 1000, NULL);
    }
    for (int i = 0; i < in_flight; i++)
        if (handles[i] != NULL) easy_cleanup(handles[i]);
    multi_cleanup(multi);
    free(handles);
    free(began);
    return whole;
}

static int connected(int port) {
    int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(made, (struct sockaddr *)&address, sizeof address) == 0) return made;
    close(made);
    return -1;
}

// All answers are equal, so the first gives their length and nothing is parsed.
int bare_socket_get(int port, int count, int in_flight) {
    const char *request = "GET /page HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    char bytes[4096];
    struct pollfd *all = calloc(in_flight, sizeof *all);
    ssize_t *have = calloc(in_flight, sizeof *have), length = 0;
    int sent = 0, whole = 0;
    for (int i = 0; i < in_flight; i++) {
        all[i] = (struct pollfd){.fd = connected(port), .events = POLLIN};
        if (all[i].fd < 0) continue;
        send(all[i].fd, request, strlen(request), MSG_NOSIGNAL);
        sent++;
        if (length != 0) continue;
        length = recv(all[i].fd, bytes, sizeof bytes, 0);
        if (length <= 0) break;
        whole++;
        send(all[i].fd, request, strlen(request), MSG_NOSIGNAL);
        sent++;
    }
    while (length > 0 && whole < sent && poll(all, in_flight, 1000) > 0) {
        for (int i = 0; i < in_flight; i++) {
            if (!all[i].revents) continue;
            ssize_t got = recv(all[i].fd, bytes, sizeof bytes, 0);
            if (got <= 0) {
                close(all[i].fd);
                all[i].fd = -1;
                continue;
            }
            have[i] += got;
            if (have[i] < length) continue;
            have[i] = 0;
            whole++;
            if (sent >= count) continue;
            send(all[i].fd, request, strlen(request), MSG_NOSIGNAL);
            sent++;
        }
    }
    for (int i = 0; i < in_flight; i++)
        if (all[i].fd >= 0) close(all[i].fd);
    free(all);
    free(have);
    return whole;
}

static size_t zeros(char *bytes, size_t one, size_t count, void *context) {
    long *rest = context;
    size_t size = one * count;
    if ((long)size > *rest) size = *rest;
    memset(bytes, 7, size);
    *rest -= size;
    return size;
}

static size_t keep(char *bytes, size_t one, size_t count, void *file) { return fwrite(bytes, one, count, file) * one; }

long bare_curl_move(const char *url, const char *path, long upload) {
    if (library() == NULL) return -1;
    FUNCTION(void *, easy_init, void);
    FUNCTION(int, easy_setopt, void *, int, ...);
    FUNCTION(int, easy_perform, void *);
    FUNCTION(int, easy_getinfo, void *, int, ...);
    FUNCTION(void, easy_cleanup, void *);
    void *easy = easy_init();
    long rest = upload;
    FILE *file = upload ? NULL : fopen(path, "w");
    easy_setopt(easy, 10002, url);
    easy_setopt(easy, 20011, file ? keep : forget);
    easy_setopt(easy, 10001, file);
    if (upload) {
        easy_setopt(easy, 46, 1L);
        easy_setopt(easy, 20012, zeros);
        easy_setopt(easy, 10009, &rest);
        easy_setopt(easy, 30115, (int64_t)upload);
    }
    int64_t moved = 0;
    int code = easy_perform(easy);
    easy_getinfo(easy, upload ? 0x600007 : 0x600008, &moved);
    easy_cleanup(easy);
    if (file) fclose(file);
    return code == 0 ? moved : -1;
}

static size_t count_bytes(char *bytes, size_t one, size_t count, void *context) {
    (void)bytes;
    *(long *)context += one * count;
    return one * count;
}

long bare_curl_read(const char *url, long buffer) {
    if (library() == NULL) return -1;
    FUNCTION(void *, easy_init, void);
    FUNCTION(int, easy_setopt, void *, int, ...);
    FUNCTION(int, easy_perform, void *);
    FUNCTION(void, easy_cleanup, void *);
    void *easy = easy_init();
    long total = 0;
    easy_setopt(easy, 10002, url);
    easy_setopt(easy, 98, buffer);
    easy_setopt(easy, 20011, count_bytes);
    easy_setopt(easy, 10001, &total);
    int code = easy_perform(easy);
    easy_cleanup(easy);
    return code == 0 ? total : -1;
}

static void *swallow(void *argument) {
    int client = (int)(long)argument;
    static __thread char bytes[1 << 18];
    long left = -1;
    size_t have = 0;
    for (;;) {
        ssize_t count = recv(client, bytes + have, sizeof bytes - have - 1, 0);
        if (count <= 0) break;
        if (left < 0) {
            have += count;
            bytes[have] = 0;
            char *end = strstr(bytes, "\r\n\r\n"), *length = strcasestr(bytes, "content-length:");
            if (end == NULL) continue;
            left = (length ? atol(length + 15) : 0) - (long)(bytes + have - end - 4);
        } else {
            left -= count;
        }
        have = 0;
        if (left > 0) continue;
        // As many fields as a real server sends.
        const char *answer =
            "HTTP/1.1 200 OK\r\nServer: nginx/1.22.1\r\nDate: Sat, 28 Nov 2026 22:00:00 GMT\r\n"
            "Content-Type: application/json\r\nContent-Length: 0\r\nLast-Modified: Sat, 28 Nov 2026 21:00:00 GMT\r\n"
            "Connection: keep-alive\r\nETag: \"6568f1a0-12c\"\r\nAccept-Ranges: bytes\r\n\r\n";
        if (send(client, answer, strlen(answer), MSG_NOSIGNAL) < 0) break;
        left = -1;
    }
    close(client);
    return NULL;
}

static void *listen_on(void *argument) {
    for (;;) {
        int client = accept((int)(long)argument, NULL, NULL);
        pthread_t thread;
        if (client >= 0 && pthread_create(&thread, NULL, swallow, (void *)(long)client) == 0) pthread_detach(thread);
    }
    return NULL;
}

int bare_sink(void) {
    int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    pthread_t thread;
    if (bind(server, (struct sockaddr *)&address, length) != 0 || listen(server, 16) != 0) return 0;
    getsockname(server, (struct sockaddr *)&address, &length);
    if (pthread_create(&thread, NULL, listen_on, (void *)(long)server) != 0) return 0;
    pthread_detach(thread);
    return ntohs(address.sin_port);
}
