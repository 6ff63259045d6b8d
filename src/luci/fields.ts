/** The fields of a provider's and of the router's options: one for each option of the service but the secret. */
import { first } from "../sso_login/base/names";

export interface Field {
  option: string;
  tab: "provider" | "advanced";
  kind: "text" | "flag" | "choice";
  title: string;
  /** Trusted: the form takes it as HTML. */
  help: string;
  /** Of a choice: what is stored, and what is shown. */
  choices?: [string, string][];
  /** Shown where another field has this value. */
  depends?: [string, string];
}

/** The providers to which the login page may go at once, the one that is chosen among them also where it is gone. */
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
    {
      option: "enabled",
      tab: "provider",
      kind: "flag",
      title: _("Enable single sign-on"),
      help: _("The login page shows a button that leads to the provider. Logging in by password stays possible."),
    },
    {
      option: "redirect_uri",
      tab: "provider",
      kind: "text",
      title: _("Redirect URI"),
      help: _(
        "Register this address at the provider, exactly so. Its host name is the one under which users open this router.",
      ),
    },
    {
      option: "issuer_url",
      tab: "provider",
      kind: "text",
      title: _("Issuer"),
      help: _(
        "Exactly as the provider's discovery document has it, character by character: a slash at the end counts. Without /.well-known/openid-configuration.",
      ),
    },
    {
      option: "client_id",
      tab: "provider",
      kind: "text",
      title: _("Client ID"),
      help: _("What the provider calls this router, chosen or shown at the registration."),
    },
    {
      option: "scope",
      tab: "provider",
      kind: "text",
      title: _("Scopes"),
      help: _("Separated by spaces; openid is always there. Many providers send groups only with the scope groups."),
    },
  ];
}

function connectionFields(): Field[] {
  return [
    {
      option: "internal_issuer_url",
      tab: "advanced",
      kind: "text",
      title: _("Internal address of the provider"),
      help: _(
        "Where the router reaches the provider at another address than browsers do: https, host name and port. Leave it empty otherwise.",
      ),
    },
    {
      option: "token_endpoint_auth_method",
      tab: "advanced",
      kind: "choice",
      title: _("Authentication method"),
      help: _("How the router proves to the provider that it is the registered client."),
      choices: [
        ["auto", _("what the provider offers")],
        ["client_secret_basic", "client_secret_basic"],
        ["client_secret_post", "client_secret_post"],
        ["private_key_jwt", _("private_key_jwt: a key of this router, no secret")],
      ],
    },
    {
      option: "client_assertion_alg",
      tab: "advanced",
      kind: "choice",
      title: _("Key of this router"),
      help: _("The provider is given its public part, and no secret."),
      choices: [
        ["ES256", "ES256"],
        ["RS256", "RS256"],
      ],
      depends: ["token_endpoint_auth_method", "private_key_jwt"],
    },
    {
      option: "client_assertion_audience",
      tab: "advanced",
      kind: "choice",
      title: _("Audience of the router's proof"),
      help: _("Older providers want their token endpoint there."),
      choices: [
        ["issuer", _("the issuer")],
        ["token_endpoint", _("the token endpoint")],
      ],
      depends: ["token_endpoint_auth_method", "private_key_jwt"],
    },
    {
      option: "ca_file",
      tab: "advanced",
      kind: "text",
      title: _("Certificate authority"),
      help: _(
        "A PEM file on this router, for a provider with a private authority. It replaces the system's for calls to the provider.",
      ),
    },
    {
      option: "http_timeout",
      tab: "advanced",
      kind: "text",
      title: _("Time limit for calls"),
      help: _("Seconds for one call to the provider, from 1 to 20."),
    },
    {
      option: "clock_tolerance",
      tab: "advanced",
      kind: "text",
      title: _("Clock tolerance"),
      help: _("Seconds by which the clocks of router and provider may differ, from 0 to 3600."),
    },
  ];
}

function identityFields(): Field[] {
  return [
    {
      option: "at_hash",
      tab: "advanced",
      kind: "choice",
      title: _("Claim at_hash"),
      help: _(
        "It ties the access token to the ID Token. Some providers leave it out (GitLab, Kanidm, Entra ID and others).",
      ),
      choices: [
        ["required", _("required")],
        ["optional", _("optional; checked when it is there")],
      ],
    },
    {
      option: "id_token_algs",
      tab: "advanced",
      kind: "text",
      title: _("Signature algorithms"),
      help: _(
        "What ID Tokens and UserInfo answers may be signed with, separated by spaces: RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, and with OpenSSL EdDSA.",
      ),
    },
    {
      option: "allow_unverified_email",
      tab: "advanced",
      kind: "flag",
      title: _("Accept unverified e-mail addresses"),
      help: _("Otherwise an address of which the provider says that it is not verified matches no role."),
    },
    {
      option: "groups_claim",
      tab: "advanced",
      kind: "text",
      title: _("Claims with groups"),
      help: _(
        "Separated by spaces; all of them add up. Of an object the keys count, and dots lead into objects: realm_access.roles. Empty: groups.",
      ),
    },
    {
      option: "email_claim",
      tab: "advanced",
      kind: "text",
      title: _("Claim with the e-mail address"),
      help: _("Where the provider has it under another name, such as upn or preferred_username."),
    },
    {
      option: "email_claim_trusted",
      tab: "advanced",
      kind: "flag",
      title: _("Trust this claim"),
      help: _(
        "Otherwise roles by e-mail count with the claim email alone: users may be able to choose what another one says.",
      ),
    },
    {
      option: "acr_values",
      tab: "advanced",
      kind: "text",
      title: _("Required way of logging in"),
      help: _(
        "Values of the claim acr, separated by spaces, as the provider calls a login with a second factor. Another login is refused.",
      ),
    },
    {
      option: "max_age",
      tab: "advanced",
      kind: "text",
      title: _("Age of the login at the provider"),
      help: _("Seconds, from 0 to 604800, after which the provider is to ask for the password again. Empty: any."),
    },
    {
      option: "prompt",
      tab: "advanced",
      kind: "choice",
      title: _("What the provider asks each time"),
      help: _("Otherwise somebody who is logged in at the provider is let in without being asked."),
      choices: [
        ["", _("what it finds necessary")],
        ["login", _("to log in again")],
        ["select_account", _("which account it shall be")],
        ["consent", _("for consent")],
      ],
    },
  ];
}

function sessionFields(): Field[] {
  return [
    {
      option: "session_timeout",
      tab: "advanced",
      kind: "text",
      title: _("Session time-out"),
      help: _(
        "Seconds without activity until a session ends, from 60 to 604800. Empty: the same as for LuCI's logins.",
      ),
    },
    {
      option: "session_max_lifetime",
      tab: "advanced",
      kind: "text",
      title: _("Longest session"),
      help: _(
        "Seconds after which a session ends even while it is used, from 300 to 2592000. Empty: it may last while it is used.",
      ),
    },
    {
      option: "backchannel_logout",
      tab: "advanced",
      kind: "flag",
      title: _("The provider may end sessions"),
      help: _(
        "Back-channel log-out: register the redirect URI with backchannel-logout in the place of callback at the provider, which must reach this router.",
      ),
    },
    {
      option: "client_limit",
      tab: "advanced",
      kind: "text",
      title: _("Requests of one client"),
      help: _(
        "In a minute, from 5 to 50; all clients together have 50. So one host cannot keep all others from logging in. Empty: no such limit.",
      ),
    },
    {
      option: "trusted_proxy",
      tab: "advanced",
      kind: "text",
      title: _("Trusted proxies"),
      help: _("Addresses separated by spaces that stand for many clients: the limit of one client is not theirs."),
    },
    {
      option: "log_identity",
      tab: "advanced",
      kind: "flag",
      title: _("Name users in the log"),
      help: _("Otherwise the system log shows a fingerprint instead of the e-mail address."),
    },
  ];
}

function pageFields(): Field[] {
  return [
    {
      option: "button_label",
      tab: "advanced",
      kind: "text",
      title: _("Label of the button"),
      help: _("On the login page; at most 64 bytes."),
    },
    {
      option: "label",
      tab: "advanced",
      kind: "text",
      title: _("Label of its button"),
      help: _("On the login page; at most 64 bytes. Empty: the name."),
    },
    {
      option: "color",
      tab: "advanced",
      kind: "text",
      title: _("Colour beside the label"),
      help: _("Of the mark on its button: # and six digits, such as #d33c2c. Empty: none."),
    },
    {
      option: "auto_redirect",
      tab: "advanced",
      kind: "choice",
      title: _("Go to the provider at once"),
      help: _(
        "The login page leads on by itself, once in each browser tab. With ?local=1 at the end of its address it stays.",
      ),
      choices: startChoices([], "0"),
    },
    {
      option: "password_form",
      tab: "advanced",
      kind: "choice",
      title: _("Form for the password"),
      help: _("A hidden one is one step away, by a link, and with ?local=1 at the end of the address."),
      choices: [
        ["shown", _("shown")],
        ["hidden", _("hidden")],
      ],
    },
    {
      option: "password_user",
      tab: "advanced",
      kind: "text",
      title: _("Users who keep their password"),
      help: _(
        "Logins of this router, separated by spaces, whose passwords count even while passwords are off: an account for monitoring. One that may change everything undoes it.",
      ),
    },
    {
      option: "webui_path",
      tab: "advanced",
      kind: "text",
      title: _("Page after the login"),
      help: _("A path on this router."),
    },
    {
      option: "post_logout_redirect_uri",
      tab: "advanced",
      kind: "text",
      title: _("Address after logging out"),
      help: _("Where the provider sends the browser back to; register it there too. Empty: the provider's own page."),
    },
  ];
}

function programFields(): Field[] {
  const text = (option: string, title: string, help: string): Field => ({
    option,
    tab: "advanced",
    kind: "text",
    title,
    help,
  });
  return [
    text(
      "api_audience",
      _("Audience of programs' tokens"),
      _("Programs may exchange access tokens of the provider for this audience for a session. Empty: they may not."),
    ),
    text("api_client", _("Clients"), _("Client IDs whose tokens count, with spaces between. Empty: those of all.")),
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

/** All fields in their order. */
export function fields(): Field[] {
  return [
    ...providerFields(),
    ...connectionFields(),
    ...identityFields(),
    ...sessionFields(),
    ...programFields(),
    ...pageFields(),
  ];
}

/** The groups on the second tab, each with its fields. */
export function fieldGroups(): { title: string; members: string[] }[] {
  const groups: [string, Field[]][] = [
    [_("Connection to the provider"), connectionFields()],
    [_("Tokens and claims"), identityFields()],
    [_("Sessions and log"), sessionFields()],
    [_("Programs"), programFields()],
    [_("Login page and log-out"), pageFields()],
  ];
  return groups.map(([title, members]) => ({ title, members: members.map(({ option }) => option) }));
}

/** What the page calls an option. */
export function titleOf(option: string): string {
  const titled = fields().find((field) => field.option === option);
  const others: { [name: string]: string | undefined } = { client_secret: _("Client secret"), _name: _("Name") };
  return others[option] ?? titled?.title ?? option;
}

/** An option as a text may speak of it: its name where that is no word of its own, and any name after "option". */
function namesIn(option: string): RegExp {
  return option.includes("_")
    ? new RegExp(`\\b${option}\\b`, "g")
    : new RegExp(`(?<=\\b[Oo]ptions? )${option}\\b`, "g");
}

/** A text that speaks of options with what the form calls them; a title that has the option's name says no more than that. */
export function withTitles(text: string): string {
  const all = ["client_secret", ...fields().map(({ option }) => option)].filter(
    (option) => !titleOf(option).includes(option),
  );
  return all.reduce((said, option) => said.replace(namesIn(option), `${titleOf(option)} (${option})`), text);
}
