/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The backend on OpenSSL 3. A failed call leaves entries in the thread's error queue, which libcurl
 * reads in the same process; hence forget_errors().
 */
#include "native_backend.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/params.h>
#include <openssl/rsa.h>
#include <string.h>

const char native_backend_name[] = "openssl";

int native_backend_init(void)
{
	return OPENSSL_init_crypto(OPENSSL_INIT_ADD_ALL_DIGESTS, NULL) == 1 ? 0 : -1;
}

void native_memzero(void *p, size_t len)
{
	OPENSSL_cleanse(p, len);
}

static bool forget_errors(bool ok)
{
	if (!ok)
		ERR_clear_error();
	return ok;
}

static const EVP_MD *md_of(int bits)
{
	return bits == 512 ? EVP_sha512() : bits == 384 ? EVP_sha384() : EVP_sha256();
}

int native_backend_sha(int bits, struct native_bytes input, uint8_t *output)
{
	bool ok = EVP_Digest(input.data, input.len, output, NULL, md_of(bits), NULL) == 1;

	return forget_errors(ok) ? 0 : -1;
}

int native_backend_hmac_sha256(struct native_bytes key, struct native_bytes msg, uint8_t *output)
{
	bool ok =
		HMAC(EVP_sha256(), key.data, (int)key.len, msg.data, msg.len, output, NULL) != NULL;

	return forget_errors(ok) ? 0 : -1;
}

/* A key of the named type from its parameters; NULL if the library refuses it. */
static EVP_PKEY *make_key(const char *type, bool is_private, OSSL_PARAM *params)
{
	int selection = is_private ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
	EVP_PKEY *pkey = NULL;

	if (ctx == NULL || EVP_PKEY_fromdata_init(ctx) != 1 ||
	    EVP_PKEY_fromdata(ctx, &pkey, selection, params) != 1)
		pkey = NULL;
	EVP_PKEY_CTX_free(ctx);
	return pkey;
}

/* A big-endian number as a parameter, which has it at `out` in the machine's order; none of NULL.
 */
static OSSL_PARAM number_param(const char *name, uint8_t *out, const uint8_t *number, size_t len)
{
	if (number == NULL)
		return OSSL_PARAM_construct_end();
	for (size_t i = 0; i < len; i++)
		out[i] = number[__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? len - 1 - i : i];
	return OSSL_PARAM_construct_BN(name, out, len);
}

/* `d` is NULL for a public key. */
static EVP_PKEY *make_rsa_key(const struct native_rsa_key *key, const uint8_t *d)
{
	uint8_t n[sizeof(key->n)], e[sizeof(key->e)], secret[sizeof(key->n)];
	OSSL_PARAM params[] = {
		number_param(OSSL_PKEY_PARAM_RSA_N, n, key->n, key->n_len),
		number_param(OSSL_PKEY_PARAM_RSA_E, e, key->e, key->e_len),
		number_param(OSSL_PKEY_PARAM_RSA_D, secret, d, key->n_len),
		OSSL_PARAM_END,
	};
	EVP_PKEY *pkey = make_key("RSA", d != NULL, params);

	native_memzero(secret, sizeof(secret));
	return pkey;
}

static EVP_PKEY *make_ec_key(const struct native_ec_key *key, const uint8_t *d)
{
	const struct native_curve *curve = key->curve;
	uint8_t secret[NATIVE_COORDINATE_MAX];
	EVP_PKEY *pkey;
	/* OSSL_PARAM has no const; a public key is only read. */
	OSSL_PARAM params[] = {
		OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)curve->name,
				       strlen(curve->name)),
		OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (uint8_t *)key->point,
					1 + 2 * curve->coordinate),
		number_param(OSSL_PKEY_PARAM_PRIV_KEY, secret, d, curve->coordinate),
		OSSL_PARAM_END,
	};

	if (curve->id == NATIVE_ED25519)
		return EVP_PKEY_new_raw_public_key_ex(NULL, curve->name, NULL, key->point + 1,
						      curve->coordinate);
	pkey = make_key("EC", d != NULL, params);
	native_memzero(secret, sizeof(secret));
	return pkey;
}

/* `pkey` may be NULL; `padding` is 0 for a key that is not RSA. */
static bool verify(EVP_PKEY *pkey, int padding, int bits, const uint8_t *hash,
		   struct native_bytes sig)
{
	EVP_PKEY_CTX *ctx = pkey != NULL ? EVP_PKEY_CTX_new_from_pkey(NULL, pkey, NULL) : NULL;
	bool ok = ctx != NULL && EVP_PKEY_verify_init(ctx) == 1 &&
		  (padding == 0 || EVP_PKEY_CTX_set_rsa_padding(ctx, padding) == 1) &&
		  EVP_PKEY_CTX_set_signature_md(ctx, md_of(bits)) == 1 &&
		  (padding != RSA_PKCS1_PSS_PADDING ||
		   EVP_PKEY_CTX_set_rsa_pss_saltlen(ctx, RSA_PSS_SALTLEN_DIGEST) == 1) &&
		  EVP_PKEY_verify(ctx, sig.data, sig.len, hash, (size_t)bits / 8) == 1;

	EVP_PKEY_CTX_free(ctx);
	return ok;
}

bool native_backend_rsa_verify(const struct native_rsa_key *key, bool pss, int bits,
			       const uint8_t *hash, const uint8_t *sig)
{
	EVP_PKEY *pkey = make_rsa_key(key, NULL);
	int padding = pss ? RSA_PKCS1_PSS_PADDING : RSA_PKCS1_PADDING;
	bool ok = verify(pkey, padding, bits, hash, (struct native_bytes){sig, key->n_len});

	EVP_PKEY_free(pkey);
	return forget_errors(ok);
}

bool native_backend_ec_check(const struct native_ec_key *key)
{
	EVP_PKEY *pkey = make_ec_key(key, NULL);
	EVP_PKEY_CTX *ctx = pkey != NULL ? EVP_PKEY_CTX_new_from_pkey(NULL, pkey, NULL) : NULL;
	bool ok = ctx != NULL && EVP_PKEY_public_check_quick(ctx) == 1;

	EVP_PKEY_CTX_free(ctx);
	EVP_PKEY_free(pkey);
	return forget_errors(ok);
}

/* r || s as the DER that OpenSSL verifies; *der is to be freed. */
static int encode_signature(const uint8_t *sig, size_t size, uint8_t **der)
{
	ECDSA_SIG *pair = ECDSA_SIG_new();
	BIGNUM *r = BN_bin2bn(sig, (int)size, NULL);
	BIGNUM *s = BN_bin2bn(sig + size, (int)size, NULL);
	int len = -1;

	if (pair != NULL && r != NULL && s != NULL && ECDSA_SIG_set0(pair, r, s) == 1) {
		r = s = NULL; /* now the pair's */
		len = i2d_ECDSA_SIG(pair, der);
	}
	BN_free(s);
	BN_free(r);
	ECDSA_SIG_free(pair);
	return len;
}

bool native_backend_ec_verify(const struct native_ec_key *key, int bits, const uint8_t *hash,
			      const uint8_t *sig)
{
	EVP_PKEY *pkey = make_ec_key(key, NULL);
	uint8_t *der = NULL;
	int der_len = encode_signature(sig, key->curve->coordinate, &der);
	bool ok = native_backend_ec_check(key) && der_len > 0 &&
		  verify(pkey, 0, bits, hash, (struct native_bytes){der, (size_t)der_len});

	OPENSSL_free(der);
	EVP_PKEY_free(pkey);
	return forget_errors(ok);
}

bool native_backend_ed_verify(const struct native_ec_key *key, struct native_bytes msg,
			      const uint8_t *sig)
{
	EVP_PKEY *pkey = make_ec_key(key, NULL);
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();
	bool ok = pkey != NULL && ctx != NULL &&
		  EVP_DigestVerifyInit_ex(ctx, NULL, NULL, NULL, NULL, pkey, NULL) == 1 &&
		  EVP_DigestVerify(ctx, sig, 2 * key->curve->coordinate, msg.data, msg.len) == 1;

	EVP_MD_CTX_free(ctx);
	EVP_PKEY_free(pkey);
	return forget_errors(ok);
}

/* `pkey` may be NULL; `*len` is the room for the signature, and then its length. */
static bool sign(EVP_PKEY *pkey, const uint8_t *hash, uint8_t *sig, size_t *len)
{
	EVP_PKEY_CTX *ctx = pkey != NULL ? EVP_PKEY_CTX_new_from_pkey(NULL, pkey, NULL) : NULL;
	/* An RSA key signs by PKCS#1 v1.5 unless told otherwise. */
	bool ok = ctx != NULL && EVP_PKEY_sign_init(ctx) == 1 &&
		  EVP_PKEY_CTX_set_signature_md(ctx, EVP_sha256()) == 1 &&
		  EVP_PKEY_sign(ctx, sig, len, hash, NATIVE_SHA256_SIZE) == 1;

	EVP_PKEY_CTX_free(ctx);
	EVP_PKEY_free(pkey);
	return forget_errors(ok);
}

bool native_backend_rsa_sign(const struct native_rsa_key *key, const uint8_t *d,
			     const uint8_t *hash, uint8_t *sig)
{
	size_t len = key->n_len;

	return sign(make_rsa_key(key, d), hash, sig, &len) && len == key->n_len;
}

bool native_backend_ec_sign(const struct native_ec_key *key, const uint8_t *d, const uint8_t *hash,
			    uint8_t *sig)
{
	int size = (int)key->curve->coordinate;
	uint8_t der[2 * NATIVE_COORDINATE_MAX + 16];
	const uint8_t *at = der;
	size_t len = sizeof(der);
	ECDSA_SIG *pair = NULL;
	bool ok = sign(make_ec_key(key, d), hash, der, &len) &&
		  (pair = d2i_ECDSA_SIG(NULL, &at, (long)len)) != NULL &&
		  BN_bn2binpad(ECDSA_SIG_get0_r(pair), sig, size) == size &&
		  BN_bn2binpad(ECDSA_SIG_get0_s(pair), sig + size, size) == size;

	ECDSA_SIG_free(pair);
	return forget_errors(ok);
}

/* Writes numbers of a key one after the other, `size` bytes each, and frees the key, which may be
 * NULL. */
static bool give_key(EVP_PKEY *pkey, const char *const *names, int size, uint8_t *out)
{
	bool ok = pkey != NULL;

	for (; ok && *names != NULL; names++, out += size) {
		BIGNUM *number = NULL;

		ok = EVP_PKEY_get_bn_param(pkey, *names, &number) == 1 &&
		     BN_bn2binpad(number, out, size) == size;
		BN_clear_free(number);
	}
	EVP_PKEY_free(pkey);
	return forget_errors(ok);
}

bool native_backend_rsa_make(uint8_t *key)
{
	static const char *const names[] = {OSSL_PKEY_PARAM_RSA_N, OSSL_PKEY_PARAM_RSA_D, NULL};
	int size = NATIVE_RSA_PRIVATE_SIZE / 2;

	return give_key(EVP_RSA_gen(8 * (unsigned int)size), names, size, key);
}

bool native_backend_ec_make(uint8_t *key)
{
	static const char *const names[] = {OSSL_PKEY_PARAM_EC_PUB_X, OSSL_PKEY_PARAM_EC_PUB_Y,
					    OSSL_PKEY_PARAM_PRIV_KEY, NULL};

	return give_key(EVP_EC_gen("P-256"), names, NATIVE_EC_PRIVATE_SIZE / 3, key);
}
