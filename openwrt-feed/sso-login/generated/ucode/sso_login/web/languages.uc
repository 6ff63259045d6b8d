'use strict';
// Generated from src/sso_login/web/languages.ts by "make ucode"; do not edit.

/** The languages of pages for people, and their words: a process makes one page at most, and loads those of no other. */

import { load_module } from 'sso_login.ecma';
import { language_of } from 'sso_login.web.negotiation';

/** The first is that of whoever names none of them. */
const offered = ["en", "de", "fr"];

function words_in(language) {
	if (language === "de") {
		return load_module('sso_login.web.words_de').words;
	}
	if (language === "fr") {
		return load_module('sso_login.web.words_fr').words;
	}
	return load_module('sso_login.web.words').words;
}

/** What a browser with this header Accept-Language gets. */
export function spoken(accept_language) {
	const language = language_of(accept_language, offered);
	return { language, words: words_in(language) };
};
