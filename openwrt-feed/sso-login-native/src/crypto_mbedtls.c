/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The backend on mbedTLS, 2.28 and 3.6. Uses only what has the same signature in both, and only
 * libmbedcrypto.
 */
#include "native_backend.h"

#include <mbedtls/ecdsa.h>
#include <mbedtls/ecp.h>
#include <mbedtls/md.h>
#include <mbedtls/pk.h>
#include <mbedtls/platform_util.h>
#include <mbedtls/rsa.h>
#include <mbedtls/version.h>

const char native_backend_name[] = "mbedtls";

int native_backend_init(void)
{
	return mbedtls_md_info_from_type(MBEDTLS_MD_SHA256) ? 0 : -1;
}

void native_memzero(void *p, size_t len)
{
	if (len > 0)
		mbedtls_platform_zeroize(p, len);
}

static mbedtls_md_type_t md_type(int bits)
{
	return bits == 512   ? MBEDTLS_MD_SHA512
	       : bits == 384 ? MBEDTLS_MD_SHA384
			     : MBEDTLS_MD_SHA256;
}

int native_backend_sha(int bits, struct native_bytes input, uint8_t *output)
{
	return mbedtls_md(mbedtls_md_info_from_type(md_type(bits)), input.data, input.len, output);
}

int native_backend_hmac_sha256(struct native_bytes key, struct native_bytes msg, uint8_t *output)
{
	return mbedtls_md_hmac(mbedtls_md_info_from_type(MBEDTLS_MD_SHA256), key.data, key.len,
			       msg.data, msg.len, output);
}

/* The library's random numbers are the kernel's. */
static int random_bytes(void *nothing, unsigned char *out, size_t len)
{
	(void)nothing;
	return native_random(out, len);
}

/* An empty RSA key, which signs and verifies PKCS#1 v1.5 in both versions, and NULL on failure; the
 * caller frees `pk` either way. */
static mbedtls_rsa_context *new_rsa(mbedtls_pk_context *pk)
{
	mbedtls_pk_init(pk);
	return mbedtls_pk_setup(pk, mbedtls_pk_info_from_type(MBEDTLS_PK_RSA)) == 0
		       ? mbedtls_pk_rsa(*pk)
		       : NULL;
}

/* Takes the public numbers, and the private one unless it is NULL. */
static bool load_rsa(mbedtls_rsa_context *rsa, const struct native_rsa_key *key, const uint8_t *d)
{
	return rsa != NULL &&
	       mbedtls_rsa_import_raw(rsa, key->n, key->n_len, NULL, 0, NULL, 0, d,
				      d != NULL ? key->n_len : 0, key->e, key->e_len) == 0 &&
	       mbedtls_rsa_complete(rsa) == 0 && mbedtls_rsa_check_pubkey(rsa) == 0;
}

bool native_backend_rsa_verify(const struct native_rsa_key *key, bool pss, int bits,
			       const uint8_t *hash, const uint8_t *sig)
{
	size_t hash_len = (size_t)bits / 8;
	mbedtls_md_type_t md = md_type(bits);
	mbedtls_pk_rsassa_pss_options options = {md, bits / 8};
	mbedtls_pk_context pk;
	bool ok = load_rsa(new_rsa(&pk), key, NULL) &&
		  mbedtls_pk_verify_ext(pss ? MBEDTLS_PK_RSASSA_PSS : MBEDTLS_PK_RSA,
					pss ? &options : NULL, &pk, md, hash, hash_len, sig,
					key->n_len) == 0;

	mbedtls_pk_free(&pk);
	return ok;
}

#if MBEDTLS_VERSION_NUMBER < 0x03000000
#define RSA_MODE MBEDTLS_RSA_PRIVATE,
#else
#define RSA_MODE
#endif

bool native_backend_rsa_sign(const struct native_rsa_key *key, const uint8_t *d,
			     const uint8_t *hash, uint8_t *sig)
{
	mbedtls_pk_context pk;
	mbedtls_rsa_context *rsa = new_rsa(&pk);
	bool ok = load_rsa(rsa, key, d) &&
		  mbedtls_rsa_pkcs1_sign(rsa, random_bytes, NULL, RSA_MODE MBEDTLS_MD_SHA256,
					 NATIVE_SHA256_SIZE, hash, sig) == 0;

	mbedtls_pk_free(&pk);
	return ok;
}

bool native_backend_rsa_make(uint8_t *key)
{
	size_t size = NATIVE_RSA_PRIVATE_SIZE / 2;
	mbedtls_pk_context pk;
	mbedtls_rsa_context *rsa = new_rsa(&pk);
	bool ok =
		rsa != NULL &&
		mbedtls_rsa_gen_key(rsa, random_bytes, NULL, 8 * (unsigned int)size, 65537) == 0 &&
		mbedtls_rsa_export_raw(rsa, key, size, NULL, 0, NULL, 0, key + size, size, NULL,
				       0) == 0;

	mbedtls_pk_free(&pk);
	return ok;
}

/* Numbers of an elliptic curve: a key, and a signature. */
struct numbers {
	mbedtls_ecp_group group;
	mbedtls_ecp_point point;
	mbedtls_mpi d, r, s;
};

static void init_numbers(struct numbers *ec)
{
	mbedtls_ecp_group_init(&ec->group);
	mbedtls_ecp_point_init(&ec->point);
	mbedtls_mpi_init(&ec->d);
	mbedtls_mpi_init(&ec->r);
	mbedtls_mpi_init(&ec->s);
}

/* Passes a result on. */
static bool free_numbers(struct numbers *ec, bool ok)
{
	mbedtls_mpi_free(&ec->s);
	mbedtls_mpi_free(&ec->r);
	mbedtls_mpi_free(&ec->d);
	mbedtls_ecp_point_free(&ec->point);
	mbedtls_ecp_group_free(&ec->group);
	return ok;
}

static bool load_point(const struct native_ec_key *key, struct numbers *ec)
{
	static const mbedtls_ecp_group_id ids[NATIVE_CURVES] = {
		[NATIVE_P256] = MBEDTLS_ECP_DP_SECP256R1,
		[NATIVE_P384] = MBEDTLS_ECP_DP_SECP384R1,
		[NATIVE_P521] = MBEDTLS_ECP_DP_SECP521R1,
		[NATIVE_ED25519] = MBEDTLS_ECP_DP_NONE,
	};

	init_numbers(ec);
	return mbedtls_ecp_group_load(&ec->group, ids[key->curve->id]) == 0 &&
	       mbedtls_ecp_point_read_binary(&ec->group, &ec->point, key->point,
					     1 + 2 * key->curve->coordinate) == 0 &&
	       mbedtls_ecp_check_pubkey(&ec->group, &ec->point) == 0;
}

bool native_backend_ec_check(const struct native_ec_key *key)
{
	struct numbers ec;

	return free_numbers(&ec, load_point(key, &ec));
}

bool native_backend_ec_verify(const struct native_ec_key *key, int bits, const uint8_t *hash,
			      const uint8_t *sig)
{
	size_t size = key->curve->coordinate;
	struct numbers ec;
	bool ok = load_point(key, &ec) && mbedtls_mpi_read_binary(&ec.r, sig, size) == 0 &&
		  mbedtls_mpi_read_binary(&ec.s, sig + size, size) == 0 &&
		  mbedtls_ecdsa_verify(&ec.group, hash, (size_t)bits / 8, &ec.point, &ec.r,
				       &ec.s) == 0;

	return free_numbers(&ec, ok);
}

bool native_backend_ec_make(uint8_t *key)
{
	size_t size = NATIVE_EC_PRIVATE_SIZE / 3, len = 0;
	uint8_t point[1 + 2 * NATIVE_EC_PRIVATE_SIZE / 3];
	struct numbers ec;
	bool ok;

	init_numbers(&ec);
	ok = mbedtls_ecp_group_load(&ec.group, MBEDTLS_ECP_DP_SECP256R1) == 0 &&
	     mbedtls_ecp_gen_keypair(&ec.group, &ec.d, &ec.point, random_bytes, NULL) == 0 &&
	     mbedtls_ecp_point_write_binary(&ec.group, &ec.point, MBEDTLS_ECP_PF_UNCOMPRESSED, &len,
					    point, sizeof(point)) == 0 &&
	     mbedtls_mpi_write_binary(&ec.d, key + 2 * size, size) == 0;
	if (ok)
		memcpy(key, point + 1, 2 * size);
	return free_numbers(&ec, ok);
}

bool native_backend_ec_sign(const struct native_ec_key *key, const uint8_t *d, const uint8_t *hash,
			    uint8_t *sig)
{
	size_t size = key->curve->coordinate;
	struct numbers ec;
	bool ok = load_point(key, &ec) && mbedtls_mpi_read_binary(&ec.d, d, size) == 0 &&
		  mbedtls_ecdsa_sign(&ec.group, &ec.r, &ec.s, &ec.d, hash, NATIVE_SHA256_SIZE,
				     random_bytes, NULL) == 0 &&
		  mbedtls_mpi_write_binary(&ec.r, sig, size) == 0 &&
		  mbedtls_mpi_write_binary(&ec.s, sig + size, size) == 0;

	return free_numbers(&ec, ok);
}

/* The library has no Ed25519. */
bool native_backend_ed_verify(const struct native_ec_key *key, struct native_bytes msg,
			      const uint8_t *sig)
{
	(void)key;
	(void)msg;
	(void)sig;
	return false;
}
