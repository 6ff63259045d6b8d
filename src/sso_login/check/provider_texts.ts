/** What the check may find at the provider; texts.ts has the rest. */

export interface FindingText {
  text: string;
  /** Absent where nothing is to do. */
  advice?: string;
  /** The code with which a login would be refused, or that the log shows; that of the call where it depends on it. */
  code?: string;
}

const own_address =
  "Let the provider know its own public https address: behind a proxy it needs the X-Forwarded headers.";
const provider_address = "Compare issuer_url and internal_issuer_url with what the provider's documentation says.";

/** By id; the order is that of a check. */
export const findings: { [id: string]: FindingText | undefined } = {
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
      "With a private authority, paste its certificate on the settings page, or name its file in option ca_file; " +
      "else install ca-bundle, set the clock, " +
      "and check that the certificate is for this name.",
  },
  certificate_met: {
    text: "%{host} shows a certificate of %{subject}, issued by %{issuer}; its SHA-256 fingerprint is %{fingerprint}.",
    advice:
      "Nothing was sent there. Compare the fingerprint with what the provider's own machine says before you trust " +
      "its authority.",
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
  answer_redirect: {
    text: "%{endpoint}: %{url} redirects to %{location} (status %{status}), and that is not followed.",
    advice:
      "Set issuer_url to the issuer that is there; one redirect is followed, within the origin, for the discovery " +
      "document alone.",
  },
  answer_refused: {
    text: "%{endpoint}: %{url} does not let the router in: status %{status}.",
    advice: "A firewall or a filter of robots before the provider may do that; let the router's address pass there.",
  },
  answer_fault: {
    text: "%{endpoint}: the provider fails, or a proxy before it: %{url} answers with status %{status}.",
    advice: "See whether the provider runs, and look into its log and the proxy's.",
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
    advice: "Let both synchronize their time: an ID Token that lives for less than that counts as expired.",
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
  issuer_http: {
    text: "The provider's issuer is %{discovered}, without https, and no login can match it.",
    advice: own_address,
    code: "DISCOVERY_ISSUER_MISMATCH",
  },
  issuer_mismatch: {
    text:
      "The provider's issuer is %{discovered}, but issuer_url is %{configured}. They differ from character " +
      "%{place} on: %{discovered_rest} there, %{configured_rest} here.",
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
      "Choose a signing key for this client at the provider; without one, Authentik signs with the client secret.",
    code: "JWKS_FETCH_FAILED",
  },
  keys_unusable: {
    text: "None of the provider's signing keys can be used: %{keys}. Option id_token_algs allows %{allowed}.",
    advice:
      "Let the provider sign this client's ID Tokens with RS256 and an RSA key of 2048 to 4096 bits, " +
      "or with ES256 and a P-256 key, or allow the algorithm of its keys.",
    code: "UNSUPPORTED_ALGORITHM",
  },
  keys_partly: {
    text: "Some of the provider's signing keys can be used, %{usable}, others not: %{keys}.",
    advice: "Make sure that this client's ID Tokens are signed with a key that can be used.",
    code: "UNSUPPORTED_ALGORITHM",
  },
  keys_ok: { text: "The provider's signing keys can be used: %{usable}." },
  pushed_requests: {
    text: "The provider demands pushed authorization requests; the router sends them to %{url}.",
  },
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
  scope_groups_missing: {
    text: "Roles list groups, and the provider offers the scope groups, which option scope does not ask for.",
    advice: "Add groups to option scope; without it the provider may send no groups.",
    code: "USER_NOT_AUTHORIZED",
  },
  scopes_not_granted: {
    text: "At the last login the provider granted less than option scope asks for; it left out %{scopes}.",
    advice: "Allow this client these scopes at the provider; it may want the consent of its users again.",
    code: "USER_NOT_AUTHORIZED",
  },
  scopes_ok: { text: "The provider offers the scopes of option scope." },
  scopes_unknown: { text: "The provider does not say which scopes it offers." },
  claims_not_offered: {
    text: "The provider does not list these claims of options groups_claim and email_claim: %{missing}.",
    advice:
      "Compare the names with a token of the provider; not every provider lists all its claims, so that a login may " +
      "still have them.",
    code: "USER_NOT_AUTHORIZED",
  },
  acr_not_offered: {
    text: "The provider does not list these values of option acr_values: %{missing}.",
    advice: "Compare them with what the provider's documentation calls its ways to log in.",
    code: "AUTHENTICATION_TOO_WEAK",
  },
  prompt_not_offered: {
    text: "The provider does not list this value of option prompt: %{missing}.",
    advice: "Choose another one, or delete the option.",
    code: "IDP_ERROR",
  },
  logout_ok: { text: "Logging out ends the provider's session too." },
  logout_missing: {
    text: "The provider offers no end_session_endpoint: logging out ends the router's session alone.",
  },
  backchannel_off: {
    text: "The provider can tell the router when somebody logs out there; option backchannel_logout turns that on.",
  },
  backchannel_ok: {
    text: "The provider can tell the router when somebody logs out there, once this address is registered: %{url}.",
  },
  backchannel_missing: {
    text: "The provider does not say that it tells anybody when somebody logs out there.",
    advice: "Switch option backchannel_logout off, unless the provider's documents say otherwise.",
  },
  at_hash_unlikely: {
    text: "This kind of provider (%{provider}) leaves at_hash out of its ID Tokens, and option at_hash is required.",
    advice: "Set option at_hash to optional; else logins end with AT_HASH_MISMATCH.",
    code: "AT_HASH_MISMATCH",
  },
  at_hash_unknown: {
    text: "Whether ID Tokens have at_hash, which option at_hash requires, shows only at a login.",
    advice: "Where logins end with AT_HASH_MISMATCH because it is absent, set option at_hash to optional.",
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
  secret_other_method: {
    text: "The provider refuses client_id and client_secret by %{method} (%{answer}), and takes them by %{other}.",
    advice: "Set option token_endpoint_auth_method to %{other}.",
    code: "TOKEN_EXCHANGE_FAILED",
  },
  client_refused: {
    text: "The provider refuses this client: %{answer}.",
    advice:
      "Copy client id and secret again, allow this client the authorization code flow at the provider, and register " +
      "exactly redirect_uri there: some providers say the same of an address that they do not know.",
    code: "TOKEN_EXCHANGE_FAILED",
  },
  secret_unclear: {
    text: "The provider's answer does not tell whether client_id and client_secret are right: %{answer}.",
    advice: "Try a login; the log names what is wrong.",
    code: "TOKEN_EXCHANGE_FAILED",
  },
  secret_untold: {
    text: "The provider does not tell whether client_secret is right: to an invented one it says %{answer}.",
    advice: "It looks at the code first, or the client is a public one; it must be confidential. A login tells.",
    code: "TOKEN_EXCHANGE_FAILED",
  },
  secret_ok: {
    text: "The provider accepts client_id, client_secret and the method %{method}, and refuses an invented secret.",
  },
  not_tried: {
    text: "Not tried, because of the findings above: %{steps}.",
    advice: "Correct these findings and check again.",
  },
};
