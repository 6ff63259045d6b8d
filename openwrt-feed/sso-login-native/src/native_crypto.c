/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The contract of native_crypto.h: every check, then one call of the backend. native_memzero() is
 * in the backend's own file, since each library has its own.
 */
#include "native_backend.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

/* Libraries are not asked what they think of a NULL pointer, even with length 0. */
static const uint8_t nothing[1];

static bool input_ok(struct native_bytes *input)
{
	if (input->len > NATIVE_INPUT_MAX)
		return false;
	if (input->data == NULL && input->len == 0)
		input->data = nothing;
	return input->data != NULL;
}

static bool is_text(struct native_bytes bytes, const char *text)
{
	return bytes.len == strlen(text) && memcmp(bytes.data, text, bytes.len) == 0;
}

/* POSIX has it in no header. */
extern char **environ;

bool native_forget_variable(struct native_bytes name)
{
	for (char **entry = environ; entry != NULL && *entry != NULL; entry++) {
		char *value = *entry + name.len;

		if (strncmp(*entry, (const char *)name.data, name.len) == 0 && *value == '=') {
			native_memzero(value + 1, strlen(value + 1));
			return true;
		}
	}
	return false;
}

const char *native_reason(int result)
{
	switch (result) {
	case NATIVE_OK:
		return "no error";
	case NATIVE_ERR_ARGUMENT:
		return "invalid argument";
	case NATIVE_ERR_KEY:
		return "unacceptable key";
	default:
		return "backend failure";
	}
}

int native_crypto_init(void)
{
	uint8_t probe;

	if (native_backend_init() != 0)
		return NATIVE_ERR_BACKEND;
	return native_random(&probe, sizeof(probe));
}

void native_crypto_deinit(void)
{
}

/* RFC 7518 section 3.1, RFC 8037 section 3.1. */
enum scheme { RSA_PKCS1, RSA_PSS, ECDSA, EDDSA };

struct algorithm {
	char name[6];
	enum scheme scheme;
	int bits; /* of the hash */
	enum native_curve_id curve;
};

static const struct algorithm algorithms[] = {
	{"RS256", RSA_PKCS1, 256, 0},       {"RS384", RSA_PKCS1, 384, 0},
	{"RS512", RSA_PKCS1, 512, 0},       {"PS256", RSA_PSS, 256, 0},
	{"PS384", RSA_PSS, 384, 0},         {"PS512", RSA_PSS, 512, 0},
	{"ES256", ECDSA, 256, NATIVE_P256}, {"ES384", ECDSA, 384, NATIVE_P384},
	{"ES512", ECDSA, 512, NATIVE_P521}, {"EdDSA", EDDSA, 512, NATIVE_ED25519},
};

static bool verify_rsa(const struct algorithm *alg, struct native_bytes msg,
		       struct native_bytes sig, struct native_bytes key_pem)
{
	struct native_rsa_key key;
	uint8_t hash[NATIVE_HASH_MAX];

	return native_rsa_key_read_pem(&key, key_pem) == NATIVE_OK && sig.len == key.n_len &&
	       native_backend_sha(alg->bits, msg, hash) == 0 &&
	       native_backend_rsa_verify(&key, alg->scheme == RSA_PSS, alg->bits, hash, sig.data);
}

static bool verify_ec(const struct algorithm *alg, struct native_bytes msg, struct native_bytes sig,
		      struct native_bytes key_pem)
{
	struct native_ec_key key;
	uint8_t hash[NATIVE_HASH_MAX];

	if (native_ec_key_read_pem(&key, key_pem) != NATIVE_OK || key.curve->id != alg->curve ||
	    sig.len != 2 * key.curve->coordinate)
		return false;
	if (alg->scheme == EDDSA)
		return native_backend_ed_verify(&key, msg, sig.data);
	return native_backend_sha(alg->bits, msg, hash) == 0 &&
	       native_backend_ec_verify(&key, alg->bits, hash, sig.data);
}

/* The algorithm of that name, or NULL. */
static const struct algorithm *find_algorithm(struct native_bytes name)
{
	for (size_t i = 0; i < sizeof(algorithms) / sizeof(algorithms[0]); i++) {
		if (is_text(name, algorithms[i].name))
			return &algorithms[i];
	}
	return NULL;
}

bool native_verify(struct native_bytes alg, struct native_bytes msg, struct native_bytes sig,
		   struct native_bytes key_pem)
{
	const struct algorithm *known;

	if (!input_ok(&alg) || !input_ok(&msg) || !input_ok(&sig) || !input_ok(&key_pem))
		return false;
	known = find_algorithm(alg);
	if (known == NULL)
		return false;
	return known->scheme == RSA_PKCS1 || known->scheme == RSA_PSS
		       ? verify_rsa(known, msg, sig, key_pem)
		       : verify_ec(known, msg, sig, key_pem);
}

/* The algorithm of that name among those that are signed with, or NULL. */
static const struct algorithm *find_own(struct native_bytes name)
{
	const struct algorithm *known = find_algorithm(name);
	bool is_own = known != NULL && known->bits == 256 && known->scheme != RSA_PSS;

	return is_own ? known : NULL;
}

int native_make_key(struct native_bytes alg, uint8_t *output, size_t *len)
{
	const struct algorithm *known = input_ok(&alg) ? find_own(alg) : NULL;
	bool is_rsa = known != NULL && known->scheme == RSA_PKCS1;

	*len = 0;
	if (known == NULL)
		return NATIVE_ERR_ARGUMENT;
	if (!(is_rsa ? native_backend_rsa_make(output) : native_backend_ec_make(output))) {
		native_memzero(output, NATIVE_PRIVATE_MAX);
		return NATIVE_ERR_BACKEND;
	}
	*len = is_rsa ? NATIVE_RSA_PRIVATE_SIZE : NATIVE_EC_PRIVATE_SIZE;
	return NATIVE_OK;
}

static bool sign_rsa(struct native_bytes secret, const uint8_t *hash, uint8_t *sig)
{
	static const uint8_t exponent[] = {1, 0, 1};
	const struct native_bytes e = {exponent, sizeof(exponent)};
	struct native_rsa_key key;
	size_t size = NATIVE_RSA_PRIVATE_SIZE / 2;

	return secret.len == 2 * size &&
	       native_rsa_key_set(&key, (struct native_bytes){secret.data, size}, e) == NATIVE_OK &&
	       key.n_len == size && native_backend_rsa_sign(&key, secret.data + size, hash, sig) &&
	       native_backend_rsa_verify(&key, false, 256, hash, sig);
}

static bool sign_ec(struct native_bytes secret, const uint8_t *hash, uint8_t *sig)
{
	struct native_ec_key key;
	size_t size = NATIVE_EC_PRIVATE_SIZE / 3;

	if (secret.len != 3 * size)
		return false;
	native_ec_key_set(&key, &native_curves[NATIVE_P256], secret.data, secret.data + size);
	return native_backend_ec_sign(&key, secret.data + 2 * size, hash, sig) &&
	       native_backend_ec_verify(&key, 256, hash, sig);
}

int native_sign(struct native_bytes alg, struct native_bytes msg, struct native_bytes key,
		uint8_t *output, size_t *len)
{
	const struct algorithm *known = input_ok(&alg) ? find_own(alg) : NULL;
	bool is_rsa = known != NULL && known->scheme == RSA_PKCS1;
	uint8_t hash[NATIVE_SHA256_SIZE];

	*len = 0;
	if (known == NULL || !input_ok(&msg) || !input_ok(&key))
		return NATIVE_ERR_ARGUMENT;
	if (native_backend_sha(256, msg, hash) != 0)
		return NATIVE_ERR_BACKEND;
	if (!(is_rsa ? sign_rsa(key, hash, output) : sign_ec(key, hash, output))) {
		native_memzero(output, NATIVE_SIGNATURE_MAX);
		return NATIVE_ERR_KEY;
	}
	*len = is_rsa ? NATIVE_RSA_PRIVATE_SIZE / 2 : 2 * NATIVE_EC_PRIVATE_SIZE / 3;
	return NATIVE_OK;
}

int native_alg_hash(struct native_bytes alg, struct native_bytes input, uint8_t *output,
		    size_t *len)
{
	const struct algorithm *known;

	*len = 0;
	if (!input_ok(&alg) || !input_ok(&input))
		return NATIVE_ERR_ARGUMENT;
	known = find_algorithm(alg);
	if (known == NULL)
		return NATIVE_ERR_ARGUMENT;
	*len = (size_t)known->bits / 8;
	return native_backend_sha(known->bits, input, output) == 0 ? NATIVE_OK : NATIVE_ERR_BACKEND;
}

bool native_verify_rs256(const uint8_t *msg, size_t msg_len, const uint8_t *sig, size_t sig_len,
			 const uint8_t *key_pem, size_t key_len)
{
	return native_verify(native_text("RS256"), (struct native_bytes){msg, msg_len},
			     (struct native_bytes){sig, sig_len},
			     (struct native_bytes){key_pem, key_len});
}

bool native_verify_es256(const uint8_t *msg, size_t msg_len, const uint8_t *sig, size_t sig_len,
			 const uint8_t *key_pem, size_t key_len)
{
	return native_verify(native_text("ES256"), (struct native_bytes){msg, msg_len},
			     (struct native_bytes){sig, sig_len},
			     (struct native_bytes){key_pem, key_len});
}

int native_sha256(const uint8_t *input, size_t input_len, uint8_t *output)
{
	struct native_bytes bytes = {input, input_len};

	if (output == NULL || !input_ok(&bytes))
		return NATIVE_ERR_ARGUMENT;
	return native_backend_sha(256, bytes, output) == 0 ? NATIVE_OK : NATIVE_ERR_BACKEND;
}

int native_hmac_sha256(const uint8_t *key, size_t key_len, const uint8_t *msg, size_t msg_len,
		       uint8_t *output)
{
	struct native_bytes secret = {key, key_len}, text = {msg, msg_len};

	if (output == NULL || !input_ok(&secret) || !input_ok(&text))
		return NATIVE_ERR_ARGUMENT;
	return native_backend_hmac_sha256(secret, text, output) == 0 ? NATIVE_OK
								     : NATIVE_ERR_BACKEND;
}

int native_random(uint8_t *buf, size_t len)
{
	size_t done = 0;

	if (buf == NULL || len == 0 || len > NATIVE_INPUT_MAX)
		return NATIVE_ERR_ARGUMENT;

	while (done < len) {
		ssize_t got = getrandom(buf + done, len - done, 0);

		if (got > 0) {
			done += (size_t)got;
		} else if (got == 0 || errno != EINTR) {
			native_memzero(buf, len);
			return NATIVE_ERR_BACKEND;
		}
	}
	return NATIVE_OK;
}

/* Empties `out`; whether it has room for `needed` bytes. */
static bool output_ok(char *out, size_t out_len, size_t needed)
{
	if (out != NULL && out_len > 0)
		out[0] = '\0';
	return out != NULL && out_len >= needed;
}

int native_jwk_rsa_to_pem(const uint8_t *n, size_t n_len, const uint8_t *e, size_t e_len, char *out,
			  size_t out_len)
{
	struct native_bytes modulus = {n, n_len}, exponent = {e, e_len};
	struct native_rsa_key key;

	if (!output_ok(out, out_len, NATIVE_RSA_PEM_SIZE) || !input_ok(&modulus) ||
	    !input_ok(&exponent))
		return NATIVE_ERR_ARGUMENT;
	if (native_rsa_key_set(&key, modulus, exponent) != NATIVE_OK)
		return NATIVE_ERR_KEY;
	native_rsa_key_write_pem(&key, out);
	return NATIVE_OK;
}

static int ec_to_pem(const struct native_curve *curve, struct native_bytes x, struct native_bytes y,
		     char *out, size_t out_len)
{
	bool room = output_ok(out, out_len, NATIVE_EC_PEM_SIZE);
	struct native_ec_key key;

	if (x.len != curve->coordinate || y.len != (curve->numbers - 1) * curve->coordinate)
		return NATIVE_ERR_KEY;
	if (!room || !input_ok(&x) || !input_ok(&y))
		return NATIVE_ERR_ARGUMENT;
	native_ec_key_set(&key, curve, x.data, y.data);
	if (!native_backend_ec_check(&key))
		return NATIVE_ERR_KEY;
	native_ec_key_write_pem(&key, out);
	return NATIVE_OK;
}

int native_jwk_ec_p256_to_pem(const uint8_t *x, size_t x_len, const uint8_t *y, size_t y_len,
			      char *out, size_t out_len)
{
	return ec_to_pem(&native_curves[NATIVE_P256], (struct native_bytes){x, x_len},
			 (struct native_bytes){y, y_len}, out, out_len);
}

int native_jwk_to_pem(struct native_bytes type, struct native_bytes first,
		      struct native_bytes second, char *out, size_t out_len)
{
	if (!output_ok(out, out_len, NATIVE_RSA_PEM_SIZE) || !input_ok(&type) ||
	    !input_ok(&first) || !input_ok(&second))
		return NATIVE_ERR_ARGUMENT;
	if (is_text(type, "RSA"))
		return native_jwk_rsa_to_pem(first.data, first.len, second.data, second.len, out,
					     out_len);

	for (size_t i = 0; i < NATIVE_CURVES; i++) {
		if (is_text(type, native_curves[i].name))
			return ec_to_pem(&native_curves[i], first, second, out, out_len);
	}
	return NATIVE_ERR_KEY;
}

size_t native_random_length(double wanted)
{
	/* Also refuses NaN, and keeps the conversion inside its range. */
	if (wanted >= 1 && wanted <= NATIVE_INPUT_MAX && wanted == (double)(size_t)wanted)
		return (size_t)wanted;
	return 0;
}

bool native_constant_time_eq(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len)
{
	volatile uint8_t difference = 0;

	if (a_len != b_len)
		return false;
	for (size_t i = 0; i < a_len; i++)
		difference = (uint8_t)(difference | (a[i] ^ b[i]));
	return difference == 0;
}
