/** The fields of all options but the secret. */
import { first } from "../sso_login/base/public_names";

export interface Field {
  option: string;
  tab: "provider" | "advanced";
  kind: "text" | "flag" | "choice";
  title: string;
  /** Trusted: the form takes it as HTML. */
  help: string;
  /** Of a choice: the values, each with its label. */
  choices?: [string, string][];
  /** Shown where another field has this value. */
  depends?: [string, string];
}

function text(option: string, title: string, help: string): Field {
  return { option, tab: "advanced", kind: "text", title, help };
}

function flag(option: string, title: string, help: string): Field {
  return { option, tab: "advanced", kind: "flag", title, help };
}

function choice(
  option: string,
  title: string,
  help: string,
  choices: Field["choices"],
  depends?: Field["depends"],
): Field {
  return { option, tab: "advanced", kind: "choice", title, help, choices, depends };
}

/** The providers to which the login page may go at once. The chosen one is among them even when it is gone. */
export function startChoices(further: string[], chosen: string): [string, string][] {
  const names = [...new Set([...further, chosen])].filter((name) => !["", "0", "1"].includes(name));
  return [
    ["0", _("no")],
    ["1", names.length === 0 ? _("yes") : first],
    ...names.map((name): [string, string] => [name, name]),
  ];
}

function providerFields(): Field[] {
  return [
    text(
      "redirect_uri",
      _("Redirect URI"),
      _("Register exactly this address at the provider. Its host name is the one under which users open this router."),
    ),
    text(
      "issuer_url",
      _("Issuer"),
      _("The provider's address, as the provider shows it. Not sure? Check now offers the right one."),
    ),
    text("client_id", _("Client ID"), _("What the provider calls this router, chosen or shown at the registration.")),
    text(
      "scope",
      _("Scopes"),
      _("Separated by spaces; openid is always there. Many providers send groups only with the scope groups."),
    ),
    flag(
      "enabled",
      _("Enable single sign-on"),
      _("The login page shows a button that leads to the provider. Logging in by password stays possible."),
    ),
  ];
}

function connectionFields(): Field[] {
  return [
    text(
      "internal_issuer_url",
      _("Internal address of the provider"),
      _(
        "Where the router reaches the provider at another address than browsers do: https, host name and port. Leave it empty otherwise.",
      ),
    ),
    choice(
      "token_endpoint_auth_method",
      _("Authentication method"),
      _("How the router proves to the provider that it is the registered client."),
      [
        ["auto", _("what the provider offers")],
        ["client_secret_basic", "client_secret_basic"],
        ["client_secret_post", "client_secret_post"],
        ["private_key_jwt", _("private_key_jwt: a key of this router, no secret")],
      ],
    ),
    choice(
      "client_assertion_alg",
      _("Key of this router"),
      _("The provider is given its public part, and no secret."),
      [
        ["ES256", "ES256"],
        ["RS256", "RS256"],
      ],
      ["token_endpoint_auth_method", "private_key_jwt"],
    ),
    choice(
      "client_assertion_audience",
      _("Audience of the router's proof"),
      _("Older providers want their token endpoint there."),
      [
        ["issuer", _("the issuer")],
        ["token_endpoint", _("the token endpoint")],
      ],
      ["token_endpoint_auth_method", "private_key_jwt"],
    ),
    text(
      "ca_file",
      _("Certificate authority"),
      _(
        "A PEM file on this router, for a provider with a private authority. It replaces the system's for calls to the provider.",
      ),
    ),
    text("http_timeout", _("Time limit for calls"), _("Seconds for one call to the provider, from 1 to 20.")),
    text(
      "clock_tolerance",
      _("Clock tolerance"),
      _("Seconds by which the clocks of router and provider may differ, from 0 to 3600."),
    ),
  ];
}

function identityFields(): Field[] {
  return [
    choice(
      "at_hash",
      _("Claim at_hash"),
      _("It ties the access token to the ID Token. Some providers leave it out (GitLab, Kanidm, Entra ID and others)."),
      [
        ["required", _("required")],
        ["optional", _("optional; checked when it is there")],
      ],
    ),
    text(
      "id_token_algs",
      _("Signature algorithms"),
      _(
        "What ID Tokens and UserInfo answers may be signed with, separated by spaces: RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, and with OpenSSL EdDSA.",
      ),
    ),
    flag(
      "allow_unverified_email",
      _("Accept unverified e-mail addresses"),
      _("Otherwise an address of which the provider says that it is not verified matches no role."),
    ),
    text(
      "groups_claim",
      _("Claims with groups"),
      _(
        "Separated by spaces; all of them add up. The keys of an object are its groups; dots lead into objects: realm_access.roles. Empty: groups.",
      ),
    ),
    text(
      "email_claim",
      _("Claim with the e-mail address"),
      _("Where the provider has it under another name, such as upn or preferred_username."),
    ),
    flag(
      "email_claim_trusted",
      _("Trust this claim"),
      _(
        "Otherwise roles match only addresses of the claim email: users may be able to choose the value of another claim.",
      ),
    ),
    text(
      "acr_values",
      _("Required way of logging in"),
      _(
        "Values of the claim acr, separated by spaces, as the provider calls a login with a second factor. Another login is refused.",
      ),
    ),
    text(
      "max_age",
      _("Age of the login at the provider"),
      _("Seconds, from 0 to 604800, after which the provider is to ask for the password again. Empty: any."),
    ),
    choice(
      "prompt",
      _("What the provider asks each time"),
      _("Otherwise somebody who is logged in at the provider is let in without being asked."),
      [
        ["", _("what it finds necessary")],
        ["login", _("to log in again")],
        ["select_account", _("which account it shall be")],
        ["consent", _("for consent")],
      ],
    ),
  ];
}

function sessionFields(): Field[] {
  return [
    text(
      "session_timeout",
      _("Session time-out"),
      _("Seconds without activity until a session ends, from 60 to 604800. Empty: the same as for LuCI's logins."),
    ),
    text(
      "session_max_lifetime",
      _("Longest session"),
      _(
        "Seconds after which a session ends even while it is used, from 300 to 2592000. Empty: it may last while it is used.",
      ),
    ),
    text(
      "session_revalidate",
      _("Ask the provider again"),
      _(
        "Seconds, from 300 to 86400, between two questions whether a user still exists and has the session's roles; otherwise the session ends. Many providers need the scope offline_access for it. Empty: only the login asks.",
      ),
    ),
    flag(
      "backchannel_logout",
      _("The provider may end sessions"),
      _(
        "Back-channel log-out: register the redirect URI with backchannel-logout in the place of callback at the provider, which must reach this router.",
      ),
    ),
    text(
      "client_limit",
      _("Requests of one client"),
      _(
        "In a minute, from 5 to 50; all clients together have 50. So one host cannot keep all others from logging in. Empty: no such limit, or 25 while passwords are off.",
      ),
    ),
    text(
      "trusted_proxy",
      _("Trusted proxies"),
      _("Addresses and CIDR ranges of proxies, separated by spaces. The limit of one client does not apply to them."),
    ),
    flag(
      "log_identity",
      _("Name users in the log"),
      _("Otherwise the system log shows a fingerprint instead of the e-mail address."),
    ),
  ];
}

function pageFields(): Field[] {
  return [
    text("button_label", _("Label of the button"), _("On the login page; at most 64 bytes.")),
    text("label", _("Label of its button"), _("On the login page; at most 64 bytes. Empty: the name.")),
    text(
      "color",
      _("Colour beside the label"),
      _("Of the mark on its button: # and six digits, such as #d33c2c. Empty: none."),
    ),
    choice(
      "auto_redirect",
      _("Go to the provider at once"),
      _(
        "The login page leads on by itself, once in each browser tab. With ?local=1 at the end of its address it stays.",
      ),
      startChoices([], "0"),
    ),
    choice(
      "password_form",
      _("Form for the password"),
      _("A hidden one is one step away, by a link, and with ?local=1 at the end of the address."),
      [
        ["shown", _("shown")],
        ["hidden", _("hidden")],
      ],
    ),
    text(
      "password_user",
      _("Users who keep their password"),
      _(
        "Logins of this router, separated by spaces, whose passwords work even while passwords are off: an account for monitoring. An account with full rights here makes turning passwords off pointless.",
      ),
    ),
    text("webui_path", _("Page after the login"), _("A path on this router.")),
    text(
      "post_logout_redirect_uri",
      _("Address after logging out"),
      _("Where the provider sends the browser back to; register it there too. Empty: the provider's own page."),
    ),
  ];
}

function programFields(): Field[] {
  return [
    text(
      "api_audience",
      _("Audience of programs' tokens"),
      _("Programs may exchange access tokens of the provider for this audience for a session. Empty: they may not."),
    ),
    text(
      "api_client",
      _("Clients"),
      _("Only tokens of these client IDs are accepted, separated by spaces. Empty: of all clients."),
    ),
    text("api_scope", _("Scopes of tokens"), _("What a token must have, with spaces between.")),
    text(
      "api_token_types",
      _("Types of tokens"),
      _("JWT is what many kinds of tokens are: it needs a list of clients."),
    ),
    text(
      "api_session_timeout",
      _("Seconds until a program's session ends"),
      _("Without use; at the token's end at the latest."),
    ),
    text("api_sessions", _("Sessions of a program"), _("Live ones of one user or client; older ones end.")),
  ];
}

/** The folded groups of the tab "Advanced". */
export function fieldGroups(): { title: string; fields: Field[] }[] {
  return [
    { title: _("Connection to the provider"), fields: connectionFields() },
    { title: _("Tokens and claims"), fields: identityFields() },
    { title: _("Sessions and log"), fields: sessionFields() },
    { title: _("Programs"), fields: programFields() },
    { title: _("Login page and log-out"), fields: pageFields() },
  ];
}

/** All fields in their order. */
export function fields(): Field[] {
  const onFirstTab = providerFields().map((field): Field => ({ ...field, tab: "provider" }));
  return [...onFirstTab, ...fieldGroups().flatMap((group) => group.fields)];
}

/** The title of an option on the page. */
export function titleOf(option: string): string {
  const titled = fields().find((field) => field.option === option);
  const others: { [name: string]: string | undefined } = { client_secret: _("Client secret"), _name: _("Name") };
  return others[option] ?? titled?.title ?? option;
}

/** The places where a text names an option: its name where that is no English word, and any name after "option". */
function namesIn(option: string): RegExp {
  return option.includes("_")
    ? new RegExp(`(?<!%\\{)\\b${option}\\b`, "g")
    : new RegExp(`(?<=\\b[Oo]ptions? )${option}\\b`, "g");
}

/** A text with the titles of the options that it names. Places for parameters stay as they are, and so does a name that is part of its title. */
export function withTitles(text: string): string {
  const all = ["client_secret", ...fields().map(({ option }) => option)].filter(
    (option) => !titleOf(option).includes(option),
  );
  return all.reduce((said, option) => said.replace(namesIn(option), `${titleOf(option)} (${option})`), text);
}
