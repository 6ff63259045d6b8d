/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SubjectPublicKeyInfo (RFC 5280, RFC 3279, RFC 5480) has one DER encoding for a given key. A key
 * is therefore read in two steps: find the numbers, then encode them again and accept the input
 * only if it is the same, byte by byte. Whatever else a PEM file could have (other algorithms,
 * parameters, BER lengths, padding, a second key, bytes after the end) differs and is refused.
 */
#include "native_key.h"

#include "native_base64url.h"

#include <string.h>

static const char pem_begin[] = "-----BEGIN PUBLIC KEY-----";
static const char pem_end[] = "-----END PUBLIC KEY-----";

enum { PEM_LINE = 64 };

/* SEQUENCE { SEQUENCE { ecPublicKey, curve }, BIT STRING (no unused bits, 4 || …) }; RFC 8410 for
 * the last. */
const struct native_curve native_curves[NATIVE_CURVES] = {
	{"P-256", NATIVE_P256, 32, 2, 27, {0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48,
					   0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48,
					   0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04}},
	{"P-384", NATIVE_P384, 48, 2, 24, {0x30, 0x76, 0x30, 0x10, 0x06, 0x07, 0x2a, 0x86,
					   0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x05, 0x2b,
					   0x81, 0x04, 0x00, 0x22, 0x03, 0x62, 0x00, 0x04}},
	{"P-521", NATIVE_P521, 66, 2, 26, {0x30, 0x81, 0x9b, 0x30, 0x10, 0x06, 0x07, 0x2a, 0x86,
					   0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x05, 0x2b, 0x81,
					   0x04, 0x00, 0x23, 0x03, 0x81, 0x86, 0x00, 0x04}},
	{"Ed25519",
	 NATIVE_ED25519,
	 32,
	 1,
	 12,
	 {0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00}},
};

/* SEQUENCE { rsaEncryption, NULL } */
static const uint8_t rsa_algorithm[] = {
	0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
};

enum {
	DER_INTEGER = 0x02,
	DER_BIT_STRING = 0x03,
	DER_SEQUENCE = 0x30,
	/* The largest SubjectPublicKeyInfo accepted: 4096-bit modulus, 64-bit exponent, both with
	 * a zero in front: 4 + 15 + 4 + 1 + 4 + (4 + 513) + (2 + 9). */
	DER_MAX = 556,
};

static struct native_bytes without_leading_zeros(struct native_bytes number)
{
	while (number.len > 0 && number.data[0] == 0) {
		number.data++;
		number.len--;
	}
	return number;
}

static size_t bit_length(struct native_bytes number)
{
	size_t bits = number.len * 8;

	if (number.len == 0)
		return 0;
	for (uint8_t top = number.data[0]; !(top & 0x80); top = (uint8_t)(top << 1))
		bits--;
	return bits;
}

static bool is_odd(struct native_bytes number)
{
	return number.len > 0 && (number.data[number.len - 1] & 1);
}

int native_rsa_key_set(struct native_rsa_key *key, struct native_bytes n, struct native_bytes e)
{
	struct native_bytes modulus = without_leading_zeros(n);
	struct native_bytes exponent = without_leading_zeros(e);
	size_t bits = bit_length(modulus);

	if (bits < NATIVE_RSA_BITS_MIN || bits > NATIVE_RSA_BITS_MAX || !is_odd(modulus))
		return NATIVE_ERR_KEY;
	if (exponent.len > NATIVE_RSA_EXPONENT_SIZE || bit_length(exponent) < 2 ||
	    !is_odd(exponent))
		return NATIVE_ERR_KEY;

	memcpy(key->n, modulus.data, modulus.len);
	key->n_len = modulus.len;
	memcpy(key->e, exponent.data, exponent.len);
	key->e_len = exponent.len;
	return NATIVE_OK;
}

void native_ec_key_set(struct native_ec_key *key, const struct native_curve *curve,
		       const uint8_t *x, const uint8_t *y)
{
	size_t size = curve->coordinate;

	key->curve = curve;
	key->point[0] = 4;
	memcpy(key->point + 1, x, size);
	memcpy(key->point + 1 + size, y, (curve->numbers - 1) * size);
}

/* DER, writing: each puts something in front of `at` and returns where it begins, so that the
 * length of what is within an element is known. */
static uint8_t *put_header(uint8_t *at, uint8_t tag, size_t content_len)
{
	*--at = (uint8_t)(content_len & 0xff);
	if (content_len >= 0x100) {
		*--at = (uint8_t)(content_len >> 8);
		*--at = 0x82;
	} else if (content_len >= 0x80) {
		*--at = 0x81;
	}
	*--at = tag;
	return at;
}

static uint8_t *put_bytes(uint8_t *at, const uint8_t *data, size_t len)
{
	return memcpy(at - len, data, len);
}

/* An INTEGER is signed: a number with its top bit set needs a zero in front. */
static uint8_t *put_integer(uint8_t *at, const uint8_t *number, size_t len)
{
	at = put_bytes(at, number, len);
	if (number[0] & 0x80)
		*--at = 0;
	return put_header(at, DER_INTEGER, len + (number[0] >> 7));
}

static size_t rsa_key_write_der(const struct native_rsa_key *key, uint8_t out[DER_MAX])
{
	uint8_t *end = out + DER_MAX, *at;
	size_t len;

	at = put_integer(end, key->e, key->e_len);
	at = put_integer(at, key->n, key->n_len);
	at = put_header(at, DER_SEQUENCE, (size_t)(end - at));
	*--at = 0; /* unused bits */
	at = put_header(at, DER_BIT_STRING, (size_t)(end - at));
	at = put_bytes(at, rsa_algorithm, sizeof(rsa_algorithm));
	at = put_header(at, DER_SEQUENCE, (size_t)(end - at));
	len = (size_t)(end - at);
	memmove(out, at, len);
	return len;
}

static size_t ec_key_write_der(const struct native_ec_key *key, uint8_t out[DER_MAX])
{
	const struct native_curve *curve = key->curve;
	size_t len = curve->numbers * curve->coordinate;

	memcpy(out, curve->prefix, curve->prefix_len);
	memcpy(out + curve->prefix_len, key->point + 1, len);
	return curve->prefix_len + len;
}

/*
 * DER, reading: takes the element with `tag` from the front of `in`. Only looks where the content
 * is; whether the length was written properly shows when the key is encoded again.
 */
static bool take(struct native_bytes *in, uint8_t tag, struct native_bytes *content)
{
	size_t len, pos = 2;

	if (in->len < 2 || in->data[0] != tag)
		return false;
	len = in->data[1];
	if (len & 0x80) {
		size_t count = len & 0x7f;

		if (count < 1 || count > 2 || in->len < 2 + count)
			return false;
		for (len = 0; count > 0; count--)
			len = len << 8 | in->data[pos++];
	}
	if (len > in->len - pos)
		return false;

	*content = (struct native_bytes){in->data + pos, len};
	in->data += pos + len;
	in->len -= pos + len;
	return true;
}

/* PEM, reading. */
static bool is_line_break(uint8_t c)
{
	return c == '\n' || c == '\r';
}

static bool take_text(struct native_bytes *in, const char *text)
{
	size_t len = strlen(text);

	if (in->len < len || memcmp(in->data, text, len) != 0)
		return false;
	in->data += len;
	in->len -= len;
	return true;
}

static void skip_line_breaks(struct native_bytes *in)
{
	while (in->len > 0 && is_line_break(in->data[0])) {
		in->data++;
		in->len--;
	}
}

/* Decodes base64 (RFC 4648 section 4) from the front of `in` up to the dash that starts the last
 * line: Base64URL with two other digits, and padding. */
static bool take_base64(struct native_bytes *in, uint8_t out[DER_MAX], size_t *out_len)
{
	uint8_t digits[(DER_MAX * 4 + 2) / 3];
	size_t count = 0, padding = 0;

	for (; in->len > 0 && in->data[0] != '-'; in->data++, in->len--) {
		uint8_t c = in->data[0];

		if (is_line_break(c))
			continue;
		if (c == '=')
			padding++;
		else if (c == '_' || padding > 0 || count == sizeof(digits))
			return false;
		else
			digits[count++] = c == '+' ? '-' : c == '/' ? '_' : c;
	}
	return padding < 3 && (count + padding) % 4 == 0 &&
	       native_base64url_decode((struct native_bytes){digits, count}, out, out_len) ==
		       NATIVE_OK;
}

static bool read_pem(struct native_bytes in, uint8_t der[DER_MAX], size_t *der_len)
{
	if (!take_text(&in, pem_begin) || in.len == 0 || !is_line_break(in.data[0]))
		return false;
	if (!take_base64(&in, der, der_len) || !is_line_break(in.data[-1]))
		return false;
	if (!take_text(&in, pem_end))
		return false;
	skip_line_breaks(&in);
	return in.len == 0;
}

int native_rsa_key_read_pem(struct native_rsa_key *key, struct native_bytes pem)
{
	uint8_t der[DER_MAX], again[DER_MAX];
	size_t der_len = 0;
	struct native_bytes in, info, bits, numbers, n, e;

	if (!read_pem(pem, der, &der_len))
		return NATIVE_ERR_KEY;

	in = (struct native_bytes){der, der_len};
	if (!take(&in, DER_SEQUENCE, &info) || info.len < sizeof(rsa_algorithm))
		return NATIVE_ERR_KEY;
	info.data += sizeof(rsa_algorithm);
	info.len -= sizeof(rsa_algorithm);
	if (!take(&info, DER_BIT_STRING, &bits) || bits.len < 1)
		return NATIVE_ERR_KEY;
	bits.data++;
	bits.len--;
	if (!take(&bits, DER_SEQUENCE, &numbers) || !take(&numbers, DER_INTEGER, &n) ||
	    !take(&numbers, DER_INTEGER, &e))
		return NATIVE_ERR_KEY;
	if (native_rsa_key_set(key, n, e) != NATIVE_OK)
		return NATIVE_ERR_KEY;

	if (rsa_key_write_der(key, again) != der_len || memcmp(again, der, der_len) != 0)
		return NATIVE_ERR_KEY;
	return NATIVE_OK;
}

/* The prefix holds all lengths, so that it and the whole length say everything. */
int native_ec_key_read_pem(struct native_ec_key *key, struct native_bytes pem)
{
	uint8_t der[DER_MAX];
	size_t der_len = 0;

	if (!read_pem(pem, der, &der_len))
		return NATIVE_ERR_KEY;

	for (const struct native_curve *curve = native_curves;
	     curve < native_curves + NATIVE_CURVES; curve++) {
		size_t size = curve->coordinate;
		const uint8_t *x = der + curve->prefix_len;

		if (der_len == curve->prefix_len + curve->numbers * size &&
		    memcmp(der, curve->prefix, curve->prefix_len) == 0) {
			native_ec_key_set(key, curve, x, x + size);
			return NATIVE_OK;
		}
	}
	return NATIVE_ERR_KEY;
}

/* PEM, writing. */
static char *put_text(char *out, const char *text)
{
	size_t len = strlen(text);

	memcpy(out, text, len);
	return out + len;
}

static char *put_base64(char *out, const uint8_t *der, size_t der_len)
{
	char digits[(DER_MAX + 2) / 3 * 4];
	size_t count;

	native_base64url_encode((struct native_bytes){der, der_len}, digits, &count);
	while (count % 4 != 0)
		digits[count++] = '=';
	for (size_t i = 0; i < count; i++) {
		*out++ = digits[i] == '-' ? '+' : digits[i] == '_' ? '/' : digits[i];
		if ((i + 1) % PEM_LINE == 0 || i + 1 == count)
			*out++ = '\n';
	}
	return out;
}

static void write_pem(const uint8_t *der, size_t der_len, char *out)
{
	out = put_text(out, pem_begin);
	*out++ = '\n';
	out = put_base64(out, der, der_len);
	out = put_text(out, pem_end);
	*out++ = '\n';
	*out = '\0';
}

void native_rsa_key_write_pem(const struct native_rsa_key *key, char *out)
{
	uint8_t der[DER_MAX];

	write_pem(der, rsa_key_write_der(key, der), out);
}

void native_ec_key_write_pem(const struct native_ec_key *key, char *out)
{
	uint8_t der[DER_MAX];

	write_pem(der, ec_key_write_der(key, der), out);
}
