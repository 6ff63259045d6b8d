/* SPDX-License-Identifier: Apache-2.0 */
#include "native_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whole numbers up to 2^53 are exact in a double. */
#define MAX_WHOLE 9007199254740992.0
/* Digits with which a whole number is less than that. */
#define PLAIN_DIGITS 15

/* Bytes of an escape, \uXXXX. */
#define UNICODE_ESCAPE 6

struct rewriter {
	const char *at;
	const char *end;
	char *out;
	bool repairs;
};

/* The outcome of a reading; an absent value is one that is null. */
enum found { BROKEN, ABSENT, PRESENT };

static enum found rewrite_value(struct rewriter *r, unsigned int depth);

/* The next byte; NUL at the end, and NUL itself is nowhere allowed. */
static char peek(const struct rewriter *r)
{
	return r->at < r->end ? *r->at : '\0';
}

static void write_bytes(struct rewriter *r, const char *bytes, size_t len)
{
	memcpy(r->out, bytes, len);
	r->out += len;
}

static void skip_blanks(struct rewriter *r)
{
	while (peek(r) == ' ' || peek(r) == '\t' || peek(r) == '\r' || peek(r) == '\n')
		r->at++;
}

static bool take(struct rewriter *r, char wanted)
{
	if (peek(r) != wanted)
		return false;
	r->at++;
	return true;
}

static bool take_word(struct rewriter *r, const char *word)
{
	size_t len = strlen(word);

	if ((size_t)(r->end - r->at) < len || memcmp(r->at, word, len) != 0)
		return false;
	r->at += len;
	return true;
}

/* The value of the escape \uXXXX at a place; -1 where there is none. */
static int unicode_at(const struct rewriter *r, size_t offset)
{
	int value = 0;

	if ((size_t)(r->end - r->at) < offset + UNICODE_ESCAPE || r->at[offset] != '\\' ||
	    r->at[offset + 1] != 'u')
		return -1;
	for (size_t i = offset + 2; i < offset + UNICODE_ESCAPE; i++) {
		char c = r->at[i];
		int digit = c >= '0' && c <= '9'   ? c - '0'
			    : c >= 'a' && c <= 'f' ? c - 'a' + 10
			    : c >= 'A' && c <= 'F' ? c - 'A' + 10
						   : -1;
		if (digit < 0)
			return -1;
		value = value * 16 + digit;
	}
	return value;
}

static bool is_first_half(int value)
{
	return value >= 0xd800 && value < 0xdc00;
}

static bool is_second_half(int value)
{
	return value >= 0xdc00 && value < 0xe000;
}

static bool rewrite_escape(struct rewriter *r, bool is_name)
{
	int value = unicode_at(r, 0);
	size_t len = value < 0 ? 2 : UNICODE_ESCAPE;
	bool is_half = is_first_half(value) || is_second_half(value);

	if (value < 0 &&
	    (r->end - r->at < 2 || r->at[1] == '\0' || !strchr("\"\\/bfnrt", r->at[1])))
		return false;
	if (is_first_half(value) && is_second_half(unicode_at(r, UNICODE_ESCAPE))) {
		len = 2 * UNICODE_ESCAPE;
		is_half = false;
	}
	if (is_half && !r->repairs)
		return false;
	if (is_half || value == 0)
		write_bytes(r, is_name ? "\\uffff" : "\\u0000", UNICODE_ESCAPE);
	else
		write_bytes(r, r->at, len);
	r->at += len;
	return true;
}

static bool rewrite_string(struct rewriter *r, bool is_name)
{
	if (!take(r, '"'))
		return false;
	*r->out++ = '"';
	while (peek(r) != '"') {
		if (peek(r) == '\0' || (peek(r) == '\\' && !rewrite_escape(r, is_name)))
			return false;
		if (peek(r) != '\\' && peek(r) != '"' && peek(r) != '\0')
			*r->out++ = *r->at++;
	}
	r->at++;
	*r->out++ = '"';
	return true;
}

/* Takes digits, and returns how many. */
static size_t take_digits(struct rewriter *r)
{
	const char *start = r->at;

	while (peek(r) >= '0' && peek(r) <= '9')
		r->at++;
	return (size_t)(r->at - start);
}

/* Takes the characters of a number; `is_whole` where it has neither point nor exponent. */
static bool take_number(struct rewriter *r, size_t *digits, bool *is_whole)
{
	bool is_negative = take(r, '-');
	const char *start = r->at;

	*digits = take_digits(r);
	*is_whole = true;
	if (*digits > 1 && *start == '0')
		return false;
	if (take(r, '.')) {
		*is_whole = false;
		if (take_digits(r) == 0 && *digits == 0)
			return false;
		if (*digits == 0 && !is_negative)
			return false;
	} else if (*digits == 0) {
		return false;
	}
	if (take(r, 'e') || take(r, 'E')) {
		*is_whole = false;
		if (!take(r, '-'))
			(void)take(r, '+');
		return take_digits(r) > 0;
	}
	return true;
}

/* The value of a number; a short one is copied, as no NUL need follow a short text. */
static double number_at(const char *start, size_t len)
{
	char copy[32];

	if (len >= sizeof(copy))
		return strtod(start, NULL);
	memcpy(copy, start, len);
	copy[len] = '\0';
	return strtod(copy, NULL);
}

static enum found rewrite_number(struct rewriter *r)
{
	const char *start = r->at;
	size_t digits, len;
	bool is_whole;
	double value;

	if (!take_number(r, &digits, &is_whole))
		return BROKEN;
	len = (size_t)(r->at - start);
	if (is_whole && digits <= PLAIN_DIGITS) {
		write_bytes(r, start, len);
		return PRESENT;
	}
	value = number_at(start, len);
	if (!isfinite(value)) {
		write_bytes(r, "false", strlen("false"));
		return r->repairs ? PRESENT : BROKEN;
	}
	if (value <= MAX_WHOLE && value >= -MAX_WHOLE && (double)(long long)value == value) {
		/* Adding zero takes the sign from zero. */
		r->out += sprintf(r->out, "%.0f", value + 0.0);
		return PRESENT;
	}
	write_bytes(r, start, len);
	if (is_whole)
		write_bytes(r, "e0", strlen("e0"));
	return PRESENT;
}

/* An element of an array, of which nothing is written where it is absent, or a member of an object.
 */
static bool rewrite_item(struct rewriter *r, bool is_object, bool *is_first, unsigned int depth)
{
	char *start = r->out;
	enum found found;

	if (!*is_first)
		*r->out++ = ',';
	skip_blanks(r);
	if (is_object) {
		if (!rewrite_string(r, true))
			return false;
		skip_blanks(r);
		if (!take(r, ':'))
			return false;
		*r->out++ = ':';
	}
	found = rewrite_value(r, depth);
	if (found == ABSENT && !is_object) {
		r->out = start;
	} else {
		/* Of members with one name the last counts, also where that is null. */
		if (found == ABSENT)
			write_bytes(r, "null", strlen("null"));
		*is_first = false;
	}
	skip_blanks(r);
	return found != BROKEN;
}

/* Passes over a string, whatever its escapes. */
static bool skip_string(struct rewriter *r)
{
	r->at++;
	while (peek(r) != '"') {
		if (peek(r) == '\\')
			r->at++;
		if (peek(r) == '\0')
			return false;
		r->at++;
	}
	r->at++;
	return true;
}

/* Passes over an array or object to its end, whatever is in it: those of any depth. */
static bool skip_container(struct rewriter *r)
{
	size_t open = 0;

	do {
		char c = peek(r);

		if (c == '\0' || (c == '"' && !skip_string(r)))
			return false;
		if (c == '{' || c == '[')
			open++;
		else if (c == '}' || c == ']')
			open--;
		if (c != '"')
			r->at++;
	} while (open > 0);
	return true;
}

static enum found rewrite_container(struct rewriter *r, unsigned int depth)
{
	bool is_object = *r->at == '{';
	char closing = is_object ? '}' : ']';
	bool is_first = true;

	if (depth > NATIVE_JSON_DEPTH)
		return r->repairs && skip_container(r) ? ABSENT : BROKEN;
	*r->out++ = *r->at++;
	skip_blanks(r);
	if (!take(r, closing)) {
		do {
			if (!rewrite_item(r, is_object, &is_first, depth + 1))
				return BROKEN;
		} while (take(r, ','));
		if (!take(r, closing))
			return BROKEN;
	}
	*r->out++ = closing;
	return PRESENT;
}

/* A value on a level: that of the text is the first. */
static enum found rewrite_value(struct rewriter *r, unsigned int depth)
{
	skip_blanks(r);
	switch (peek(r)) {
	case '{':
	case '[':
		return rewrite_container(r, depth);
	case '"':
		return rewrite_string(r, false) ? PRESENT : BROKEN;
	case 't':
		write_bytes(r, "true", strlen("true"));
		return take_word(r, "true") ? PRESENT : BROKEN;
	case 'f':
		write_bytes(r, "false", strlen("false"));
		return take_word(r, "false") ? PRESENT : BROKEN;
	case 'n':
		return take_word(r, "null") ? ABSENT : BROKEN;
	default:
		return rewrite_number(r);
	}
}

size_t native_json_rewrite(const char *text, size_t len, bool repairs, char *out)
{
	struct rewriter r = {.at = text, .end = text + len, .out = out, .repairs = repairs};
	enum found found = len <= NATIVE_JSON_MAX ? rewrite_value(&r, 1) : BROKEN;

	skip_blanks(&r);
	if (found == BROKEN || r.at != r.end)
		return 0;
	if (found == ABSENT)
		write_bytes(&r, "null", strlen("null"));
	return (size_t)(r.out - out);
}
