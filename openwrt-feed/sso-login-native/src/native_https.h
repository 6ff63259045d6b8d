/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An HTTPS client on libcurl for the service's back-channel. It knows no language: a binding hands
 * over the options with the functions of struct native_https_options.
 *
 *     method           "GET", "POST", "PUT" or "DELETE"
 *     url              https://, printable ASCII, no user name
 *     headers          list of "Name: value", optional
 *     body             string, only with POST and PUT, optional
 *     ca_file          PEM file that replaces the trust store, optional
 *     trust_folder     folder of only this user, optional; the certificates of the trust store
 *                      that vouched for an origin are remembered in it
 *     timeout          seconds for everything
 *     connect_timeout  seconds until the connection is made, optional
 *     max_body         bytes accepted of the answer's body
 *
 * Proxies, .netrc, cookies and compression do not exist here, and no redirect is followed. For one
 * thread only: where libcurl has no resolver of its own, it bounds the system's with SIGALRM, so
 * that a name server that does not answer cannot exceed the timeout.
 */
#ifndef SSO_LOGIN_NATIVE_HTTPS_H
#define SSO_LOGIN_NATIVE_HTTPS_H

#include <stddef.h>
#include <time.h>

/* A client keeps its connections from one request to the next. */
struct native_https;

enum native_option {
	NATIVE_OPTION_ABSENT,
	NATIVE_OPTION_GIVEN,
	NATIVE_OPTION_WRONG, /* of another type; a number is no string, a string no number */
};

/*
 * How to read the options. Strings may contain NUL; they stay valid until native_https_request()
 * has returned. Values are written only with NATIVE_OPTION_GIVEN.
 */
struct native_https_options {
	void *context;
	enum native_option (*text)(void *context, const char *name, const char **value,
				   size_t *len);
	enum native_option (*number)(void *context, const char *name, double *value);
	/* A string of a list, counted from 0; absent without a list and after the last one. */
	enum native_option (*item)(void *context, const char *name, size_t index,
				   const char **value, size_t *len);
};

struct native_https_answer {
	/*
	 * NULL when there is an answer, or else "certificate", "too_large", "timeout", "resolve",
	 * "connect", "tls", "encoding", "invalid" (nothing was sent), "network".
	 */
	const char *kind;
	const char *message; /* with a kind: one line of printable ASCII, for the log */
	long status;
	const char *content_type; /* "" when absent */
	const char *location;     /* where a redirect leads, made absolute; NULL without one */
	long retry_after;         /* seconds by Retry-After; 0 where the server did not tell */
	const char *body;
	size_t body_len;
	int renewed; /* what was remembered of the origin's certificate did not do */
	time_t date; /* the server's clock in Unix seconds, Age added; -1 when it did not tell */
};

/* A certificate: who it says it is, and who says so. It has not been verified. */
struct native_https_certificate {
	char subject[384], issuer[384]; /* as libcurl writes names; cut */
	unsigned char der[16384];       /* more does not fit into a record of TLS */
	size_t der_len;
};

struct native_https_peer {
	/* The server's own certificate, and the last one that it sends, which may be the same. */
	struct native_https_certificate own, last;
	int trusted; /* but perhaps for the name */
};

/* NULL when libcurl cannot start. */
struct native_https *native_https_open(void);

/* `options` is NULL when what the caller gave are no options at all. */
struct native_https_answer native_https_request(struct native_https *client,
						const struct native_https_options *options);

/*
 * Whose certificate the server of a request shows, trusted or not, whatever its name. No request is
 * sent, and the connections are used for nothing else. 0 where libcurl, or the server, does not
 * tell.
 */
int native_https_peer(const struct native_https_options *options, struct native_https_peer *peer);

/* Overwrites and releases the last answer, which is not to be read any more. */
void native_https_forget(struct native_https *client);

/* Ends a client; NULL is none. */
void native_https_free(struct native_https *client);

#endif
