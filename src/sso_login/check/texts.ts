/**
 * What a check may find, in the words of the log and of docs/troubleshooting.md, and what to do about it. The settings
 * page shows the same texts, translated. `%{name}` stands for a parameter of the finding.
 */

export interface FindingText {
  text: string;
  /** Absent where nothing is to do. */
  advice?: string;
  /** The code with which a login would be refused, or that the log shows; that of the call where it depends on it. */
  code?: string;
}

const provider_address = "Compare issuer_url and internal_issuer_url with what the provider's documentation says.";

/** By id; the order is that of a check. */
export const findings: { [id: string]: FindingText | undefined } = {
  config_unreadable: {
    text: "The configuration cannot be read: %{reason}.",
    advice: "Correct or restore /etc/config/sso-login.",
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
    text: "The name of role %{role} must %{must}.",
    advice: "Rename the role; until then nobody can log in by single sign-on.",
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
  roles_match_nobody: {
    text: "These roles list neither e-mail addresses nor groups and match nobody: %{roles}.",
    advice: "Add the e-mail addresses or groups of their users.",
  },
  roles_without_rights: {
    text: "These roles have no access groups: %{roles}. Their users can log in and see nothing.",
    advice: "Add access groups to read or write; '*' stands for all.",
  },
  roles_without_luci: {
    text: "These roles lack the access group luci-base: %{roles}. LuCI shows their users errors and no log-out.",
    advice: "Add luci-base to read, beside the groups of the pages they may open.",
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
  router_unreachable: {
    text: "Nothing answers over HTTPS at %{origin}, the origin of redirect_uri: %{reason}.",
    advice: "Let the web server listen on HTTPS there, or correct redirect_uri.",
  },
  router_other_answer: {
    text: "What answers at %{origin}, the origin of redirect_uri, is not this service (status %{status}).",
    advice: "Correct redirect_uri, or let the web server run programs in /cgi-bin.",
  },
  host_unknown: {
    text: "%{endpoint}: the host name %{host} is unknown.",
    advice: "Check the name in issuer_url and the router's own name servers.",
  },
  connection_refused: {
    text: "%{endpoint}: no connection to %{host}: %{reason}.",
    advice: "Check that the provider runs and that no firewall stands between it and the router. " + provider_address,
  },
  certificate_untrusted: {
    text: "%{endpoint}: the router does not trust the certificate of %{host}: %{reason}.",
    advice:
      "With a private authority, name its file in option ca_file; else install ca-bundle, set the clock, " +
      "and check that the certificate is for this name.",
  },
  tls_failed: {
    text: "%{endpoint}: no TLS connection to %{host}: %{reason}.",
    advice: "The provider must offer TLS 1.2 or newer at this port.",
  },
  no_answer: {
    text: "%{endpoint}: no answer from %{host} in time.",
    advice:
      "Check the provider's load, the connection to it and the router's own name servers; " +
      "option http_timeout bounds a call of a login.",
  },
  answer_too_large: {
    text: "%{endpoint}: the answer of %{host} is over 256 KB.",
    advice: provider_address,
  },
  connection_broken: {
    text: "%{endpoint}: the connection to %{host} broke: %{reason}.",
    advice: "Try again; if it stays, look into the provider's log.",
  },
  answer_status: {
    text: "%{endpoint}: the answer of %{url} has status %{status}, not 200.",
    advice: provider_address + " Realm, slug and trailing slash count.",
  },
  answer_not_json: {
    text: "%{endpoint}: the answer of %{url} is not a JSON object.",
    advice: provider_address + " A page of a proxy may stand in between.",
  },
  connection_ok: { text: "Host name, connection and certificate of %{host} are fine." },
  clock_behind: {
    text: "The router's clock is %{seconds} s behind the provider's; clock_tolerance allows %{tolerance} s.",
    advice: "Let both synchronize their time: ID Tokens from the future are refused.",
    code: "ID_TOKEN_VERIFICATION_FAILED",
  },
  clock_ahead: {
    text: "The router's clock is %{seconds} s ahead of the provider's; clock_tolerance allows %{tolerance} s.",
    advice: "Let both synchronize their time: ID Tokens count as expired too early.",
    code: "ID_TOKEN_VERIFICATION_FAILED",
  },
  clock_ok: { text: "The clocks of router and provider agree within %{seconds} s." },
  clock_unknown: { text: "The provider does not tell its time; the router's clock says %{now}." },
  issuer_missing: {
    text: "The discovery document at %{url} names no issuer.",
    advice: provider_address,
    code: "DISCOVERY_ISSUER_MISMATCH",
  },
  issuer_template: {
    text: "The provider's issuer is a pattern, %{discovered}, and no login can match it.",
    advice: "Use the address of your own tenant: https://login.microsoftonline.com/<tenant>/v2.0.",
    code: "DISCOVERY_ISSUER_MISMATCH",
  },
  issuer_mismatch: {
    text:
      "The provider's issuer is %{discovered}, but issuer_url is %{configured}. They differ from character " +
      "%{place} on: '%{discovered_rest}' there, '%{configured_rest}' here.",
    advice: "Set issuer_url to the provider's issuer, character by character, a trailing slash included.",
    code: "DISCOVERY_ISSUER_MISMATCH",
  },
  issuer_ok: { text: "The provider's issuer is issuer_url, character by character." },
  endpoint_missing: {
    text: "The discovery document has no %{field} (missing endpoint).",
    advice: "The provider must offer the authorization code flow of OpenID Connect. " + provider_address,
    code: "OIDC_DISCOVERY_FAILED",
  },
  endpoint_not_https: {
    text: "The discovery document's %{field} is not a plain https URL: %{url}.",
    advice: "Let the provider know its own public address: behind a proxy it needs the X-Forwarded headers.",
    code: "OIDC_DISCOVERY_FAILED",
  },
  logout_not_https: {
    text: "The discovery document's end_session_endpoint is not a plain https URL and is not used: %{url}.",
    advice: "Let the provider know its own public address: behind a proxy it needs the X-Forwarded headers.",
  },
  endpoints_ok: { text: "All endpoints are at the issuer's origin." },
  endpoints_elsewhere: {
    text: "Endpoints are at other origins than the issuer: %{origins}.",
    advice: "That is usual with some providers; make sure that these names are the provider's.",
  },
  internal_origin: {
    text: "The router calls the provider at %{origin}, as internal_issuer_url says; browsers go to %{browser}.",
  },
  code_flow_missing: {
    text: "The provider does not offer the authorization code flow: response types %{offered}.",
    advice: "Allow the code flow (response type code) at the provider.",
    code: "IDP_ERROR",
  },
  pkce_missing: {
    text: "The provider names PKCE methods but not S256: %{offered}.",
    advice: "Allow S256 at the provider; logins always use it.",
    code: "IDP_ERROR",
  },
  algorithm_unsupported: {
    text: "The provider signs ID Tokens with %{offered}; RS256 or ES256 is needed.",
    advice: "Choose an RSA or a P-256 signing key for this client at the provider.",
    code: "UNSUPPORTED_ALGORITHM",
  },
  keys_missing: {
    text: "The provider has no signing key: there are no keys in the JWK Set of %{url}.",
    advice:
      "Choose a signing key for this client at the provider; without one, Authentik signs with the client secret.",
    code: "JWKS_FETCH_FAILED",
  },
  keys_unusable: {
    text: "None of the provider's signing keys can be used: %{keys}. RS256 or ES256 is needed.",
    advice: "Choose an RSA key of 2048 to 4096 bits or a P-256 key at the provider.",
    code: "UNSUPPORTED_ALGORITHM",
  },
  keys_partly: {
    text: "Some of the provider's signing keys can be used, %{usable}, others not: %{keys}.",
    advice: "Make sure that this client's ID Tokens are signed with a key that can be used.",
    code: "UNSUPPORTED_ALGORITHM",
  },
  keys_ok: { text: "The provider's signing keys can be used: %{usable}." },
  auth_method_none: {
    text: "The provider accepts neither client_secret_basic nor client_secret_post, but %{offered}.",
    advice: "Register the client as a confidential one, with a client secret.",
    code: "CONFIG_ERROR",
  },
  auth_method_not_offered: {
    text: "Option token_endpoint_auth_method is %{method}, and the provider offers %{offered}.",
    advice: "Set the option to auto, or to what the client is registered with.",
    code: "TOKEN_EXCHANGE_FAILED",
  },
  auth_method_ok: { text: "The client proves itself by %{method}." },
  scopes_not_offered: {
    text: "The provider does not list these scopes: %{scopes}.",
    advice: "Add them at the provider, or take them out of option scope.",
    code: "IDP_ERROR",
  },
  scopes_ok: { text: "The provider offers the scopes of option scope." },
  scopes_unknown: { text: "The provider does not say which scopes it offers." },
  logout_ok: { text: "Logging out ends the provider's session too." },
  logout_missing: {
    text: "The provider offers no end_session_endpoint: logging out ends the router's session alone.",
  },
  at_hash_unlikely: {
    text: "This kind of provider (%{provider}) leaves at_hash out of its ID Tokens, and option at_hash is required.",
    advice: "Set option at_hash to optional; else logins end with AT_HASH_MISMATCH.",
    code: "AT_HASH_MISMATCH",
  },
  secret_not_sent: {
    text: "The saved client secret was not tested: issuer_url, internal_issuer_url or ca_file is not as saved.",
    advice: "Type the client secret again to test it, or save first.",
  },
  secret_wrong: {
    text: "The provider refuses client_id, client_secret or the authentication method %{method}: %{answer}.",
    advice:
      "Copy client id and secret again, and compare the method with the client's registration; " +
      "the client must be a confidential one.",
    code: "TOKEN_EXCHANGE_FAILED",
  },
  client_refused: {
    text: "The provider refuses this client: %{answer}.",
    advice: "Copy client id and secret again, and allow this client the authorization code flow at the provider.",
    code: "TOKEN_EXCHANGE_FAILED",
  },
  secret_unclear: {
    text: "The provider's answer does not tell whether client_id and client_secret are right: %{answer}.",
    advice: "Try a login; the log names what is wrong.",
    code: "TOKEN_EXCHANGE_FAILED",
  },
  secret_ok: {
    text: "The provider accepts client_id, client_secret and the method %{method} (invalid_grant for an invented code).",
  },
  not_tried: {
    text: "Not tried, because of the findings above: %{steps}.",
    advice: "Correct these findings and check again.",
  },
};

/** What may stand within a finding's text, by id: a message that is a parameter of the finding. */
export const parts: { [id: string]: string | undefined } = {
  file_unreadable: "cannot be read",
  file_malformed: "not a JSON object",
  key: "%{alg} (%{type})",
  key_refused: "%{alg} (%{type}, of a size or form that is refused)",
  answer_code: "status %{status}, %{code}",
  answer_without_code: "status %{status}, no error code",
  answer_unusual_code: "status %{status}, an unusual error code",
  answer_to_invented_code: "status 200 for an invented code",
};
