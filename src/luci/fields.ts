/** The fields of the settings page: one for each option of the service but the secret. */

export interface Field {
  option: string;
  tab: "provider" | "advanced";
  kind: "text" | "flag" | "choice";
  title: string;
  /** Trusted: the form takes it as HTML. */
  help: string;
  /** Of a choice: what is stored, and what is shown. */
  choices?: [string, string][];
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
      ],
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
      option: "allow_unverified_email",
      tab: "advanced",
      kind: "flag",
      title: _("Accept unverified e-mail addresses"),
      help: _("Otherwise an address of which the provider says that it is not verified matches no role."),
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
      option: "auto_redirect",
      tab: "advanced",
      kind: "flag",
      title: _("Go to the provider at once"),
      help: _(
        "The login page leads on by itself, once in each browser tab. With ?local=1 at the end of its address it stays.",
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

/** All fields in their order. */
export function fields(): Field[] {
  return [...providerFields(), ...connectionFields(), ...identityFields(), ...sessionFields(), ...pageFields()];
}

/** The groups on the second tab: what stands above the first field of each. */
export function fieldGroups(): { title: string; first: string }[] {
  const groups: [string, Field[]][] = [
    [_("Connection to the provider"), connectionFields()],
    [_("Tokens and claims"), identityFields()],
    [_("Sessions and log"), sessionFields()],
    [_("Login page and log-out"), pageFields()],
  ];
  return groups.map(([title, [field]]) => ({ title, first: field?.option ?? "" }));
}
