#pragma once
#include <curl/curl.h>

// Swift imports no variadic function: one typed wrapper for each kind of argument in use.
typedef size_t (*ccurl_data_fn)(char *, size_t, size_t, void *);
static inline CURLcode ccurl_set_long(CURL *h, CURLoption o, long v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode ccurl_set_off(CURL *h, CURLoption o, curl_off_t v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode ccurl_set_ptr(CURL *h, CURLoption o, const void *v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode ccurl_set_fn(CURL *h, CURLoption o, ccurl_data_fn f) { return curl_easy_setopt(h, o, f); }
static inline CURLcode ccurl_get_long(CURL *h, CURLINFO i, long *v) { return curl_easy_getinfo(h, i, v); }
static inline CURLMcode ccurl_multi_long(CURLM *m, CURLMoption o, long v) { return curl_multi_setopt(m, o, v); }
