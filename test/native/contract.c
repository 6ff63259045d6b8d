/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The native backend's functions called in C, by name, as the contract has them, and the memory of
 * native_trust.h: what a binding cannot see of them. Prints a line for each check, "ok name" or
 * "FAILED name"; built by contract.ts for each backend.
 *
 * native_crypto.c is compiled with -fsanitize-coverage=trace-pc, so that its comparison can be
 * counted, and this file so that a null pointer given to memcpy() ends the program. It includes
 * native_https.c for the callbacks of libcurl.
 */
#include "native_crypto.h"
#include "native_https.c"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void __sanitizer_cov_trace_pc(void);

static void check(const char *name, bool good)
{
	printf("%s %s\n", good ? "ok" : "FAILED", name);
}

/* Basic blocks that instrumented code has entered. */
static unsigned long blocks;

__attribute__((no_sanitize_coverage)) void __sanitizer_cov_trace_pc(void)
{
	blocks++;
}

/* Numbers of a P-256 key: the generator of the curve. */
static const uint8_t gx[] = {0x6b, 0x17, 0xd1, 0xf2, 0xe1, 0x2c, 0x42, 0x47, 0xf8, 0xbc, 0xe6,
			     0xe5, 0x63, 0xa4, 0x40, 0xf2, 0x77, 0x03, 0x7d, 0x81, 0x2d, 0xeb,
			     0x33, 0xa0, 0xf4, 0xa1, 0x39, 0x45, 0xd8, 0x98, 0xc2, 0x96};
static const uint8_t gy[] = {0x4f, 0xe3, 0x42, 0xe2, 0xfe, 0x1a, 0x7f, 0x9b, 0x8e, 0xe7, 0xeb,
			     0x4a, 0x7c, 0x0f, 0x9e, 0x16, 0x2b, 0xce, 0x33, 0x57, 0x6b, 0x31,
			     0x5e, 0xce, 0xcb, 0xb6, 0x40, 0x68, 0x37, 0xbf, 0x51, 0xf5};
static const uint8_t exponent[] = {1, 0, 1};
static uint8_t modulus[512];

/* The bytes written, and bounds that a binding has itself. */
static void check_bytes(void)
{
	static uint8_t big[NATIVE_INPUT_MAX + 1];
	static const uint8_t abc[] = {0xba, 0x78, 0x16, 0xbf};
	uint8_t out[NATIVE_SHA256_SIZE + 8];

	memset(out, 0x5a, sizeof(out));
	check("sha256 is 0 and writes 32 bytes, no more",
	      native_sha256((const uint8_t *)"abc", 3, out) == 0 && memcmp(out, abc, 4) == 0 &&
		      out[32] == 0x5a);
	check("hmac_sha256 is 0 and writes 32 bytes, no more",
	      native_hmac_sha256((const uint8_t *)"key", 3, (const uint8_t *)"m", 1, out) == 0 &&
		      memcmp(out, abc, 4) != 0 && out[32] == 0x5a);
	check("sha256 without output is refused",
	      native_sha256((const uint8_t *)"abc", 3, NULL) < 0);
	check("random of nothing is refused", native_random(out, 0) < 0);
	check("16385 random bytes are refused", native_random(big, 16385) < 0);
}

/* The three ways to a PEM, by their names, with good numbers. */
static int to_rsa(char *out, size_t size)
{
	return native_jwk_rsa_to_pem(modulus, 512, exponent, 3, out, size);
}

static int to_ec(char *out, size_t size)
{
	return native_jwk_ec_p256_to_pem(gx, 32, gy, 32, out, size);
}

static int to_any(char *out, size_t size)
{
	return native_jwk_to_pem(native_text("P-256"), (struct native_bytes){gx, 32},
				 (struct native_bytes){gy, 32}, out, size);
}

static void check_pem(const char *name, int (*convert)(char *out, size_t size), size_t size)
{
	static char pem[4096 + 8];
	char title[100];

	memset(pem, 0x5a, sizeof(pem));
	snprintf(title, sizeof(title), "%s with a buffer of %zu bytes", name, size);
	check(title, convert(pem, size) == 0 && pem[size] == 0x5a &&
			     strncmp(pem, "-----BEGIN PUBLIC KEY-----\n", 27) == 0);
	snprintf(title, sizeof(title), "%s with a byte less is refused, and the buffer empty",
		 name);
	check(title, convert(pem, size - 1) < 0 && pem[0] == '\0');
}

static void check_pems(void)
{
	check_pem("RSA PEM", to_rsa, 4096);
	check_pem("EC PEM", to_ec, 2048);
	check_pem("JWK to PEM", to_any, 4096);
	check("coordinate lengths are checked before anything else",
	      native_jwk_ec_p256_to_pem(NULL, 31, NULL, 32, NULL, 0) == NATIVE_ERR_KEY &&
		      native_jwk_ec_p256_to_pem(NULL, 32, NULL, 33, NULL, 0) == NATIVE_ERR_KEY &&
		      native_jwk_ec_p256_to_pem(NULL, 32, NULL, 32, NULL, 0) ==
			      NATIVE_ERR_ARGUMENT);
}

/* A stack of our own, which stays readable when the function that used it has ended. */
static uint8_t stack[256 * 1024] __attribute__((aligned(4096)));
static uint8_t secret[64];

static void use(uint8_t *bytes)
{
	/* The compiler has to believe that the bytes are read here. */
	__asm__ volatile("" : : "r"(bytes) : "memory");
}

static void *leave_secret(void *wipe)
{
	uint8_t local[16384]; /* large, so that the end of the thread does not reach its first bytes
			       */

	for (size_t i = 0; i < sizeof(secret); i++)
		local[i] = (uint8_t)(secret[i] ^ 0xff);
	use(local);
	if (wipe != NULL)
		native_memzero(local, sizeof(local));
	else
		memset(local, 0, sizeof(local));
	return NULL;
}

/* Whether the bytes that leave_secret() had in its local variable are still on the stack. */
static bool stays_on_stack(void *wipe)
{
	pthread_attr_t attr;
	pthread_t thread;
	uint8_t left[sizeof(secret)];

	memset(stack, 0, sizeof(stack));
	pthread_attr_init(&attr);
	if (pthread_attr_setstack(&attr, stack, sizeof(stack)) != 0 ||
	    pthread_create(&thread, &attr, leave_secret, wipe) != 0 ||
	    pthread_join(thread, NULL) != 0)
		abort();
	pthread_attr_destroy(&attr);
	for (size_t i = 0; i < sizeof(left); i++)
		left[i] = (uint8_t)(secret[i] ^ 0xff);
	for (size_t at = 0; at + sizeof(left) <= sizeof(stack); at++) {
		if (memcmp(stack + at, left, sizeof(left)) == 0)
			return true;
	}
	return false;
}

static void check_memzero(void)
{
	uint8_t bytes[] = {1, 2, 3, 4};
	int wipe = 1;

	native_memzero(bytes + 1, 2);
	check("memzero overwrites the bytes named",
	      bytes[0] == 1 && bytes[1] == 0 && bytes[2] == 0 && bytes[3] == 4);
	native_memzero(NULL, 0);
	native_random(secret, sizeof(secret));
	check("memset before the end of a function is optimized away, so the next check can fail",
	      stays_on_stack(NULL));
	check("memzero is not optimized away", !stays_on_stack(&wipe));
}

/* Basic blocks that one comparison enters; its answer at *same. */
static unsigned long count_blocks(const uint8_t *a, const uint8_t *b, bool *same)
{
	blocks = 0;
	*same = native_constant_time_eq(a, 64, b, 64);
	return blocks;
}

static void check_constant_time(void)
{
	uint8_t base[64], first[64], last[64];
	bool same[3];
	unsigned long counts[3];

	memset(base, 'a', sizeof(base));
	memcpy(first, base, sizeof(base));
	memcpy(last, base, sizeof(base));
	first[0] = 'b';
	last[63] = 'b';
	counts[0] = count_blocks(base, base, &same[0]);
	counts[1] = count_blocks(base, first, &same[1]);
	counts[2] = count_blocks(base, last, &same[2]);
	check("constant_time_eq is right", same[0] && !same[1] && !same[2]);
	check("constant_time_eq: a beginning is another string",
	      !native_constant_time_eq(base, 64, base, 63) &&
		      native_constant_time_eq(base, 0, NULL, 0));
	check("constant_time_eq takes the same way wherever strings differ",
	      counts[0] >= 64 && counts[0] == counts[1] && counts[0] == counts[2]);
}

/* A chain of one certificate, DER of { { serialNumber, signature, issuer } }, whose length at a
 * place is one too great: whether its root is remembered. */
static bool is_learned(size_t at)
{
	uint8_t der[] = {0x30, 0x0c, 0x30, 0x0a, 0x02, 0x01, 0x01,
			 0x30, 0x00, 0x30, 0x03, 0x0c, 0x01, 'x'};
	char folder[] = "/tmp/contract.XXXXXX", bundle[sizeof(folder) + 8];
	char digits[32] = "", pem[128], fact[sizeof(pem) + 8];
	struct curl_slist facts = {fact, NULL}, *certificate = &facts;
	struct curl_certinfo chain = {1, &certificate};
	struct native_trust trust = {.roots = NULL};
	size_t len;
	FILE *file;
	bool learned;

	if (at > 0)
		der[at]++;
	native_base64url_encode((struct native_bytes){der, sizeof(der)}, digits, &len);
	snprintf(pem, sizeof(pem), "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n",
		 digits);
	snprintf(fact, sizeof(fact), "Cert:%s", pem);
	if (mkdtemp(folder) == NULL)
		abort();
	snprintf(bundle, sizeof(bundle), "%s/bundle", folder);
	snprintf(trust.file, sizeof(trust.file), "%s/roots", folder);
	file = fopen(bundle, "w");
	if (file == NULL || fputs(pem, file) == EOF || fclose(file) != 0)
		abort();
	native_trust_learn(&trust, bundle, &chain);
	learned = unlink(trust.file) == 0;
	unlink(bundle);
	rmdir(folder);
	return learned;
}

static void check_trust(void)
{
	check("the root of a certificate is remembered", is_learned(0));
	check("no element of a certificate ends outside the one around it",
	      !is_learned(1) && !is_learned(3) && !is_learned(10));
}

/* libcurl may call back for an empty body. */
static void check_empty_body(void)
{
	struct native_https client = {.body_max = 1};

	check("on_body takes no bytes without a buffer",
	      on_body(NULL, 1, 0, &client) == 0 && client.refusal == REFUSED_NOT);
}

int main(void)
{
	memset(modulus, 0xff, sizeof(modulus));
	check("init is 0", native_crypto_init() == 0);
	check_bytes();
	check_pems();
	check_memzero();
	check_constant_time();
	check_trust();
	check_empty_body();
	native_crypto_deinit();
	check("init works again after deinit", native_crypto_init() == 0);
	return 0;
}
