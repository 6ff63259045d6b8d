/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ucode module sso_login.native_https: the client of native_https.h, which has the options, and the
 * members of answers and certificates.
 *
 *   request(options)  an object with the answer's members that are there, or with kind and message
 *   peer(options)     an object with the members of the server's own certificate, `last` and
 *                     `trusted`; null where it is not told
 *   interface         the number of native_interface.h
 *
 * No function raises an exception for bad input, and none looks at an object's prototype.
 */
#include "native_https.h"
#include "native_interface.h"
#include "ucode_value.h"

#include <string.h>

/* A program has one virtual machine; the client ends with it. */
static struct native_https *client;

enum {
	TEXT_OPTIONS = 6, /* method, url, ca_file, trust_folder, body, and a list's item */
};

/* Options while they are read. Short strings lie in here, see struct ucode_bytes. */
struct reader {
	uc_value_t *options;
	struct ucode_bytes texts[TEXT_OPTIONS];
	size_t count;
};

static enum native_option read_text(struct reader *reader, uc_value_t *value, const char **text,
				    size_t *len)
{
	struct ucode_bytes *bytes = &reader->texts[reader->count];

	if (!ucode_bytes(value, bytes))
		return NATIVE_OPTION_WRONG;
	*text = (const char *)bytes->data;
	*len = bytes->len;
	return NATIVE_OPTION_GIVEN;
}

static enum native_option get_text(void *context, const char *name, const char **text, size_t *len)
{
	struct reader *reader = context;
	uc_value_t *value = ucv_object_get(reader->options, name, NULL);
	enum native_option option;

	if (value == NULL)
		return NATIVE_OPTION_ABSENT;
	/* The last place is that of the items, each of which is used before the next is read. */
	if (reader->count == TEXT_OPTIONS - 1)
		return NATIVE_OPTION_WRONG;
	option = read_text(reader, value, text, len);
	reader->count++;
	return option;
}

static enum native_option get_number(void *context, const char *name, double *number)
{
	uc_value_t *value = ucv_object_get(((struct reader *)context)->options, name, NULL);

	if (value == NULL)
		return NATIVE_OPTION_ABSENT;
	return ucode_number(value, number) ? NATIVE_OPTION_GIVEN : NATIVE_OPTION_WRONG;
}

static enum native_option get_item(void *context, const char *name, size_t index, const char **text,
				   size_t *len)
{
	struct reader *reader = context;
	uc_value_t *list = ucv_object_get(reader->options, name, NULL);

	if (list != NULL && ucv_type(list) != UC_ARRAY)
		return NATIVE_OPTION_WRONG;
	if (index >= ucv_array_length(list))
		return NATIVE_OPTION_ABSENT;
	return read_text(reader, ucv_array_get(list, index), text, len);
}

static uc_value_t *answer_object(uc_vm_t *vm, const struct native_https_answer *answer)
{
	uc_value_t *object = ucv_object_new(vm);

	if (answer->kind != NULL) {
		ucv_object_add(object, "kind", ucv_string_new(answer->kind));
		ucv_object_add(object, "message", ucv_string_new(answer->message));
		return object;
	}
	if (answer->date != -1)
		ucv_object_add(object, "date", ucv_int64_new(answer->date));
	if (answer->location != NULL)
		ucv_object_add(object, "location", ucv_string_new(answer->location));
	if (answer->retry_after != 0)
		ucv_object_add(object, "retry_after", ucv_int64_new(answer->retry_after));
	if (answer->renewed)
		ucv_object_add(object, "renewed", ucv_boolean_new(true));
	ucv_object_add(object, "status", ucv_int64_new(answer->status));
	ucv_object_add(object, "content_type", ucv_string_new(answer->content_type));
	ucv_object_add(object, "body", ucv_string_new_length(answer->body, answer->body_len));
	return object;
}

/* The first argument's; false when it is no object. */
static bool get_options(uc_vm_t *vm, size_t nargs, struct reader *reader,
			struct native_https_options *options)
{
	*reader = (struct reader){.options = uc_fn_arg(0)};
	*options = (struct native_https_options){
		.context = reader,
		.text = get_text,
		.number = get_number,
		.item = get_item,
	};
	return ucv_type(reader->options) == UC_OBJECT;
}

static uc_value_t *certificate_value(uc_vm_t *vm,
				     const struct native_https_certificate *certificate)
{
	uc_value_t *object = ucv_object_new(vm);

	ucv_object_add(object, "subject", ucv_string_new(certificate->subject));
	ucv_object_add(object, "issuer", ucv_string_new(certificate->issuer));
	ucv_object_add(object, "der",
		       ucv_string_new_length((const char *)certificate->der, certificate->der_len));
	return object;
}

static uc_value_t *https_peer(uc_vm_t *vm, size_t nargs)
{
	struct reader reader;
	struct native_https_options options;
	struct native_https_peer peer;
	bool readable = get_options(vm, nargs, &reader, &options);
	uc_value_t *object;

	if (!native_https_peer(readable ? &options : NULL, &peer))
		return NULL;
	object = certificate_value(vm, &peer.own);
	ucv_object_add(object, "last", certificate_value(vm, &peer.last));
	ucv_object_add(object, "trusted", ucv_boolean_new(peer.trusted));
	return object;
}

static uc_value_t *https_request(uc_vm_t *vm, size_t nargs)
{
	struct reader reader;
	struct native_https_options options;
	bool readable = get_options(vm, nargs, &reader, &options);
	struct native_https_answer answer =
		native_https_request(client, readable ? &options : NULL);
	uc_value_t *object = answer_object(vm, &answer);

	native_https_forget(client);
	return object;
}

static void end_client(void *ended)
{
	native_https_free(ended);
	client = NULL;
}

static const uc_function_list_t functions[] = {
	{"request", https_request},
	{"peer", https_peer},
};

void uc_module_init(uc_vm_t *vm, uc_value_t *scope)
{
	static const char name[] = "sso_login.native_https";
	uc_resource_type_t *type;

	if (client == NULL) {
		client = native_https_open();
		if (client == NULL) {
			uc_vm_raise_exception(vm, EXCEPTION_RUNTIME, "libcurl cannot start");
			return;
		}
		type = ucv_resource_type_add(vm, name, ucv_object_new(NULL), end_client);
		uc_vm_registry_set(vm, name, ucv_resource_new(type, client));
	}
	uc_function_list_register(scope, functions);
	ucv_object_add(scope, "interface", ucv_int64_new(NATIVE_INTERFACE));
}
