/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which of a bundle's certificates vouched for an origin. Parsing 143 of them for the one that
 * matters is most of what a login costs, so those few are kept in a file, and are all that later
 * connections trust. They are copies out of the bundle, and count only as long as it is the very
 * file, by its size and times, that they came from.
 */
#ifndef SSO_LOGIN_NATIVE_TRUST_H
#define SSO_LOGIN_NATIVE_TRUST_H

#include "native_https.h"

#include <curl/curl.h>
#include <stdbool.h>

enum {
	TRUST_PATH = 512,
};

/* The remembered roots of an origin. */
struct native_trust {
	char file[TRUST_PATH];     /* "" when nothing can be remembered */
	char head[2 * TRUST_PATH]; /* what the file begins with: bundle and origin */
	char *roots; /* PEM, for free(); "" when they did not suffice, NULL when unknown */
};

/* Looks up what `folder`, which must belong to only this user, has about the origin of `url`. */
void native_trust_recall(struct native_trust *trust, const char *folder, const char *bundle,
			 const char *url);

/* Remembers the roots of a connection that the whole bundle has verified. */
void native_trust_learn(struct native_trust *trust, const char *bundle,
			const struct curl_certinfo *chain);

/* The facts in a chain's first certificate; false where libcurl does not tell. */
bool native_trust_peer(struct native_https_peer *peer, const struct curl_certinfo *chain);

#endif
