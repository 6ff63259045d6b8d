'use strict';
// Generated from src/sso_login/settings/compiled_config.ts by "make ucode"; do not edit.

/**
 * Configurations that were validated before a request comes: the init script keeps them with the compiled modules, without secrets.
 * They count for the very sections of which they were made.
 */

import { key_of, starts_with, substring } from 'sso_login.ecma';
import { encode_repeatable, decode_file } from 'sso_login.io.json';
import { hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';
import { text_of } from 'sso_login.base.json_values';

/** Bytes of a text that are hashed at once, with the hash of those before. */
const chunk = 16000;

/** SHA-256 of a text of any length in hexadecimal, chunk by chunk. */
export function digest_of(text) {
	let digest = "";
	for (let at = 0; at < length(text); at += chunk) {
		digest = hash_hash_sha256_hex(digest + substring(text, at, at + chunk));
	}
	return digest;
};

export function fingerprint(sections) {
	return digest_of(encode_repeatable(sections));
};

/** The configuration of a provider's section; undefined where none was kept, or one of other sections. */
export function find(io, sections, section) {
	const text = io.compiled_config();
	if (text === null) {
		return null;
	}
	const made_of = fingerprint(sections);
	const kept = starts_with(text, made_of) ? decode_file(substr(text, length(made_of))) : null;
	const config = kept !== null && kept.ok ? (kept.data[key_of(section.name)]) : null;
	if (config !== null) {
		config.client_secret = text_of(section.options.client_secret);
	}
	return config;
};
