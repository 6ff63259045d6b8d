/* SPDX-License-Identifier: Apache-2.0 */
/* The HTTPS client of native_https.h, on libcurl. */
#include "native_https.h"
#include "native_trust.h"

#include <curl/curl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#if LIBCURL_VERSION_NUM < 0x075700
#error "libcurl 7.87 or newer is needed"
#endif

enum {
	RETRY_AFTER_MAX = 86400,       /* seconds; a longer time is as none */
	BODY_FIRST = 4096,             /* first allocation for a body; doubled as needed */
	BODY_LIMIT = 16 * 1024 * 1024, /* the largest max_body */
	HEADER_LIMIT = 32 * 1024,      /* all header lines of an answer, interim ones included */
	TIMEOUT_LIMIT = 3600,          /* seconds */
	ALARM_MIN_MS = 2000,           /* see set_timeouts() */
};

enum {
	AGE_NONE = -1,
	AGE_WRONG = -2,
};

/* Why a transfer was ended by one of the callbacks. */
enum refusal {
	REFUSED_NOT,
	REFUSED_BODY_SIZE,
	REFUSED_HEADER_SIZE,
	REFUSED_ENCODING,
	REFUSED_MEMORY,
};

struct native_https {
	CURL *easy;                /* NULL until the first request; keeps its connections */
	struct curl_slist *header; /* of the request under way */
	bool learned; /* has remembered roots: its connections are those of the whole bundle */

	/* The answer under way. */
	char *body;
	size_t body_len, body_size, body_max;
	size_t header_len;
	time_t date; /* of the header Date; -1 without one */
	time_t age;  /* of the first header Age; AGE_NONE, or AGE_WRONG where it is no number */
	bool header_complete; /* the empty line has come */
	enum refusal refusal;
	char detail[CURL_ERROR_SIZE];
	char message[CURL_ERROR_SIZE + 128];
};

/* The options of one request, checked; the strings belong to the caller. */
struct request {
	const char *method;
	bool has_body;
	const char *url;
	const char *body;
	size_t body_len;
	const char *ca_file;
	const char *trust_folder;
	long timeout_ms, connect_timeout_ms;
	size_t max_body;
};

/* Request headers carry the client secret and tokens. */
static void free_request(struct native_https *client)
{
	for (struct curl_slist *line = client->header; line != NULL; line = line->next)
		explicit_bzero(line->data, strlen(line->data));
	curl_slist_free_all(client->header);
	client->header = NULL;
}

static void free_answer(struct native_https *client)
{
	if (client->body != NULL) {
		explicit_bzero(client->body, client->body_size);
		free(client->body);
	}
	client->body = NULL;
	client->body_len = 0;
	client->body_size = 0;
	client->header_len = 0;
	client->date = -1;
	client->age = AGE_NONE;
	client->header_complete = false;
	client->refusal = REFUSED_NOT;
	client->detail[0] = '\0';
}

/* Options: from the caller's to struct request. */

/* A string without NUL. *value is unchanged when the option is absent; false when it is another.
 */
static bool get_text(const struct native_https_options *from, const char *name, const char **value)
{
	const char *text;
	size_t len;
	enum native_option option = from->text(from->context, name, &text, &len);

	if (option != NATIVE_OPTION_GIVEN)
		return option == NATIVE_OPTION_ABSENT;
	if (strlen(text) != len)
		return false;
	*value = text;
	return true;
}

static bool get_number(const struct native_https_options *from, const char *name, double max,
		       double *value)
{
	double number;
	enum native_option option = from->number(from->context, name, &number);

	if (option != NATIVE_OPTION_GIVEN)
		return option == NATIVE_OPTION_ABSENT;
	if (!(number > 0 && number <= max))
		return false;
	*value = number;
	return true;
}

/* https://host..., nothing that could end a request line, no backslash, no user name. */
static bool url_ok(const char *url)
{
	static const char scheme[] = "https://";
	const char *host = url + sizeof(scheme) - 1;

	if (strncasecmp(url, scheme, sizeof(scheme) - 1) != 0)
		return false;
	for (const char *c = url; *c != '\0'; c++) {
		if (*c <= ' ' || *c > '~' || *c == '\\')
			return false;
	}
	return strcspn(host, "/?#") > 0 && memchr(host, '@', strcspn(host, "/?#")) == NULL;
}

/* Headers that only this client may set. */
static bool header_reserved(const char *line, size_t name_len)
{
	static const char *const reserved[] = {
		"Accept-Encoding",   "Connection", "Content-Length", "Expect", "Host", "TE",
		"Transfer-Encoding", "Upgrade",
	};

	for (size_t i = 0; i < sizeof(reserved) / sizeof(reserved[0]); i++) {
		if (strlen(reserved[i]) == name_len &&
		    strncasecmp(line, reserved[i], name_len) == 0)
			return true;
	}
	return false;
}

/* "Name: value" with a token for a name and no control character but tabs. */
static bool header_ok(const char *line)
{
	static const char token[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
				    "!#$%&'*+-.^_`|~";
	size_t name_len = strspn(line, token);
	const char *value = line + name_len + 1;

	if (name_len == 0 || line[name_len] != ':' || header_reserved(line, name_len))
		return false;
	/* Without a value, libcurl would leave the header out. */
	if (value[strspn(value, " \t")] == '\0')
		return false;
	for (const char *c = value; *c != '\0'; c++) {
		if (((unsigned char)*c < ' ' && *c != '\t') || *c == 0x7f)
			return false;
	}
	return true;
}

static bool add_header(struct native_https *client, const char *line)
{
	struct curl_slist *list = curl_slist_append(client->header, line);

	if (list == NULL)
		return false;
	client->header = list;
	return true;
}

static const char *read_headers(struct native_https *client,
				const struct native_https_options *from)
{
	const char *line;
	size_t len;
	enum native_option option;

	/* An empty value takes libcurl's own header away: the body is sent without asking. */
	if (!add_header(client, "Expect:") || !add_header(client, "Accept-Encoding: identity"))
		return "out of memory";
	for (size_t i = 0;; i++) {
		option = from->item(from->context, "headers", i, &line, &len);
		if (option == NATIVE_OPTION_ABSENT)
			return NULL;
		if (option == NATIVE_OPTION_WRONG || strlen(line) != len || !header_ok(line))
			return "headers: not a list of \"Name: value\"";
		if (!add_header(client, line))
			return "out of memory";
	}
}

/* Returns what is wrong, or NULL. Headers go to the client, everything else to `request`. */
static const char *read_options(struct native_https *client,
				const struct native_https_options *from, struct request *request)
{
	const char *method = NULL;
	double timeout = 0, connect_timeout = 0, max_body = 0;
	enum native_option body;

	*request = (struct request){0};
	if (from == NULL)
		return "options: not a table";
	if (!get_text(from, "method", &method) || method == NULL ||
	    (strcmp(method, "GET") != 0 && strcmp(method, "POST") != 0 &&
	     strcmp(method, "PUT") != 0 && strcmp(method, "DELETE") != 0))
		return "method: none of GET, POST, PUT and DELETE";
	request->method = method;
	request->has_body = method[0] == 'P';
	if (!get_text(from, "url", &request->url) || request->url == NULL || !url_ok(request->url))
		return "url: not a plain https address";
	if (!get_text(from, "ca_file", &request->ca_file))
		return "ca_file: not a file name";
	if (!get_text(from, "trust_folder", &request->trust_folder))
		return "trust_folder: not a folder's name";
	if (!get_number(from, "timeout", TIMEOUT_LIMIT, &timeout) || timeout == 0)
		return "timeout: not a number of seconds";
	if (!get_number(from, "connect_timeout", TIMEOUT_LIMIT, &connect_timeout))
		return "connect_timeout: not a number of seconds";
	if (!get_number(from, "max_body", BODY_LIMIT, &max_body) || max_body < 1)
		return "max_body: not a number of bytes";
	if (connect_timeout == 0 || connect_timeout > timeout)
		connect_timeout = timeout;
	/* Never 0, which would mean "no limit" to libcurl. */
	request->timeout_ms = (long)(timeout * 1000) + 1;
	request->connect_timeout_ms = (long)(connect_timeout * 1000) + 1;
	request->max_body = (size_t)max_body;

	body = from->text(from->context, "body", &request->body, &request->body_len);
	if (body == NATIVE_OPTION_WRONG || (body == NATIVE_OPTION_GIVEN && !request->has_body))
		return "body: not a string, or not with POST or PUT";
	return read_headers(client, from);
}

/* libcurl's callbacks for the answer. */

static bool grow_body(struct native_https *client, size_t wanted)
{
	size_t size = client->body_size > 0 ? client->body_size : BODY_FIRST;
	char *body;

	if (wanted <= client->body_size)
		return true;
	while (size < wanted)
		size *= 2;
	body = malloc(size);
	if (body == NULL)
		return false;
	if (client->body != NULL) {
		memcpy(body, client->body, client->body_len);
		explicit_bzero(client->body, client->body_size);
		free(client->body);
	}
	client->body = body;
	client->body_size = size;
	return true;
}

/* Returning anything but the number of bytes ends the transfer. */
static size_t on_body(char *data, size_t one, size_t len, void *context)
{
	struct native_https *client = context;

	(void)one; /* libcurl: always 1 */
	if (len > client->body_max - client->body_len)
		client->refusal = REFUSED_BODY_SIZE;
	else if (!grow_body(client, client->body_len + len))
		client->refusal = REFUSED_MEMORY;
	if (client->refusal != REFUSED_NOT)
		return 0;
	if (len > 0) /* there may be no buffer yet */
		memcpy(client->body + client->body_len, data, len);
	client->body_len += len;
	return len;
}

/* The value of a header line of this name, without blanks around it; NULL for any other line. */
static const char *value_of(const char *line, size_t *len, const char *name)
{
	size_t name_len = strlen(name);

	if (*len <= name_len || strncasecmp(line, name, name_len) != 0 || line[name_len] != ':')
		return NULL;
	line += name_len + 1;
	*len -= name_len + 1;
	while (*len > 0 && (*line == ' ' || *line == '\t')) {
		line++;
		(*len)--;
	}
	while (*len > 0 && strchr(" \t\r\n", line[*len - 1]) != NULL)
		(*len)--;
	return line;
}

static bool value_is(const char *value, size_t len, const char *text)
{
	return len == strlen(text) && strncasecmp(value, text, len) == 0;
}

/* Whether a header line says that the body is in a form that was not asked for. Nothing, "none" and
 * "utf-8" are no content codings; those who send them mean that there is none. */
static bool is_encoded(const char *line, size_t len)
{
	size_t content_len = len, transfer_len = len;
	const char *content = value_of(line, &content_len, "Content-Encoding");
	const char *transfer = value_of(line, &transfer_len, "Transfer-Encoding");

	if (content != NULL)
		return content_len > 0 && !value_is(content, content_len, "identity") &&
		       !value_is(content, content_len, "none") &&
		       !value_is(content, content_len, "utf-8");
	return transfer != NULL && !value_is(transfer, transfer_len, "chunked");
}

/* How many characters of a set a text begins with; no NUL ends a header line. */
static size_t span(const char *text, size_t len, const char *set)
{
	size_t count = 0;

	while (count < len && text[count] != '\0' && strchr(set, text[count]) != NULL)
		count++;
	return count;
}

/* Remembers the times of the headers Date and Age (RFC 9110, section 6.6.1; RFC 9111, section 5.1).
 */
static void read_time(struct native_https *client, const char *line, size_t len)
{
	size_t date_len = len, age_len = len;
	const char *date = value_of(line, &date_len, "Date");
	const char *age = value_of(line, &age_len, "Age");
	char value[64];
	size_t digits, rest;

	if (date != NULL && date_len > 0 && date_len < sizeof(value)) {
		memcpy(value, date, date_len);
		value[date_len] = '\0';
		client->date = curl_getdate(value, NULL);
	}
	if (age == NULL || client->age != AGE_NONE)
		return;
	/* Of several caches the first one counts. Nine digits are thirty years, and fit into any
	 * number. */
	digits = span(age, age_len, "0123456789");
	rest = digits + span(age + digits, age_len - digits, " \t");
	client->age = AGE_WRONG;
	if (digits > 0 && digits <= 9 && (rest == age_len || age[rest] == ',')) {
		memcpy(value, age, digits);
		value[digits] = '\0';
		client->age = (time_t)strtol(value, NULL, 10);
	}
}

static size_t on_header(char *line, size_t one, size_t len, void *context)
{
	struct native_https *client = context;

	(void)one;
	if (len > HEADER_LIMIT - client->header_len)
		client->refusal = REFUSED_HEADER_SIZE;
	else if (is_encoded(line, len))
		client->refusal = REFUSED_ENCODING;
	if (client->refusal != REFUSED_NOT)
		return 0;
	client->header_len += len;
	/* Trailers change nothing any more; a status line after an interim answer does. */
	if (line[0] == '\r' || line[0] == '\n')
		client->header_complete = true;
	else if (len >= 5 && memcmp(line, "HTTP/", 5) == 0) {
		client->header_complete = false;
		client->date = -1;
		client->age = AGE_NONE;
	} else if (!client->header_complete)
		read_time(client, line, len);
	return len;
}

/* The transfer. */

/*
 * A libcurl without a resolver of its own interrupts the system's with alarm(), which knows only
 * whole seconds: with less than one second left it does not even try. Give it two there.
 */
static void set_timeouts(struct request *request)
{
	if (curl_version_info(CURLVERSION_NOW)->features & CURL_VERSION_ASYNCHDNS)
		return;
	if (request->timeout_ms < ALARM_MIN_MS)
		request->timeout_ms = ALARM_MIN_MS;
	if (request->connect_timeout_ms < ALARM_MIN_MS)
		request->connect_timeout_ms = ALARM_MIN_MS;
}

/* A libcurl that was built without a feature does not know the option that turns it off. */
static CURLcode without(CURLcode code)
{
	return code == CURLE_UNKNOWN_OPTION || code == CURLE_NOT_BUILT_IN ? CURLE_OK : code;
}

/* `roots` replace the trust store. curl_easy_reset() first: it forgets every option and keeps
 * the connections. */
static CURLcode set_up(struct native_https *client, const struct request *request,
		       const char *roots)
{
	CURL *easy = client->easy;
	CURLcode code = CURLE_OK;

#define SET(option, value) \
	do { \
		if (code == CURLE_OK) \
			code = curl_easy_setopt(easy, option, value); \
	} while (0)
#define TURN_OFF(option, value) \
	do { \
		if (code == CURLE_OK) \
			code = without(curl_easy_setopt(easy, option, value)); \
	} while (0)

	curl_easy_reset(easy);
	SET(CURLOPT_ERRORBUFFER, client->detail);

	/* HTTPS and nothing else, to the named host and no other. */
	SET(CURLOPT_PROTOCOLS_STR, "https");
	SET(CURLOPT_FOLLOWLOCATION, 0L);
	TURN_OFF(CURLOPT_PROXY, "");
	TURN_OFF(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
	SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	SET(CURLOPT_SSL_VERIFYPEER, 1L);
	SET(CURLOPT_SSL_VERIFYHOST, 2L);
	if (request->ca_file != NULL)
		SET(CURLOPT_CAINFO, request->ca_file);
	if (roots != NULL) {
		struct curl_blob blob = {(void *)(uintptr_t)roots, strlen(roots), CURL_BLOB_COPY};

		SET(CURLOPT_CAINFO_BLOB, &blob);
	}
	if (request->ca_file != NULL || roots != NULL)
		TURN_OFF(CURLOPT_CAPATH, NULL); /* Debian's libcurl has one by default */
	if (request->trust_folder != NULL)
		TURN_OFF(CURLOPT_CERTINFO, 1L);

	SET(CURLOPT_TIMEOUT_MS, request->timeout_ms);
	SET(CURLOPT_CONNECTTIMEOUT_MS, request->connect_timeout_ms);
	SET(CURLOPT_NOSIGNAL, 0L);
	/* The end of the process does not wait for a thread that resolves. */
	SET(CURLOPT_QUICK_EXIT, 1L);

	SET(CURLOPT_URL, request->url);
	SET(CURLOPT_HTTPHEADER, client->header);
	if (request->has_body) {
		SET(CURLOPT_POST, 1L);
		SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_len);
		SET(CURLOPT_POSTFIELDS, request->body != NULL ? request->body : "");
	} else {
		SET(CURLOPT_HTTPGET, 1L);
	}
	SET(CURLOPT_CUSTOMREQUEST, request->method);

	SET(CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)request->max_body);
	SET(CURLOPT_WRITEFUNCTION, on_body);
	SET(CURLOPT_WRITEDATA, client);
	SET(CURLOPT_HEADERFUNCTION, on_header);
	SET(CURLOPT_HEADERDATA, client);
#undef TURN_OFF
#undef SET
	return code;
}

struct failure {
	const char *kind;
	const char *message;
};

static const struct failure refusals[] = {
	[REFUSED_BODY_SIZE] = {"too_large", "the body exceeds the limit"},
	[REFUSED_HEADER_SIZE] = {"too_large", "the header exceeds the limit"},
	[REFUSED_ENCODING] = {"encoding", "the answer is encoded, unasked"},
	[REFUSED_MEMORY] = {"network", "out of memory"},
};

/* OpenWrt's libcurl has no texts of its own for its codes. */
static const struct {
	CURLcode code;
	struct failure failure;
} failures[] = {
	{CURLE_PEER_FAILED_VERIFICATION, {"certificate", "the certificate is not trusted"}},
	{CURLE_SSL_ISSUER_ERROR, {"certificate", "the certificate is not trusted"}},
	{CURLE_SSL_INVALIDCERTSTATUS, {"certificate", "the certificate is not trusted"}},
	{CURLE_SSL_CACERT_BADFILE, {"certificate", "the trust store cannot be read"}},
	{CURLE_SSL_CONNECT_ERROR, {"tls", "the TLS handshake failed"}},
	{CURLE_SSL_CLIENTCERT, {"tls", "the server demands a client certificate"}},
	{CURLE_SSL_CIPHER, {"tls", "the TLS library failed"}},
	{CURLE_SSL_ENGINE_INITFAILED, {"tls", "the TLS library failed"}},
	{CURLE_SSL_CERTPROBLEM, {"tls", "the TLS library failed"}},
	{CURLE_FILESIZE_EXCEEDED, {"too_large", "the body exceeds the limit"}},
#if LIBCURL_VERSION_NUM >= 0x080600
	{CURLE_TOO_LARGE, {"too_large", "the header exceeds the limit"}},
#endif
	{CURLE_OPERATION_TIMEDOUT, {"timeout", "no answer in time"}},
	{CURLE_COULDNT_RESOLVE_HOST, {"resolve", "the host name is unknown"}},
	{CURLE_COULDNT_CONNECT, {"connect", "the connection was refused"}},
	{CURLE_URL_MALFORMAT, {"invalid", "url: not a plain https address"}},
	{CURLE_UNKNOWN_OPTION, {"network", "libcurl lacks a feature"}},
	{CURLE_NOT_BUILT_IN, {"network", "libcurl lacks a feature"}},
	{CURLE_OUT_OF_MEMORY, {"network", "out of memory"}},
	{CURLE_GOT_NOTHING, {"network", "the server closed without an answer"}},
	{CURLE_PARTIAL_FILE, {"network", "the connection broke"}},
	{CURLE_RECV_ERROR, {"network", "the connection broke"}},
	{CURLE_SEND_ERROR, {"network", "the connection broke"}},
};

static struct failure failure_of(CURLcode code, const struct native_https *client)
{
	if (client->refusal != REFUSED_NOT)
		return refusals[client->refusal];
	/* So said libcurl of a long header before 8.6. */
	if (code == CURLE_OUT_OF_MEMORY && client->header_len > 0 && !client->header_complete)
		return refusals[REFUSED_HEADER_SIZE];
	for (size_t i = 0; i < sizeof(failures) / sizeof(failures[0]); i++) {
		if (failures[i].code == code)
			return failures[i].failure;
	}
	return (struct failure){"network", "the answer is not usable HTTP"};
}

static struct native_https_answer failed(struct failure failure)
{
	return (struct native_https_answer){.kind = failure.kind, .message = failure.message};
}

/* The message with what libcurl knows beyond it, on one line, for the log. */
static struct native_https_answer curl_failed(CURLcode code, struct native_https *client)
{
	struct failure failure = failure_of(code, client);

	if (client->refusal != REFUSED_NOT)
		return failed(failure);
	for (char *c = client->detail; *c != '\0'; c++) {
		if (*c < ' ' || *c > '~')
			*c = ' ';
	}
	snprintf(client->message, sizeof(client->message), "%s (curl %d%s%s)", failure.message,
		 (int)code, client->detail[0] != '\0' ? ": " : "", client->detail);
	failure.message = client->message;
	return failed(failure);
}

static struct native_https_answer answered(const struct native_https *client)
{
	struct native_https_answer answer = {.content_type = NULL, .date = client->date};
	curl_off_t retry_after = 0;

	/* A cache's answer is as old as it says, and so is its date. */
	if (client->age == AGE_WRONG)
		answer.date = -1;
	else if (answer.date != -1 && client->age != AGE_NONE)
		answer.date += client->age;

	curl_easy_getinfo(client->easy, CURLINFO_RESPONSE_CODE, &answer.status);
	curl_easy_getinfo(client->easy, CURLINFO_CONTENT_TYPE, &answer.content_type);
	curl_easy_getinfo(client->easy, CURLINFO_REDIRECT_URL, &answer.location);
	curl_easy_getinfo(client->easy, CURLINFO_RETRY_AFTER, &retry_after);
	if (retry_after > 0 && retry_after <= RETRY_AFTER_MAX)
		answer.retry_after = (long)retry_after;
	if (answer.content_type == NULL)
		answer.content_type = "";
	answer.body = client->body != NULL ? client->body : "";
	answer.body_len = client->body_len;
	return answer;
}

/* One attempt; trusts only `roots` where there are any. */
static CURLcode attempt(struct native_https *client, const struct request *request,
			const char *roots)
{
	CURLcode code;

	free_answer(client);
	client->body_max = request->max_body;
	code = set_up(client, request, roots);
	return code == CURLE_OK ? curl_easy_perform(client->easy) : code;
}

/* Whether the roots at hand are why nothing was sent. */
static bool is_untrusted(CURLcode code)
{
	return code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_ISSUER_ERROR ||
	       code == CURLE_SSL_CACERT_BADFILE || code == CURLE_SSL_CERTPROBLEM;
}

/* The next attempt has less by the time that this one has taken. */
static void take_time(struct native_https *client, struct request *request)
{
	curl_off_t taken = 0;

	curl_easy_getinfo(client->easy, CURLINFO_TOTAL_TIME_T, &taken);
	request->timeout_ms -= (long)(taken / 1000);
	if (request->timeout_ms < ALARM_MIN_MS)
		request->timeout_ms = ALARM_MIN_MS;
}

/*
 * An attempt with the roots that are remembered of the origin, if any. When they do not do, the
 * whole bundle decides, and which of its roots vouch is remembered anew.
 */
static CURLcode attempt_remembering(struct native_https *client, struct request *request,
				    bool *renewed)
{
	const char *bundle = request->ca_file, *roots;
	struct curl_certinfo *chain;
	struct native_trust trust;
	CURLcode code;

	if (bundle == NULL)
		curl_easy_getinfo(client->easy, CURLINFO_CAINFO, &bundle);
	if (request->trust_folder == NULL || bundle == NULL || client->learned)
		return attempt(client, request, NULL);
	native_trust_recall(&trust, request->trust_folder, bundle, request->url);
	roots = trust.roots != NULL && trust.roots[0] != '\0' ? trust.roots : NULL;
	code = attempt(client, request, roots);
	if (roots != NULL && is_untrusted(code)) {
		take_time(client, request);
		code = attempt(client, request, NULL);
		*renewed = code == CURLE_OK;
	}
	if (code == CURLE_OK && (*renewed || trust.roots == NULL) && trust.file[0] != '\0' &&
	    curl_easy_getinfo(client->easy, CURLINFO_CERTINFO, &chain) == CURLE_OK) {
		native_trust_learn(&trust, bundle, chain);
		client->learned = true;
	}
	free(trust.roots);
	return code;
}

/* The contract. */

struct native_https *native_https_open(void)
{
	struct native_https *client = calloc(1, sizeof(*client));

	if (client != NULL && curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
		free(client);
		client = NULL;
	}
	return client;
}

struct native_https_answer native_https_request(struct native_https *client,
						const struct native_https_options *options)
{
	struct native_https_answer answer;
	struct request request;
	const char *problem;
	bool renewed = false;
	CURLcode code;

	native_https_forget(client);
	problem = read_options(client, options, &request);
	if (problem == NULL && client->easy == NULL) {
		client->easy = curl_easy_init();
		if (client->easy == NULL)
			problem = "libcurl cannot start";
	}
	if (problem != NULL) {
		free_request(client);
		return failed((struct failure){"invalid", problem});
	}

	set_timeouts(&request);
	code = attempt_remembering(client, &request, &renewed);
	free_request(client);

	/* To libcurl, a server that hangs up within the header has sent all of it. */
	if (code == CURLE_OK && !client->header_complete)
		code = CURLE_PARTIAL_FILE;
	if (code != CURLE_OK)
		return curl_failed(code, client);
	answer = answered(client);
	answer.renewed = renewed;
	return answer;
}

/* The name is not verified here, and the rest only with `verify`: this connection only shows what
 * it was that could not be. */
static CURLcode shake_hands(CURL *easy, bool verify)
{
	CURLcode code = curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, verify ? 1L : 0L);

	if (code == CURLE_OK)
		code = curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 0L);
	if (code == CURLE_OK)
		code = curl_easy_setopt(easy, CURLOPT_CERTINFO, 1L);
	/* No request follows the handshake, and no other transfer takes the connection. */
	if (code == CURLE_OK)
		code = curl_easy_setopt(easy, CURLOPT_CONNECT_ONLY, 1L);
	return code == CURLE_OK ? curl_easy_perform(easy) : code;
}

int native_https_peer(const struct native_https_options *options, struct native_https_peer *peer)
{
	struct native_https *client = native_https_open();
	struct curl_certinfo *chain;
	struct request request;
	CURLcode code;
	bool told = false;

	if (client != NULL && read_options(client, options, &request) == NULL)
		client->easy = curl_easy_init();
	if (client != NULL && client->easy != NULL) {
		set_timeouts(&request);
		code = set_up(client, &request, NULL);
		if (code == CURLE_OK)
			code = shake_hands(client->easy, true);
		peer->trusted = code == CURLE_OK;
		if (is_untrusted(code))
			code = shake_hands(client->easy, false);
		told = code == CURLE_OK &&
		       curl_easy_getinfo(client->easy, CURLINFO_CERTINFO, &chain) == CURLE_OK &&
		       native_trust_peer(peer, chain);
	}
	native_https_free(client);
	return told;
}

void native_https_forget(struct native_https *client)
{
	free_answer(client);
	free_request(client);
}

void native_https_free(struct native_https *client)
{
	if (client == NULL)
		return;
	native_https_forget(client);
	if (client->easy != NULL)
		curl_easy_cleanup(client->easy);
	free(client);
	curl_global_cleanup();
}
