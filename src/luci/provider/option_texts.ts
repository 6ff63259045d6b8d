/** Titles and help of all options, a row each, in English: the page translates them (option_fields.ts). */
import type { OptionName } from "../../sso_login/settings/option_table";

export interface OptionText {
  title: string;
  /** Trusted: the form takes it as HTML. `%{min}` and `%{max}` are the option's bounds. */
  help: string;
  /** Of the words that an option may be, where a word does not say it; "" is an absent option. */
  labels?: { [word: string]: string };
  /** Shown where another field has this value. */
  depends?: [string, string];
}

/** The options of the form; passwords have a panel of their own. */
type ShownOption = Exclude<OptionName, "password_login"> | "enabled";
export type Texts = { [option in ShownOption]?: OptionText };

/** The tab "Provider". */
export const provider = {
  redirect_uri: {
    title: "Redirect URI",
    help: "Register exactly this address at the provider, with the host name by which users open this router.",
  },
  issuer_url: {
    title: "Issuer",
    help: "The provider's address, as it shows it. Not sure? Check now offers the right one.",
  },
  client_id: { title: "Client ID", help: "What the provider calls this router, chosen or shown at the registration." },
  client_secret: {
    title: "Client secret",
    help: "The provider shows it at the registration; this page never shows it again.",
  },
  enabled: {
    title: "Enable single sign-on",
    help: "The login page shows a button that leads to the provider. Passwords go on working.",
  },
} satisfies Texts;

const connection = {
  internal_issuer_url: {
    title: "Internal address of the provider",
    help: "Where the router reaches the provider at another address than browsers do: https, host name and port. Leave it empty otherwise.",
  },
  token_endpoint_auth_method: {
    title: "Authentication method",
    help: "How the router proves to the provider that it is the registered client.",
    labels: { auto: "what the provider offers", private_key_jwt: "private_key_jwt: a key of this router, no secret" },
  },
  client_assertion_alg: {
    title: "Key of this router",
    help: "The provider is given its public part, and no secret.",
    depends: ["token_endpoint_auth_method", "private_key_jwt"],
  },
  client_assertion_audience: {
    title: "Audience of the router's proof",
    help: "Older providers want their token endpoint there.",
    labels: { issuer: "the issuer", token_endpoint: "the token endpoint" },
    depends: ["token_endpoint_auth_method", "private_key_jwt"],
  },
  ca_file: {
    title: "Certificate authority",
    help: "A PEM file on this router, for a provider with a private authority. It replaces the system's for calls to the provider.",
  },
  http_timeout: { title: "Time limit for calls", help: "Seconds for one call to the provider, from %{min} to %{max}." },
  clock_tolerance: {
    title: "Clock tolerance",
    help: "Seconds by which the clocks of router and provider may differ, from %{min} to %{max}.",
  },
} satisfies Texts;

const tokens = {
  scope: {
    title: "Requested data",
    help: "Names of scopes, separated by spaces; openid is always there. Many providers send groups only with the scope groups.",
  },
  at_hash: {
    title: "Fingerprint of the access token",
    help: "It ties the access token to the ID Token. Some providers leave it out (GitLab, Kanidm, Entra ID and others).",
    labels: { required: "required", optional: "optional; checked when it is there" },
  },
  id_token_algs: {
    title: "Signature algorithms",
    help: "What ID Tokens and UserInfo answers may be signed with, separated by spaces: RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, and with OpenSSL EdDSA.",
  },
  allow_unverified_email: {
    title: "Accept unverified e-mail addresses",
    help: "Otherwise an address of which the provider says that it is not verified matches no role.",
  },
  groups_claim: {
    title: "Where the groups are",
    help: "Names of claims, separated by spaces; all of them add up. The keys of an object are its groups; dots lead into objects: realm_access.roles. Empty: groups.",
  },
  email_claim: {
    title: "Where the e-mail address is",
    help: "Name of the claim, where that is not email: such as upn or preferred_username.",
  },
  email_claim_trusted: {
    title: "Trust this claim",
    help: "Otherwise roles match only addresses of the claim email: users may be able to choose the value of another claim.",
  },
  acr_values: {
    title: "Required way of logging in",
    help: "Values of the claim acr, separated by spaces, as the provider calls a login with a second factor. Another login is refused.",
  },
  max_age: {
    title: "Age of the login at the provider",
    help: "Seconds, from %{min} to %{max}, after which the provider is to ask for the password again. Empty: any.",
  },
  prompt: {
    title: "What the provider asks each time",
    help: "Otherwise somebody who is logged in at the provider is let in without being asked.",
    labels: {
      "": "what it finds necessary",
      login: "to log in again",
      select_account: "which account it shall be",
      consent: "for consent",
    },
  },
} satisfies Texts;

const sessions = {
  session_timeout: {
    title: "Session time-out",
    help: "Seconds without activity until a session ends, from %{min} to %{max}. Empty: the same as for LuCI's logins.",
  },
  session_max_lifetime: {
    title: "Longest session",
    help: "Seconds after which a session ends even while it is used, from %{min} to %{max}. Empty: it may last while it is used.",
  },
  session_revalidate: {
    title: "Ask the provider again",
    help: "Seconds, from %{min} to %{max}, after which the provider proves the user again. A session ends when the provider refuses the user or the roles are lost, and when nothing proved the user for three intervals and at least an hour. Many providers need the scope offline_access for it. Empty: only the login asks.",
  },
  backchannel_logout: {
    title: "The provider may end sessions",
    help: "Back-channel log-out: register the redirect URI with backchannel-logout in the place of callback at the provider, which must reach this router.",
  },
  client_limit: {
    title: "Requests of one client",
    help: "In a minute, from %{min} to %{max}; all clients together have 50. So one host cannot keep all others from logging in. Empty: no such limit, or 25 while passwords are off.",
  },
  trusted_proxy: {
    title: "Trusted proxies",
    help: "Addresses and CIDR ranges of proxies, separated by spaces. The limit of one client does not apply to them.",
  },
  log_identity: {
    title: "Name users in the log",
    help: "Otherwise the system log shows a fingerprint instead of the e-mail address.",
  },
} satisfies Texts;

const programs = {
  api_audience: {
    title: "Audience of programs' tokens",
    help: "Programs may exchange access tokens of the provider for this audience for a session. Empty: they may not.",
  },
  api_client: {
    title: "Clients",
    help: "Only tokens of these client IDs are accepted, separated by spaces. Empty: of all clients.",
  },
  api_scope: { title: "What tokens must allow", help: "The scopes that a token must have, with spaces between." },
  api_token_types: {
    title: "Types of tokens",
    help: "JWT is what many kinds of tokens are: it needs a list of clients.",
  },
  api_session_timeout: {
    title: "Seconds until a program's session ends",
    help: "Without use; at the token's end at the latest.",
  },
  api_sessions: { title: "Sessions of a program", help: "Live ones of one user or client; older ones end." },
} satisfies Texts;

const login = {
  button_label: { title: "Label of the button", help: "On the login page; at most %{max} bytes." },
  label: { title: "Label of its button", help: "On the login page; at most %{max} bytes. Empty: the name." },
  color: {
    title: "Colour beside the label",
    help: "Of the mark on its button: # and six digits, such as #d33c2c. Empty: none.",
  },
  auto_redirect: {
    title: "Go to the provider at once",
    help: "The login page leads on by itself, once in each browser tab. With ?local=1 at the end of its address it stays.",
  },
  password_form: {
    title: "Form for the password",
    help: "A hidden one is one step away, by a link, and with ?local=1 at the end of the address.",
    labels: { shown: "shown", hidden: "hidden" },
  },
  password_user: {
    title: "Users who keep their password",
    help: "Logins of this router, separated by spaces, whose passwords work even while passwords are off: an account for monitoring. An account with full rights here makes turning passwords off pointless.",
  },
  webui_path: { title: "Page after the login", help: "A path on this router." },
  post_logout_redirect_uri: {
    title: "Address after logging out",
    help: "Where the provider sends the browser back to; register it there too. Empty: the provider's own page.",
  },
} satisfies Texts;

/** All rows in the order of the page. Does not compile while an option has none. */
export const texts: Required<Texts> = { ...provider, ...connection, ...tokens, ...sessions, ...programs, ...login };

/** The folded groups of the tab "Advanced". */
export const groups: { title: string; texts: Texts }[] = [
  { title: "Connection to the provider", texts: connection },
  { title: "What the provider says of users", texts: tokens },
  { title: "Sessions and log", texts: sessions },
  { title: "Programs", texts: programs },
  { title: "Login page and log-out", texts: login },
];
