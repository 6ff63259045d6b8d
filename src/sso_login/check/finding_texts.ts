/**
 * The findings of the check in the words of the log and of docs/troubleshooting.md, a row each. The settings page shows the same texts,
 * translated. `%{name}` is a parameter of the finding, but for `%{here}`.
 */
import type { OptionName } from "../settings/option_table";

export interface FindingText {
  text: string;
  /** Absent where nothing is to do. */
  advice?: string;
  /** The code with which a login would be refused, or that the log shows; that of the call where it depends on it. */
  code?: string;
  /** The option whose field it leads to, where that is not the first that the words name. */
  option?: OptionName;
}

/** The words for `%{here}`, which the settings page itself calls "here". */
export const here = "on the settings page";

const own_address =
  "Let the provider know its own public https address: behind a proxy it needs the X-Forwarded headers.";
const provider_address = "Compare issuer_url and internal_issuer_url with what the provider's documentation says.";

/** By id; the order is that of a check. */
export const findings: { [id: string]: FindingText | undefined } = {
  config_unreadable: {
    text: "The configuration cannot be read: %{reason}.",
    advice:
      "Correct or restore /etc/config/sso-login. UCI takes no other characters in a role's name than A-Z a-z 0-9 _: kids_tablet, not kids-tablet.",
    code: "CONFIG_ERROR",
  },
  part_unusable: {
    text: "A part of this package, or of one that it needs, cannot be loaded: nobody can log in.",
    advice:
      "Install the packages again: opkg install --force-reinstall with their files, apk fix --reinstall with their names.",
  },
  section_missing: {
    text: "The configuration has no section 'default' of type oidc.",
    advice: "Add it to /etc/config/sso-login: config oidc 'default'.",
    code: "CONFIG_ERROR",
  },
  option_wrong: {
    text: "Option %{option} must %{must}.",
    advice: "Correct the option; until then no one can log in by single sign-on.",
    code: "CONFIG_ERROR",
  },
  option_unknown: {
    text: "These options are not known and have no effect: %{options}.",
    advice: "Correct their names, or delete them.",
  },
  option_character: {
    text: "Option %{option} has a character that most often comes from copying: %{character}.",
    advice:
      "Take it away unless the provider has it, too: values are compared character by character. U+0020 and U+00A0 are blanks. A host in other letters than ASCII is written as xn--...",
  },
  option_placeholder: {
    text: "Option %{option} still has a placeholder, %{placeholder}, where a value of your own belongs.",
    advice: "Put your value there, without the brackets: at Microsoft Entra ID the id of your tenant.",
    code: "CONFIG_ERROR",
  },
  email_claim_untrusted: {
    text: "Roles by e-mail match no one: email_verified covers only the claim email, and email_claim is %{claim}.",
    advice:
      "If no user can choose that claim at the provider, set email_claim_trusted to 1; otherwise use groups or subjects.",
    code: "USER_NOT_AUTHORIZED",
    option: "email_claim_trusted",
  },
  email_claim_trusted: {
    text: "The e-mail is the claim %{claim}: email_claim_trusted says that no user can choose it at the provider.",
  },
  ca_file_unusable: {
    text: "The file of option ca_file, %{file}, is of no use: %{reason}.",
    advice:
      "Put the certificate of the provider's authority there, a text that begins with -----BEGIN CERTIFICATE-----, or delete the option to use the system's.",
    code: "SSL_INIT_FAILED",
  },
  ca_file_server: {
    text: "The file of option ca_file has no authority's certificate, but a server's own: %{file}.",
    advice: "Logins end when the provider renews it; its authority's certificate lasts longer.",
  },
  options_ok: { text: "The options are complete and valid." },
  disabled: {
    text: "Single sign-on is off: option enabled is not 1.",
    advice: "Turn it on when the rest of this check is right.",
    code: "SSO_DISABLED",
  },
  auto_redirect_gone: {
    text: "Option auto_redirect names the provider %{provider}, and there is no such section: the login page stays.",
    advice: "Correct the name, or set the option to 0.",
  },
  role_wrong: {
    text: "Role %{role} must %{must}.",
    advice: "Correct it; until then no one has the role.",
    code: "CONFIG_ERROR",
  },
  role_entries: {
    text: "Role %{role} has entries with a character that most often comes from copying: %{entries}.",
    advice:
      "Compare them with what a test login %{here} shows. An entry is one address or one group and nothing beside it; two take two entries. U+0020 and U+00A0 are blanks.",
    code: "USER_NOT_AUTHORIZED",
  },
  role_left_out: {
    text: "Role %{role} has the name of a local login of rpcd and is ignored: no one gets it.",
    advice: "Rename the role; a reload of rpcd would give its users the rights of the local login.",
    code: "RPCD_LOGIN_CONFLICT",
  },
  roles_none: {
    text: "Nobody can log in yet: add a role.",
    advice: "Add a role that lists e-mail addresses or groups, and the access groups it may use.",
    code: "USER_NOT_AUTHORIZED",
  },
  role_without_issuer: {
    text: "Role %{role} lists subjects, and its option sub_issuer does not say whose.",
    advice: "Set it to the provider's issuer; until then no one has the role.",
    code: "CONFIG_ERROR",
  },
  role_other_issuer: {
    text: "The subjects of role %{role} match no one: its sub_issuer is %{issuer}, and that is not issuer_url.",
    advice: "Where they are still the same people's, set sub_issuer to issuer_url.",
  },
  role_provider_gone: {
    text: "Role %{role} names the provider %{provider}, and there is no such section: nobody has the role there.",
    advice: "Correct the name in its list provider, or take it out.",
  },
  role_counts: { text: "The e-mail addresses, groups and clients of role %{role} count at: %{providers}." },
  roles_match_nobody: {
    text: "These roles list no e-mail addresses, groups or subjects and match no one: %{roles}.",
    advice: "Add those of their users.",
  },
  roles_without_rights: {
    text: "These roles have no access groups: %{roles}. A user without another role is refused at the login.",
    advice: "Add access groups to read or write; '*' means all.",
  },
  roles_without_luci: {
    text: "These roles lack the access group luci-base: %{roles}. LuCI shows their users errors and no log-out.",
    advice: "Add luci-base to read, beside the groups of the pages they may open.",
  },
  roles_without_page: {
    text: "These roles have no access group that opens a page: %{roles}. A user without another role is refused at the login.",
    advice: "Add the group of a page to read; luci-mod-status-index is the overview.",
  },
  rpcd_unreadable: {
    text: "The logins of rpcd cannot be read from /etc/config/rpcd: %{reason}. No one can log in.",
    advice:
      "Restore that file from a backup, or from /rom/etc/config/rpcd: without its logins rpcd takes no password either.",
    code: "CONFIG_ERROR",
  },
  rights_behind: {
    text: "Live sessions have other rights than their roles give now: %{roles}.",
    advice: "Run sso-login sync-roles on the router, which says whose rights it changes.",
  },
  roles_behind: {
    text: "rpcd does not know these roles as they are saved: %{roles}. Until it does, live sessions keep what they had.",
    advice:
      "After reload_config wait a few seconds and check again. Otherwise run sso-login sync-roles; the next login of such a role does it, too.",
  },
  passwords_nobody: {
    text: "Passwords open no session, and no one can log in by single sign-on: %{faults}.",
    advice: "Run reload_config or sso-login sync-roles: passwords then come back. Or correct the configuration.",
  },
  passwords_trial: {
    text: "Passwords open no session on trial: they come back in %{seconds} s.",
    advice: "Log in anew by single sign-on and confirm, on this page or with sso-login password-login confirm.",
  },
  passwords_off: {
    text: "Passwords open no session. The way back, in a shell of this router: sso-login password-login on.",
  },
  passwords_needed: {
    text: "Passwords cannot be turned off, as no one can log in with roles that change everything: %{faults}.",
  },
  passwords_not_armed: {
    text: "Option password_login says off, and passwords count: the option by itself turns nothing off.",
    advice: "Turn them off %{here}, or with sso-login password-login off.",
    code: "PASSWORD_LOGIN_NOT_ARMED",
  },
  passwords_no_administrator: {
    text: "Passwords open no session, and no one can log in with roles that change everything: %{faults}.",
    advice: "Add a role with read '*' and write '*', or turn passwords on: sso-login password-login on.",
  },
  passwords_single_administrator: {
    text: "Passwords open no session, and only one person has a role that changes everything.",
    advice: "Give such a role to a second person, too, in case that account fails.",
  },
  passwords_no_way_back: {
    text: "SSH does not answer, or root has neither key nor password: besides single sign-on only failsafe mode is left.",
    advice: "Let SSH answer and give root a key, in System, Administration.",
  },
  passwords_proxy: {
    text: "Logins come from %{address}, as if through a proxy that trusted_proxy does not list: all clients share one limit of requests.",
    advice:
      "If it is a proxy, list it in trusted_proxy, and limit requests there: otherwise one client can keep all others out.",
  },
  client_limit_absent: {
    text: "One address may use up all 50 logins a minute of all: client_limit is not set.",
    advice: "Set client_limit to 25, or more where many users share one address; list a proxy in trusted_proxy.",
  },
  passwords_root_empty: {
    text: "Root has no password: once passwords count again, anybody gets in without one.",
    advice: "Set a password with passwd, or in System, Administration.",
  },
  passwords_user_strong: {
    text: "These users of password_user may change everything: %{users}.",
    advice: "Then a password is enough for that. Keep it for users with fewer rights, such as for monitoring.",
  },
  passwords_programs: {
    text: "Programs have logged in at /ubus by a password that opens no further session: %{users}.",
    advice: "Name the user in password_user, or let these programs do without.",
  },
  access_groups_unknown: {
    text: "This router has no access group that these entries name: %{entries}.",
    advice: "Correct the entries, or install the package that brings the access group.",
  },
  acl_file_ignored: {
    text: "The file %{file} of access groups is ignored: %{reason}. Its groups grant nothing; roles with a group of a name in it count as full control, as rpcd may read more in it.",
    advice: "Correct the file in /usr/share/rpcd/acl.d, or reinstall the package that it belongs to.",
    code: "ACL_FILE_IGNORED",
  },
  role_reads_more: {
    text: "Role %{role} has nothing in write, and yet it %{verdict}. %{pages}.",
    advice: "Where that is too much, take these pages away; the choice Look at everything %{here} leaves them out.",
  },
  role_reaches: { text: "Role %{role} %{verdict}. %{pages}." },
  role_looks: { text: "Role %{role} %{verdict}." },
  programs_on: {
    text: "Programs may exchange JWT access tokens for %{audience}, for what these roles give: %{roles}. Opaque tokens do not do.",
  },
  programs_without_role: {
    text: "Programs may exchange access tokens for %{audience}, but no role is for them.",
    advice: "Add list access 'api' to a role, or leave api_audience empty.",
  },
  roles_ok: { text: "The roles are complete: %{roles}." },
  not_writable: {
    text: "Nothing can be written in %{path}: %{reason}.",
    advice:
      "Free some space there, or make it writable again: df and mount in a shell of this router show which it is. Each login writes in the run directory; the first login after a change of its role also writes in /etc/config.",
    code: "INTERNAL_ERROR",
  },
  clock_not_set: {
    text: "The router's clock is not set: it says %{now}. No certificate and no ID Token counts as valid.",
    advice: "Set the time, and let the router synchronize it (System, Time Synchronization).",
  },
  router_ok: { text: "This router answers at %{origin}." },
  router_certificate: {
    text: "This router answers at %{origin}. Its certificate is self-signed, or of an authority that it does not know. That is fine; browsers will warn.",
    advice: "A certificate that browsers trust avoids the warning.",
  },
  router_other_name: {
    text: "This router answers at %{origin} with a certificate for another name: %{subject}.",
    advice:
      "Use a name of the certificate in redirect_uri and at the provider, or give the router a certificate for this one.",
  },
  router_certificate_ends: {
    text: "The certificate with which this router answers at %{origin} ends on %{date}, and passwords open no session.",
    advice: "Renew it before: browsers refuse one that has ended, and single sign-on is the way in.",
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
  router_refused: {
    text: "Nothing listens at port %{port} of %{host}, to which redirect_uri leads: %{reason}.",
    advice:
      "Correct redirect_uri, here and at the provider, or let the web server listen there. Where another device forwards that port to this router, a test login %{here} tells.",
  },
  router_other_answer: {
    text: "What answers at %{origin}, the origin of redirect_uri, is not this service (status %{status}).",
    advice: "Correct redirect_uri, or let the web server run programs in /cgi-bin.",
  },
  router_plain_http: {
    text: "A proxy answers at %{origin}, and it asks this router over plain HTTP: the router refuses that (HTTPS_REQUIRED), or leads back to the same address.",
    advice:
      "Let the proxy connect to this router by https, at the port where its web server listens for it. The header X-Forwarded-Proto is not believed.",
    code: "HTTPS_REQUIRED",
  },
  login_page_ok: {
    text: "LuCI's login page has the button of single sign-on.",
  },
  login_page_without_button: {
    text: "LuCI's login page has no button of single sign-on: the page of this theme loads no script of LuCI, and uhttpd does not run LuCI itself.",
    advice:
      "With uhttpd install the package uhttpd-mod-ucode and restart uhttpd; else choose another theme, or bookmark %{address}, which starts a login.",
  },
  host_unknown: {
    text: "%{endpoint}: the host name %{host} is unknown.",
    advice: "Check the name in issuer_url and the router's own name servers.",
  },
  connection_refused: {
    text: "%{endpoint}: no connection to %{host}: %{reason}.",
    advice: "Check that the provider runs and that no firewall blocks the router. " + provider_address,
  },
  certificate_untrusted: {
    text: "%{endpoint}: the router does not trust the certificate of %{host}: %{reason}.",
    advice:
      "With a private authority, paste its certificate %{here}, or name its file in option ca_file; else install ca-bundle.",
  },
  certificate_alone: {
    text: "%{endpoint}: %{host} sends only its own certificate, and the router does not know the authority that issued it: %{issuer}.",
    advice:
      "Let the provider's web server send the whole chain, its own certificate and those of the authorities between it and the root (often fullchain.pem). If the issuer is your own root authority, paste its certificate %{here}, or name its file in option ca_file.",
    code: "SSL_INIT_FAILED",
  },
  client_certificate: {
    text: "%{endpoint}: %{host} demands a certificate of the router, and the router has none to show.",
    advice:
      "Let the provider's web server take these calls without a client certificate; the client has its secret or key.",
  },
  http2_only: {
    text: "%{endpoint}: %{host} does not take HTTP/1.1, which the router speaks.",
    advice: "Allow HTTP/1.1 beside HTTP/2 at the provider's web server or its proxy.",
  },
  certificate_met: {
    text: "%{host} shows a certificate of %{subject}, issued by %{issuer}, valid from %{from} until %{ends}; its SHA-256 fingerprint is %{fingerprint}.",
    advice:
      "Nothing was sent there. Compare the fingerprint with what the provider's own machine says before you trust its authority.",
  },
  authority_met: {
    text: "%{host} sends the certificate of its authority along, %{subject}, valid until %{ends}; its SHA-256 fingerprint is %{fingerprint}.",
    advice:
      "Once you have compared the fingerprint, trust it %{here}: Show and trust this authority. If it ends soon, logins end with it: paste the certificate of its root instead.",
  },
  certificate_other_name: {
    text: "%{endpoint}: the certificate of %{host} is for another name: %{subject}.",
    advice:
      "Use the name that the certificate is for, or give the provider a certificate for this one. " + provider_address,
  },
  certificate_early: {
    text: "%{endpoint}: by the router's clock, %{now}, the certificate of %{host} is not valid yet: %{reason}.",
    advice:
      "Set the router's clock, and let it synchronize (System, Time Synchronization): logins then work again by themselves. If the clock is right, the provider's certificate is for later.",
    code: "SSL_INIT_FAILED",
  },
  certificate_expired: {
    text: "%{endpoint}: by the router's clock, %{now}, the certificate of %{host} or of its authority has expired: %{reason}.",
    advice: "Renew it at the provider. If the clock is wrong, set it.",
    code: "SSL_INIT_FAILED",
  },
  certificate_weak: {
    text: "%{endpoint}: the certificate of %{host} or of its authority is too weak for the router: %{reason}.",
    advice: "Give the provider one with an RSA key of 2048 bits or a P-256 key, signed with SHA-256.",
    code: "SSL_INIT_FAILED",
  },
  certificate_purpose: {
    text: "%{endpoint}: the certificate of %{host}, or of an authority in its chain, is not for this purpose: %{reason}.",
    advice:
      "Give the provider a certificate for TLS servers (extendedKeyUsage serverAuth, or none), and let authorities be ones (basicConstraints CA:TRUE, keyUsage keyCertSign).",
    code: "SSL_INIT_FAILED",
  },
  plain_http: {
    text: "%{endpoint}: what answers at this port of %{host} is not TLS, but most often plain HTTP: %{reason}.",
    advice: "Name the port at which the provider or its proxy speaks https. " + provider_address,
  },
  tls_failed: {
    text: "%{endpoint}: no TLS connection to %{host}: %{reason}.",
    advice:
      "The provider must offer TLS 1.2 or newer and HTTP/1.1 at this port, and may not demand a certificate of the router.",
  },
  no_answer: {
    text: "%{endpoint}: no answer from %{host} in time.",
    advice:
      "Check the provider's load, the connection to it and the router's own name servers; option http_timeout bounds a call of a login.",
  },
  answer_too_large: {
    text: "%{endpoint}: the answer of %{host} is over 256 KB.",
    advice: provider_address,
  },
  header_too_large: {
    text: "%{endpoint}: the header of the answer of %{host} is over 32 KB.",
    advice:
      "Let the provider's web server or its proxy send shorter header lines; cookies and policies are the longest ones.",
  },
  answer_encoded: {
    text: "%{endpoint}: the answer of %{host} is compressed, although the router asks for none of that (Accept-Encoding: identity).",
    advice: "Switch compression off for these addresses at the provider's web server or its proxy.",
  },
  connection_broken: {
    text: "%{endpoint}: the connection to %{host} broke: %{reason}.",
    advice: "Try again; if it stays, look into the provider's log.",
  },
  answer_status: {
    text: "%{endpoint}: the answer of %{url} has status %{status}, and is of no use: %{words}",
    advice:
      provider_address +
      " Realm, slug and trailing slash count. With 404 it may also be a proxy whose provider is not up yet.",
  },
  answer_redirect: {
    text: "%{endpoint}: %{url} redirects to %{location} (status %{status}), and that is not followed.",
    advice:
      "Set issuer_url to the issuer that is there; one redirect is followed, within the origin, for the discovery document alone.",
  },
  endpoint_redirect: {
    text: "%{endpoint}: %{url} redirects to %{location} (status %{status}), and this call is not sent there.",
    advice:
      "If that is the endpoint's new address, let the provider's discovery document name it. If it is a page to log in, a proxy protects the endpoint: let it pass there.",
  },
  answer_refused: {
    text: "%{endpoint}: %{url} does not let the router in: status %{status}.",
    advice:
      "Some providers answer so where the path of issuer_url is wrong, LemonLDAP::NG among them. A firewall, a filter of robots or a proxy that wants a login must let the router's address pass. " +
      provider_address,
  },
  answer_limited: {
    text: "%{endpoint}: %{url} has had too many requests: status %{status}.",
    advice:
      "Wait a minute and check again; if it stays, let the router's address pass the limit at the provider or its proxy.",
  },
  answer_fault: {
    text: "%{endpoint}: the provider fails, or a proxy before it: %{url} answers with status %{status}.",
    advice: "See whether the provider runs, and look into its log and the proxy's.",
  },
  answer_not_json: {
    text: "%{endpoint}: the answer of %{url} is of no use: %{reason}.",
    advice: provider_address + " A proxy may have answered instead. A document is UTF-8 without a byte order mark.",
  },
  connection_ok: { text: "Host name, connection and certificate of %{host} are fine." },
  clock_behind: {
    text: "The router's clock is %{seconds} s behind the provider's; clock_tolerance allows %{tolerance} s.",
    advice: "Let both synchronize their time: ID Tokens from the future are refused.",
    code: "ID_TOKEN_VERIFICATION_FAILED",
  },
  clock_ahead: {
    text: "The router's clock is %{seconds} s ahead of the provider's; clock_tolerance allows %{tolerance} s.",
    advice: "Let both synchronize their time: an ID Token that lives for less than that counts as expired.",
    code: "ID_TOKEN_VERIFICATION_FAILED",
  },
  clock_ok: { text: "The clocks of router and provider agree within %{seconds} s." },
  clock_unknown: { text: "The provider does not tell its time; the router's clock says %{now}." },
  issuer_is_document: {
    text: "Option issuer_url is the address of the discovery document, and not the issuer.",
    advice: "Cut off what follows the issuer: %{issuer}.",
    code: "OIDC_DISCOVERY_FAILED",
  },
  issuer_missing: {
    text: "The discovery document at %{url} names no issuer.",
    advice: provider_address,
    code: "DISCOVERY_ISSUER_MISMATCH",
  },
  issuer_template: {
    text: "The provider's issuer is a pattern, %{discovered}, and no login can match it.",
    advice:
      "Put the value for the place in brackets into issuer_url, and not the brackets: at Microsoft Entra ID https://login.microsoftonline.com/<tenant>/v2.0 with the id of your tenant.",
    code: "DISCOVERY_ISSUER_MISMATCH",
  },
  issuer_b2c: {
    text: "Azure AD B2C names an issuer without the policy, and has its discovery document only below a path with the policy.",
    advice:
      "In the properties of the user flow set the issuer claim (iss) to the form with /tfp/, and issuer_url to that issuer: https://<name>.b2clogin.com/tfp/<tenant id>/<policy>/v2.0/.",
    code: "DISCOVERY_ISSUER_MISMATCH",
  },
  issuer_http: {
    text: "The provider's issuer is %{discovered}, without https, and no login can match it.",
    advice: own_address,
    code: "DISCOVERY_ISSUER_MISMATCH",
  },
  issuer_mismatch: {
    text: "The provider's issuer is %{discovered}, but issuer_url is %{configured}. They differ from character %{place} on: %{discovered_rest} there, %{configured_rest} here.",
    advice: "Set issuer_url to the provider's issuer, character by character, a trailing slash included.",
    code: "DISCOVERY_ISSUER_MISMATCH",
  },
  issuer_ok: { text: "The provider's issuer and issuer_url are the same, character by character." },
  endpoint_missing: {
    text: "The discovery document has no %{field} (missing endpoint).",
    advice: "The provider must offer the authorization code flow of OpenID Connect. " + provider_address,
    code: "OIDC_DISCOVERY_FAILED",
  },
  endpoint_not_https: {
    text: "The discovery document's %{field} is not a plain https URL: %{url}.",
    advice: own_address,
    code: "OIDC_DISCOVERY_FAILED",
  },
  logout_not_https: {
    text: "The discovery document's end_session_endpoint is not a plain https URL and is not used: %{url}.",
    advice: own_address,
  },
  endpoints_ok: { text: "All endpoints are at the issuer's origin." },
  endpoints_elsewhere: {
    text: "Endpoints are at other origins than the issuer: %{origins}.",
    advice: "That is usual with some providers; make sure that these names are the provider's.",
  },
  internal_origin: {
    text: "The router calls the provider at %{origin}, as internal_issuer_url says; browsers go to %{browser}.",
  },
  flow_missing: {
    text: "The provider's %{field} lack %{needed}, and logins have no other: %{offered}.",
    advice: "Allow it at the provider, for this client.",
    code: "IDP_ERROR",
  },
  pkce_unknown: {
    text: "The provider does not list PKCE methods; logins always use S256.",
    advice: "Where it answers logins with invalid_request, allow this client PKCE at the provider.",
  },
  algorithm_unsupported: {
    text: "The provider signs ID Tokens with %{offered}; option id_token_algs allows %{allowed}.",
    advice: "Choose an RSA or a P-256 signing key for this client at the provider, or allow what it signs with.",
    code: "UNSUPPORTED_ALGORITHM",
  },
  algorithm_missing: {
    text: "Option id_token_algs allows EdDSA, and mbedtls, with which sso-login-native is built, does not have it.",
    advice: "Install sso-login-native-openssl, or let the provider sign by another algorithm.",
    code: "ID_TOKEN_VERIFICATION_FAILED",
  },
  userinfo_signing: {
    text: "The provider can sign UserInfo answers, by %{offered}; option id_token_algs allows %{allowed}.",
  },
  keys_missing: {
    text: "The provider has no signing key: there are no keys in the JWK Set of %{url}.",
    advice:
      "Choose a signing key for this client at the provider, and see that the client is there: without a key Authentik signs with the client secret, and without the client Vault has no key.",
    code: "JWKS_FETCH_FAILED",
  },
  keys_absent: {
    text: "The answer of %{url} is no JWK Set (RFC 7517): it has no list keys.",
    advice:
      'Let jwks_uri answer with {"keys": [...]}: one key alone (JWK) belongs into that list, and another form of certificates is of no use.',
    code: "JWKS_FETCH_FAILED",
  },
  keys_doubled: {
    text: "Several of the provider's signing keys have the same key id (kid): %{kids}.",
    advice: "Give each key a kid of its own at the provider; else a login may try the wrong one.",
    code: "ID_TOKEN_VERIFICATION_FAILED",
  },
  keys_without_id: {
    text: "Signing keys of the provider have no key id (kid), or one that is not a text: %{count}.",
    advice:
      "Give each key a kid at the provider, the text that its ID Tokens name; a token that names a kid matches no key without one (RFC 7517).",
    code: "ID_TOKEN_VERIFICATION_FAILED",
  },
  keys_unusable: {
    text: "None of the provider's signing keys can be used: %{keys}. Option id_token_algs allows %{allowed}.",
    advice:
      "Let the provider sign this client's ID Tokens with RS256 and an RSA key of 2048 to 4096 bits, or with ES256 and a P-256 key, or allow the algorithm of its keys.",
    code: "UNSUPPORTED_ALGORITHM",
  },
  keys_partly: {
    text: "Some of the provider's signing keys can be used, %{usable}, others not: %{keys}.",
    advice: "Make sure that this client's ID Tokens are signed with a key that can be used.",
    code: "UNSUPPORTED_ALGORITHM",
  },
  keys_ok: { text: "The provider's signing keys can be used: %{usable}." },
  pushed_requests: { text: "The provider demands pushed authorization requests; the router sends them to %{url}." },
  auth_method_none: {
    text: "The provider accepts neither client_secret_basic nor client_secret_post, but %{offered}.",
    advice: "Register the client as a confidential one, with a client secret.",
    code: "CONFIG_ERROR",
    option: "token_endpoint_auth_method",
  },
  auth_method_not_offered: {
    text: "Option token_endpoint_auth_method is %{method}, and the provider offers %{offered}.",
    advice: "Set the option to auto, or to what the client is registered with.",
    code: "TOKEN_EXCHANGE_FAILED",
  },
  auth_method_ok: { text: "The client proves itself by %{method}." },
  scope_missing: {
    text: "Roles need the scope %{scopes}, which the provider offers and option scope does not ask for.",
    advice: "Add %{scopes} to option scope; otherwise the provider may leave out what these roles go by.",
    code: "USER_NOT_AUTHORIZED",
  },
  scopes_not_granted: {
    text: "At the last login the provider granted less than option scope asks for; it left out %{scopes}.",
    advice: "Allow this client these scopes at the provider; it may want the consent of its users again.",
    code: "USER_NOT_AUTHORIZED",
  },
  refresh_token_missing: {
    text: "At the last login the provider gave no refresh token, so its session ends after three intervals of session_revalidate, and at least an hour.",
    advice:
      "Many providers give one only for the scope offline_access: add it to option scope, and allow this client the scope and the grant type refresh_token at the provider. If that is so already, set option prompt to consent, which some providers demand. Then log in again.",
  },
  scope_offline_missing: {
    text: "The next login shows whether the provider gives the refresh token that option session_revalidate needs; some give one only for the scope offline_access, which option scope does not ask for.",
  },
  watch_not_running: {
    text: "Sessions that are to end while they are used need the process sso-login watch, which does not run.",
    advice:
      "Run service sso-login restart. If the process has ended again after a minute, the log of the router says why.",
  },
  sessions_unproved: {
    text: "Sessions whose users the last question to the provider did not prove: %{count}. The oldest of their last proofs: %{since}. The last answer: %{why}.",
    advice:
      "The lines REVALIDATION_FAILED of the log say more. A session ends when its last proof is older than three intervals of session_revalidate, and at least an hour; sso-login logout ends it at once.",
    code: "REVALIDATION_FAILED",
  },
  scopes_ok: { text: "The provider offers the scopes of option scope." },
  scopes_unknown: { text: "The provider does not say which scopes it offers." },
  email_unmarked: {
    text: "At the last login the provider did not say whether the user's e-mail address is verified (no email_verified), and a role by that address counted.",
    advice:
      "Some providers leave the claim out just where it is false. If users can enter an address there themselves, let the provider send the claim, or use groups.",
  },
  not_offered: {
    text: "The provider does not list what option %{option} asks for: %{missing}.",
    advice:
      "Not every provider lists all that it has, so a login may work all the same. If not, compare the option with a token and the documents of the provider, and change one of them.",
  },
  logout_ok: { text: "Logging out ends the provider's session too." },
  logout_missing: { text: "The provider offers no end_session_endpoint: logging out ends only the router's session." },
  backchannel_off: {
    text: "The provider can tell the router when a user logs out there; option backchannel_logout turns that on.",
  },
  backchannel_ok: {
    text: "The provider can tell the router when a user logs out there, once this address is registered: %{url}.",
  },
  backchannel_missing: {
    text: "The provider does not say that it reports logouts to its clients.",
    advice: "Switch option backchannel_logout off, unless the provider's documents say otherwise.",
  },
  prompt_ignored: {
    text: "Option prompt is login, and at the last login the provider asked for no password: auth_time was before it.",
    advice: "Set max_age to 0: such logins are refused then.",
  },
  at_hash_unknown: {
    text: "Option at_hash is required, and the ID Tokens of this provider may have no at_hash: without it every login fails.",
    advice: "Set option at_hash to optional: at_hash is then checked when it is there.",
    code: "AT_HASH_MISMATCH",
  },
  client_not_sent: {
    text: "Secret or key were not tested: issuer_url, internal_issuer_url or ca_file is not as saved.",
    advice: "Save first and check again, or type the client secret anew.",
  },
  secret_wrong: {
    text: "The provider refuses client_id, client_secret or the authentication method %{method} (%{answer}): %{words}",
    advice:
      "Copy client id and secret again, see that the client is enabled, and compare the method with its registration; it must be a confidential one.",
    code: "TOKEN_EXCHANGE_FAILED",
    option: "client_secret",
  },
  secret_expired: {
    text: "The provider says that client_secret has expired (%{answer}): %{words}",
    advice: "Make a new client secret at the provider, and put it into client_secret; note when it ends.",
    code: "TOKEN_EXCHANGE_FAILED",
  },
  client_unknown: {
    text: "The provider refuses this client at the token endpoint (%{answer}) and at the authorization endpoint (status %{status}): %{words}",
    advice:
      "See first that the client is there and enabled, and compare client_id. Then copy the secret again, and register exactly %{redirect_uri}.",
    code: "TOKEN_EXCHANGE_FAILED",
  },
  secret_other_method: {
    text: "The provider refuses client_id and client_secret by %{method} (%{answer}), and takes them by %{other}.",
    advice: "Set option token_endpoint_auth_method to %{other}.",
    code: "TOKEN_EXCHANGE_FAILED",
    option: "token_endpoint_auth_method",
  },
  secret_not_decoded: {
    text: "The provider takes client_id and client_secret by %{method} only as they are (%{answer}): it does not decode what RFC 6749 encodes, and their special characters never arrive.",
    advice:
      "Let the provider make a secret of letters and digits alone, or register the client for client_secret_post where it has that.",
    code: "TOKEN_EXCHANGE_FAILED",
    option: "client_secret",
  },
  client_refused: {
    text: "The provider refuses this client (%{answer}): %{words}",
    advice:
      "Copy client id and secret again, allow this client the authorization code flow at the provider, and register exactly redirect_uri there: some providers say the same of an address that they do not know.",
    code: "TOKEN_EXCHANGE_FAILED",
    option: "client_id",
  },
  exchange_refused: {
    text: "The provider takes client_secret, and refuses this client the exchange of a code (%{answer}): %{words}",
    advice: "Register exactly %{redirect_uri} for this client, and allow it the authorization code flow there.",
    code: "TOKEN_EXCHANGE_FAILED",
    option: "redirect_uri",
  },
  client_untold: {
    text: "The provider's answer does not tell whether client_id, and secret or key, are right (%{answer}): %{words}",
    advice:
      "Some providers look at the code before the secret. Make a test login %{here}: it needs the right one, and shows what the provider says to a real code.",
    code: "TOKEN_EXCHANGE_FAILED",
  },
  client_public: {
    text: "The provider answers the same with client_secret, with an invented one and without one: %{answer}.",
    advice:
      "Make sure that the client is a confidential one there (Keycloak: Client authentication on): at a public client the secret protects nothing.",
  },
  secret_ok: {
    text: "The provider accepts client_id, client_secret and the method %{method}, and refuses an invented secret.",
  },
  key_missing: {
    text: "The client is to prove itself by a key (private_key_jwt), and the router has none for %{alg}.",
    advice: "Make one by sso-login key new %{alg}, and register its public part at the provider.",
    code: "CONFIG_ERROR",
    option: "client_assertion_alg",
  },
  assertion_audience: {
    text: "The provider refuses what the key signs for this audience (%{answer}), and takes it for another one.",
    advice: "Set option client_assertion_audience to %{other}.",
    code: "TOKEN_EXCHANGE_FAILED",
  },
  assertion_expired: {
    text: "The provider refuses what the key signs (%{answer}), and its clock is not this router's: %{words}",
    advice: "Set the clocks first, as said above: what is signed counts for 60 seconds.",
    code: "TOKEN_EXCHANGE_FAILED",
  },
  assertion_refused: {
    text: "The provider refuses client_id or the router's key for %{alg} (%{answer}): %{words}",
    advice:
      "Compare client_id, let the client be registered for private_key_jwt and %{alg}, and register the keys that sso-login key prints.",
    code: "TOKEN_EXCHANGE_FAILED",
  },
  assertion_ok: { text: "The provider accepts client_id and the router's key, and refuses a wrong signature." },
  redirect_refused: {
    text: "The provider refuses a login with client_id and redirect_uri as they are (status %{status}).",
    advice:
      "Register exactly %{redirect_uri} for this client at the provider, and compare client_id. For a client of sso-login register: sso-login register --update.",
    code: "IDP_ERROR",
    option: "redirect_uri",
  },
  redirect_known: { text: "The provider knows redirect_uri, and refuses an invented one." },
  redirect_alike: {
    text: "Not told: the provider answers a login with redirect_uri as it answers one with an invented address (status %{status}).",
    advice:
      "With status 401 it asks the browser first, for example for Kerberos, and all may be well. Otherwise register exactly %{redirect_uri} for this client, and compare client_id. A test login %{here} shows which it is.",
    code: "IDP_ERROR",
  },
  pushed_refused: {
    text: "The provider refuses the pushed authorization request of a login (%{answer}): %{words}",
    advice: "Register exactly %{redirect_uri} for this client, and allow it the scopes of option scope.",
    code: "IDP_ERROR",
  },
  redirect_untold: {
    text: "Not tried: whether the provider has redirect_uri registered, which it tells only those who log in.",
    advice: "Register exactly %{redirect_uri} there, and make a test login %{here}.",
  },
  logout_address_refused: {
    text: "The provider refuses a logout with post_logout_redirect_uri (status %{status}): users end at its error page.",
    advice: "Register exactly %{back} as an address after logout of this client there, or delete the option.",
  },
  logout_address_known: { text: "The provider knows post_logout_redirect_uri, and refuses an invented one." },
  logout_address_untold: {
    text: "Not told: whether the provider has %{back} registered as an address after logout (post_logout_redirect_uri).",
  },
  register_offered: {
    text: "The provider lets clients register themselves: sso-login register does it, mostly with a token.",
  },
  register_ok: { text: "This router is registered at the provider as client %{client_id}; the options are saved." },
  register_updated: { text: "The registration of client %{client_id} is updated; the options are saved." },
  register_removed: { text: "Client %{client_id} is removed at the provider, and single sign-on with it is off." },
  register_known: {
    text: "This router is already registered at %{issuer}, as client %{client_id}.",
    advice: "Use sso-login register --update, or --remove first; --forget, if the client or that provider is gone.",
  },
  register_none: {
    text: "No registration of this router is kept for this provider.",
    advice: "Only a client that sso-login register has made can be updated or removed; change others at the provider.",
  },
  register_no_provider: {
    text: "The section %{provider} is not a provider's.",
    advice: "Choose a name that no role and no other section has.",
  },
  register_other_issuer: {
    text: "The registration, client %{client_id}, was made at %{issuer}; the section's issuer_url is %{configured}.",
    advice: "Set issuer_url back; or delete the client at %{issuer}, and use sso-login register --forget.",
  },
  register_unmanaged: {
    text: "The provider lets nobody change or remove a registration by RFC 7592, or gave no access that can be used.",
    advice: "Change or delete the client at the provider. After deleting it, use sso-login register --forget.",
  },
  register_gone: {
    text: "The provider no longer knows the client, or refuses the access to it: %{words}.",
    advice: "Delete the client at the provider if it is there; then use sso-login register --forget.",
  },
  register_forgotten: {
    text: "The registration of client %{client_id} at %{issuer} is forgotten here; the options stay as they are.",
  },
  register_not_offered: {
    text: "The provider has no registration_endpoint: clients cannot register themselves there.",
    advice: "Allow dynamic client registration at the provider, or register the router there by hand.",
  },
  register_token: {
    text: "The provider registers no client without an initial access token that is valid: %{words}.",
    advice:
      "Make one at the provider, and enter it, or name its file by --token-file. Some are good for one registration, or for a few hours.",
  },
  register_redirect: {
    text: "The provider does not accept the redirect URI %{redirect_uri}: %{words}.",
    advice: "Correct option redirect_uri, or allow the router's host in the provider's rules for registrations.",
  },
  register_refused: {
    text: "The provider refuses the registration: %{words}.",
    advice: "Compare what is sent (sso-login register --dry-run) with the provider's rules for registrations.",
  },
  register_answer: {
    text: "The provider has registered a client with which no login works: %{reason}.",
    advice: "Correct the provider's rules for registrations, and use the same command again.",
  },
  register_taken_back: { text: "That client is removed at the provider again." },
  register_left: {
    text: "That client stays at the provider: %{client}.",
    advice: "Delete it at the provider; or use sso-login register --remove, if the registration is known here.",
  },
  register_changed: {
    text: "The provider has changed %{member}: %{given} instead of %{asked}.",
    advice: "The options have the provider's value; a member that is no option can be changed only there.",
  },
  register_expires: {
    text: "The client secret is valid until %{time}.",
    advice: "Use sso-login register --update before then, or let the provider issue secrets that do not expire.",
  },
  register_address: {
    text: "The address of the registration is not kept: %{uri} is not https at the origin of %{endpoint}.",
    advice: own_address,
  },
  register_not_saved: {
    text: "The options could not be saved: %{reason}.",
    advice: "If the flash is full, free some space, then use sso-login register --update.",
    code: "CONFIG_ERROR",
  },
  // Only of a refused test login.
  login_refused: {
    text: "The provider refuses this login: %{words}",
    advice: "Compare the client and its scopes at the provider with the settings, and look into the provider's log.",
  },
  login_denied: {
    text: "The provider says no to this login: %{words}",
    advice:
      "If you cancelled it yourself, nothing is wrong. Otherwise let the provider admit this user to this router's client.",
  },
  login_code: {
    text: "The provider refuses the authorization code of this login (%{answer}): %{words}",
    advice: "Make the test again. If that fails, too, register exactly redirect_uri at the provider.",
  },
  login_answer: {
    text: "The provider's answer cannot be used: %{reason}.",
    advice: "Compare the client at the provider with the settings. The check tries clock, keys and client.",
  },
  login_clock: {
    text: "The clocks of the router and the login provider differ",
    advice: "Let both synchronize their time: ID Tokens from the future are refused.",
    option: "clock_tolerance",
  },
  login_demand: {
    text: "The login at the provider was not what option %{option} demands: %{reason}.",
    advice: "Let the provider demand such a login, or change the option.",
  },
  login_email: {
    text: "The e-mail address was not used: the provider does not say that it is verified.",
    advice: "Let the provider verify it, or use groups or the user ID.",
  },
  login_groups: {
    text: "A role lists groups, and the provider sent none.",
    advice: "Let the provider send them: some need a scope, a claim mapper, or another claim here.",
    option: "groups_claim",
  },
  login_groups_text: {
    text: "Several groups are in one text, which matches as a whole only: in what the provider sent, or in an entry of a role.",
    advice: "Let the provider send a list of texts, and give each group an entry of its own in the role.",
    option: "groups_claim",
  },
  login_failed: {
    text: "This router could not finish the test: %{reason}.",
    advice: "Make the test again. If that fails, too, look into the router's log.",
  },
  roles_fit_none: {
    text: "The provider knows this user, and no role fits.",
    advice: "Put the e-mail address, a group or the user ID below into a role.",
  },
  not_tried: {
    text: "Not tried, because of the findings above: %{steps}.",
    advice: "Correct these findings and check again.",
  },
};
