'use strict';
// Generated from src/sso_login/check/texts.ts by "make ucode"; do not edit.

/**
 * What a check may find, in the words of the log and of docs/troubleshooting.md, and what to do about it. The settings
 * page shows the same texts, translated. `%{name}` stands for a parameter of the finding.
 */

import { key_of } from 'sso_login.ecma';
import * as provider_texts from 'sso_login.check.provider_texts';

const router_findings = {
	config_unreadable: {
		text: "The configuration cannot be read: %{reason}.",
		advice:
			"Correct or restore /etc/config/sso-login. UCI takes no other characters in a role's name than A-Z a-z 0-9 _: " +
			"kids_tablet, not kids-tablet.",
		code: "CONFIG_ERROR",
	},
	section_missing: {
		text: "The configuration has no section 'default' of type oidc.",
		advice: "Add it to /etc/config/sso-login: config oidc 'default'.",
		code: "CONFIG_ERROR",
	},
	option_wrong: {
		text: "Option %{option} must %{must}.",
		advice: "Correct the option; until then nobody can log in by single sign-on.",
		code: "CONFIG_ERROR",
	},
	option_unknown: {
		text: "These options are not known and have no effect: %{options}.",
		advice: "Correct their names, or delete them.",
	},
	ca_file_unreadable: {
		text: "The file of option ca_file cannot be read: %{file}.",
		advice: "Put the provider's certificate authority there in PEM form, or delete the option to use the system's.",
		code: "SSL_INIT_FAILED",
	},
	options_ok: { text: "The options are complete and valid." },
	disabled: {
		text: "Single sign-on is off: option enabled is not 1.",
		advice: "Turn it on when the rest of this check is right.",
		code: "SSO_DISABLED",
	},
	role_wrong: {
		text: "Role %{role} must %{must}.",
		advice: "Give the role a name; until then nobody can log in by single sign-on.",
		code: "CONFIG_ERROR",
	},
	role_left_out: {
		text: "Role %{role} has the name of a local login of rpcd and is left out: nobody gets it.",
		advice: "Rename the role; a reload of rpcd would give its users the rights of the local login.",
		code: "RPCD_LOGIN_CONFLICT",
	},
	roles_none: {
		text: "There is no role: every login ends with 'matched no roles'.",
		advice: "Add a role that lists e-mail addresses or groups, and the access groups it may use.",
		code: "USER_NOT_AUTHORIZED",
	},
	role_without_issuer: {
		text: "Role %{role} lists subjects, and its option sub_issuer does not say whose.",
		advice: "Set it to the provider's issuer; until then nobody can log in by single sign-on.",
		code: "CONFIG_ERROR",
	},
	role_other_issuer: {
		text: "The subjects of role %{role} match nobody: its sub_issuer is %{issuer}, and that is not issuer_url.",
		advice: "Where they are still the same people's, set sub_issuer to issuer_url.",
	},
	roles_match_nobody: {
		text: "These roles list no e-mail addresses, groups or subjects and match nobody: %{roles}.",
		advice: "Add those of their users.",
	},
	roles_without_rights: {
		text: "These roles have no access groups: %{roles}. Their users can log in and see nothing.",
		advice: "Add access groups to read or write; '*' stands for all.",
	},
	roles_without_luci: {
		text: "These roles lack the access group luci-base: %{roles}. LuCI shows their users errors and no log-out.",
		advice: "Add luci-base to read, beside the groups of the pages they may open.",
	},
	roles_without_page: {
		text:
			"These roles have no access group that opens a page: %{roles}. " +
			"After the login their users see LuCI's 404 without a log-out.",
		advice: "Add the group of a page to read; luci-mod-status-index is the overview.",
	},
	roles_behind: {
		text: "rpcd does not know these roles as they are saved: %{roles}. Until it does, live sessions keep what they had.",
		advice: "Run reload_config after uci commit, or sso-login sync-roles; the next login of such a role does it, too.",
	},
	access_groups_unknown: {
		text: "This router has no access group that these entries name: %{entries}.",
		advice: "Correct the entries, or install the package that brings the access group.",
	},
	acl_file_ignored: {
		text: "The file %{file} of access groups is ignored: %{reason}. Its groups grant nothing.",
		advice: "Correct the file in /usr/share/rpcd/acl.d, or reinstall the package that it belongs to.",
		code: "ACL_FILE_IGNORED",
	},
	role_reads_more: {
		text: "Role %{role} has nothing in write, and yet it %{verdict}, by the access groups %{groups}.",
		advice: "Where that is too much, take these groups away; the settings page has a choice Look only.",
	},
	role_reaches: { text: "Role %{role} %{verdict}, by the access groups %{groups}." },
	role_looks: { text: "Role %{role} %{verdict}." },
	roles_ok: { text: "The roles are complete: %{roles}." },
	clock_not_set: {
		text: "The router's clock is not set: it says %{now}. No certificate and no ID Token counts as valid.",
		advice: "Set the time, and let the router synchronize it (System, Time Synchronization).",
	},
	router_ok: { text: "This router answers at %{origin}." },
	router_certificate: {
		text: "This router answers at %{origin} with a certificate that it does not trust itself, as self-signed ones.",
		advice: "Browsers warn of it as well; a certificate that they trust avoids that.",
	},
	router_name_unknown: {
		text: "The host name of redirect_uri is unknown to this router: %{host}.",
		advice: "Use a name that the users' devices know for this router, in redirect_uri and at the provider.",
	},
	router_port: {
		text: "redirect_uri has port %{port}, and the web server here listens at %{ports}: is one forwarded to the other?",
		advice: "If so, all is well. If not, correct the port, in redirect_uri and at the provider.",
	},
	router_unreachable: {
		text: "Nothing answers over HTTPS at %{origin}, the origin of redirect_uri: %{reason}.",
		advice: "Let the web server listen on HTTPS there, or correct redirect_uri.",
	},
	router_other_answer: {
		text: "What answers at %{origin}, the origin of redirect_uri, is not this service (status %{status}).",
		advice: "Correct redirect_uri, or let the web server run programs in /cgi-bin.",
	},
};

function both(first, second) {
	for (let id in keys(second)) {
		first[key_of(id)] = second[key_of(id)];
	}
	return first;
}

/** By id; the order is that of a check. */
export const findings = both(router_findings, provider_texts.findings);

/** What may stand within a finding's text, by id: a message that is a parameter of the finding. */
export const parts = {
	nothing: "nothing",
	file_unreadable: "cannot be read",
	file_malformed: "not a JSON object",
	can_look: "can look, and no more",
	can_secrets: "can read secrets (backups, flash, keys or passwords)",
	can_programs: "can run programs as root",
	can_everything: "can change this router, and so perhaps do everything",
	key: "%{alg} (%{type})",
	key_algorithm: "%{alg} (%{type}, a good key for an algorithm that is not allowed)",
	key_refused: "%{alg} (%{type}, of a size or form that is refused)",
	answer_code: "status %{status}, %{code}",
	answer_without_code: "status %{status}, no error code",
	answer_unusual_code: "status %{status}, an unusual error code",
	answer_none: "nothing",
	answer_to_invented_code: "status 200 for an invented code",
};
