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
#include <openssl/param_build.h>
#include <openssl/rsa.h>

const char native_backend_name[] = "openssl";

int native_backend_init(void)
{
	return OPENSSL_init_crypto(OPENSSL_INIT_ADD_ALL_DIGESTS, NULL) == 1 ? 0 : -1;
}

/* OpenSSL releases its own state when the process ends. */
void native_backend_deinit(void)
{
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

int native_backend_sha256(const uint8_t *input, size_t input_len, uint8_t *output)
{
	bool ok = EVP_Digest(input, input_len, output, NULL, EVP_sha256(), NULL) == 1;

	return forget_errors(ok) ? 0 : -1;
}

int native_backend_hmac_sha256(const uint8_t *key, size_t key_len, const uint8_t *msg,
			       size_t msg_len, uint8_t *output)
{
	bool ok = HMAC(EVP_sha256(), key, (int)key_len, msg, msg_len, output, NULL) != NULL;

	return forget_errors(ok) ? 0 : -1;
}

/* A public key of the named type from its parameters; NULL if the library refuses it. */
static EVP_PKEY *make_key(const char *type, OSSL_PARAM *params)
{
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
	EVP_PKEY *pkey = NULL;

	if (ctx == NULL || params == NULL || EVP_PKEY_fromdata_init(ctx) != 1 ||
	    EVP_PKEY_fromdata(ctx, &pkey, EVP_PKEY_PUBLIC_KEY, params) != 1)
		pkey = NULL;
	EVP_PKEY_CTX_free(ctx);
	return pkey;
}

static EVP_PKEY *make_rsa_key(const struct native_rsa_key *key)
{
	BIGNUM *n = BN_bin2bn(key->n, (int)key->n_len, NULL);
	BIGNUM *e = BN_bin2bn(key->e, (int)key->e_len, NULL);
	OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
	OSSL_PARAM *params = NULL;
	EVP_PKEY *pkey;

	if (n != NULL && e != NULL && builder != NULL &&
	    OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n) == 1 &&
	    OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e) == 1)
		params = OSSL_PARAM_BLD_to_param(builder);
	pkey = make_key("RSA", params);

	OSSL_PARAM_free(params);
	OSSL_PARAM_BLD_free(builder);
	BN_free(e);
	BN_free(n);
	return pkey;
}

static EVP_PKEY *make_ec_key(const struct native_ec_key *key)
{
	/* OSSL_PARAM has no const; a public key is only read. */
	OSSL_PARAM params[] = {
		OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME,
						 (char *)SN_X9_62_prime256v1, 0),
		OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)key->point,
						  sizeof(key->point)),
		OSSL_PARAM_construct_end(),
	};

	return make_key("EC", params);
}

/* `pkey` may be NULL. PKCS#1 v1.5 is the default padding of RSA. */
static bool verify(EVP_PKEY *pkey, const uint8_t *hash, const uint8_t *sig, size_t sig_len)
{
	EVP_PKEY_CTX *ctx = pkey != NULL ? EVP_PKEY_CTX_new_from_pkey(NULL, pkey, NULL) : NULL;
	bool ok = ctx != NULL && EVP_PKEY_verify_init(ctx) == 1 &&
		  (!EVP_PKEY_is_a(pkey, "RSA") ||
		   EVP_PKEY_CTX_set_rsa_padding(ctx, RSA_PKCS1_PADDING) == 1) &&
		  EVP_PKEY_CTX_set_signature_md(ctx, EVP_sha256()) == 1 &&
		  EVP_PKEY_verify(ctx, sig, sig_len, hash, NATIVE_SHA256_SIZE) == 1;

	EVP_PKEY_CTX_free(ctx);
	return ok;
}

bool native_backend_rsa_verify(const struct native_rsa_key *key, const uint8_t *hash,
			       const uint8_t *sig)
{
	EVP_PKEY *pkey = make_rsa_key(key);
	bool ok = verify(pkey, hash, sig, key->n_len);

	EVP_PKEY_free(pkey);
	return forget_errors(ok);
}

bool native_backend_ec_check(const struct native_ec_key *key)
{
	EVP_PKEY *pkey = make_ec_key(key);
	EVP_PKEY_CTX *ctx = pkey != NULL ? EVP_PKEY_CTX_new_from_pkey(NULL, pkey, NULL) : NULL;
	bool ok = ctx != NULL && EVP_PKEY_public_check_quick(ctx) == 1;

	EVP_PKEY_CTX_free(ctx);
	EVP_PKEY_free(pkey);
	return forget_errors(ok);
}

/* r || s as the DER that OpenSSL verifies; *der is to be freed. */
static int encode_signature(const uint8_t *sig, uint8_t **der)
{
	ECDSA_SIG *pair = ECDSA_SIG_new();
	BIGNUM *r = BN_bin2bn(sig, NATIVE_P256_SIZE, NULL);
	BIGNUM *s = BN_bin2bn(sig + NATIVE_P256_SIZE, NATIVE_P256_SIZE, NULL);
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

bool native_backend_ec_verify(const struct native_ec_key *key, const uint8_t *hash,
			      const uint8_t *sig)
{
	EVP_PKEY *pkey = make_ec_key(key);
	uint8_t *der = NULL;
	int der_len = encode_signature(sig, &der);
	bool ok = native_backend_ec_check(key) && der_len > 0 &&
		  verify(pkey, hash, der, (size_t)der_len);

	OPENSSL_free(der);
	EVP_PKEY_free(pkey);
	return forget_errors(ok);
}
