/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory of native_trust.h: any bundle, any chain as libcurl tells it, any remembered file.
 * The remembered certificates are copies out of the bundle; the same ones a second time make it
 * empty; a file with another head does not count.
 */
#define _GNU_SOURCE /* memmem */
#include "fuzz.h"
#include "native_trust.h"

#include <sys/stat.h>
#include <unistd.h>

enum {
	BUNDLE_SIZE = 16 * 1024, /* the least of which something is remembered */
	MOST = 16,               /* texts of a bundle, certificates of a chain */
};

static const char begin_mark[] = "-----BEGIN CERTIFICATE-----";
static const char end_mark[] = "-----END CERTIFICATE-----";

static char folder[] = "/dev/shm/fuzz_trust.XXXXXX";
static char bundle_path[sizeof(folder) + 8];

static void clean(void)
{
	unlink(bundle_path);
	rmdir(folder);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	CHECK(mkdtemp(folder) != NULL);
	snprintf(bundle_path, sizeof(bundle_path), "%s/bundle", folder);
	atexit(clean);
	return 0;
}

/* A text after a name of libcurl's: as it is, or a certificate whose DER the input has. */
static char *take_text(struct input *in)
{
	static const char *const names[] = {"", "Subject:", "Issuer:", "Cert:"};
	uint8_t form = take_byte(in);
	const char *name = names[form >> 1 & 3];
	struct piece piece = take_piece(in);
	char *text;

	if (form & 1)
		piece = wrap(piece, begin_mark, end_mark);
	text = malloc(strlen(name) + piece.size + 1);
	CHECK(text != NULL);
	strcpy(text, name);
	strncat(text, (const char *)piece.data, piece.size);
	free(piece.data);
	return text;
}

static void write_file(const char *path, const char *text, size_t least)
{
	FILE *file = fopen(path, "w");

	CHECK(file != NULL && fputs(text, file) != EOF);
	CHECK(strlen(text) >= least || ftruncate(fileno(file), (off_t)least) == 0);
	CHECK(fchmod(fileno(file), 0600) == 0 && fclose(file) == 0);
}

static char *take_bundle(struct input *in)
{
	char *bundle = calloc(1, 1);

	for (int count = take_byte(in) % MOST; count > 0; count--) {
		char *text = take_text(in);

		bundle = realloc(bundle, strlen(bundle) + strlen(text) + 1);
		CHECK(bundle != NULL);
		strcat(bundle, text);
		free(text);
	}
	return bundle;
}

struct chain {
	struct curl_certinfo info;
	struct curl_slist *certificates[MOST];
};

static void take_chain(struct input *in, struct chain *chain)
{
	chain->info = (struct curl_certinfo){take_byte(in) % MOST, chain->certificates};
	for (int i = 0; i < chain->info.num_of_certs; i++) {
		chain->certificates[i] = NULL;
		for (int count = take_byte(in) % 4; count > 0; count--) {
			struct curl_slist *fact = malloc(sizeof(*fact));

			CHECK(fact != NULL);
			*fact = (struct curl_slist){take_text(in), chain->certificates[i]};
			chain->certificates[i] = fact;
		}
	}
}

static void free_chain(struct chain *chain)
{
	for (int i = 0; i < chain->info.num_of_certs; i++) {
		for (struct curl_slist *next, *fact = chain->certificates[i]; fact; fact = next) {
			next = fact->next;
			free(fact->data);
			free(fact);
		}
	}
}

static void check_copies(const char *roots, const char *bundle)
{
	while (*roots != '\0') {
		const char *end = strstr(roots, end_mark);

		CHECK(end != NULL && strncmp(roots, begin_mark, sizeof(begin_mark) - 1) == 0);
		end += sizeof(end_mark) - 1;
		CHECK(memmem(bundle, strlen(bundle), roots, (size_t)(end - roots)) != NULL);
		CHECK(*end == '\n');
		roots = end + 1;
	}
}

static void check_peer(struct curl_certinfo *chain)
{
	struct native_https_peer *peer = malloc(sizeof(*peer));

	CHECK(peer != NULL);
	if (native_trust_peer(peer, chain)) {
		const struct native_https_certificate *shown[] = {&peer->own, &peer->last};

		for (size_t i = 0; i < 2; i++) {
			CHECK(shown[i]->der_len > 0);
			CHECK(shown[i]->der_len <= sizeof(shown[i]->der));
			CHECK(strlen(shown[i]->subject) < sizeof(shown[i]->subject));
			CHECK(strlen(shown[i]->issuer) < sizeof(shown[i]->issuer));
		}
	}
	free(peer);
}

static void recall(struct native_trust *trust, const char *url)
{
	free(trust->roots);
	native_trust_recall(trust, folder, bundle_path, url);
}

/* Learns of a chain, whose texts that uses up, and recalls what came of it. */
static void learn(struct native_trust *trust, const char *url, struct input in)
{
	struct chain chain;

	take_chain(&in, &chain);
	native_trust_learn(trust, bundle_path, &chain.info);
	free_chain(&chain);
	recall(trust, url);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	struct native_trust trust = {.roots = NULL};
	char *bundle = take_bundle(&in), *origin = take_text(&in), *remembered = take_text(&in);
	char *url = malloc(8 + strlen(origin) + 1);
	struct chain chain;

	CHECK(url != NULL);
	strcat(strcpy(url, "https://"), origin);
	write_file(bundle_path, bundle, BUNDLE_SIZE);
	recall(&trust, url);
	CHECK(trust.roots == NULL);
	if (trust.file[0] != '\0') {
		write_file(trust.file, remembered, 0);
		recall(&trust, url);
		CHECK(trust.roots == NULL);
		unlink(trust.file);
		learn(&trust, url, in);
		if (trust.roots != NULL) {
			check_copies(trust.roots, bundle);
			learn(&trust, url, in);
			CHECK(trust.roots != NULL && trust.roots[0] == '\0');
		}
		unlink(trust.file);
	}
	take_chain(&in, &chain);
	check_peer(&chain.info);
	free_chain(&chain);
	free(trust.roots);
	free(url);
	free(remembered);
	free(origin);
	free(bundle);
	return 0;
}
