/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of native_trust.h. */
#define _GNU_SOURCE /* memmem */
#include "native_trust.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	BUNDLE_MIN = 16 * 1024,   /* some ten certificates: nothing to gain below */
	FILE_LIMIT = 1024 * 1024, /* of a bundle; the system's has 220 KB */
	CHAIN_LIMIT = 8,          /* certificates of a chain that are looked at */
};

static const char begin_mark[] = "-----BEGIN CERTIFICATE-----";
static const char end_mark[] = "-----END CERTIFICATE-----";

struct bytes {
	unsigned char *data;
	size_t len;
};

/* A regular file's text; NULL when it cannot be read. Where it is to be ours, no one else may write
 * it. */
static char *read_text(const char *path, bool ours)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | (ours ? O_NOFOLLOW : 0));
	struct stat info;
	char *text = NULL;
	ssize_t len = -1;

	if (fd == -1)
		return NULL;
	if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size < FILE_LIMIT &&
	    (!ours || (info.st_uid == geteuid() && (info.st_mode & 022) == 0)))
		text = malloc((size_t)info.st_size + 1);
	if (text != NULL)
		len = read(fd, text, (size_t)info.st_size);
	close(fd);
	if (len == -1) {
		free(text);
		return NULL;
	}
	text[len] = '\0';
	return text;
}

/* Base64 (RFC 4648) up to `end` in place; what is no digit is skipped. */
static struct bytes decode(char *text, const char *end)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	struct bytes der = {(unsigned char *)text, 0};
	unsigned int bits = 0, count = 0;

	for (const char *c = text; c < end; c++) {
		const char *digit = memchr(digits, *c, sizeof(digits) - 1);

		if (digit == NULL)
			continue;
		bits = bits << 6 | (unsigned int)(digit - digits);
		count += 6;
		if (count >= 8) {
			count -= 8;
			der.data[der.len++] = (unsigned char)(bits >> count);
		}
	}
	return der;
}

/*
 * Cuts the next element off DER (X.690); its content, or with `whole` all of it. The data is NULL
 * when there is none.
 */
static struct bytes next_element(struct bytes *from, bool whole)
{
	const struct bytes none = {NULL, 0};
	unsigned char *start = from->data;
	size_t head = 2, len;

	if (from->len < 2)
		return none;
	len = start[1];
	if (len > 0x82)
		return none;
	if (len > 0x80) {
		head += len - 0x80;
		if (from->len < head)
			return none;
		len = head == 3 ? start[2] : (size_t)(start[2] << 8 | start[3]);
	}
	if (len > from->len - head)
		return none;
	from->data += head + len;
	from->len -= head + len;
	return whole ? (struct bytes){start, head + len} : (struct bytes){start + head, len};
}

/* The name of a certificate's issuer (RFC 5280, section 4.1); no data when there is none. */
static struct bytes issuer_of(struct bytes certificate)
{
	struct bytes body = next_element(&certificate, false);
	struct bytes fields = next_element(&body, false);

	if (fields.len > 0 && fields.data[0] == 0xa0)
		next_element(&fields, false); /* version */
	next_element(&fields, false);         /* serialNumber */
	next_element(&fields, false);         /* signature */
	return next_element(&fields, true);
}

/* A fact that libcurl tells of a certificate, after its name and colon; NULL when it does not. */
static char *fact_of(const struct curl_slist *facts, const char *name)
{
	size_t len = strlen(name);

	for (; facts != NULL; facts = facts->next) {
		if (strncmp(facts->data, name, len) == 0 && facts->data[len] == ':')
			return facts->data + len + 1;
	}
	return NULL;
}

/* A certificate of a chain, decoded in the chain's own text; no data when libcurl does not tell. */
static struct bytes certificate_of(const struct curl_slist *facts)
{
	char *text = fact_of(facts, "Cert");
	char *pem = text != NULL ? strstr(text, begin_mark) : NULL;
	char *end = pem != NULL ? strstr(pem, end_mark) : NULL;

	if (end == NULL)
		return (struct bytes){NULL, 0};
	return decode(pem + sizeof(begin_mark) - 1, end);
}

/* The issuers of a chain; they lie in the chain's own texts. */
static size_t issuers_of(const struct curl_certinfo *chain, struct bytes *issuers)
{
	size_t count = 0;

	for (int i = 0; i < chain->num_of_certs && count < CHAIN_LIMIT; i++) {
		issuers[count] = issuer_of(certificate_of(chain->certinfo[i]));
		if (issuers[count].data != NULL)
			count++;
	}
	return count;
}

static bool read_certificate(struct native_https_certificate *to, const struct curl_slist *facts)
{
	const char *subject = fact_of(facts, "Subject"), *issuer = fact_of(facts, "Issuer");
	struct bytes der = certificate_of(facts);

	if (subject == NULL || issuer == NULL || der.len == 0 || der.len > sizeof(to->der))
		return false;
	snprintf(to->subject, sizeof(to->subject), "%s", subject);
	snprintf(to->issuer, sizeof(to->issuer), "%s", issuer);
	memcpy(to->der, der.data, der.len);
	to->der_len = der.len;
	return true;
}

bool native_trust_peer(struct native_https_peer *peer, const struct curl_certinfo *chain)
{
	int count = chain->num_of_certs;

	if (count < 1 || !read_certificate(&peer->own, chain->certinfo[0]))
		return false;
	/* Decoding uses a text up. */
	if (count < 2 || !read_certificate(&peer->last, chain->certinfo[count - 1]))
		peer->last = peer->own;
	return true;
}

static bool vouches(struct bytes root, const struct bytes *issuers, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (memmem(root.data, root.len, issuers[i].data, issuers[i].len) != NULL)
			return true;
	}
	return false;
}

/* Those of a bundle's certificates that have one of the names, a line end after each; uses up the
 * bundle. */
static char *roots_in(char *bundle, const struct bytes *issuers, size_t count)
{
	size_t used = 0, bare = sizeof(begin_mark) + sizeof(end_mark) - 2;
	char *roots = malloc(strlen(bundle) + strlen(bundle) / bare + 1);

	while (roots != NULL && (bundle = strstr(bundle, begin_mark)) != NULL) {
		char *end = strstr(bundle, end_mark);
		size_t len;

		if (end == NULL)
			break;
		len = (size_t)(end - bundle) + sizeof(end_mark) - 1;
		memcpy(roots + used, bundle, len);
		if (vouches(decode(bundle + sizeof(begin_mark) - 1, end), issuers, count)) {
			used += len;
			roots[used++] = '\n';
		}
		bundle = end + sizeof(end_mark) - 1; /* a dash is of only one mark */
	}
	if (roots != NULL)
		roots[used] = '\0';
	return roots;
}

static void write_text(const char *path, const char *head, const char *text)
{
	char temporary[TRUST_PATH + 4];
	FILE *file;
	int fd;

	snprintf(temporary, sizeof(temporary), "%s.tmp", path);
	unlink(temporary); /* of a process that died */
	fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	file = fd != -1 ? fdopen(fd, "w") : NULL;
	if (file == NULL)
		return;
	fprintf(file, "%s%s", head, text);
	if (fclose(file) != 0 || rename(temporary, path) != 0)
		unlink(temporary);
}

void native_trust_recall(struct native_trust *trust, const char *folder, const char *bundle,
			 const char *url)
{
	uint64_t hash = 14695981039346656037U;    /* FNV-1a; the head has the origin itself */
	size_t len = 8 + strcspn(url + 8, "/?#"); /* after https:// */
	struct stat info;
	char *text;

	trust->file[0] = '\0';
	trust->roots = NULL;
	if (stat(bundle, &info) != 0 || info.st_size < BUNDLE_MIN)
		return;
	if (snprintf(trust->head, sizeof(trust->head), "%s %lld %lld.%ld %lld.%ld\n%.*s\n", bundle,
		     (long long)info.st_size, (long long)info.st_mtim.tv_sec, info.st_mtim.tv_nsec,
		     (long long)info.st_ctim.tv_sec, info.st_ctim.tv_nsec, (int)len,
		     url) >= (int)sizeof(trust->head))
		return;
	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)url[i]) * 1099511628211U;
	if (snprintf(trust->file, TRUST_PATH, "%s/trust_%016llx.pem", folder,
		     (unsigned long long)hash) >= TRUST_PATH) {
		trust->file[0] = '\0';
		return;
	}
	text = read_text(trust->file, true);
	len = strlen(trust->head);
	if (text != NULL && strncmp(text, trust->head, len) == 0)
		trust->roots = strdup(text + len);
	free(text);
}

void native_trust_learn(struct native_trust *trust, const char *bundle,
			const struct curl_certinfo *chain)
{
	struct bytes issuers[CHAIN_LIMIT];
	size_t count = issuers_of(chain, issuers);
	char *text = count > 0 ? read_text(bundle, false) : NULL;
	char *roots = text != NULL ? roots_in(text, issuers, count) : NULL;

	/* The same ones again did not suffice: from now on the whole bundle decides. */
	if (roots != NULL && trust->roots != NULL && strcmp(trust->roots, roots) == 0)
		roots[0] = '\0';
	if (roots != NULL)
		write_text(trust->file, trust->head, roots);
	free(roots);
	free(text);
}
