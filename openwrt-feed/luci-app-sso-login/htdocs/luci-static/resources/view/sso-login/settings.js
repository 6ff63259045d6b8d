// Generated from src/luci/page/settings.ts by "make luci"; do not edit.
"use strict";
"require view";
"require dom";
"require form";
"require rpc";
"require ui";

// src/sso_login/base/public_names.ts
var first = "default";
var callback_path = "/cgi-bin/sso-login/callback";
var luci_group = "luci-base";

// src/sso_login/base/log_texts.ts
var rules = {
  set: "be set",
  typed_anew: "be typed anew, as issuer_url, internal_issuer_url or ca_file is not the saved one",
  no_control_characters: "not hold control characters",
  one_value: "be one value, not a list",
  whole_number: "be a whole number from %{min} to %{max}",
  one_of: "be one of %{words}",
  some_of: "name nothing but %{words}",
  issuer: "be an https:// URL without query and fragment",
  https_url: "be an https:// URL",
  redirect_uri: "be https://<router>%{path}",
  openid_scope: "contain openid",
  plain_path: "be a path of A-Z a-z 0-9 . _ ~ / - with one leading slash",
  no_loop: "not be the landing page or the login itself",
  web_address: "be an http:// or https:// URL without fragment, of at most %{max} bytes",
  absolute_path: "be an absolute path",
  color: "be # and six hexadecimal digits",
  provider_or_switch: "be 0, 1 or the name of a provider's section",
  provider_name: "have a name of at most 32 characters a-z 0-9 _: config oidc 'name'",
  of_first: "stand in section default alone",
  other_issuer: "be another than that of provider %{provider}",
  short: "be at most %{max} bytes",
  claim_name: "be a claim's name without blanks, of at most %{max} bytes",
  certificate: "be certificates in PEM form",
  no_private_key: "not hold a private key",
  addresses: "be IP addresses or CIDR ranges, without names",
  not_client_id: "not be client_id",
  set_with_jwt: "be set where api_token_types names JWT",
  role_name: "have a name: config role 'name'"
};
function fill(text, params) {
  var _a, _b;
  const parts2 = text.split("%{");
  let filled = (_a = parts2[0]) != null ? _a : "";
  for (const part2 of parts2.slice(1)) {
    const close = part2.indexOf("}");
    filled = filled + ((_b = params[part2.substring(0, close)]) != null ? _b : "") + part2.substring(close + 1);
  }
  return filled;
}

// src/luci/saving/calls.ts
function declare(method, params = [], nobatch = false) {
  const call = rpc.declare({ object: "sso-login", method, params, reject: true, nobatch });
  return async (...args) => {
    const answer = await call(...args);
    if (typeof answer !== "object" || answer === null) {
      throw new Error("no answer");
    }
    if (answer.error !== void 0) {
      throw new Error(answer.error);
    }
    return answer;
  };
}
var settings = ["values", "roles", "providers", "provider"];
function part(name) {
  const call = declare("get", ["part"]);
  return () => call(name);
}
var callGet = declare("get");
var callSaved = part("saved");
var callRights = part("rights");
var callPeople = part("people");
var callSessions = part("sessions");
var callCheck = declare("check", settings, true);
var callCheckStep = declare("check_step", [], true);
var callKeepCa = declare("keep_ca", ["pem", "provider"]);
var callKey = declare("key", ["alg", "retire"]);
var callRegister = declare("register", [...settings, "token"], true);
var callEndSession = declare("end_session", ["id"]);
var callPasswordLogin = declare("password_login", ["state", "end_sessions"]);
var callHistory = declare("history", ["changes_only"], true);
var callPreview = declare("preview", [...settings, "email", "groups", "sub"]);
var callTestStart = declare("test_start", settings);
var callTestResult = declare("test_result");

// src/luci/kit/buttons.ts
function pressing(work) {
  return async (event) => {
    const button2 = event.currentTarget;
    if (button2.getAttribute("aria-disabled") === "true") {
      return;
    }
    button2.classList.add("spinning");
    button2.setAttribute("aria-disabled", "true");
    try {
      await work();
    } finally {
      button2.classList.remove("spinning");
      button2.removeAttribute("aria-disabled");
    }
  };
}
function pressSaveByKey() {
  document.addEventListener("keydown", (event) => {
    const { key: key3, target } = event;
    const isSave = target instanceof HTMLElement && target.matches(".cbi-page-actions > .cbi-dropdown:not([open])");
    if (isSave && (key3 === "Enter" || key3 === " ")) {
      event.preventDefault();
      target.click();
    }
  });
}

// src/luci/kit/failure.ts
function isSessionEnd(failure) {
  return failure instanceof Error && (failure.name === "SessionError" || /^Login session is expired/.test(failure.message));
}
function failureText(failure) {
  var _a, _b;
  const text = failure instanceof Error ? failure.message : String(failure);
  return (_b = (_a = text.split("\n")[0]) == null ? void 0 : _a.trim()) != null ? _b : "";
}

// src/luci/kit/panels.ts
function timeText(seconds) {
  return seconds === void 0 ? "" : new Date(seconds * 1e3).toLocaleString();
}
function person(who, unverified = "") {
  const address = fill(_("%{address}, not verified"), { address: unverified });
  return E("span", {}, [who, ...unverified === "" ? [] : [E("br", {}), E("small", {}, [address])]]);
}
function table(name, titles, rows2) {
  const heads = titles.map((title) => E("th", { class: "th", scope: "col" }, [title]));
  const cells = (row) => row.map((cell2, at) => {
    var _a;
    return E("td", { class: "td", "data-title": (_a = titles[at]) != null ? _a : "" }, [cell2]);
  });
  return E("table", { class: "table sso-login-table", "data-name": name }, [
    E("tr", { class: "tr table-titles" }, heads),
    ...rows2.map((row) => E("tr", { class: "tr" }, cells(row)))
  ]);
}
function notice(kind, parts2) {
  return E("p", { class: `alert-message ${kind}` }, parts2);
}
function spinner(text) {
  return E("p", { class: "spinning" }, [text]);
}
function liveRegion(name) {
  return E("div", { "data-name": name, "aria-live": "polite" });
}
var sessionEnded = () => void 0;
function onSessionEnd(work) {
  sessionEnded = work;
}
async function attempt(place, work, title = "") {
  const before2 = place.querySelector(":scope > .error");
  try {
    await work();
    before2 == null ? void 0 : before2.remove();
  } catch (failure) {
    if (isSessionEnd(failure)) {
      sessionEnded();
    } else {
      dom.content(place, [notice("error", [`${title} ${failureText(failure)}`.trim()])]);
    }
  }
}
function button(name, title, click, { label, kind } = {}) {
  const classes = `btn cbi-button${kind === void 0 ? "" : ` cbi-button-${kind}`}`;
  const attributes = { class: classes, "data-name": name, "aria-label": label != null ? label : null, click: pressing(click) };
  return E("button", attributes, [title]);
}
function labelled(title, field) {
  return E("label", { class: "sso-login-field" }, [E("span", {}, [title]), field]);
}
function selectField(name, options) {
  const entries = options.map(([value, text]) => E("option", { value }, [text]));
  return E("select", { class: "cbi-input-select", "data-name": name }, entries);
}
function textField(name) {
  const attributes = { class: "cbi-input-text", type: "text", autocomplete: "off", "data-name": name };
  return E("input", attributes);
}
function small(name) {
  return name === void 0 ? [] : [" ", E("small", {}, [E("code", {}, [name])])];
}
function panel(name, title, about, parts2) {
  return E("div", { class: "cbi-section", "data-name": name }, [
    E("h3", {}, [title]),
    ...about === "" ? [] : [E("div", { class: "cbi-section-descr" }, [about])],
    ...parts2
  ]);
}
async function copyText(node) {
  var _a, _b;
  const isField = node instanceof HTMLInputElement;
  if (isField) {
    node.select();
  } else {
    (_a = window.getSelection()) == null ? void 0 : _a.selectAllChildren(node);
  }
  const clipboard = navigator.clipboard;
  await (clipboard == null ? void 0 : clipboard.writeText(isField ? node.value : (_b = node.textContent) != null ? _b : ""));
}

// src/luci/kit/tabs.ts
function reveal(element) {
  var _a, _b, _c, _d;
  for (let fold = element == null ? void 0 : element.closest("details"); fold; fold = (_a = fold.parentElement) == null ? void 0 : _a.closest("details")) {
    fold.open = true;
  }
  const pane = element == null ? void 0 : element.closest("[data-tab-title]");
  const name = (_b = pane == null ? void 0 : pane.dataset["tab"]) != null ? _b : "";
  (_d = (_c = pane == null ? void 0 : pane.closest(".cbi-map")) == null ? void 0 : _c.querySelector(`.cbi-tabmenu [data-tab="${name}"] a`)) == null ? void 0 : _d.click();
}
function addPanels(section2, panels) {
  panels.forEach(({ tab, node }, at) => {
    const place = section2.taboption(tab, form.DummyValue, `_panel_${at}`, "");
    place.render = () => node;
    place.isActive = () => true;
  });
}
async function watchPanels(root, panels) {
  const works = panels.map(({ tab, opened }) => {
    const pane = root.querySelector(`[data-tab-title][data-tab="${tab}"]`);
    if ((pane == null ? void 0 : pane.dataset["tabActive"]) === "true") {
      return opened == null ? void 0 : opened();
    }
    pane == null ? void 0 : pane.addEventListener("cbi-tab-active", () => void (opened == null ? void 0 : opened()), { once: true });
    return void 0;
  });
  await Promise.all(works);
}
function addressTabs(root) {
  const entries = [...root.querySelectorAll(".cbi-tabmenu > [data-tab]")];
  const open = () => {
    var _a;
    const name = window.location.hash.slice(1);
    const tab = name === "" ? entries[0] : entries.find(({ dataset }) => dataset["tab"] === name);
    if ((tab == null ? void 0 : tab.classList.contains("cbi-tab")) === false) {
      (_a = tab.querySelector("a")) == null ? void 0 : _a.click();
    }
  };
  for (const entry of entries) {
    entry.addEventListener("click", () => {
      var _a;
      const address = `#${(_a = entry.dataset["tab"]) != null ? _a : ""}`;
      if (address !== window.location.hash) {
        window.history.pushState(null, "", address);
      }
    });
  }
  window.addEventListener("popstate", open);
  window.setTimeout(() => window.location.hash !== "" && open());
}
function foldRows(title, rows2) {
  var _a;
  const group = E("details", { class: "sso-login-fold" }, [E("summary", {}, [E("h3", {}, [title])])]);
  (_a = rows2[0]) == null ? void 0 : _a.before(group);
  group.append(...rows2);
}

// src/luci/kit/problems.ts
function leadToField(option, page) {
  var _a;
  const field = page == null ? void 0 : page.querySelector(`[data-name="${option}"]`);
  reveal(field);
  field == null ? void 0 : field.scrollIntoView({ block: "center" });
  (_a = field == null ? void 0 : field.querySelector("input:not([type=hidden]), select")) == null ? void 0 : _a.focus();
}
function leadingText(text, lead, tab = "") {
  if (lead === void 0 && tab === "") {
    return text;
  }
  const click = (event) => {
    event.preventDefault();
    lead == null ? void 0 : lead();
  };
  return E("a", { href: `#${tab}`, "data-name": "lead", click: lead === void 0 ? null : click }, [text]);
}
function problemList() {
  const node = E("div", { "data-name": "problems", "aria-live": "assertive", tabindex: "-1" });
  return {
    node,
    show: (title, problems, kind = "error") => {
      const lines = problems.map(({ text, lead }) => E("li", {}, [leadingText(text, lead)]));
      const list = lines.length > 0 ? [E("ul", {}, lines)] : [];
      dom.content(node, [E("div", { class: `alert-message ${kind}` }, [E("p", {}, [title]), ...list])]);
      node.scrollIntoView({ block: "nearest" });
    },
    clear: () => dom.content(node, [])
  };
}

// src/sso_login/check/finding_messages.ts
var parts = {
  nothing: "nothing",
  provider_wrong: "the options of provider %{provider} are wrong",
  provider_ca_file: "the ca_file of provider %{provider} has no certificate: %{file}",
  provider_key: "provider %{provider} has private_key_jwt, and there is no key for %{alg}",
  all_off: "no provider is on",
  no_https: "uhttpd has no port for HTTPS",
  no_role: "there is no role",
  no_group: "there is no access group to write with",
  role_of_login: "role %{role} has the name of a local login",
  role_lists_nobody: "role %{role} lists nobody",
  role_for_programs: "role %{role} is for programs alone",
  role_without_provider: "role %{role} counts at no provider that is on and right",
  roles_lack: "no role of a person writes with: %{groups}",
  file_unreadable: "cannot be read",
  file_without_certificate: "no certificate in PEM form",
  file_malformed: "not a JSON object",
  read_only: "the file system is read-only",
  no_room: "no room",
  not_made: "it cannot be made, or belongs to another user",
  can_look: "can look, and no more",
  can_restart: "can restart this router, or disturb its Wi-Fi",
  can_secrets: "can read secrets (backups, flash, keys or passwords)",
  can_programs: "can run programs as root",
  can_everything: "can change the router's configuration or read any file, which is full control",
  page_restart: "%{page}: can restart or disturb",
  page_secrets: "%{page}: shows secrets",
  page_programs: "%{page}: can run programs as root",
  page_everything: "%{page}: full control",
  pages_more: "and %{page} more",
  key: "%{alg} (%{type})",
  key_library: "%{alg} (%{type}, not with this crypto library)",
  key_algorithm: "%{alg} (%{type}, a good key for an algorithm that is not allowed)",
  key_refused: "%{alg} (%{type}, of a size or form that is refused)",
  answer_code: "status %{status}, %{code}",
  answer_without_code: "status %{status}, no error code",
  answer_unusual_code: "status %{status}, an unusual error code",
  words_none: "it says no more",
  answer_to_invented_code: "status 200 for an invented code"
};

// src/luci/saving/message_text.ts
function titleText(text) {
  return _(text).replace(/^Grant (UCI )?access (to|for) (the )?(.)/i, (...found) => String(found[4]).toUpperCase());
}
function pageTitle(titles) {
  return titles.map(titleText).join(" › ");
}
var own = {
  redirect_uri: "Must be https://, the name of this router, and %{path}.",
  provider_name: "The name of a provider has at most 32 characters a-z 0-9 _.",
  certificate: "Must be certificates in PEM form: -----BEGIN CERTIFICATE-----, lines of text, and the end of it.",
  no_private_key: "Holds a private key. Only the authority needs that: use only the certificate.",
  not_client_id: "Must not be the client ID: a login's own token would pass for a program's.",
  role_name: "A role needs a name."
};
function englishOf(id) {
  var _a;
  return (_a = own[id]) != null ? _a : `Must ${rules[id]}.`;
}
function messageText({ id, params = {} }) {
  var _a, _b;
  const text = (_a = parts[id]) != null ? _a : id in rules ? englishOf(id) : void 0;
  const page = pageTitle(((_b = params["page"]) != null ? _b : "").split(" > "));
  return text === void 0 ? void 0 : fill(_(text), { ...params, page });
}
function sentenceFor(problem) {
  var _a;
  return (_a = messageText(problem)) != null ? _a : "";
}
function titledText(name, text) {
  return fill(_("%{name}: %{text}"), { name, text });
}

// src/luci/provider/option_texts.ts
var provider = {
  redirect_uri: {
    title: "Redirect URI",
    help: "Register exactly this address at the provider, with the host name by which users open this router."
  },
  issuer_url: {
    title: "Issuer",
    help: "The provider's address, as it shows it. Not sure? Check now offers the right one."
  },
  client_id: { title: "Client ID", help: "What the provider calls this router, chosen or shown at the registration." },
  client_secret: {
    title: "Client secret",
    help: "The provider shows it at the registration; this page never shows it again."
  },
  enabled: {
    title: "Enable single sign-on",
    help: "The login page shows a button that leads to the provider. Passwords go on working."
  }
};
var connection = {
  internal_issuer_url: {
    title: "Internal address of the provider",
    help: "Where the router reaches the provider at another address than browsers do: https, host name and port. Leave it empty otherwise."
  },
  token_endpoint_auth_method: {
    title: "Authentication method",
    help: "How the router proves to the provider that it is the registered client.",
    labels: { auto: "what the provider offers", private_key_jwt: "private_key_jwt: a key of this router, no secret" }
  },
  client_assertion_alg: {
    title: "Key of this router",
    help: "The provider is given its public part, and no secret.",
    depends: ["token_endpoint_auth_method", "private_key_jwt"]
  },
  client_assertion_audience: {
    title: "Audience of the router's proof",
    help: "Older providers want their token endpoint there.",
    labels: { issuer: "the issuer", token_endpoint: "the token endpoint" },
    depends: ["token_endpoint_auth_method", "private_key_jwt"]
  },
  ca_file: {
    title: "Certificate authority",
    help: "A PEM file on this router, for a provider with a private authority. It replaces the system's for calls to the provider."
  },
  http_timeout: { title: "Time limit for calls", help: "Seconds for one call to the provider, from %{min} to %{max}." },
  clock_tolerance: {
    title: "Clock tolerance",
    help: "Seconds by which the clocks of router and provider may differ, from %{min} to %{max}."
  }
};
var tokens = {
  scope: {
    title: "Requested data",
    help: "Names of scopes, separated by spaces; openid is always there. Many providers send groups only with the scope groups."
  },
  at_hash: {
    title: "Fingerprint of the access token",
    help: "It ties the access token to the ID Token. Some providers leave it out (GitLab, Kanidm, Entra ID and others).",
    labels: { required: "required", optional: "optional; checked when it is there" }
  },
  id_token_algs: {
    title: "Signature algorithms",
    help: "What ID Tokens and UserInfo answers may be signed with, separated by spaces: RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, and with OpenSSL EdDSA."
  },
  allow_unverified_email: {
    title: "Accept unverified e-mail addresses",
    help: "Otherwise an address of which the provider says that it is not verified matches no role."
  },
  groups_claim: {
    title: "Where the groups are",
    help: "Names of claims, separated by spaces; all of them add up. The keys of an object are its groups; dots lead into objects: realm_access.roles. Empty: groups."
  },
  email_claim: {
    title: "Where the e-mail address is",
    help: "Name of the claim, where that is not email: such as upn or preferred_username."
  },
  email_claim_trusted: {
    title: "Trust this claim",
    help: "Otherwise roles match only addresses of the claim email: users may be able to choose the value of another claim."
  },
  acr_values: {
    title: "Required way of logging in",
    help: "Values of the claim acr, separated by spaces, as the provider calls a login with a second factor. Another login is refused."
  },
  max_age: {
    title: "Age of the login at the provider",
    help: "Seconds, from %{min} to %{max}, after which the provider is to ask for the password again. Empty: any."
  },
  prompt: {
    title: "What the provider asks each time",
    help: "Otherwise somebody who is logged in at the provider is let in without being asked.",
    labels: {
      "": "what it finds necessary",
      login: "to log in again",
      select_account: "which account it shall be",
      consent: "for consent"
    }
  }
};
var sessions = {
  session_timeout: {
    title: "Session time-out",
    help: "Seconds without activity until a session ends, from %{min} to %{max}. Empty: the same as for LuCI's logins."
  },
  session_max_lifetime: {
    title: "Longest session",
    help: "Seconds after which a session ends even while it is used, from %{min} to %{max}. Empty: it may last while it is used."
  },
  session_revalidate: {
    title: "Ask the provider again",
    help: "Seconds, from %{min} to %{max}, after which the provider proves the user again. A session ends when the provider refuses the user or the roles are lost, and when nothing proved the user for three intervals and at least an hour. Many providers need the scope offline_access for it. Empty: only the login asks."
  },
  backchannel_logout: {
    title: "The provider may end sessions",
    help: "Back-channel log-out: register the redirect URI with backchannel-logout in the place of callback at the provider, which must reach this router."
  },
  client_limit: {
    title: "Requests of one client",
    help: "In a minute, from %{min} to %{max}; all clients together have 50. So one host cannot keep all others from logging in. Empty: no such limit, or 25 while passwords are off."
  },
  trusted_proxy: {
    title: "Trusted proxies",
    help: "Addresses and CIDR ranges of proxies, separated by spaces. The limit of one client does not apply to them."
  },
  log_identity: {
    title: "Name users in the log",
    help: "Otherwise the system log shows a fingerprint instead of the e-mail address."
  }
};
var programs = {
  api_audience: {
    title: "Audience of programs' tokens",
    help: "Programs may exchange access tokens of the provider for this audience for a session. Empty: they may not."
  },
  api_client: {
    title: "Clients",
    help: "Only tokens of these client IDs are accepted, separated by spaces. Empty: of all clients."
  },
  api_scope: { title: "What tokens must allow", help: "The scopes that a token must have, with spaces between." },
  api_token_types: {
    title: "Types of tokens",
    help: "JWT is what many kinds of tokens are: it needs a list of clients."
  },
  api_session_timeout: {
    title: "Seconds until a program's session ends",
    help: "Without use; at the token's end at the latest."
  },
  api_sessions: { title: "Sessions of a program", help: "Live ones of one user or client; older ones end." }
};
var login = {
  button_label: { title: "Label of the button", help: "On the login page; at most %{max} bytes." },
  label: { title: "Label of its button", help: "On the login page; at most %{max} bytes. Empty: the name." },
  color: {
    title: "Colour beside the label",
    help: "Of the mark on its button: # and six digits, such as #d33c2c. Empty: none."
  },
  auto_redirect: {
    title: "Go to the provider at once",
    help: "The login page leads on by itself, once in each browser tab. With ?local=1 at the end of its address it stays."
  },
  password_form: {
    title: "Form for the password",
    help: "A hidden one is one step away, by a link, and with ?local=1 at the end of the address.",
    labels: { shown: "shown", hidden: "hidden" }
  },
  password_user: {
    title: "Users who keep their password",
    help: "Logins of this router, separated by spaces, whose passwords work even while passwords are off: an account for monitoring. An account with full rights here makes turning passwords off pointless."
  },
  webui_path: { title: "Page after the login", help: "A path on this router." },
  post_logout_redirect_uri: {
    title: "Address after logging out",
    help: "Where the provider sends the browser back to; register it there too. Empty: the provider's own page."
  }
};
var texts = { ...provider, ...connection, ...tokens, ...sessions, ...programs, ...login };
var groups = [
  { title: "Connection to the provider", texts: connection },
  { title: "What the provider says of users", texts: tokens },
  { title: "Sessions and log", texts: sessions },
  { title: "Programs", texts: programs },
  { title: "Login page and log-out", texts: login }
];

// src/luci/io/bytes.ts
var sets = {
  bare: /[^A-Za-z0-9._~:/@+,-]/g,
  digits: /[^0-9]/g,
  hex: /[^0-9a-f]/g,
  host: /[^A-Za-z0-9._:[\]-]/g,
  lower: /[^a-z_]/g,
  name: /[^a-z0-9_]/g,
  path: /[^A-Za-z0-9._~/-]/g,
  printable: /[^ -~]/g,
  unreserved: /[^A-Za-z0-9._~-]/g,
  url: /[^!$-;=?-Z[\]_a-z~]/g,
  visible: /[^!-~]/g
};
function outside(text, set, from) {
  var _a, _b;
  const found = sets[set];
  found.lastIndex = from;
  return (_b = (_a = found.exec(text)) == null ? void 0 : _a.index) != null ? _b : text.length;
}
function integer_of(digits) {
  return parseInt(digits, 10);
}
function hex_encode(bytes) {
  return [...bytes].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}
function base64url_encode(bytes) {
  return btoa(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}
function base64url_decode(text) {
  const padded = text.replace(/-/g, "+").replace(/_/g, "/");
  const bytes = /^[\w-]*$/.test(text) && text.length % 4 !== 1 ? atob(padded) : void 0;
  return bytes !== void 0 && base64url_encode(bytes) === text ? bytes : void 0;
}

// src/sso_login/base/strings.ts
function has_control(text) {
  for (let i = outside(text, "printable", 0); i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 32 || code === 127) {
      return true;
    }
  }
  return false;
}
function consists_of(text, set) {
  return outside(text, set, 0) === text.length;
}
function parse_integer(digits) {
  const is_one = digits !== "" && digits.length <= 9 && consists_of(digits, "digits");
  return is_one ? integer_of(digits) : void 0;
}
function split_words(text, separator) {
  return text.split(separator).filter((part2) => part2 !== "");
}
function before(text, separator) {
  var _a;
  return (_a = text.split(separator)[0]) != null ? _a : "";
}
function add_missing(list, items) {
  for (const item of items) {
    if (!list.includes(item)) {
      list.push(item);
    }
  }
}

// src/sso_login/check/typos.ts
var leads = [
  { from: 240, more: 3 },
  { from: 224, more: 2 },
  { from: 192, more: 1 },
  { from: 0, more: 0 }
];
function code_points(text) {
  var _a;
  const points = [];
  let at = 0;
  while (at < text.length) {
    const first2 = text.charCodeAt(at);
    const lead = (_a = leads.find((one) => first2 >= one.from)) != null ? _a : { from: 0, more: 0 };
    let point = first2 - lead.from;
    for (let i = 1; i <= lead.more; i++) {
      const next = at + i < text.length ? text.charCodeAt(at + i) : 0;
      point = point >= 0 && next >= 128 && next <= 191 ? point * 64 + next - 128 : -1;
    }
    points.push(point >= 0 ? point : first2);
    at = at + (point >= 0 ? lead.more : 0) + 1;
  }
  return points;
}
var odd = [
  { from: 0, to: 31 },
  { from: 160, to: 160 },
  { from: 171, to: 171 },
  { from: 173, to: 173 },
  { from: 187, to: 187 },
  { from: 8192, to: 8207 },
  { from: 8216, to: 8223 },
  { from: 8232, to: 8239 },
  { from: 8288, to: 8288 },
  { from: 12288, to: 12288 },
  { from: 65279, to: 65279 }
];
var hex_digits = "0123456789ABCDEF";
function shown(point) {
  if (point > 32 && point < 127) {
    return String.fromCharCode(point);
  }
  let digits = "";
  for (let rest = point; rest > 0 || digits.length < 4; rest = Math.floor(rest / 16)) {
    digits = hex_digits.charAt(rest % 16) + digits;
  }
  return "U+" + digits;
}
function odd_character(text, is_address) {
  const points = code_points(text);
  const ends = points.slice(0, 1).concat(points.slice(points.length - 1));
  const found = points.find(
    (point) => is_address && point > 126 || odd.some((range) => point >= range.from && point <= range.to)
  );
  return found !== void 0 || ends.includes(32) ? shown(found != null ? found : 32) : void 0;
}
var around_email = ' "(),:;<>[]*';
function odd_in_entry(list, entry) {
  var _a, _b;
  const signs = list === "email" ? around_email : list === "group" && !entry.includes("=") ? ",;" : "";
  const first2 = list === "email" && ["'", "@"].includes(entry.charAt(0)) ? entry.charAt(0) : void 0;
  const sign = code_points(entry).find((point) => point < 127 && signs.includes(String.fromCharCode(point)));
  return (_b = (_a = odd_character(entry, false)) != null ? _a : first2) != null ? _b : sign !== void 0 ? shown(sign) : void 0;
}

// src/sso_login/settings/certificates.ts
var max_bytes = 49152;
var line_length = 64;
var begin_line = "-----BEGIN CERTIFICATE-----";
var end_line = "-----END CERTIFICATE-----";
function remove_all(text, characters) {
  let rest = text;
  for (const character of characters) {
    rest = rest.split(character).join("");
  }
  return rest;
}
var sequence_tag = 48;
function element_at(der, at, limit) {
  let from = at + 2;
  let length = der.charCodeAt(at + 1);
  if (length > 127) {
    const digits = length - 128;
    if (digits > 2) {
      return void 0;
    }
    length = 0;
    for (let i = 0; i < digits; i++) {
      length = length * 256 + der.charCodeAt(from + i);
    }
    from = from + digits;
  }
  return from + length <= limit ? { tag: der.charCodeAt(at), from, to: from + length } : void 0;
}
function read_der(base64) {
  var _a;
  const url_safe = remove_all(base64, ["="]).split("+").join("-").split("/").join("_");
  const der = (_a = base64url_decode(url_safe)) != null ? _a : "";
  const whole = element_at(der, 0, der.length);
  const is_whole = whole !== void 0 && whole.tag === sequence_tag && whole.to === der.length;
  return is_whole && der.charCodeAt(1) === 130 && der.length > 4 ? der : void 0;
}
var extension = String.fromCharCode(6) + String.fromCharCode(3) + "U" + String.fromCharCode(29);
var constraints = extension + String.fromCharCode(19);
var alternative_names = extension + String.fromCharCode(17);
function encode(base64) {
  const lines = [begin_line];
  for (let at = 0; at < base64.length; at += line_length) {
    lines.push(base64.substring(at, at + line_length));
  }
  return lines.concat([end_line, ""]).join("\n");
}
function read_certificates(text) {
  if (text.includes("PRIVATE KEY-----")) {
    return { problem: { id: "no_private_key" } };
  }
  if (text.length > max_bytes) {
    return { problem: { id: "short", params: { max: `${max_bytes}` } } };
  }
  const found = [];
  for (const part2 of text.split(begin_line).slice(1)) {
    const base64 = remove_all(before(part2, end_line), ["\r", "\n", " ", "	"]);
    if (!part2.includes(end_line) || read_der(base64) === void 0) {
      return { problem: { id: "certificate" } };
    }
    found.push(encode(base64));
  }
  return found.length > 0 ? { pem: found.join("") } : { problem: { id: "certificate" } };
}

// src/sso_login/settings/option_forms.ts
var max_provider_name = 32;
function is_provider_name(name) {
  return name !== "" && name.length <= max_provider_name && consists_of(name, "name") && name !== first;
}
function callback_path2(provider2) {
  return callback_path + (provider2 === first ? "" : "/" + provider2);
}
function is_plain_path(value) {
  const closed = value + "/";
  const plain2 = value.startsWith("/") && !value.includes("//") && consists_of(value, "path");
  return plain2 && !closed.includes("/../") && !closed.includes("/./");
}
function avoids_login(value) {
  const closed = value + "/";
  return !closed.startsWith("/cgi-bin/webui/") && !closed.startsWith("/cgi-bin/sso-login/");
}

// src/luci/saving/providers.ts
function allNames(providers) {
  return [first, ...providers.further()];
}
function providersOf({ provider: provider2 }) {
  return provider2.length > 0 ? provider2 : [first];
}
function subjectProvidersOf({ provider: provider2 }, providers) {
  return provider2.length > 0 ? provider2 : allNames(providers);
}
function listOfTicked(ticked, role) {
  const before2 = providersOf(role);
  const isUnchanged = ticked.every((name) => before2.includes(name)) && before2.every((name) => ticked.includes(name));
  return isUnchanged || ticked.length === 0 ? role.provider : ticked;
}
function savedIssuer(saved, name) {
  var _a;
  const values = name === first ? saved.values : (_a = saved.providers.find((one) => one.name === name)) == null ? void 0 : _a.values;
  return values == null ? void 0 : values["issuer_url"];
}
function redirectUriOf(other, name) {
  return other.replace(/\/callback(\/[^/]*)?$/, `/callback/${name}`);
}

// src/sso_login/settings/option_bounds.ts
var min_session_timeout = 60;
var max_session_timeout = 604800;
var min_session_lifetime = 300;
var max_session_lifetime = 2592e3;
var min_client_limit = 5;
var max_client_limit = 50;
var algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
function is_reserved(name) {
  return name === "root";
}

// src/sso_login/settings/ip_addresses.ts
function ipv4(text) {
  const parts2 = text.split(".");
  let digits = "";
  for (const part2 of parts2) {
    const byte = part2.length <= 3 ? parse_integer(part2) : void 0;
    if (byte === void 0 || byte > 255) {
      return void 0;
    }
    digits = digits + hex_encode(String.fromCharCode(byte));
  }
  return parts2.length === 4 ? digits : void 0;
}
function ipv6_part(text) {
  var _a;
  let digits = "";
  const parts2 = text !== "" ? text.split(":") : [];
  for (let i = 0; i < parts2.length; i++) {
    const part2 = (_a = parts2[i]) != null ? _a : "";
    const is_group = part2 !== "" && part2.length <= 4 && consists_of(part2, "hex");
    const found = is_group ? ("0000" + part2).substring(part2.length) : i === parts2.length - 1 ? ipv4(part2) : void 0;
    if (found === void 0) {
      return void 0;
    }
    digits = digits + found;
  }
  return digits;
}
function to_hex(address) {
  var _a;
  const text = address.toLowerCase();
  if (!text.includes(":")) {
    return ipv4(text);
  }
  const halves = text.split("::");
  const head = ipv6_part(before(text, "::"));
  const tail = ipv6_part((_a = halves[1]) != null ? _a : "");
  if (head === void 0 || tail === void 0 || halves.length > 2) {
    return void 0;
  }
  const left_out = 32 - head.length - tail.length;
  const is_whole = halves.length === 2 ? left_out >= 4 : left_out === 0;
  if (!is_whole) {
    return void 0;
  }
  const digits = head + "00000000000000000000000000000000".substring(0, left_out) + tail;
  return digits.startsWith("00000000000000000000ffff") ? digits.substring(24) : digits;
}
function to_range(text) {
  var _a;
  const digits = to_hex(before(text, "/"));
  if (digits === void 0) {
    return void 0;
  }
  const all = digits.length * 4;
  if (!text.includes("/")) {
    return { digits, bits: all };
  }
  const given2 = (_a = parse_integer(text.substring(text.indexOf("/") + 1))) != null ? _a : -1;
  const bits = text.includes(":") && all === 32 ? given2 - 96 : given2;
  return bits >= 0 && bits <= all ? { digits, bits } : void 0;
}

// src/sso_login/base/urls.ts
var max_url_length = 2048;
var scheme = "https://";
function is_port(port) {
  const value = port.length <= 5 ? parse_integer(port) : void 0;
  return value !== void 0 && value >= 1 && value <= 65535;
}
function host_of(authority) {
  const is_literal = authority.startsWith("[");
  const bracket2 = authority.indexOf("]");
  if (is_literal !== bracket2 >= 0) {
    return void 0;
  }
  const colon = authority.indexOf(":", Math.max(bracket2, 0));
  let host = authority;
  if (colon >= 0) {
    host = authority.substring(0, colon);
    if (!is_port(authority.substring(colon + 1))) {
      return void 0;
    }
  }
  if (host === "" || is_literal && bracket2 !== host.length - 1) {
    return void 0;
  }
  return host.toLowerCase();
}
function parse_https(url) {
  if (url.length > max_url_length || !url.toLowerCase().startsWith(scheme) || !consists_of(url, "url")) {
    return void 0;
  }
  const rest = url.substring(scheme.length);
  const authority = before(before(rest, "/"), "?");
  const host = authority.includes("@") ? void 0 : host_of(authority);
  if (host === void 0) {
    return void 0;
  }
  const target = rest.substring(authority.length);
  const path = before(target, "?");
  const query = path.length < target.length ? target.substring(path.length + 1) : void 0;
  return { origin: scheme + authority, host, path, query };
}

// src/sso_login/settings/option_table.ts
var max_web_address = 1024;
var max_claim = 256;
var max_label = 64;
var max_words = 1024;
var rows = [
  /** the issuer, character for character as the provider's discovery document has it */
  { name: "issuer_url", kind: "required", forms: ["issuer"] },
  /** where the router reaches the provider instead: only scheme, host and port count */
  { name: "internal_issuer_url", kind: "text", forms: ["https_url"] },
  /** the confidential client that is registered at the provider */
  { name: "client_id", kind: "required" },
  /** its secret; LuCI's page can replace it and is never told it */
  { name: "client_secret", kind: "required" },
  /** as registered at the provider */
  { name: "redirect_uri", kind: "required", forms: ["redirect_uri"] },
  /** scopes to ask for */
  { name: "scope", kind: "required", forms: ["openid_scope"] },
  /** seconds by which the clocks of router and provider may differ */
  { name: "clock_tolerance", kind: "number", fallback: "60", min: 0, max: 3600 },
  /** where a login ends */
  { name: "webui_path", kind: "text", scope: "router", fallback: "/cgi-bin/luci/", forms: ["plain_path", "no_loop"] },
  /** how the router proves that it is the client ([below](#the-provider)) */
  {
    name: "token_endpoint_auth_method",
    kind: "text",
    fallback: "auto",
    words: ["auto", "client_secret_basic", "client_secret_post", "private_key_jwt"]
  },
  /** the algorithm of the router's key for `private_key_jwt`, `ES256` or `RS256` ([below](#a-key-instead-of-a-secret)) */
  { name: "client_assertion_alg", kind: "text", fallback: "ES256", words: ["ES256", "RS256"] },
  /** whom the assertion of `private_key_jwt` is for: `issuer`, or `token_endpoint` for older providers */
  { name: "client_assertion_audience", kind: "text", fallback: "issuer", words: ["issuer", "token_endpoint"] },
  /** PEM file that replaces the system's trust store for calls to the provider */
  { name: "ca_file", kind: "text", forms: ["absolute_path"] },
  /** seconds for one call to the provider, connecting half of it; all calls of a request end within 25 */
  { name: "http_timeout", kind: "number", fallback: "10", min: 1, max: 20 },
  /** `optional` takes ID Tokens without `at_hash` (GitLab, Kanidm, Entra ID and others); a present one must match */
  { name: "at_hash", kind: "text", fallback: "required", words: ["required", "optional"] },
  /** list: what may sign ID Tokens, UserInfo and logout tokens; EdDSA needs `sso-login-native-openssl` */
  { name: "id_token_algs", kind: "list", fallback: "RS256 ES256", words: algorithms },
  /** `1`: an e-mail counts although the provider says that it is not verified ([roles](roles.md#who-has-a-role)) */
  { name: "allow_unverified_email", kind: "flag", scope: "first", fallback: "0" },
  /** list of claims that hold groups ([roles](roles.md#groups-from-other-claims)); absent: `groups` */
  { name: "groups_claim", kind: "list", max: max_words },
  /** the claim that holds the address, named as in `groups_claim` */
  { name: "email_claim", kind: "text", fallback: "email", max: max_claim, forms: ["claim_name"] },
  /** `1`: roles by e-mail count with another `email_claim`, too ([roles](roles.md#the-e-mail-in-another-claim)) */
  { name: "email_claim_trusted", kind: "flag", fallback: "0" },
  /** list of which the ID Token's `acr` must be one ([below](#second-factor-and-freshness)) */
  { name: "acr_values", kind: "list", sent: true, max: max_words },
  /** the greatest age in seconds of the login at the provider ([below](#second-factor-and-freshness)) */
  { name: "max_age", kind: "number", sent: true, min: 0, max: 604800 },
  /** what the provider is to ask for at every login ([below](#second-factor-and-freshness)) */
  { name: "prompt", kind: "text", words: ["login", "select_account", "consent"] },
  /** seconds of inactivity until a session ends; absent: LuCI's `sauth.sessiontime`, else 3600 */
  {
    name: "session_timeout",
    kind: "number",
    min: min_session_timeout,
    max: max_session_timeout
  },
  /** where the provider may send the browser after logout; register it there */
  { name: "post_logout_redirect_uri", kind: "text", max: max_web_address, forms: ["web_address"] },
  /** seconds after which a session ends even while it is used ([below](#the-end-of-sessions)) */
  {
    name: "session_max_lifetime",
    kind: "number",
    scope: "router",
    min: min_session_lifetime,
    max: max_session_lifetime
  },
  /** seconds between two turns, at which the provider proves the user again; a session ends after three without a proof, and at least an hour ([below](#the-end-of-sessions)) */
  { name: "session_revalidate", kind: "number", min: 300, max: 86400 },
  /** requests a minute of one address ([below](#requests-of-one-client)); without it one address may make all 50, or 25 while passwords are off */
  {
    name: "client_limit",
    kind: "number",
    scope: "router",
    min: min_client_limit,
    max: max_client_limit
  },
  /** list of addresses and ranges that have no limit of their own ([below](#requests-of-one-client)) */
  { name: "trusted_proxy", kind: "list", scope: "router", forms: ["addresses"] },
  /** `1`: the provider may end sessions ([below](#the-end-of-sessions)) */
  { name: "backchannel_logout", kind: "flag", fallback: "0" },
  /** the audience of access tokens that programs may exchange ([below](#programs)); absent: they cannot */
  { name: "api_audience", kind: "text", max: max_words },
  /** seconds of inactivity until a program's session ends */
  { name: "api_session_timeout", kind: "number", fallback: "300", min: min_session_timeout, max: 86400 },
  /** live sessions that one subject may have by tokens; older ones end */
  { name: "api_sessions", kind: "number", fallback: "10", min: 1, max: 100 },
  /** list of types of access tokens; `JWT` demands `api_client` ([below](#programs)) */
  { name: "api_token_types", kind: "list", fallback: "at+jwt", words: ["at+jwt", "JWT"] },
  /** list of the provider's clients whose tokens count; absent: all */
  { name: "api_client", kind: "list", max: max_words },
  /** list of scopes that a token must have */
  { name: "api_scope", kind: "list", max: max_words },
  /** `1`, or a provider's section: the login page goes to the first provider, or to that one, by itself ([below](#login-page)) */
  { name: "auto_redirect", kind: "text", scope: "router", fallback: "0", forms: ["provider_or_switch"] },
  /** text of the link on the login page; the default is translated */
  { name: "button_label", kind: "text", scope: "router", fallback: "Login with SSO", max: max_label },
  /** `hidden`: the login page hides the password form, except at `?local=1` */
  { name: "password_form", kind: "text", scope: "router", fallback: "shown", words: ["shown", "hidden"] },
  /** `off`: no password opens a session; set only by `sso-login password-login` ([below](#only-single-sign-on)) */
  { name: "password_login", kind: "text", scope: "router", fallback: "on", words: ["on", "off"] },
  /** list of rpcd's user names whose passwords count even so ([below](#only-single-sign-on)) */
  { name: "password_user", kind: "list", scope: "router", max: max_words },
  /** text of the provider's button on the login page, where there are several; absent: `button_label`, or the section's name */
  { name: "label", kind: "text", max: max_label },
  /** colour of the mark on that button, `#rrggbb` */
  { name: "color", kind: "text", forms: ["color"] },
  /** `0`: the log names users only by a hash */
  { name: "log_identity", kind: "flag", scope: "router", fallback: "1" }
];
var harmless = [
  "api_audience",
  "api_client",
  "api_scope",
  "api_session_timeout",
  "api_sessions",
  "api_token_types",
  "auto_redirect",
  "backchannel_logout",
  "button_label",
  "client_limit",
  "color",
  "label",
  "log_identity",
  "password_form",
  "password_login",
  "password_user",
  "post_logout_redirect_uri",
  "session_max_lifetime",
  "session_timeout",
  "trusted_proxy"
];
function words_of(option) {
  var _a;
  return option.kind === "flag" ? ["0", "1"] : (_a = option.words) != null ? _a : [];
}
function is_whole_number(value, option) {
  var _a, _b;
  const parsed = parse_integer(value);
  return parsed !== void 0 && parsed >= ((_a = option.min) != null ? _a : 0) && parsed <= ((_b = option.max) != null ? _b : 0);
}
function is_short(value, option) {
  var _a;
  return value.length <= ((_a = option.max) != null ? _a : 0);
}
function is_issuer(value) {
  const url = parse_https(value);
  return url !== void 0 && url.query === void 0;
}
function is_redirect_uri(value, _option, provider2) {
  const url = parse_https(value);
  return url !== void 0 && url.path === callback_path2(provider2) && url.query === void 0;
}
function is_color(value) {
  return value.length === 7 && value.startsWith("#") && consists_of(value.slice(1).toLowerCase(), "hex");
}
function is_web_address(value, option) {
  const lower = value.toLowerCase();
  const web = lower.startsWith("https://") || lower.startsWith("http://");
  return web && is_short(value, option) && !value.includes(" ") && !value.includes("#");
}
var demands = {
  issuer: is_issuer,
  https_url: (value) => parse_https(value) !== void 0,
  redirect_uri: is_redirect_uri,
  openid_scope: (value) => split_words(value, " ").includes("openid"),
  plain_path: is_plain_path,
  no_loop: avoids_login,
  absolute_path: (value) => value.startsWith("/"),
  claim_name: (value, option) => !value.includes(" ") && is_short(value, option),
  web_address: is_web_address,
  addresses: (value) => split_words(value, " ").every((text) => to_range(text) !== void 0),
  provider_or_switch: (value) => value === first || is_provider_name(value),
  color: is_color,
  whole_number: is_whole_number,
  one_of: (value, option) => words_of(option).includes(value),
  some_of: (value, option) => split_words(value, " ").every((word) => words_of(option).includes(word)),
  short: is_short
};
function rules_for(option, provider2) {
  var _a, _b;
  const words = words_of(option);
  if (words.length > 0) {
    return [{ id: option.kind === "list" ? "some_of" : "one_of", params: { words: words.join(", ") } }];
  }
  const max = `${(_a = option.max) != null ? _a : ""}`;
  if (option.kind === "number") {
    return [{ id: "whole_number", params: { min: `${(_b = option.min) != null ? _b : ""}`, max } }];
  }
  if (option.forms === void 0) {
    return max !== "" ? [{ id: "short", params: { max } }] : [];
  }
  const path = { path: callback_path2(provider2) };
  return option.forms.map((id) => ({ id, params: id === "redirect_uri" ? path : max !== "" ? { max } : void 0 }));
}
var switches = [
  /** `1` turns single sign-on on */
  { name: "enabled", kind: "flag", fallback: "0" }
];
function section_rows() {
  return switches.concat(rows);
}
function option_problem(option, value, provider2) {
  if (value === "") {
    return option.kind === "required" ? { id: "set" } : void 0;
  }
  if (has_control(value)) {
    return { id: "no_control_characters" };
  }
  return rules_for(option, provider2).find((rule) => {
    const demand = demands[rule.id];
    return demand === void 0 || !demand(value, option, provider2);
  });
}

// src/luci/saving/validation.ts
function ruleOf(option) {
  const rule = section_rows().find((candidate) => candidate.name === option);
  if (rule === void 0) {
    throw new Error(`no such option: ${option}`);
  }
  return rule;
}
function toByteString(text) {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}
function valueProblem(option, value, isEnabled, provider2 = first) {
  if (value === "" && !isEnabled) {
    return void 0;
  }
  const problem = option_problem(ruleOf(option), toByteString(value), provider2);
  return problem === void 0 ? void 0 : sentenceFor(problem);
}
function roleNameProblem(name, otherRoles, logins) {
  if (name === "") {
    return sentenceFor({ id: "role_name" });
  }
  if (is_reserved(name) || logins.includes(name)) {
    return _("This is the name of a local login of this router.");
  }
  if (!/^[A-Za-z0-9_]+$/.test(name)) {
    const possible = name.replace(/[^A-Za-z0-9_]+/g, "_");
    return fill(_("Must have only the characters A-Z a-z 0-9 _, such as %{name}."), { name: possible });
  }
  if (name === "default" || otherRoles.includes(name)) {
    return _("This name is taken.");
  }
  return void 0;
}
function providerNameProblem(name, others) {
  if (name === first || others.includes(name)) {
    return _("This name is taken.");
  }
  return is_provider_name(toByteString(name)) ? void 0 : sentenceFor({ id: "provider_name" });
}
function goneProblem(names, providers) {
  const gone = names.find((name) => !allNames(providers).includes(name));
  return gone === void 0 ? void 0 : fill(_("There is no provider %{provider}."), { provider: gone });
}
function pemProblem(text) {
  const { problem } = read_certificates(toByteString(text));
  return problem === void 0 ? void 0 : sentenceFor(problem);
}
function memberProblem(member) {
  return has_control(member) ? sentenceFor({ id: "no_control_characters" }) : void 0;
}
function oddMembers(list, members) {
  return members.flatMap((member) => {
    const character = odd_in_entry(list, toByteString(member));
    return character === void 0 ? [] : [`${member} (${character})`];
  });
}

// src/luci/provider/fields.ts
function said(text) {
  return _(text);
}
function startChoices(further, chosen) {
  const names = [.../* @__PURE__ */ new Set([...further, chosen])].filter((name) => !["", "0", "1"].includes(name));
  return [
    ["0", _("no")],
    ["1", names.length === 0 ? _("yes") : first],
    ...names.map((name) => [name, name])
  ];
}
function choicesOf(option, labels) {
  const { kind, words, fallback } = ruleOf(option);
  if (option === "auto_redirect") {
    return startChoices([], "0");
  }
  if (kind === "list" || words === void 0) {
    return void 0;
  }
  const absent = fallback === void 0 ? [""] : [];
  return [...absent, ...words].map((word) => [word, (labels == null ? void 0 : labels[word]) === void 0 ? word : said(labels[word])]);
}
function toField([option, { title, help, labels, depends }]) {
  const rule = ruleOf(option);
  const choices = choicesOf(option, labels);
  const kind = option === "client_secret" ? "secret" : rule.kind === "flag" ? "flag" : choices ? "choice" : "text";
  const words = { title: said(title), help: fill(said(help), { min: `${rule.min}`, max: `${rule.max}` }) };
  return { option, tab: option in provider ? "provider" : "advanced", kind, ...words, choices, depends };
}
function toFields(group) {
  return Object.entries(group).map(toField);
}
function fieldGroups() {
  return groups.map((group) => ({ title: said(group.title), fields: toFields(group.texts) }));
}
function fields() {
  return toFields(texts);
}
function titleOf(option) {
  var _a;
  const { title } = (_a = texts[option]) != null ? _a : { title: option };
  return option === "_name" ? _("Name") : said(title);
}
function namesIn(option) {
  return option.includes("_") && option !== "at_hash" ? new RegExp(`(?<!%\\{)\\b${option}\\b`, "g") : new RegExp(`(?<=\\b[Oo]ptions? )${option}\\b`, "g");
}
function optionIn(text) {
  var _a;
  const places = Object.keys(texts).map((option) => ({ option, at: text.search(namesIn(option)) }));
  return (_a = places.filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at)[0]) == null ? void 0 : _a.option;
}
function withTitles(text) {
  const named2 = Object.keys(texts).filter((option) => !titleOf(option).includes(option));
  return named2.reduce((said2, option) => said2.replace(namesIn(option), `${titleOf(option)} (${option})`), text);
}

// src/luci/provider/settings_problems.ts
function tabOf(place) {
  var _a, _b;
  return "role" in place ? "roles" : (_b = (_a = fields().find(({ option }) => option === place.option)) == null ? void 0 : _a.tab) != null ? _b : "provider";
}
function hasField(option, isFurther, hasFurther) {
  return isFurther ? ruleOf(option).scope === void 0 : option !== "label" && (option !== "color" || hasFurther);
}
function optionProblem(option, { values, clientSecret, removeClientSecret }, base, provider2) {
  var _a;
  const isEnabled = (values == null ? void 0 : values["enabled"]) === "1";
  if (option !== "client_secret") {
    return valueProblem(option, (_a = values == null ? void 0 : values[option]) != null ? _a : "", isEnabled, provider2);
  }
  const isKept = (base == null ? void 0 : base.client_secret_set) === true && removeClientSecret !== true;
  const isOptional = isKept || (values == null ? void 0 : values["token_endpoint_auth_method"]) === "private_key_jwt";
  return isOptional && !clientSecret ? void 0 : valueProblem(option, clientSecret != null ? clientSecret : "", isEnabled);
}
function isShown({ depends }, values) {
  return depends === void 0 || values[depends[0]] === depends[1];
}
function providerProblem(provider2, model) {
  var _a;
  const others = [...model.providers.names(provider2), ...model.roles.names()];
  const base = model.base.providers.find(({ name }) => name === provider2.savedName);
  const wrong = (option) => {
    const problem = optionProblem(option, provider2, base, provider2.name);
    return problem === void 0 ? [] : [titledText(titleOf(option), problem)];
  };
  return (_a = providerNameProblem(provider2.name, others)) != null ? _a : ["issuer_url", "redirect_uri"].flatMap(wrong)[0];
}
function roleProblem(role, model) {
  var _a;
  const others = [...model.roles.names(role), ...model.further()];
  return (_a = roleNameProblem(role.name, others, model.base.logins)) != null ? _a : goneProblem(role.provider, model);
}
function problemAt(place, title, problem) {
  return problem === void 0 ? [] : [{ text: titledText(title, problem), place }];
}
function optionProblems(options, base, provider2, hasFurther) {
  return fields().filter(({ kind }) => kind === "text" || kind === "secret").filter((field) => hasField(field.option, provider2 !== first, hasFurther) && isShown(field, options.values)).flatMap(
    ({ option }) => problemAt({ provider: provider2, option }, titleOf(option), optionProblem(option, options, base, provider2))
  );
}
function settingsProblems(model) {
  var _a;
  const edited = model.edited();
  const option = "auto_redirect";
  const start = (_a = edited.values[option]) != null ? _a : "";
  const gone = ["", "0", "1"].includes(start) ? void 0 : goneProblem([start], model);
  return [
    ...optionProblems(edited, model.base, first, edited.providers.length > 0),
    ...problemAt({ provider: first, option }, titleOf(option), gone),
    ...edited.providers.flatMap((one) => {
      const title = fill(_("Provider %{provider}"), { provider: one.name });
      return problemAt({ provider: one.name }, title, providerProblem(one, model));
    }),
    ...edited.roles.flatMap((one) => {
      const title = fill(_("Role %{role}"), { role: one.name });
      return problemAt({ role: one.name }, title, roleProblem(one, model));
    })
  ];
}

// src/sso_login/check/finding_texts.ts
var own_address = "Let the provider know its own public https address: behind a proxy it needs the X-Forwarded headers.";
var provider_address = "Compare issuer_url and internal_issuer_url with what the provider's documentation says.";
var findings = {
  config_unreadable: {
    text: "The configuration cannot be read: %{reason}.",
    advice: "Correct or restore /etc/config/sso-login. UCI takes no other characters in a role's name than A-Z a-z 0-9 _: kids_tablet, not kids-tablet.",
    code: "CONFIG_ERROR"
  },
  part_unusable: {
    text: "A part of this package, or of one that it needs, cannot be loaded: nobody can log in.",
    advice: "Install the packages again: opkg install --force-reinstall with their files, apk fix --reinstall with their names."
  },
  section_missing: {
    text: "The configuration has no section 'default' of type oidc.",
    advice: "Add it to /etc/config/sso-login: config oidc 'default'.",
    code: "CONFIG_ERROR"
  },
  option_wrong: {
    text: "Option %{option} must %{must}.",
    advice: "Correct the option; until then no one can log in by single sign-on.",
    code: "CONFIG_ERROR"
  },
  option_unknown: {
    text: "These options are not known and have no effect: %{options}.",
    advice: "Correct their names, or delete them."
  },
  option_character: {
    text: "Option %{option} has a character that most often comes from copying: %{character}.",
    advice: "Take it away unless the provider has it, too: values are compared character by character. U+0020 and U+00A0 are blanks. A host in other letters than ASCII is written as xn--..."
  },
  option_placeholder: {
    text: "Option %{option} still has a placeholder, %{placeholder}, where a value of your own belongs.",
    advice: "Put your value there, without the brackets: at Microsoft Entra ID the id of your tenant.",
    code: "CONFIG_ERROR"
  },
  email_claim_untrusted: {
    text: "Roles by e-mail match no one: email_verified covers only the claim email, and email_claim is %{claim}.",
    advice: "If no user can choose that claim at the provider, set email_claim_trusted to 1; otherwise use groups or subjects.",
    code: "USER_NOT_AUTHORIZED",
    option: "email_claim_trusted"
  },
  email_claim_trusted: {
    text: "The e-mail is the claim %{claim}: email_claim_trusted says that no user can choose it at the provider."
  },
  ca_file_unusable: {
    text: "The file of option ca_file, %{file}, is of no use: %{reason}.",
    advice: "Put the certificate of the provider's authority there, a text that begins with -----BEGIN CERTIFICATE-----, or delete the option to use the system's.",
    code: "SSL_INIT_FAILED"
  },
  ca_file_server: {
    text: "The file of option ca_file has no authority's certificate, but a server's own: %{file}.",
    advice: "Logins end when the provider renews it; its authority's certificate lasts longer."
  },
  options_ok: { text: "The options are complete and valid." },
  disabled: {
    text: "Single sign-on is off: option enabled is not 1.",
    advice: "Turn it on when the rest of this check is right.",
    code: "SSO_DISABLED"
  },
  auto_redirect_gone: {
    text: "Option auto_redirect names the provider %{provider}, and there is no such section: the login page stays.",
    advice: "Correct the name, or set the option to 0."
  },
  role_wrong: {
    text: "Role %{role} must %{must}.",
    advice: "Correct it; until then no one has the role.",
    code: "CONFIG_ERROR"
  },
  role_entries: {
    text: "Role %{role} has entries with a character that most often comes from copying: %{entries}.",
    advice: "Compare them with what a test login %{here} shows. An entry is one address or one group and nothing beside it; two take two entries. U+0020 and U+00A0 are blanks.",
    code: "USER_NOT_AUTHORIZED"
  },
  role_left_out: {
    text: "Role %{role} has the name of a local login of rpcd and is ignored: no one gets it.",
    advice: "Rename the role; a reload of rpcd would give its users the rights of the local login.",
    code: "RPCD_LOGIN_CONFLICT"
  },
  roles_none: {
    text: "Nobody can log in yet: add a role.",
    advice: "Add a role that lists e-mail addresses or groups, and the access groups it may use.",
    code: "USER_NOT_AUTHORIZED"
  },
  role_without_issuer: {
    text: "Role %{role} lists subjects, and its option sub_issuer does not say whose.",
    advice: "Set it to the provider's issuer; until then no one has the role.",
    code: "CONFIG_ERROR"
  },
  role_other_issuer: {
    text: "The subjects of role %{role} match no one: its sub_issuer is %{issuer}, and that is not issuer_url.",
    advice: "Where they are still the same people's, set sub_issuer to issuer_url."
  },
  role_provider_gone: {
    text: "Role %{role} names the provider %{provider}, and there is no such section: nobody has the role there.",
    advice: "Correct the name in its list provider, or take it out."
  },
  role_counts: { text: "The e-mail addresses, groups and clients of role %{role} count at: %{providers}." },
  roles_match_nobody: {
    text: "These roles list no e-mail addresses, groups or subjects and match no one: %{roles}.",
    advice: "Add those of their users."
  },
  roles_without_rights: {
    text: "These roles have no access groups: %{roles}. A user without another role is refused at the login.",
    advice: "Add access groups to read or write; '*' means all."
  },
  roles_without_luci: {
    text: "These roles lack the access group luci-base: %{roles}. LuCI shows their users errors and no log-out.",
    advice: "Add luci-base to read, beside the groups of the pages they may open."
  },
  roles_without_page: {
    text: "These roles have no access group that opens a page: %{roles}. A user without another role is refused at the login.",
    advice: "Add the group of a page to read; luci-mod-status-index is the overview."
  },
  rpcd_unreadable: {
    text: "The logins of rpcd cannot be read from /etc/config/rpcd: %{reason}. No one can log in.",
    advice: "Restore that file from a backup, or from /rom/etc/config/rpcd: without its logins rpcd takes no password either.",
    code: "CONFIG_ERROR"
  },
  rights_behind: {
    text: "Live sessions have other rights than their roles give now: %{roles}.",
    advice: "Run sso-login sync-roles on the router, which says whose rights it changes."
  },
  roles_behind: {
    text: "rpcd does not know these roles as they are saved: %{roles}. Until it does, live sessions keep what they had.",
    advice: "After reload_config wait a few seconds and check again. Otherwise run sso-login sync-roles; the next login of such a role does it, too."
  },
  passwords_nobody: {
    text: "Passwords open no session, and no one can log in by single sign-on: %{faults}.",
    advice: "Run reload_config or sso-login sync-roles: passwords then come back. Or correct the configuration."
  },
  passwords_trial: {
    text: "Passwords open no session on trial: they come back in %{seconds} s.",
    advice: "Log in anew by single sign-on and confirm, on this page or with sso-login password-login confirm."
  },
  passwords_off: {
    text: "Passwords open no session. The way back, in a shell of this router: sso-login password-login on."
  },
  passwords_needed: {
    text: "Passwords cannot be turned off, as no one can log in with roles that change everything: %{faults}."
  },
  passwords_not_armed: {
    text: "Option password_login says off, and passwords count: the option by itself turns nothing off.",
    advice: "Turn them off %{here}, or with sso-login password-login off.",
    code: "PASSWORD_LOGIN_NOT_ARMED"
  },
  passwords_no_administrator: {
    text: "Passwords open no session, and no one can log in with roles that change everything: %{faults}.",
    advice: "Add a role with read '*' and write '*', or turn passwords on: sso-login password-login on."
  },
  passwords_single_administrator: {
    text: "Passwords open no session, and only one person has a role that changes everything.",
    advice: "Give such a role to a second person, too, in case that account fails."
  },
  passwords_no_way_back: {
    text: "SSH does not answer, or root has neither key nor password: besides single sign-on only failsafe mode is left.",
    advice: "Let SSH answer and give root a key, in System, Administration."
  },
  passwords_proxy: {
    text: "Logins come from %{address}, as if through a proxy that trusted_proxy does not list: all clients share one limit of requests.",
    advice: "If it is a proxy, list it in trusted_proxy, and limit requests there: otherwise one client can keep all others out."
  },
  client_limit_absent: {
    text: "One address may use up all 50 logins a minute of all: client_limit is not set.",
    advice: "Set client_limit to 25, or more where many users share one address; list a proxy in trusted_proxy."
  },
  passwords_root_empty: {
    text: "Root has no password: once passwords count again, anybody gets in without one.",
    advice: "Set a password with passwd, or in System, Administration."
  },
  passwords_user_strong: {
    text: "These users of password_user may change everything: %{users}.",
    advice: "Then a password is enough for that. Keep it for users with fewer rights, such as for monitoring."
  },
  passwords_programs: {
    text: "Programs have logged in at /ubus by a password that opens no further session: %{users}.",
    advice: "Name the user in password_user, or let these programs do without."
  },
  access_groups_unknown: {
    text: "This router has no access group that these entries name: %{entries}.",
    advice: "Correct the entries, or install the package that brings the access group."
  },
  acl_file_ignored: {
    text: "The file %{file} of access groups is ignored: %{reason}. Its groups grant nothing; roles with a group of a name in it count as full control, as rpcd may read more in it.",
    advice: "Correct the file in /usr/share/rpcd/acl.d, or reinstall the package that it belongs to.",
    code: "ACL_FILE_IGNORED"
  },
  role_reads_more: {
    text: "Role %{role} has nothing in write, and yet it %{verdict}. %{pages}.",
    advice: "Where that is too much, take these pages away; the choice Look at everything %{here} leaves them out."
  },
  role_reaches: { text: "Role %{role} %{verdict}. %{pages}." },
  role_looks: { text: "Role %{role} %{verdict}." },
  programs_on: {
    text: "Programs may exchange JWT access tokens for %{audience}, for what these roles give: %{roles}. Opaque tokens do not do."
  },
  programs_without_role: {
    text: "Programs may exchange access tokens for %{audience}, but no role is for them.",
    advice: "Add list access 'api' to a role, or leave api_audience empty."
  },
  roles_ok: { text: "The roles are complete: %{roles}." },
  not_writable: {
    text: "Nothing can be written in %{path}: %{reason}.",
    advice: "Free some space there, or make it writable again: df and mount in a shell of this router show which it is. Each login writes in the run directory; the first login after a change of its role also writes in /etc/config.",
    code: "INTERNAL_ERROR"
  },
  clock_not_set: {
    text: "The router's clock is not set: it says %{now}. No certificate and no ID Token counts as valid.",
    advice: "Set the time, and let the router synchronize it (System, Time Synchronization)."
  },
  router_ok: { text: "This router answers at %{origin}." },
  router_certificate: {
    text: "This router answers at %{origin}. Its certificate is self-signed, or of an authority that it does not know. That is fine; browsers will warn.",
    advice: "A certificate that browsers trust avoids the warning."
  },
  router_other_name: {
    text: "This router answers at %{origin} with a certificate for another name: %{subject}.",
    advice: "Use a name of the certificate in redirect_uri and at the provider, or give the router a certificate for this one."
  },
  router_certificate_ends: {
    text: "The certificate with which this router answers at %{origin} ends on %{date}, and passwords open no session.",
    advice: "Renew it before: browsers refuse one that has ended, and single sign-on is the way in."
  },
  router_name_unknown: {
    text: "The host name of redirect_uri is unknown to this router: %{host}.",
    advice: "Use a name that the users' devices know for this router, in redirect_uri and at the provider."
  },
  router_port: {
    text: "redirect_uri has port %{port}, and the web server here listens at %{ports}: is one forwarded to the other?",
    advice: "If so, all is well. If not, correct the port, in redirect_uri and at the provider."
  },
  router_unreachable: {
    text: "Nothing answers over HTTPS at %{origin}, the origin of redirect_uri: %{reason}.",
    advice: "Let the web server listen on HTTPS there, or correct redirect_uri."
  },
  router_refused: {
    text: "Nothing listens at port %{port} of %{host}, to which redirect_uri leads: %{reason}.",
    advice: "Correct redirect_uri, here and at the provider, or let the web server listen there. Where another device forwards that port to this router, a test login %{here} tells."
  },
  router_other_answer: {
    text: "What answers at %{origin}, the origin of redirect_uri, is not this service (status %{status}).",
    advice: "Correct redirect_uri, or let the web server run programs in /cgi-bin."
  },
  router_plain_http: {
    text: "A proxy answers at %{origin}, and it asks this router over plain HTTP: the router refuses that (HTTPS_REQUIRED), or leads back to the same address.",
    advice: "Let the proxy connect to this router by https, at the port where its web server listens for it. The header X-Forwarded-Proto is not believed.",
    code: "HTTPS_REQUIRED"
  },
  login_page_ok: {
    text: "LuCI's login page has the button of single sign-on."
  },
  login_page_without_button: {
    text: "LuCI's login page has no button of single sign-on: the page of this theme loads no script of LuCI, and uhttpd does not run LuCI itself.",
    advice: "With uhttpd install the package uhttpd-mod-ucode and restart uhttpd; else choose another theme, or bookmark %{address}, which starts a login."
  },
  host_unknown: {
    text: "%{endpoint}: the host name %{host} is unknown.",
    advice: "Check the name in issuer_url and the router's own name servers."
  },
  connection_refused: {
    text: "%{endpoint}: no connection to %{host}: %{reason}.",
    advice: "Check that the provider runs and that no firewall blocks the router. " + provider_address
  },
  certificate_untrusted: {
    text: "%{endpoint}: the router does not trust the certificate of %{host}: %{reason}.",
    advice: "With a private authority, paste its certificate %{here}, or name its file in option ca_file; else install ca-bundle."
  },
  certificate_alone: {
    text: "%{endpoint}: %{host} sends only its own certificate, and the router does not know the authority that issued it: %{issuer}.",
    advice: "Let the provider's web server send the whole chain, its own certificate and those of the authorities between it and the root (often fullchain.pem). If the issuer is your own root authority, paste its certificate %{here}, or name its file in option ca_file.",
    code: "SSL_INIT_FAILED"
  },
  client_certificate: {
    text: "%{endpoint}: %{host} demands a certificate of the router, and the router has none to show.",
    advice: "Let the provider's web server take these calls without a client certificate; the client has its secret or key."
  },
  http2_only: {
    text: "%{endpoint}: %{host} does not take HTTP/1.1, which the router speaks.",
    advice: "Allow HTTP/1.1 beside HTTP/2 at the provider's web server or its proxy."
  },
  certificate_met: {
    text: "%{host} shows a certificate of %{subject}, issued by %{issuer}, valid from %{from} until %{ends}; its SHA-256 fingerprint is %{fingerprint}.",
    advice: "Nothing was sent there. Compare the fingerprint with what the provider's own machine says before you trust its authority."
  },
  authority_met: {
    text: "%{host} sends the certificate of its authority along, %{subject}, valid until %{ends}; its SHA-256 fingerprint is %{fingerprint}.",
    advice: "Once you have compared the fingerprint, trust it %{here}: Show and trust this authority. If it ends soon, logins end with it: paste the certificate of its root instead."
  },
  certificate_other_name: {
    text: "%{endpoint}: the certificate of %{host} is for another name: %{subject}.",
    advice: "Use the name that the certificate is for, or give the provider a certificate for this one. " + provider_address
  },
  certificate_early: {
    text: "%{endpoint}: by the router's clock, %{now}, the certificate of %{host} is not valid yet: %{reason}.",
    advice: "Set the router's clock, and let it synchronize (System, Time Synchronization): logins then work again by themselves. If the clock is right, the provider's certificate is for later.",
    code: "SSL_INIT_FAILED"
  },
  certificate_expired: {
    text: "%{endpoint}: by the router's clock, %{now}, the certificate of %{host} or of its authority has expired: %{reason}.",
    advice: "Renew it at the provider. If the clock is wrong, set it.",
    code: "SSL_INIT_FAILED"
  },
  certificate_weak: {
    text: "%{endpoint}: the certificate of %{host} or of its authority is too weak for the router: %{reason}.",
    advice: "Give the provider one with an RSA key of 2048 bits or a P-256 key, signed with SHA-256.",
    code: "SSL_INIT_FAILED"
  },
  certificate_purpose: {
    text: "%{endpoint}: the certificate of %{host}, or of an authority in its chain, is not for this purpose: %{reason}.",
    advice: "Give the provider a certificate for TLS servers (extendedKeyUsage serverAuth, or none), and let authorities be ones (basicConstraints CA:TRUE, keyUsage keyCertSign).",
    code: "SSL_INIT_FAILED"
  },
  plain_http: {
    text: "%{endpoint}: what answers at this port of %{host} is not TLS, but most often plain HTTP: %{reason}.",
    advice: "Name the port at which the provider or its proxy speaks https. " + provider_address
  },
  tls_failed: {
    text: "%{endpoint}: no TLS connection to %{host}: %{reason}.",
    advice: "The provider must offer TLS 1.2 or newer and HTTP/1.1 at this port, and may not demand a certificate of the router."
  },
  no_answer: {
    text: "%{endpoint}: no answer from %{host} in time.",
    advice: "Check the provider's load, the connection to it and the router's own name servers; option http_timeout bounds a call of a login."
  },
  answer_too_large: {
    text: "%{endpoint}: the answer of %{host} is over 256 KB.",
    advice: provider_address
  },
  header_too_large: {
    text: "%{endpoint}: the header of the answer of %{host} is over 32 KB.",
    advice: "Let the provider's web server or its proxy send shorter header lines; cookies and policies are the longest ones."
  },
  answer_encoded: {
    text: "%{endpoint}: the answer of %{host} is compressed, although the router asks for none of that (Accept-Encoding: identity).",
    advice: "Switch compression off for these addresses at the provider's web server or its proxy."
  },
  connection_broken: {
    text: "%{endpoint}: the connection to %{host} broke: %{reason}.",
    advice: "Try again; if it stays, look into the provider's log."
  },
  answer_status: {
    text: "%{endpoint}: the answer of %{url} has status %{status}, and is of no use: %{words}",
    advice: provider_address + " Realm, slug and trailing slash count. With 404 it may also be a proxy whose provider is not up yet."
  },
  answer_redirect: {
    text: "%{endpoint}: %{url} redirects to %{location} (status %{status}), and that is not followed.",
    advice: "Set issuer_url to the issuer that is there; one redirect is followed, within the origin, for the discovery document alone."
  },
  endpoint_redirect: {
    text: "%{endpoint}: %{url} redirects to %{location} (status %{status}), and this call is not sent there.",
    advice: "If that is the endpoint's new address, let the provider's discovery document name it. If it is a page to log in, a proxy protects the endpoint: let it pass there."
  },
  answer_refused: {
    text: "%{endpoint}: %{url} does not let the router in: status %{status}.",
    advice: "Some providers answer so where the path of issuer_url is wrong, LemonLDAP::NG among them. A firewall, a filter of robots or a proxy that wants a login must let the router's address pass. " + provider_address
  },
  answer_limited: {
    text: "%{endpoint}: %{url} has had too many requests: status %{status}.",
    advice: "Wait a minute and check again; if it stays, let the router's address pass the limit at the provider or its proxy."
  },
  answer_fault: {
    text: "%{endpoint}: the provider fails, or a proxy before it: %{url} answers with status %{status}.",
    advice: "See whether the provider runs, and look into its log and the proxy's."
  },
  answer_not_json: {
    text: "%{endpoint}: the answer of %{url} is of no use: %{reason}.",
    advice: provider_address + " A proxy may have answered instead. A document is UTF-8 without a byte order mark."
  },
  connection_ok: { text: "Host name, connection and certificate of %{host} are fine." },
  clock_behind: {
    text: "The router's clock is %{seconds} s behind the provider's; clock_tolerance allows %{tolerance} s.",
    advice: "Let both synchronize their time: ID Tokens from the future are refused.",
    code: "ID_TOKEN_VERIFICATION_FAILED"
  },
  clock_ahead: {
    text: "The router's clock is %{seconds} s ahead of the provider's; clock_tolerance allows %{tolerance} s.",
    advice: "Let both synchronize their time: an ID Token that lives for less than that counts as expired.",
    code: "ID_TOKEN_VERIFICATION_FAILED"
  },
  clock_ok: { text: "The clocks of router and provider agree within %{seconds} s." },
  clock_unknown: { text: "The provider does not tell its time; the router's clock says %{now}." },
  issuer_is_document: {
    text: "Option issuer_url is the address of the discovery document, and not the issuer.",
    advice: "Cut off what follows the issuer: %{issuer}.",
    code: "OIDC_DISCOVERY_FAILED"
  },
  issuer_missing: {
    text: "The discovery document at %{url} names no issuer.",
    advice: provider_address,
    code: "DISCOVERY_ISSUER_MISMATCH"
  },
  issuer_template: {
    text: "The provider's issuer is a pattern, %{discovered}, and no login can match it.",
    advice: "Put the value for the place in brackets into issuer_url, and not the brackets: at Microsoft Entra ID https://login.microsoftonline.com/<tenant>/v2.0 with the id of your tenant.",
    code: "DISCOVERY_ISSUER_MISMATCH"
  },
  issuer_b2c: {
    text: "Azure AD B2C names an issuer without the policy, and has its discovery document only below a path with the policy.",
    advice: "In the properties of the user flow set the issuer claim (iss) to the form with /tfp/, and issuer_url to that issuer: https://<name>.b2clogin.com/tfp/<tenant id>/<policy>/v2.0/.",
    code: "DISCOVERY_ISSUER_MISMATCH"
  },
  issuer_http: {
    text: "The provider's issuer is %{discovered}, without https, and no login can match it.",
    advice: own_address,
    code: "DISCOVERY_ISSUER_MISMATCH"
  },
  issuer_mismatch: {
    text: "The provider's issuer is %{discovered}, but issuer_url is %{configured}. They differ from character %{place} on: %{discovered_rest} there, %{configured_rest} here.",
    advice: "Set issuer_url to the provider's issuer, character by character, a trailing slash included.",
    code: "DISCOVERY_ISSUER_MISMATCH"
  },
  issuer_ok: { text: "The provider's issuer and issuer_url are the same, character by character." },
  endpoint_missing: {
    text: "The discovery document has no %{field} (missing endpoint).",
    advice: "The provider must offer the authorization code flow of OpenID Connect. " + provider_address,
    code: "OIDC_DISCOVERY_FAILED"
  },
  endpoint_not_https: {
    text: "The discovery document's %{field} is not a plain https URL: %{url}.",
    advice: own_address,
    code: "OIDC_DISCOVERY_FAILED"
  },
  logout_not_https: {
    text: "The discovery document's end_session_endpoint is not a plain https URL and is not used: %{url}.",
    advice: own_address
  },
  endpoints_ok: { text: "All endpoints are at the issuer's origin." },
  endpoints_elsewhere: {
    text: "Endpoints are at other origins than the issuer: %{origins}.",
    advice: "That is usual with some providers; make sure that these names are the provider's."
  },
  internal_origin: {
    text: "The router calls the provider at %{origin}, as internal_issuer_url says; browsers go to %{browser}."
  },
  flow_missing: {
    text: "The provider's %{field} lack %{needed}, and logins have no other: %{offered}.",
    advice: "Allow it at the provider, for this client.",
    code: "IDP_ERROR"
  },
  pkce_unknown: {
    text: "The provider does not list PKCE methods; logins always use S256.",
    advice: "Where it answers logins with invalid_request, allow this client PKCE at the provider."
  },
  algorithm_unsupported: {
    text: "The provider signs ID Tokens with %{offered}; option id_token_algs allows %{allowed}.",
    advice: "Choose an RSA or a P-256 signing key for this client at the provider, or allow what it signs with.",
    code: "UNSUPPORTED_ALGORITHM"
  },
  algorithm_missing: {
    text: "Option id_token_algs allows EdDSA, and mbedtls, with which sso-login-native is built, does not have it.",
    advice: "Install sso-login-native-openssl, or let the provider sign by another algorithm.",
    code: "ID_TOKEN_VERIFICATION_FAILED"
  },
  userinfo_signing: {
    text: "The provider can sign UserInfo answers, by %{offered}; option id_token_algs allows %{allowed}."
  },
  keys_missing: {
    text: "The provider has no signing key: there are no keys in the JWK Set of %{url}.",
    advice: "Choose a signing key for this client at the provider, and see that the client is there: without a key Authentik signs with the client secret, and without the client Vault has no key.",
    code: "JWKS_FETCH_FAILED"
  },
  keys_absent: {
    text: "The answer of %{url} is no JWK Set (RFC 7517): it has no list keys.",
    advice: 'Let jwks_uri answer with {"keys": [...]}: one key alone (JWK) belongs into that list, and another form of certificates is of no use.',
    code: "JWKS_FETCH_FAILED"
  },
  keys_doubled: {
    text: "Several of the provider's signing keys have the same key id (kid): %{kids}.",
    advice: "Give each key a kid of its own at the provider; else a login may try the wrong one.",
    code: "ID_TOKEN_VERIFICATION_FAILED"
  },
  keys_without_id: {
    text: "Signing keys of the provider have no key id (kid), or one that is not a text: %{count}.",
    advice: "Give each key a kid at the provider, the text that its ID Tokens name; a token that names a kid matches no key without one (RFC 7517).",
    code: "ID_TOKEN_VERIFICATION_FAILED"
  },
  keys_unusable: {
    text: "None of the provider's signing keys can be used: %{keys}. Option id_token_algs allows %{allowed}.",
    advice: "Let the provider sign this client's ID Tokens with RS256 and an RSA key of 2048 to 4096 bits, or with ES256 and a P-256 key, or allow the algorithm of its keys.",
    code: "UNSUPPORTED_ALGORITHM"
  },
  keys_partly: {
    text: "Some of the provider's signing keys can be used, %{usable}, others not: %{keys}.",
    advice: "Make sure that this client's ID Tokens are signed with a key that can be used.",
    code: "UNSUPPORTED_ALGORITHM"
  },
  keys_ok: { text: "The provider's signing keys can be used: %{usable}." },
  pushed_requests: { text: "The provider demands pushed authorization requests; the router sends them to %{url}." },
  auth_method_none: {
    text: "The provider accepts neither client_secret_basic nor client_secret_post, but %{offered}.",
    advice: "Register the client as a confidential one, with a client secret.",
    code: "CONFIG_ERROR",
    option: "token_endpoint_auth_method"
  },
  auth_method_not_offered: {
    text: "Option token_endpoint_auth_method is %{method}, and the provider offers %{offered}.",
    advice: "Set the option to auto, or to what the client is registered with.",
    code: "TOKEN_EXCHANGE_FAILED"
  },
  auth_method_ok: { text: "The client proves itself by %{method}." },
  scope_missing: {
    text: "Roles need the scope %{scopes}, which the provider offers and option scope does not ask for.",
    advice: "Add %{scopes} to option scope; otherwise the provider may leave out what these roles go by.",
    code: "USER_NOT_AUTHORIZED"
  },
  scopes_not_granted: {
    text: "At the last login the provider granted less than option scope asks for; it left out %{scopes}.",
    advice: "Allow this client these scopes at the provider; it may want the consent of its users again.",
    code: "USER_NOT_AUTHORIZED"
  },
  refresh_token_missing: {
    text: "At the last login the provider gave no refresh token, so its session ends after three intervals of session_revalidate, and at least an hour.",
    advice: "Many providers give one only for the scope offline_access: add it to option scope, and allow this client the scope and the grant type refresh_token at the provider. If that is so already, set option prompt to consent, which some providers demand. Then log in again."
  },
  scope_offline_missing: {
    text: "The next login shows whether the provider gives the refresh token that option session_revalidate needs; some give one only for the scope offline_access, which option scope does not ask for."
  },
  watch_not_running: {
    text: "Sessions that are to end while they are used need the process sso-login watch, which does not run.",
    advice: "Run service sso-login restart. If the process has ended again after a minute, the log of the router says why."
  },
  sessions_unproved: {
    text: "Sessions whose users the last question to the provider did not prove: %{count}. The oldest of their last proofs: %{since}. The last answer: %{why}.",
    advice: "The lines REVALIDATION_FAILED of the log say more. A session ends when its last proof is older than three intervals of session_revalidate, and at least an hour; sso-login logout ends it at once.",
    code: "REVALIDATION_FAILED"
  },
  scopes_ok: { text: "The provider offers the scopes of option scope." },
  scopes_unknown: { text: "The provider does not say which scopes it offers." },
  email_unmarked: {
    text: "At the last login the provider did not say whether the user's e-mail address is verified (no email_verified), and a role by that address counted.",
    advice: "Some providers leave the claim out just where it is false. If users can enter an address there themselves, let the provider send the claim, or use groups."
  },
  not_offered: {
    text: "The provider does not list what option %{option} asks for: %{missing}.",
    advice: "Not every provider lists all that it has, so a login may work all the same. If not, compare the option with a token and the documents of the provider, and change one of them."
  },
  logout_ok: { text: "Logging out ends the provider's session too." },
  logout_missing: { text: "The provider offers no end_session_endpoint: logging out ends only the router's session." },
  backchannel_off: {
    text: "The provider can tell the router when a user logs out there; option backchannel_logout turns that on."
  },
  backchannel_ok: {
    text: "The provider can tell the router when a user logs out there, once this address is registered: %{url}."
  },
  backchannel_missing: {
    text: "The provider does not say that it reports logouts to its clients.",
    advice: "Switch option backchannel_logout off, unless the provider's documents say otherwise."
  },
  prompt_ignored: {
    text: "Option prompt is login, and at the last login the provider asked for no password: auth_time was before it.",
    advice: "Set max_age to 0: such logins are refused then."
  },
  at_hash_unknown: {
    text: "Option at_hash is required, and the ID Tokens of this provider may have no at_hash: without it every login fails.",
    advice: "Set option at_hash to optional: at_hash is then checked when it is there.",
    code: "AT_HASH_MISMATCH"
  },
  client_not_sent: {
    text: "Secret or key were not tested: issuer_url, internal_issuer_url or ca_file is not as saved.",
    advice: "Save first and check again, or type the client secret anew."
  },
  secret_wrong: {
    text: "The provider refuses client_id, client_secret or the authentication method %{method} (%{answer}): %{words}",
    advice: "Copy client id and secret again, see that the client is enabled, and compare the method with its registration; it must be a confidential one.",
    code: "TOKEN_EXCHANGE_FAILED",
    option: "client_secret"
  },
  secret_expired: {
    text: "The provider says that client_secret has expired (%{answer}): %{words}",
    advice: "Make a new client secret at the provider, and put it into client_secret; note when it ends.",
    code: "TOKEN_EXCHANGE_FAILED"
  },
  client_unknown: {
    text: "The provider refuses this client at the token endpoint (%{answer}) and at the authorization endpoint (status %{status}): %{words}",
    advice: "See first that the client is there and enabled, and compare client_id. Then copy the secret again, and register exactly %{redirect_uri}.",
    code: "TOKEN_EXCHANGE_FAILED"
  },
  secret_other_method: {
    text: "The provider refuses client_id and client_secret by %{method} (%{answer}), and takes them by %{other}.",
    advice: "Set option token_endpoint_auth_method to %{other}.",
    code: "TOKEN_EXCHANGE_FAILED",
    option: "token_endpoint_auth_method"
  },
  secret_not_decoded: {
    text: "The provider takes client_id and client_secret by %{method} only as they are (%{answer}): it does not decode what RFC 6749 encodes, and their special characters never arrive.",
    advice: "Let the provider make a secret of letters and digits alone, or register the client for client_secret_post where it has that.",
    code: "TOKEN_EXCHANGE_FAILED",
    option: "client_secret"
  },
  client_refused: {
    text: "The provider refuses this client (%{answer}): %{words}",
    advice: "Copy client id and secret again, allow this client the authorization code flow at the provider, and register exactly redirect_uri there: some providers say the same of an address that they do not know.",
    code: "TOKEN_EXCHANGE_FAILED",
    option: "client_id"
  },
  exchange_refused: {
    text: "The provider takes client_secret, and refuses this client the exchange of a code (%{answer}): %{words}",
    advice: "Register exactly %{redirect_uri} for this client, and allow it the authorization code flow there.",
    code: "TOKEN_EXCHANGE_FAILED",
    option: "redirect_uri"
  },
  client_untold: {
    text: "The provider's answer does not tell whether client_id, and secret or key, are right (%{answer}): %{words}",
    advice: "Some providers look at the code before the secret. Make a test login %{here}: it needs the right one, and shows what the provider says to a real code.",
    code: "TOKEN_EXCHANGE_FAILED"
  },
  client_public: {
    text: "The provider answers the same with client_secret, with an invented one and without one: %{answer}.",
    advice: "Make sure that the client is a confidential one there (Keycloak: Client authentication on): at a public client the secret protects nothing."
  },
  secret_ok: {
    text: "The provider accepts client_id, client_secret and the method %{method}, and refuses an invented secret."
  },
  key_missing: {
    text: "The client is to prove itself by a key (private_key_jwt), and the router has none for %{alg}.",
    advice: "Make one by sso-login key new %{alg}, and register its public part at the provider.",
    code: "CONFIG_ERROR",
    option: "client_assertion_alg"
  },
  assertion_audience: {
    text: "The provider refuses what the key signs for this audience (%{answer}), and takes it for another one.",
    advice: "Set option client_assertion_audience to %{other}.",
    code: "TOKEN_EXCHANGE_FAILED"
  },
  assertion_expired: {
    text: "The provider refuses what the key signs (%{answer}), and its clock is not this router's: %{words}",
    advice: "Set the clocks first, as said above: what is signed counts for 60 seconds.",
    code: "TOKEN_EXCHANGE_FAILED"
  },
  assertion_refused: {
    text: "The provider refuses client_id or the router's key for %{alg} (%{answer}): %{words}",
    advice: "Compare client_id, let the client be registered for private_key_jwt and %{alg}, and register the keys that sso-login key prints.",
    code: "TOKEN_EXCHANGE_FAILED"
  },
  assertion_ok: { text: "The provider accepts client_id and the router's key, and refuses a wrong signature." },
  redirect_refused: {
    text: "The provider refuses a login with client_id and redirect_uri as they are (status %{status}).",
    advice: "Register exactly %{redirect_uri} for this client at the provider, and compare client_id. For a client of sso-login register: sso-login register --update.",
    code: "IDP_ERROR",
    option: "redirect_uri"
  },
  redirect_known: { text: "The provider knows redirect_uri, and refuses an invented one." },
  redirect_alike: {
    text: "Not told: the provider answers a login with redirect_uri as it answers one with an invented address (status %{status}).",
    advice: "With status 401 it asks the browser first, for example for Kerberos, and all may be well. Otherwise register exactly %{redirect_uri} for this client, and compare client_id. A test login %{here} shows which it is.",
    code: "IDP_ERROR"
  },
  pushed_refused: {
    text: "The provider refuses the pushed authorization request of a login (%{answer}): %{words}",
    advice: "Register exactly %{redirect_uri} for this client, and allow it the scopes of option scope.",
    code: "IDP_ERROR"
  },
  redirect_untold: {
    text: "Not tried: whether the provider has redirect_uri registered, which it tells only those who log in.",
    advice: "Register exactly %{redirect_uri} there, and make a test login %{here}."
  },
  logout_address_refused: {
    text: "The provider refuses a logout with post_logout_redirect_uri (status %{status}): users end at its error page.",
    advice: "Register exactly %{back} as an address after logout of this client there, or delete the option."
  },
  logout_address_known: { text: "The provider knows post_logout_redirect_uri, and refuses an invented one." },
  logout_address_untold: {
    text: "Not told: whether the provider has %{back} registered as an address after logout (post_logout_redirect_uri)."
  },
  register_offered: {
    text: "The provider lets clients register themselves: sso-login register does it, mostly with a token."
  },
  register_ok: { text: "This router is registered at the provider as client %{client_id}; the options are saved." },
  register_updated: { text: "The registration of client %{client_id} is updated; the options are saved." },
  register_removed: { text: "Client %{client_id} is removed at the provider, and single sign-on with it is off." },
  register_known: {
    text: "This router is already registered at %{issuer}, as client %{client_id}.",
    advice: "Use sso-login register --update, or --remove first; --forget, if the client or that provider is gone."
  },
  register_none: {
    text: "No registration of this router is kept for this provider.",
    advice: "Only a client that sso-login register has made can be updated or removed; change others at the provider."
  },
  register_no_provider: {
    text: "The section %{provider} is not a provider's.",
    advice: "Choose a name that no role and no other section has."
  },
  register_other_issuer: {
    text: "The registration, client %{client_id}, was made at %{issuer}; the section's issuer_url is %{configured}.",
    advice: "Set issuer_url back; or delete the client at %{issuer}, and use sso-login register --forget."
  },
  register_unmanaged: {
    text: "The provider lets nobody change or remove a registration by RFC 7592, or gave no access that can be used.",
    advice: "Change or delete the client at the provider. After deleting it, use sso-login register --forget."
  },
  register_gone: {
    text: "The provider no longer knows the client, or refuses the access to it: %{words}.",
    advice: "Delete the client at the provider if it is there; then use sso-login register --forget."
  },
  register_forgotten: {
    text: "The registration of client %{client_id} at %{issuer} is forgotten here; the options stay as they are."
  },
  register_not_offered: {
    text: "The provider has no registration_endpoint: clients cannot register themselves there.",
    advice: "Allow dynamic client registration at the provider, or register the router there by hand."
  },
  register_token: {
    text: "The provider registers no client without an initial access token that is valid: %{words}.",
    advice: "Make one at the provider, and enter it, or name its file by --token-file. Some are good for one registration, or for a few hours."
  },
  register_redirect: {
    text: "The provider does not accept the redirect URI %{redirect_uri}: %{words}.",
    advice: "Correct option redirect_uri, or allow the router's host in the provider's rules for registrations."
  },
  register_refused: {
    text: "The provider refuses the registration: %{words}.",
    advice: "Compare what is sent (sso-login register --dry-run) with the provider's rules for registrations."
  },
  register_answer: {
    text: "The provider has registered a client with which no login works: %{reason}.",
    advice: "Correct the provider's rules for registrations, and use the same command again."
  },
  register_taken_back: { text: "That client is removed at the provider again." },
  register_left: {
    text: "That client stays at the provider: %{client}.",
    advice: "Delete it at the provider; or use sso-login register --remove, if the registration is known here."
  },
  register_changed: {
    text: "The provider has changed %{member}: %{given} instead of %{asked}.",
    advice: "The options have the provider's value; a member that is no option can be changed only there."
  },
  register_expires: {
    text: "The client secret is valid until %{time}.",
    advice: "Use sso-login register --update before then, or let the provider issue secrets that do not expire."
  },
  register_address: {
    text: "The address of the registration is not kept: %{uri} is not https at the origin of %{endpoint}.",
    advice: own_address
  },
  register_not_saved: {
    text: "The options could not be saved: %{reason}.",
    advice: "If the flash is full, free some space, then use sso-login register --update.",
    code: "CONFIG_ERROR"
  },
  // Only of a refused test login.
  login_refused: {
    text: "The provider refuses this login: %{words}",
    advice: "Compare the client and its scopes at the provider with the settings, and look into the provider's log."
  },
  login_denied: {
    text: "The provider says no to this login: %{words}",
    advice: "If you cancelled it yourself, nothing is wrong. Otherwise let the provider admit this user to this router's client."
  },
  login_code: {
    text: "The provider refuses the authorization code of this login (%{answer}): %{words}",
    advice: "Make the test again. If that fails, too, register exactly redirect_uri at the provider."
  },
  login_answer: {
    text: "The provider's answer cannot be used: %{reason}.",
    advice: "Compare the client at the provider with the settings. The check tries clock, keys and client."
  },
  login_clock: {
    text: "The clocks of the router and the login provider differ",
    advice: "Let both synchronize their time: ID Tokens from the future are refused.",
    option: "clock_tolerance"
  },
  login_demand: {
    text: "The login at the provider was not what option %{option} demands: %{reason}.",
    advice: "Let the provider demand such a login, or change the option."
  },
  login_email: {
    text: "The e-mail address was not used: the provider does not say that it is verified.",
    advice: "Let the provider verify it, or use groups or the user ID."
  },
  login_groups: {
    text: "A role lists groups, and the provider sent none.",
    advice: "Let the provider send them: some need a scope, a claim mapper, or another claim here.",
    option: "groups_claim"
  },
  login_groups_text: {
    text: "Several groups are in one text, which matches as a whole only: in what the provider sent, or in an entry of a role.",
    advice: "Let the provider send a list of texts, and give each group an entry of its own in the role.",
    option: "groups_claim"
  },
  login_failed: {
    text: "This router could not finish the test: %{reason}.",
    advice: "Make the test again. If that fails, too, look into the router's log."
  },
  roles_fit_none: {
    text: "The provider knows this user, and no role fits.",
    advice: "Put the e-mail address, a group or the user ID below into a role."
  },
  not_tried: {
    text: "Not tried, because of the findings above: %{steps}.",
    advice: "Correct these findings and check again."
  }
};

// src/sso_login/rights/claim_rules.ts
function groups_claims(rules2) {
  var _a;
  return (_a = rules2.groups_claim) != null ? _a : ["groups"];
}
function email_claim(rules2) {
  var _a;
  return (_a = rules2.email_claim) != null ? _a : "email";
}

// src/sso_login/settings/role_sections.ts
var list_names = ["email", "group", "sub", "client", "access", "provider", "read", "write"];

// src/sso_login/rights/role_matching.ts
var kinds = ["client", "email", "sub", "group"];
function is_first(provider2) {
  return (provider2 != null ? provider2 : "") === "" || provider2 === first;
}
function lists_email(role, email) {
  var _a;
  const lower_case = email !== void 0 && email !== "" ? email.toLowerCase() : void 0;
  return ((_a = role.email) != null ? _a : []).some((allowed) => allowed.toLowerCase() === lower_case);
}
function lists_sub(role, user) {
  var _a;
  const same_issuer = role.sub_issuer !== void 0 && role.sub_issuer === user.issuer;
  return same_issuer && ((_a = role.sub) != null ? _a : []).some((allowed) => allowed === user.sub);
}
function counts_at(role, provider2) {
  var _a;
  const own2 = (_a = role.provider) != null ? _a : [];
  if (is_first(provider2)) {
    return own2.length === 0 || own2.includes(first);
  }
  return provider2 !== void 0 && own2.includes(provider2);
}
function allows(role, kind) {
  var _a;
  const access = (_a = role.access) != null ? _a : [];
  return access.length > 0 ? access.includes(kind) : kind === "web";
}
function is_person(user) {
  var _a;
  const client = (_a = user.client) != null ? _a : "";
  return client === "" || client !== user.sub || user.is_of_person === true;
}
function rules_listing(role, user) {
  var _a, _b, _c;
  const of_person = is_person(user);
  const counts = counts_at(role, user.provider);
  const counts_sub = of_person && (counts || ((_a = role.provider) != null ? _a : []).length === 0);
  const by = {
    client: counts && !of_person && ((_b = role.client) != null ? _b : []).some((listed2) => listed2 === user.client),
    email: counts && of_person && lists_email(role, user.email),
    sub: counts_sub && lists_sub(role, user),
    group: counts && ((_c = role.group) != null ? _c : []).some((allowed) => user.groups.includes(allowed))
  };
  return kinds.filter((kind) => by[kind]);
}
function matches(role, user) {
  var _a;
  return allows(role, ((_a = user.client) != null ? _a : "") === "" ? "web" : "api") && rules_listing(role, user).length > 0;
}

// src/sso_login/rights/needed_scopes.ts
var scopes = {
  email: "email",
  groups: "groups",
  preferred_username: "profile"
};
function claims_of(roles, request) {
  const own2 = roles.filter(
    (role) => counts_at(role, request.provider) && allows(role, "web")
  );
  const claims = [];
  if (own2.some((role) => {
    var _a;
    return ((_a = role.email) != null ? _a : []).length > 0;
  })) {
    claims.push(email_claim(request));
  }
  return own2.some((role) => {
    var _a;
    return ((_a = role.group) != null ? _a : []).length > 0;
  }) ? claims.concat(groups_claims(request)) : claims;
}
function unrequested(roles, request) {
  const requested = split_words(request.scope, " ");
  const missing = [];
  for (const claim of claims_of(roles, request)) {
    const scope = scopes[claim];
    add_missing(missing, scope === void 0 || requested.includes(scope) ? [] : [scope]);
  }
  return missing;
}

// src/luci/saving/scopes.ts
function unrequestedScopes({ values, providers, roles }, provider2 = first) {
  var _a, _b, _c;
  const own2 = provider2 === first ? values : (_b = (_a = providers.find(({ name }) => name === provider2)) == null ? void 0 : _a.values) != null ? _b : {};
  const words = (option) => {
    var _a2;
    return split_words((_a2 = own2[option]) != null ? _a2 : "", " ");
  };
  const groups2 = words("groups_claim");
  return unrequested(roles, {
    provider: provider2,
    scope: (_c = own2["scope"]) != null ? _c : "",
    groups_claim: groups2.length > 0 ? groups2 : void 0,
    email_claim: own2["email_claim"] || void 0
  });
}
function withScopes(scope, more) {
  return [scope, ...more].join(" ").trim();
}

// src/luci/check/report.ts
function paramText(param) {
  if (typeof param === "string") {
    return param;
  }
  if (Array.isArray(param)) {
    const items = param.map(paramText);
    return items.includes(void 0) ? void 0 : items.join(", ");
  }
  return messageText(param);
}
function textsOf(finding, here = _("here")) {
  var _a, _b;
  const wrong = {
    option_wrong: _("Option %{option} is wrong. %{must}"),
    role_wrong: _("Role %{role} is wrong. %{must}")
  };
  const { text = "", advice = "" } = (_a = findings[finding.id]) != null ? _a : {};
  const params = {};
  const used = Object.entries({ here, ...finding.params }).filter(
    ([name]) => `${text} ${advice}`.includes(`%{${name}}`)
  );
  for (const [name, param] of used) {
    const isOption = name === "option" && typeof param === "string";
    params[name] = isOption ? withTitles(`option ${param}`).slice("option ".length) : paramText(param);
  }
  if (text === "" || Object.values(params).includes(void 0)) {
    return { text: finding.text, advice: finding.advice };
  }
  const said2 = (words) => fill(withTitles(words), params);
  return { text: said2((_b = wrong[finding.id]) != null ? _b : _(text)), advice: advice === "" ? "" : said2(_(advice)) };
}
function fieldOf({ id, params }) {
  var _a, _b;
  const named2 = typeof params["option"] === "string" ? params["option"] : void 0;
  const { text = "", advice = "", option } = (_a = findings[id]) != null ? _a : {};
  return (_b = option != null ? option : named2) != null ? _b : optionIn(`${text} ${advice}`);
}
function roleOf({ id, params }) {
  var _a;
  if (!id.startsWith("role") && !id.startsWith("access_groups_")) {
    return void 0;
  }
  const named2 = (_a = params["role"]) != null ? _a : params["roles"];
  return typeof named2 === "string" && !named2.includes(",") ? named2 : "";
}
function scopesIn({ params }) {
  return typeof params["scopes"] === "string" ? params["scopes"].split(", ") : [];
}
function missingScopes({ findings: findings2 }) {
  const reached = findings2.filter(({ id }) => id === "connection_ok");
  return reached.map(({ provider: provider2 }) => {
    const own2 = findings2.filter((one) => one.id === "scope_missing" && one.provider === provider2);
    return { provider: provider2, scopes: own2.flatMap(scopesIn) };
  });
}
function addScopesTitle(scopes2) {
  return fill(_("Add the scope %{scopes}"), { scopes: scopes2.join(", ") });
}
function repairOf(finding, valueOf) {
  const { id, params } = finding;
  const issuer = { issuer_mismatch: params["discovered"], issuer_is_document: params["issuer"] }[id];
  if (typeof issuer === "string" && issuer.startsWith("https://")) {
    return { option: "issuer_url", value: issuer, title: _("Use the provider's issuer") };
  }
  return {
    at_hash_unknown: { option: "at_hash", value: "optional", title: _("Make it optional") },
    scope_missing: {
      option: "scope",
      value: withScopes(valueOf("scope"), scopesIn(finding)),
      title: addScopesTitle(scopesIn(finding))
    }
  }[id];
}
function isOk(findings2) {
  return !findings2.some(({ level }) => level === "error");
}
var registered = ["client_id", "client_secret"];
function shownReport({ findings: findings2 }, port, clientId) {
  const left = findings2.filter(
    ({ id, params }) => !["router_port", "router_refused"].includes(id) || params["port"] !== port
  );
  const offer = clientId === "" ? left.find(({ id }) => id === "register_offered") : void 0;
  const isRepaired = ({ id, params, provider: provider2 }) => id === "option_wrong" && registered.includes(params["option"]) && provider2 === (offer == null ? void 0 : offer.provider);
  const others = left.filter((one) => one !== offer && !isRepaired(one));
  return { ok: isOk(left), findings: offer === void 0 ? left : [offer, ...others] };
}
function withoutFinding({ findings: findings2 }, mended) {
  const left = findings2.filter((one) => one !== mended);
  return { ok: isOk(left), findings: left };
}
function summaryOf(report) {
  if (!report.ok) {
    return _("Logins will fail. See below.");
  }
  return report.findings.some(({ level }) => level === "warning") ? _("Logins should work. See below.") : _("Everything is fine.");
}

// src/luci/check/findings.ts
function renderDifference({ id, params }) {
  if (id !== "issuer_mismatch") {
    return [];
  }
  const same = Number(params["place"]) - 1;
  const line2 = (title, name) => {
    const text = params[name];
    const mark = E("mark", {}, [text.slice(same) || _("(nothing more)")]);
    return E("div", {}, [E("div", {}, [title]), E("code", {}, [text.slice(0, same), mark])]);
  };
  return [line2(_("The provider says:"), "discovered"), line2(_("The settings say:"), "configured")];
}
function textWithLead(finding, { lead, here }) {
  const { text } = textsOf(finding, here);
  const [option, role] = finding.level === "ok" ? [] : [fieldOf(finding), roleOf(finding)];
  const place = role !== void 0 ? { role } : option && { provider: finding.provider, option };
  if (place) {
    return leadingText(text, () => lead(place), tabOf(place));
  }
  return leadingText(text, void 0, finding.level !== "ok" && finding.id.startsWith("passwords_") ? "advanced" : "");
}
function sayMended(item) {
  item.className = "sso-login-finding";
  item.dataset["level"] = "ok";
  const done = E("div", { role: "status", tabindex: "-1" }, [_("Done. Used after Save & Apply.")]);
  dom.content(item, [done]);
  done.focus();
}
function renderAction(finding, item, page) {
  const plain2 = { kind: "neutral" };
  const { id, pem, provider: provider2 } = finding;
  const { trust, register } = page;
  const repair = repairOf(finding, (option) => page.valueOf(option, provider2));
  if (repair !== void 0) {
    const follow = async () => {
      var _a;
      await page.set(repair.option, repair.value, provider2);
      sayMended(item);
      (_a = page.mended) == null ? void 0 : _a.call(page, finding);
    };
    return [button(`repair-${repair.option}`, repair.title, follow, plain2)];
  }
  if (id === "register_offered" && register !== void 0) {
    return [button("register", _("Register this router"), () => register(finding), plain2)];
  }
  return pem === void 0 || trust === void 0 ? [] : [button("trust", _("Show and trust this authority"), () => trust(finding), plain2)];
}
function renderFinding(finding, page) {
  const { id, level, code } = finding;
  const { advice } = textsOf(finding, page.here);
  const item = E("li", { class: `sso-login-finding sso-login-${level}`, "data-finding": id, "data-level": level });
  const actions = renderAction(finding, item, page);
  const levels = { ok: _("OK"), warning: _("Warning"), error: _("Error") };
  const head = [E("strong", {}, [titledText(levels[level], "")]), textWithLead(finding, page)];
  dom.content(item, [
    E("div", {}, code === void 0 ? head : [...head, " ", E("code", {}, [code])]),
    ...renderDifference(finding),
    ...advice === "" ? [] : [E("div", {}, ["→ ", advice])],
    ...actions.length === 0 ? [] : [E("div", { class: "sso-login-buttons" }, actions)]
  ]);
  return item;
}
function renderFindings(findings2, page) {
  const items = findings2.map((finding) => renderFinding(finding, page));
  return E("ul", { class: "sso-login-findings" }, items);
}

// src/sso_login/settings/unsaved_secret.ts
var address_options = ["issuer_url", "internal_issuer_url", "ca_file"];
function same_provider(unsaved, saved) {
  return !address_options.some((option) => {
    var _a, _b;
    return ((_a = unsaved[option]) != null ? _a : "") !== ((_b = saved[option]) != null ? _b : "");
  });
}

// src/luci/saving/changes.ts
var secret = "client_secret";
var passwordLogin = "password_login";
function toPlain(rows2) {
  const plain2 = rows2.filter(({ name }) => name !== secret && name !== passwordLogin);
  return plain2.map(({ name, fallback = "" }) => ({ name, fallback }));
}
function providerOptions() {
  return toPlain(section_rows().filter(({ scope }) => scope === void 0));
}
function plainOptions(section2) {
  return section2 === first ? toPlain(section_rows()) : providerOptions();
}
function optionChanges(section2, edited, saved) {
  var _a;
  const changes = {};
  for (const { name, fallback } of plainOptions(section2)) {
    const after = (_a = edited.values[name]) != null ? _a : "";
    if (((saved == null ? void 0 : saved.values[name]) || fallback) !== (after || fallback)) {
      changes[name] = after;
    }
  }
  if (edited.clientSecret) {
    changes[secret] = edited.clientSecret;
  } else if (edited.removeClientSecret === true && (saved == null ? void 0 : saved.client_secret_set) === true) {
    changes[secret] = "";
  }
  return changes;
}
function roleChanges(edited, saved) {
  var _a, _b, _c, _d;
  const changes = {};
  for (const list of list_names) {
    if (JSON.stringify(edited[list]) !== JSON.stringify((_a = saved == null ? void 0 : saved[list]) != null ? _a : [])) {
      changes[list] = edited[list];
    }
  }
  if (((_b = edited.sub_issuer) != null ? _b : "") !== ((_c = saved == null ? void 0 : saved.sub_issuer) != null ? _c : "")) {
    changes["sub_issuer"] = (_d = edited.sub_issuer) != null ? _d : "";
  }
  return changes;
}
function changeCalls(section2, changes) {
  const values = Object.fromEntries(Object.entries(changes).filter(([, value]) => value.length > 0));
  const options = Object.keys(changes).filter((option) => !(option in values));
  return [
    ...Object.keys(values).length > 0 ? [{ method: "set", section: section2, values }] : [],
    ...options.length > 0 ? [{ method: "delete", section: section2, options }] : []
  ];
}
function firstCalls(saved, edited) {
  const calls = changeCalls(first, optionChanges(first, edited, saved));
  const isNew = Object.keys(saved.values).length === 0 && !saved.client_secret_set && calls.length > 0;
  return isNew ? [{ method: "add", type: "oidc", name: first, values: {} }, ...calls] : calls;
}
function freeName(wanted, taken) {
  let name = wanted;
  for (let number = 2; taken.includes(name); number += 1) {
    name = `${wanted}_${number}`;
  }
  return name;
}
function renameCalls(sections) {
  const renames = sections.filter(({ from, to }) => from !== to);
  const taken = sections.flatMap(({ from, to }) => [from, to]);
  const aside = [];
  for (const { from } of renames.filter((one) => renames.some(({ to }) => to === one.from))) {
    aside.push({ from, to: freeName("renamed", [...taken, ...aside.map(({ to }) => to)]) });
  }
  const placeOf = (name) => {
    var _a, _b;
    return (_b = (_a = aside.find(({ from }) => from === name)) == null ? void 0 : _a.to) != null ? _b : name;
  };
  const all = [...aside, ...renames.map(({ from, to }) => ({ from: placeOf(from), to }))];
  return all.map(({ from, to }) => ({ method: "rename", section: from, name: to }));
}
function sectionCalls(saved, edited) {
  const sections = [
    ...edited.providers.map((after) => {
      const before2 = saved.providers.find(({ name }) => name === after.savedName);
      return { type: "oidc", from: before2 == null ? void 0 : before2.name, to: after.name, values: optionChanges(after.name, after, before2) };
    }),
    ...edited.roles.map((after) => {
      const before2 = saved.roles.find(({ name }) => name === after.savedName);
      return { type: "role", from: before2 == null ? void 0 : before2.name, to: after.name, values: roleChanges(after, before2) };
    })
  ];
  const gone = [...saved.providers, ...saved.roles].filter(({ name }) => !sections.some(({ from }) => from === name));
  const kept = sections.flatMap(({ from, to }) => from === void 0 ? [] : [{ from, to }]);
  return [
    ...gone.map(({ name }) => ({ method: "delete", section: name })),
    ...renameCalls(kept),
    ...sections.flatMap(({ from, to, values }) => from === void 0 ? [] : changeCalls(to, values)),
    ...sections.flatMap(
      ({ from, type, to: name, values }) => from === void 0 ? [{ method: "add", type, name, values }] : []
    )
  ];
}
function changesLogins(calls) {
  const own2 = [secret, ...providerOptions().map(({ name }) => name)];
  return calls.some((call) => {
    var _a;
    const options = "values" in call ? Object.keys(call.values) : call.method === "delete" ? (_a = call.options) != null ? _a : [] : [];
    return options.some((option) => own2.includes(option));
  });
}
function inOrderOf(saved, edited) {
  const places = new Map(saved.map(({ name }, at) => [name, at]));
  const placeOf = ({ savedName = "" }) => {
    var _a;
    return (_a = places.get(savedName)) != null ? _a : saved.length;
  };
  return [...edited].sort((one, other) => placeOf(one) - placeOf(other));
}
function isMoved(saved, edited) {
  return inOrderOf(saved, edited).some((one, at) => one !== edited[at]);
}
function uciCalls(saved, edited) {
  const { providers, roles } = edited;
  const sections = [first, ...[...providers, ...roles].map(({ name }) => name)];
  const order2 = isMoved(saved.roles, roles) ? [{ method: "order", sections }] : [];
  return [...firstCalls(saved, edited), ...sectionCalls(saved, edited), ...order2];
}

// src/luci/saving/request.ts
function valuesOf(section2, { values, clientSecret }) {
  const options = plainOptions(section2).map(({ name }) => {
    var _a;
    return [name, (_a = values[name]) != null ? _a : ""];
  });
  const set = Object.fromEntries(options.filter(([, value]) => value !== ""));
  return clientSecret ? { ...set, client_secret: clientSecret } : set;
}
function requestArguments(edited, provider2) {
  const further = edited.providers.map((one) => ({ name: one.name, values: valuesOf(one.name, one) }));
  const ofProviders = further.length === 0 ? [void 0, void 0] : [further, provider2];
  return [valuesOf(first, edited), edited.roles.map((role) => ({ ...role, savedName: void 0 })), ...ofProviders];
}
function needsSecret({ values, clientSecret }, saved) {
  const isKey = values["token_endpoint_auth_method"] === "private_key_jwt";
  return !clientSecret && !isKey && !same_provider(values, saved.values);
}

// src/sso_login/rights/permissions.ts
var kinds2 = ["read", "write"];
var public_group = "unauthenticated";
function is_space(char) {
  return char === " " || char >= "	" && char <= "\r";
}
function excluded_pattern(entry) {
  let start = 1;
  while (is_space(entry.charAt(start))) {
    start = start + 1;
  }
  return entry.substring(start);
}
function decision_of(matcher, list, group) {
  let allowed = false;
  for (const entry of list) {
    if (entry.startsWith("!")) {
      const pattern = excluded_pattern(entry);
      if (pattern !== "" && matcher.fnmatch(pattern, group)) {
        return "forbidden";
      }
    } else if (entry !== "" && matcher.fnmatch(entry, group)) {
      allowed = true;
    }
  }
  return allowed ? "allowed" : "silent";
}
function permits(matcher, role, permission, group) {
  if (permission === "read") {
    const read = decision_of(matcher, role.read, group);
    if (read !== "silent" || group === public_group) {
      return read !== "forbidden";
    }
  }
  return decision_of(matcher, role.write, group) === "allowed";
}
var access_levels = ["look", "restart", "secrets", "programs", "everything"];
function higher_level(one, other) {
  return one === void 0 || access_levels.slice(access_levels.indexOf(one)).includes(other) ? other : one;
}
function role_access(matcher, groups2, pages, role) {
  var _a, _b, _c, _d, _e;
  const levels = {};
  let granted = [];
  let verdict = "look";
  let downloading = [];
  let leading_out = [];
  for (const group of groups2) {
    for (const permission of kinds2) {
      const level = group[permission];
      if (level !== void 0 && permits(matcher, role, permission, group.name)) {
        levels[group.name] = higher_level(levels[group.name], level);
        verdict = higher_level(verdict, level);
        granted = granted.concat([group.name], (_a = group.gives) != null ? _a : []);
        downloading = downloading.concat(((_b = group.downloads) != null ? _b : []).includes(permission) ? [group.name] : []);
        leading_out = leading_out.concat(((_c = group.leads_out) != null ? _c : []).includes(permission) ? [group.name] : []);
      }
    }
  }
  if (downloading.length > 0 && leading_out.length > 0) {
    verdict = "everything";
    for (const name of downloading.concat(leading_out)) {
      levels[name] = verdict;
    }
  }
  const opened = pages.filter((page) => page.groups.every((name) => granted.includes(name)));
  const found = opened.map((page) => {
    var _a2;
    let level = "look";
    for (const name of page.groups) {
      level = higher_level(level, (_a2 = levels[name]) != null ? _a2 : "look");
    }
    return { titles: page.titles, level };
  });
  for (const group of groups2) {
    const level = (_d = levels[group.name]) != null ? _d : "look";
    const is_helper = group.name === luci_group && found.some((page) => page.level === level);
    if (!is_helper && !opened.some((page) => page.groups.includes(group.name))) {
      const title = (_e = group.description) != null ? _e : "";
      found.push({ titles: [title !== "" ? title : group.name], level });
    }
  }
  let sorted2 = [];
  for (let i = access_levels.length - 1; i > 0; i--) {
    sorted2 = sorted2.concat(found.filter((page) => page.level === access_levels[i]));
  }
  const names = groups2.map((group) => group.name);
  return { verdict, groups: verdict === "look" ? [] : names.filter((name) => levels[name] === verdict), pages: sorted2 };
}
function page_message(page) {
  return { id: "page_" + page.level, params: { page: page.titles.join(" > ") } };
}
function causes_of(access) {
  const shown2 = access.pages.slice(0, 5);
  const first2 = shown2.map((page) => page_message(page));
  const more = access.pages.length - shown2.length;
  return more > 0 ? first2.concat([{ id: "pages_more", params: { page: `${more}` } }]) : first2;
}
function summarize(groups2) {
  return groups2.slice(0, 5).join(", ") + (groups2.length > 5 ? ` +${groups2.length - 5}` : "");
}

// src/luci/kit/patterns.ts
function bracket(content) {
  const negated = /^[!^]/.test(content);
  return `[${negated ? "^" : ""}${content.slice(negated ? 1 : 0).replace(/[\\\]^]/g, "\\$&")}]`;
}
function fnmatch(pattern, name) {
  var _a;
  const parts2 = (_a = pattern.match(/\\[^]|\[[!^]?\]?[^\]]*\]|[^]/g)) != null ? _a : [];
  const source = parts2.map((part2) => {
    if (part2 === "*" || part2 === "?") {
      return part2 === "*" ? "[^]*" : "[^]";
    }
    if (part2.length > 2) {
      return bracket(part2.slice(1, -1));
    }
    return part2.slice(-1).replace(/[\\^$.*+?()[\]{}|]/, "\\$&");
  });
  try {
    return new RegExp(`^${source.join("")}$`).test(name);
  } catch (e) {
    return false;
  }
}

// src/luci/roles/reach.ts
var notForLooking = [public_group, "luci-app-sso-login"];
function lookingGroups(groups2) {
  return groups2.filter(({ name, read }) => read === "look" && !notForLooking.includes(name)).map(({ name }) => name);
}
function grantedBy(groups2, lists) {
  return groups2.filter((group) => kinds2.some((kind) => group[kind] !== void 0 && permits({ fnmatch }, lists, kind, group.name))).flatMap(({ name, gives = [] }) => [name, ...gives]);
}
function permittedRight(lists, group) {
  const kind = ["write", "read"].find((one) => permits({ fnmatch }, lists, one, group));
  return kind != null ? kind : "none";
}
function exclusionOf({ read }, group) {
  return read.find((entry) => !permits({ fnmatch }, { read: ["*", entry], write: [] }, "read", group));
}
function givesGroup(groups2, lists, group) {
  return grantedBy(groups2, lists).includes(group);
}
function pagesOf({ access_groups, pages }, lists) {
  const granted = grantedBy(access_groups, lists);
  return pages.filter(({ groups: groups2 }) => groups2.every((group) => granted.includes(group)));
}
function opensPage({ access_groups, pages }, lists) {
  return pages.length === 0 || pagesOf({ access_groups, pages }, lists).length > 0;
}
function accessTexts(access) {
  const everything = _("Full control: this role can change the router's configuration or read any file.");
  const verdict = messageText({ id: `can_${access.verdict}` });
  return [
    access.verdict === "everything" ? everything : fill(_("This role %{verdict}."), { verdict }),
    ...causes_of(access).map((cause) => {
      var _a;
      return (_a = messageText(cause)) != null ? _a : "";
    })
  ];
}
function unknownTexts(groups2, lists) {
  const granted = groups2.filter(({ name }) => kinds2.some((kind) => permits({ fnmatch }, lists, kind, name)));
  const files = [...new Set(granted.flatMap(({ unknown_in: names = [] }) => names))];
  return files.map(
    (file) => fill(_("The file %{file} of access groups cannot be read, and rpcd may read more in it."), { file })
  );
}
function reachTexts({ access_groups, pages }, lists) {
  return lists.read.length + lists.write.length === 0 ? [_("This role has no rights.")] : [...accessTexts(role_access({ fnmatch }, access_groups, pages, lists)), ...unknownTexts(access_groups, lists)];
}
function inOneLine([sentence = "", ...causes]) {
  return `${sentence} ${causes.join(", ")}`.trim();
}
function reachLine(offered, lists) {
  const texts2 = reachTexts(offered, lists);
  const pages = pagesOf(offered, lists).filter(({ groups: groups2 }) => groups2.length > 0);
  const titles = [...new Set(pages.map((page) => pageTitle(page.titles)))];
  return texts2.length > 1 || titles.length === 0 ? inOneLine(texts2) : fill(_("This role can look at %{pages}, and no more."), { pages: summarize(titles) });
}
function leftOut(offered, lists) {
  const opened = pagesOf(offered, lists);
  const closed = offered.pages.filter((page) => !opened.includes(page));
  const groups2 = offered.access_groups.filter(({ name }) => closed.some((page) => page.groups.includes(name)));
  const write = groups2.filter(({ read }) => read === void 0).map(({ name }) => name);
  const { pages } = role_access({ fnmatch }, groups2, closed, { read: ["*"], write });
  return [...new Set(pages.map((page) => {
    var _a;
    return (_a = messageText(page_message(page))) != null ? _a : "";
  }))];
}
function lookTitle(offered) {
  var _a;
  const looking = { read: lookingGroups((_a = offered == null ? void 0 : offered.access_groups) != null ? _a : []), write: [] };
  const count2 = offered === void 0 ? 0 : leftOut(offered, looking).length;
  return count2 === 0 ? _("Look at everything") : fill(_("Look at everything (pages left out: %{count})"), { count: String(count2) });
}

// src/luci/kit/visible.ts
var hidden = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
function visible(text) {
  return text.replace(hidden, (character) => {
    var _a;
    return `\\u{${((_a = character.codePointAt(0)) != null ? _a : 0).toString(16)}}`;
  });
}
function visibleTexts(value) {
  const show2 = (_key, member) => typeof member === "string" ? visible(member) : member;
  return JSON.parse(JSON.stringify(value), show2);
}

// src/luci/roles/preview_panel.ts
function reasonText({ rule, claim, value }) {
  const texts2 = {
    email: _("by the e-mail address %{value}"),
    group: _("by the group %{value} (claim %{claim})"),
    sub: _("by the user ID %{value}"),
    client: _("by the user ID %{value}")
  };
  return fill(texts2[rule], { value, claim });
}
function listed(list) {
  return Array.isArray(list) ? list : [];
}
function rolesOfUser(preview) {
  const { roles = [], because = {}, can = {} } = visibleTexts(preview);
  const rows2 = roles.map((role) => {
    var _a, _b;
    const { verdict, groups: groups2, pages } = (_a = can[role]) != null ? _a : { verdict: "everything", groups: [], pages: [] };
    const access = { verdict, groups: listed(groups2), pages: listed(pages) };
    return [role, ((_b = because[role]) != null ? _b : []).map(reasonText).join(", "), inOneLine(accessTexts(access))];
  });
  return [
    table("granted", [_("Role"), _("Why"), _("What it can do")], rows2),
    ...preview.pages === void 0 ? [] : pagesList(listed(preview.pages), preview.logs_out === true)
  ];
}
function pagesList(pages, logsOut) {
  const titles = [...new Set(pages.map(pageTitle)), ...logsOut ? [_("Log out")] : []];
  const without = logsOut ? [] : [notice("info", [_('"Log out" is not among the pages: add luci-base.')])];
  const count2 = fill(_("Pages (%{count})"), { count: String(titles.length) });
  return [foldedList("page-list", count2, titles), ...without];
}
function foldedList(name, title, lines, isOpen = lines.length <= 12) {
  const items = lines.map((line2) => E("li", {}, [line2]));
  return E("details", { class: "sso-login-fold", open: isOpen ? "" : null }, [
    E("summary", {}, [title]),
    E("ul", { "data-name": name }, items)
  ]);
}
function previewPanel(collect, names) {
  const provider2 = selectField(
    "preview-provider",
    [first, ...names].map((name) => [name, name])
  );
  const email = textField("preview-email");
  const groups2 = textField("preview-groups");
  const sub = textField("preview-sub");
  const result = liveRegion("preview-result");
  const show2 = async () => {
    dom.content(result, []);
    const edited = collect();
    if (edited !== void 0) {
      const typed = groups2.value.split(",").map((name) => name.trim());
      const user = [email.value.trim(), typed.filter((name) => name !== ""), sub.value.trim()];
      const preview = await callPreview(...requestArguments(edited, provider2.value), ...user);
      const nothing = notice("info", [_("No role fits: this user would be refused.")]);
      dom.content(result, preview.roles.length > 0 ? rolesOfUser(preview) : [nothing]);
    }
  };
  const failed = _("This could not be found out:");
  const about = _("By the roles as this page shows them, saved or not. Groups are separated by commas.");
  return panel("preview-panel", _("What would somebody get?"), about, [
    E("div", { class: "sso-login-add" }, [
      ...names.length > 0 ? [labelled(_("Provider"), provider2)] : [],
      labelled(_("E-mail address"), email),
      labelled(_("Groups"), groups2),
      labelled(_("User ID (sub)"), sub),
      button("preview", _("Show"), () => attempt(result, show2, failed))
    ]),
    result
  ]);
}

// src/luci/kit/field_names.ts
var count = 0;
function idOf(element) {
  if (element.id === "") {
    count += 1;
    element.id = `sso-login-${String(count)}`;
  }
  return element.id;
}
function markWrong(field) {
  const isWrong = field.classList.contains("cbi-input-invalid");
  if (isWrong !== (field.getAttribute("aria-invalid") === "true")) {
    field.setAttribute("aria-invalid", String(isWrong));
  }
}
function markOpen(tab) {
  var _a;
  const isOpen = tab.classList.contains("cbi-tab");
  (_a = tab.querySelector("a")) == null ? void 0 : _a.setAttribute("aria-current", String(isOpen));
}
function nameField(row) {
  const title = row.querySelector(":scope > .cbi-value-title");
  const help = row.querySelector(":scope > .cbi-value-field > .cbi-value-description");
  const fields2 = row.querySelectorAll(":is(input, select, textarea):not([type=hidden], [type=file], [aria-label])");
  for (const field of fields2) {
    if (title !== null) {
      field.setAttribute("aria-labelledby", idOf(title));
    }
    if (help !== null) {
      field.setAttribute("aria-describedby", idOf(help));
    }
  }
}
function nameEntry(entry) {
  var _a, _b;
  if (!entry.hasAttribute("role")) {
    const text = (_b = (_a = entry.querySelector("span")) == null ? void 0 : _a.textContent) != null ? _b : "";
    entry.setAttribute("role", "group");
    entry.setAttribute("aria-label", fill(_("%{entry}: the key Delete takes it out"), { entry: text }));
  }
}
function keepFocusInList(event) {
  var _a;
  if (event.target instanceof Element && document.activeElement === document.body) {
    (_a = event.target.querySelector("input:not([type=hidden])")) == null ? void 0 : _a.focus();
  }
}
function nameFields(root) {
  const look = () => {
    root.querySelectorAll(".cbi-value").forEach(nameField);
    root.querySelectorAll(".cbi-tabmenu > li").forEach(markOpen);
    root.querySelectorAll(".cbi-dynlist > .item").forEach(nameEntry);
    root.querySelectorAll(":is(input, select)").forEach(markWrong);
  };
  look();
  root.addEventListener("cbi-dynlist-change", keepFocusInList);
  new MutationObserver(look).observe(root, { subtree: true, childList: true, attributeFilter: ["class"] });
}

// src/luci/kit/style.ts
var style = `
.sso-login-page .cbi-value-field .cbi-input-text, .sso-login-page .cbi-value-field .cbi-input-password {
  box-sizing: border-box; width: 100%; max-width: 32em;
}
.sso-login-page [data-name="client_secret"] .control-group { display: flex; max-width: 32em; }
.sso-login-page [data-tab-active="false"] { display: none; }
.sso-login-page :is(.cbi-map-descr, .cbi-section-descr, .cbi-value-description, .cbi-value-description *) { color: inherit; }
.sso-login-page .cbi-input-invalid { color: inherit !important; }
.sso-login-state { display: flex; flex-wrap: wrap; gap: .5em 1em; align-items: center; min-height: 2.5em; }
.sso-login-fold { margin: .5em 0; border: 1px solid #8886; padding: 0 .5em; }
.sso-login-fold > summary { padding: .5em 0; cursor: pointer; }
.sso-login-fold > summary > h3 { display: inline; }
.modal .sso-login-fold > summary > h3 { font-size: 1em; }
.sso-login-buttons { margin-top: .25em; }
.sso-login-page { overflow-wrap: anywhere; }
.sso-login-here, .sso-login-page code { white-space: normal; }
.sso-login-groups { margin: .5em 0; }
.sso-login-groups label { display: flex; gap: .5em; align-items: center; text-align: left; width: auto; float: none; }
.sso-login-places label { display: block; width: auto; float: none; text-align: left; }
.sso-login-groups select { width: auto; min-width: 7em; flex: none; }
.sso-login-groups .hidden { display: none; }
.sso-login-pattern input { width: 14em; }
.sso-login-dialog { text-align: left; }
.sso-login-page .cbi-button-action { color: #fff !important; background: #1565c0 !important; }
.sso-login-page pre, .sso-login-claims td { white-space: pre-wrap; }
.sso-login-dialog textarea { width: 100%; box-sizing: border-box; font-family: monospace; }
@media (min-width: 600px) { .sso-login-page .cbi-section-table .td { min-width: 6em; } }
@media (min-width: 600px) { .sso-login-page .td:has(> .drag-handle) { white-space: nowrap; } }
@media (min-width: 600px) and (max-width: 1100px) { .sso-login-page .cbi-section-actions > div { display: grid; } }
@media (min-width: 900px) { .sso-login-page :is(.cbi-section-table, [data-name="sessions"]) .td { overflow-wrap: break-word; } }
.sso-login-page .cbi-section-table .td { vertical-align: top; }
.sso-login-page .cbi-section-create { display: flex; flex-wrap: wrap; gap: .25em; }
.sso-login-page .cbi-section-create > * { flex: none; width: auto; }
.sso-login-report { min-height: 100vh; }
.sso-login-findings { list-style: none; margin: 0; padding: 0; }
.sso-login-page .alert-message, .sso-login-dialog .alert-message {
  background: none; color: inherit; text-shadow: none; border: 1px solid #8886; border-left: .5em solid #58a; box-shadow: none;
}
.sso-login-page .alert-message ul { margin: 0 0 0 1.5em; }
.sso-login-page .alert-message.success { border-left-color: #5a5; }
.sso-login-page .alert-message:is(.notice, .warning) { border-left-color: #da3; }
.sso-login-page .alert-message.error, .sso-login-dialog .alert-message.error { border-left-color: #c33; }
.sso-login-page .alert-message a, .sso-login-finding a { color: inherit; text-decoration: underline; }
.sso-login-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.sso-login-page .td > .drag-handle { display: inline-block; width: auto; padding: 0 .4em; cursor: move; touch-action: none; }
.sso-login-page tr:has(.drag-handle:active) { opacity: .5; }
.sso-login-gone > .td:not(:last-child) { text-decoration: line-through; }
.sso-login-finding { color: inherit; margin: .5em 0; padding-left: .5em; border-left: .25em solid #5a5; }
.sso-login-warning { border-color: #da3; }
.sso-login-error { border-color: #c33; }
.sso-login-page li, .modal .sso-login-dialog li { color: inherit; }
.sso-login-field { display: inline-flex; flex-direction: column; margin: 0 1em .5em 0; width: auto; text-align: left; float: none; }
.sso-login-field input { width: 18em; max-width: 100%; box-sizing: border-box; }
.sso-login-page :is([data-name="history"], [data-name="granted"]) :is(.th, .td:not(:last-child)) { overflow-wrap: break-word; }
@media (max-width: 600px) {
  .sso-login-table, .sso-login-table tbody, .sso-login-table .tr, .sso-login-table .td { display: block; width: auto; }
  .sso-login-table .table-titles { display: none; }
}
.sso-login-later:has(.spinning) { min-height: 12em; }
.sso-login-add { display: flex; flex-wrap: wrap; align-items: end; margin: .5em 0; }
.sso-login-add > .btn { margin: 0 0 .5em; }
`;
function pageStyle() {
  return E("style", {}, [style]);
}
function styledPage(parts2) {
  const node = E("div", { class: "sso-login-page" }, [pageStyle(), ...parts2]);
  nameFields(node);
  return node;
}

// src/luci/saving/merge.ts
function roleContent(role) {
  var _a;
  const lists = list_names.map((list) => [list, role[list].join("\n")]);
  return { name: role.name, ...Object.fromEntries(lists), sub_issuer: (_a = role.sub_issuer) != null ? _a : "" };
}
function providerContent({ name, values, clientSecret, removeClientSecret }) {
  const options = plainOptions(name).map((one) => [one.name, values[one.name] || one.fallback]);
  const secret2 = clientSecret ? "…" : removeClientSecret === true ? "-" : "";
  return { name, ...Object.fromEntries(options), client_secret: secret2 };
}
function named(list, name) {
  return list.find((one) => one.name === name);
}
function isSame({ contentOf }, one, other) {
  const text = (section2) => JSON.stringify(section2 && contentOf(section2));
  return text(one) === text(other);
}
function changedOf(all) {
  return all.edited.filter((ours) => !isSame(all, ours, named(all.base, ours.savedName)));
}
function mergeSections(all) {
  const { base, now, edited } = all;
  const asSaved = (section2) => ({ ...section2, savedName: section2.name });
  const changed = changedOf(all);
  const kept = edited.flatMap((ours) => {
    var _a;
    const theirs = named(now, (_a = ours.savedName) != null ? _a : ours.name);
    if (changed.includes(ours)) {
      return [{ ...ours, savedName: theirs == null ? void 0 : theirs.name }];
    }
    return theirs === void 0 ? [] : [asSaved(theirs)];
  });
  const added = now.filter(({ name }) => !named(base, name) && !named(changed, name));
  const merged = [...kept, ...added.map(asSaved)];
  return isMoved(base, edited) ? merged : inOrderOf(now, merged);
}
function conflictsOf(kind, all) {
  const { base, now, edited, contentOf } = all;
  const wouldOverwrite = (name, ours) => {
    const theirs = named(now, name);
    return !isSame(all, theirs, named(base, name)) && !isSame(all, theirs, ours);
  };
  const deleted = base.filter(({ name }) => !edited.some(({ savedName }) => savedName === name));
  const changes = [
    // The new name of a changed section may be another one's meanwhile.
    ...changedOf(all).map((ours) => {
      var _a;
      return { names: [(_a = ours.savedName) != null ? _a : ours.name, ours.name], ours };
    }),
    ...deleted.map(({ name }) => ({ names: [name] }))
  ];
  return changes.flatMap(({ names, ours }) => {
    const name = names.find((one) => wouldOverwrite(one, ours));
    const theirs = named(now, name);
    return name === void 0 ? [] : { kind, name, theirs: theirs && contentOf(theirs), ours: ours && contentOf(ours) };
  });
}
function merge(base, now, edited) {
  const values = { ...edited.values };
  const options = [];
  for (const { name, fallback } of plainOptions(first)) {
    const before2 = base.values[name] || fallback;
    const theirs = now.values[name] || fallback;
    const ours = edited.values[name] || fallback;
    if (ours === before2) {
      values[name] = now.values[name];
    } else if (theirs !== before2 && theirs !== ours) {
      options.push({ kind: "option", name, theirs: { [name]: theirs }, ours: { [name]: ours } });
    }
  }
  const versionsOf = (list) => ({
    base: base[list],
    now: now[list],
    edited: edited[list]
  });
  const roles = { ...versionsOf("roles"), contentOf: roleContent };
  const providers = { ...versionsOf("providers"), contentOf: providerContent };
  return {
    edited: { ...edited, values, providers: mergeSections(providers), roles: mergeSections(roles) },
    conflicts: [...options, ...conflictsOf("provider", providers), ...conflictsOf("role", roles)]
  };
}

// src/luci/saving/draft.ts
var key = "sso-login.draft";
var lifetime = 36e5;
function shelf() {
  return globalThis.sessionStorage;
}
function keep(name, value) {
  try {
    shelf().setItem(name, JSON.stringify({ at: Date.now(), value }));
    return true;
  } catch (e) {
    return false;
  }
}
function take(name, maxAge) {
  var _a;
  try {
    const kept = JSON.parse((_a = shelf().getItem(name)) != null ? _a : "null");
    shelf().removeItem(name);
    const age = Date.now() - Number(kept == null ? void 0 : kept.at);
    return age >= 0 && age < maxAge ? kept == null ? void 0 : kept.value : void 0;
  } catch (e) {
    return void 0;
  }
}
function keepDraft({ values, providers, roles, version: version2 }, edited) {
  const without = { clientSecret: "" };
  const draft = {
    version: version2,
    base: { values, providers, roles },
    edited: { ...edited, ...without, providers: edited.providers.map((one) => ({ ...one, ...without })) },
    hadSecret: [edited, ...edited.providers].some(({ clientSecret }) => Boolean(clientSecret))
  };
  return keep(key, draft);
}
function restoreDraft(now) {
  const draft = take(key, lifetime);
  if ((draft == null ? void 0 : draft.version) !== now.version) {
    return void 0;
  }
  const { base, hadSecret } = draft;
  const { edited, conflicts } = merge(base, now, draft.edited);
  if (!hadSecret && uciCalls(now, edited).length === 0) {
    return void 0;
  }
  const start = conflicts.length > 0 ? { base: { ...now, ...base }, edited: draft.edited } : { base: now, edited };
  return { ...start, hadSecret };
}

// src/luci/check/settings_request.ts
var key2 = "sso-login.request";
var lifetime2 = 3e5;
function keepRequest(request) {
  keep(key2, request);
}
function readRequest(data, providers) {
  var _a;
  const request = data != null ? data : {};
  const { kind, provider: provider2, option, value } = request;
  if (typeof provider2 !== "string" || !providers.includes(provider2)) {
    return void 0;
  }
  const isField = plainOptions(provider2).some(({ name }) => name === option);
  const { list, member } = (_a = request["member"]) != null ? _a : {};
  const isRight = kind === "check" || kind === "lead" && (isField || option === "client_secret" || option === void 0) || kind === "role" && (list === "group" || list === "email") && typeof member === "string" || kind === "set" && isField && typeof value === "string";
  return isRight ? request : void 0;
}
function takeKept(providers) {
  return readRequest(take(key2, lifetime2), providers);
}
var channelName = "sso-login";
var outcomes = "sso-login.outcome";
function tellOutcome() {
  new BroadcastChannel(outcomes).postMessage("");
}
function onOutcome(work) {
  new BroadcastChannel(outcomes).addEventListener("message", work, { once: true });
}
var patience = 500;
function askSettings(request) {
  const channel = new BroadcastChannel(channelName);
  return new Promise((answer) => {
    channel.onmessage = ({ data }) => answer(data === "taken");
    channel.postMessage(request);
    setTimeout(() => answer(false), patience);
  }).finally(() => channel.close());
}
function takeRequests(providers, take2) {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => {
    const request = readRequest(data, providers());
    if (request !== void 0) {
      channel.postMessage("taken");
      take2(request);
    }
  };
}

// src/luci/check/test_outcome.ts
var settingsPath = "/cgi-bin/luci/admin/services/sso-login";
async function ask(request) {
  if (!await askSettings(request)) {
    keepRequest(request);
    window.location.assign(settingsPath);
  }
}
async function askAloud(request, said2) {
  await ask(request);
  dom.content(said2, [" ", _("Done on the settings page, in its own tab.")]);
}
function requestButton(name, title, request, label) {
  const said2 = E("span", { role: "status" });
  return E("span", {}, [button(name, title, () => askAloud(request, said2), { label }), said2]);
}
function findingParts(findings2) {
  const said2 = E("div", { role: "status" });
  const actions = {
    lead: (place) => {
      const { provider: provider2 = first, option = "issuer_url" } = "role" in place ? {} : place;
      return askAloud({ kind: "lead", provider: provider2, ..."role" in place ? {} : { option } }, said2);
    },
    set: (option, value, provider2 = first) => ask({ kind: "set", option, value, provider: provider2 }),
    valueOf: () => "",
    here: _("on the settings page")
  };
  return [renderFindings(findings2, actions), said2];
}
function usable(list, member, provider2) {
  const label = fill(_("Use in a role: %{member}"), { member });
  const request = { kind: "role", member: { list, member }, provider: provider2 };
  return [E("span", {}, [visible(member), " "]), requestButton("use", _("Use in a role"), request, label)];
}
function factsText(facts) {
  const show2 = (text) => /[ "=]/.test(text) ? JSON.stringify(text) : text;
  const all = Object.entries(facts).map(([name, fact]) => [name, show2(typeof fact === "object" ? fact.id : `${fact}`)]);
  return all.map((pair) => pair.join("=")).join(" ");
}
function userParts(outcome) {
  const { notes = {}, email, groups: groups2 = [], roles = [], claims = [], more, provider: provider2 = first } = outcome;
  const { unverified_by: denier, ...others } = notes;
  const noticed = factsText(others);
  const noAddress = denier === void 0 ? _("none") : _("not verified at the provider, so it counts for no role");
  const items = groups2.map((member) => E("li", {}, usable("group", member, provider2)));
  const facts = [
    [_("E-mail address"), email ? E("span", {}, usable("email", email, provider2)) : noAddress],
    [_("Groups"), groups2.length > 0 ? E("ul", {}, items) : _("none")],
    ...noticed === "" ? [] : [[_("Noticed"), noticed]]
  ];
  const rows2 = claims.map(({ name, value }) => [E("code", {}, [name]), value]);
  return [
    table("facts", [_("From the provider"), _("Value")], facts),
    ...roles.length > 0 ? [E("h3", {}, [_("Roles")]), ...rolesOfUser(outcome)] : [],
    E("h3", {}, [_("All that the provider says of the user"), ...small("claims")]),
    E("div", { class: "sso-login-claims" }, [table("claims", [_("Name"), _("Value")], rows2)]),
    ...more === true ? [E("p", {}, [_("There are more claims than are shown here.")])] : []
  ];
}
function renderOutcome(outcome, findings2) {
  const { code, facts = {}, roles = [], claims, provider: provider2 = first } = outcome;
  const granted = fill(_("This login would be granted, with the roles %{roles}."), { roles: roles.join(", ") });
  const why = factsText(facts);
  const check = requestButton("check", _("Check the settings"), { kind: "check", provider: provider2 });
  return [
    code === void 0 ? notice("success", [granted]) : notice("error", [_("This login would be refused.")]),
    ...findingParts(findings2),
    ...why === "" ? [] : [E("p", {}, [E("code", {}, [why])])],
    ...code === void 0 || code === "USER_NOT_AUTHORIZED" ? [] : [E("p", {}, [check])],
    ...claims === void 0 ? [] : userParts(outcome)
  ];
}
function renderResult({ state, outcome, findings: findings2 }) {
  if (outcome !== void 0) {
    tellOutcome();
    const { email, groups: groups2 } = outcome;
    return renderOutcome({ ...visibleTexts(outcome), email, groups: groups2 }, visibleTexts(findings2));
  }
  const text = state === "begun" ? _("The provider has not answered yet. If its page shows an error, its words say what it misses.") : _("There is no test login of this session in the last five minutes.");
  return [notice("info", [text])];
}
var testPage = {
  async render() {
    const body = E("div", { "data-name": "test-result", "aria-live": "polite" });
    const read = async () => dom.content(body, renderResult(await callTestResult()));
    const look = () => attempt(body, read, _("The outcome could not be read:"));
    await look();
    return E("div", { class: "cbi-map sso-login-page" }, [
      pageStyle(),
      E("h2", {}, [_("Test login")]),
      E("div", { class: "cbi-map-descr" }, [
        _("The provider's answer. Only you see it; it is deleted after five minutes. You were not logged in.")
      ]),
      body,
      E("p", {}, [
        button("again", _("Look again"), look),
        " ",
        E("a", { href: settingsPath, "data-name": "back" }, [_("To the settings")])
      ])
    ]);
  },
  handleSave: null,
  handleSaveApply: null,
  handleReset: null
};

// src/luci/kit/sections.ts
function createSections(base, edited, tell) {
  let gone = base.filter(({ name }) => !edited.some(({ savedName }) => savedName === name));
  let all = [...edited, ...gone];
  const isGone = (one) => gone.includes(one);
  const kept = () => all.filter((one) => !isGone(one));
  const set = (now, nowGone = gone) => {
    [all, gone] = [now, nowGone];
    tell();
  };
  return {
    all: () => all,
    kept,
    isGone,
    find: (wanted) => kept().find(({ name }) => name === wanted),
    names: (but) => kept().flatMap((one) => one === but ? [] : [one.name]),
    put: (one, known) => set(all.some((each) => each === known) ? all.map((each) => each === known ? one : each) : [...all, one]),
    remove: (one) => set(all, [...gone, one]),
    restore: (one) => set(
      all,
      gone.filter((each) => each !== one)
    ),
    move: (one, by) => {
      const others = all.filter((each) => each !== one);
      const at = Math.min(others.length, Math.max(0, all.indexOf(one) + by));
      set([...others.slice(0, at), one, ...others.slice(at)]);
    },
    change: (changed) => set(all.map((one) => isGone(one) ? one : changed(one)))
  };
}

// src/luci/saving/settings_model.ts
var auto_redirect = "auto_redirect";
function createModel({ base, edited: draft }) {
  var _a, _b, _c, _d, _e;
  const listeners = [];
  const tell = () => listeners.forEach((listener) => listener());
  let options = {
    values: (_a = draft == null ? void 0 : draft.values) != null ? _a : base.values,
    clientSecret: (_b = draft == null ? void 0 : draft.clientSecret) != null ? _b : "",
    removeClientSecret: (_c = draft == null ? void 0 : draft.removeClientSecret) != null ? _c : false
  };
  const asSaved = (one) => ({
    ...one,
    savedName: one.name
  });
  const baseProviders = base.providers.map(asSaved);
  const baseRoles = base.roles.map(asSaved);
  const providers = createSections(baseProviders, (_d = draft == null ? void 0 : draft.providers) != null ? _d : baseProviders, tell);
  const roles = createSections(baseRoles, (_e = draft == null ? void 0 : draft.roles) != null ? _e : baseRoles, tell);
  const setOptions = (now) => {
    if (JSON.stringify(now) !== JSON.stringify(options)) {
      options = now;
      tell();
    }
  };
  const set = (option, value) => setOptions({ ...options, values: { ...options.values, [option]: value } });
  const offers = /* @__PURE__ */ new Map();
  const valuesOf2 = (name) => {
    var _a2, _b2;
    return (_b2 = (_a2 = name === first ? options : providers.find(name)) == null ? void 0 : _a2.values) != null ? _b2 : {};
  };
  return {
    base,
    providers,
    roles,
    setOptions,
    set,
    edited: () => ({ ...options, providers: providers.kept(), roles: roles.kept() }),
    putProvider: (provider2, known) => {
      var _a2;
      const [from, to] = [known == null ? void 0 : known.name, provider2.name];
      providers.put(provider2, known);
      if (from !== void 0 && from !== to) {
        const renamed = (name) => name === from ? to : name;
        roles.change((role) => ({ ...role, provider: role.provider.map(renamed) }));
        set(auto_redirect, renamed((_a2 = options.values[auto_redirect]) != null ? _a2 : ""));
      }
    },
    learnScope: (issuer, scope, isOffered) => {
      offers.set(`${issuer} ${scope}`, isOffered);
      tell();
    },
    offersScope: (issuer, scope) => offers.get(`${issuer} ${scope}`),
    further: () => providers.names(),
    issuerOf: (name) => {
      var _a2;
      return (_a2 = valuesOf2(name)["issuer_url"]) != null ? _a2 : "";
    },
    onChange: (listener) => void listeners.push(listener)
  };
}

// src/luci/kit/dialog.ts
var below = [];
function hideOpen() {
  var _a;
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : void 0;
  const open = document.querySelector(".modal-overlay-active #modal_overlay > .modal[aria-label]");
  if (open === null) {
    const close = () => {
      var _a2;
      ui.hideModal();
      (_a2 = document.querySelector("#modal_overlay > .modal")) == null ? void 0 : _a2.removeAttribute("aria-label");
      focused == null ? void 0 : focused.focus();
    };
    below = [close];
    return;
  }
  const [title, classes, parts2] = [(_a = open.getAttribute("aria-label")) != null ? _a : "", open.className, [...open.childNodes]];
  parts2.forEach((part2) => part2.remove());
  below.push(() => {
    const dialog = show(title, []);
    dialog.className = classes;
    dialog.replaceChildren(...parts2);
    focused == null ? void 0 : focused.focus();
  });
}
var stops = ":is(a[href], button, summary, input:not([type=hidden]), select, textarea, [tabindex='0']):not(:disabled, .hidden *)";
function isShown2(element) {
  return element.offsetParent !== null && element.closest("details:not([open]) > :not(summary)") === null;
}
function keepFocus(event) {
  var _a;
  const dialog = event.currentTarget;
  const shown2 = [...dialog.querySelectorAll(stops)].filter(isShown2);
  const [first2, last] = [shown2[0], shown2[shown2.length - 1]];
  const edge = event.shiftKey ? first2 : last;
  const isLost = document.activeElement === dialog;
  if (event.key === "Tab" && (document.activeElement === edge || isLost)) {
    event.preventDefault();
    (_a = event.shiftKey ? last : first2) == null ? void 0 : _a.focus();
  }
}
function show(title, children) {
  const dialog = ui.showModal(title, children, "cbi-modal");
  dialog.setAttribute("aria-label", title);
  dialog.removeEventListener("keydown", keepFocus);
  dialog.addEventListener("keydown", keepFocus);
  return dialog;
}
function openDialog(title, parts2, label = "", done = closeDialog, dismiss = closeDialog) {
  hideOpen();
  return show(title, [
    E("div", { class: "sso-login-page sso-login-dialog" }, parts2),
    E("div", { class: "right button-row" }, [
      button("dismiss", _("Dismiss"), dismiss),
      ...label === "" ? [] : [" ", button("done", label, done, { kind: "positive important" })]
    ])
  ]);
}
function closeDialog() {
  var _a;
  (_a = below.pop()) == null ? void 0 : _a();
}
function ask2(title, lines, label, instead) {
  return new Promise((answer) => {
    var _a;
    const close = (isWanted) => {
      closeDialog();
      answer(isWanted);
    };
    const items = lines.map((line2) => E("li", {}, [line2]));
    const leave = () => {
      close(false);
      instead == null ? void 0 : instead.act();
    };
    const dialog = openDialog(
      title,
      [E("ul", {}, items), ...instead === void 0 ? [] : [button("instead", instead.label, leave)]],
      label,
      () => close(true),
      () => close(false)
    );
    (_a = dialog.querySelector('[data-name="dismiss"]')) == null ? void 0 : _a.focus();
  });
}
function sayLoggedOut(isKept) {
  var _a;
  const kept = isKept ? _("What you have typed is kept in this tab of the browser, but for a client secret.") : _("This browser keeps nothing: copy what you have typed before you log in.");
  const words = `${_("Your login session has ended, and nothing was saved.")} ${kept} ${_("Log in again to go on.")}`;
  const text = E("p", { "data-name": "logged-out" }, [words]);
  const dialog = openDialog(_("Log in again"), [text], _("Log in"), () => window.location.reload());
  (_a = dialog.querySelector('[data-name="done"]')) == null ? void 0 : _a.focus();
}

// src/luci/page/leaving.ts
var mayLeave = false;
function discard() {
  letLeave();
  window.location.reload();
}
function letLeave() {
  mayLeave = true;
}
function askBeforeLeaving(work, isRestored) {
  const content = () => JSON.stringify(work.edited());
  const before2 = isRestored ? "" : content();
  window.addEventListener("beforeunload", (event) => {
    if (!mayLeave && document.querySelector(".sso-login-page") !== null && content() !== before2) {
      event.preventDefault();
      event.returnValue = true;
    }
  });
}
function keep2({ base, edited }) {
  mayLeave = keepDraft(base, edited());
  return mayLeave;
}
function reopen(work) {
  keep2(work);
  window.location.reload();
}
function keepAtSessionEnd(work) {
  onSessionEnd(() => sayLoggedOut(keep2(work)));
}

// src/luci/provider/ca_dialog.ts
function openCaDialog(done, provider2, shown2 = {}) {
  var _a;
  const title = _("Certificate authority of the provider");
  const placeholder = "-----BEGIN CERTIFICATE-----";
  const text = E("textarea", { rows: "12", "data-name": "pem", placeholder, "aria-label": title });
  const area = text;
  area.value = (_a = shown2.pem) != null ? _a : "";
  const message = E("div", { "aria-live": "assertive" });
  const load = async (event) => {
    var _a2;
    const file2 = (_a2 = event.target.files) == null ? void 0 : _a2[0];
    area.value = file2 === void 0 ? "" : await file2.slice(0, 1e6).text();
  };
  const keep3 = async () => {
    const problem = pemProblem(area.value);
    if (problem !== void 0) {
      dom.content(message, [notice("error", [problem])]);
      area.focus();
      return;
    }
    await attempt(message, async () => {
      done((await callKeepCa(area.value, provider2)).path);
      closeDialog();
    });
  };
  const about = _(
    "The certificate of the authority that signed the provider's. Check and test login use it now, logins after Save & Apply. A certificate that was given here before is replaced at once."
  );
  const file = E("input", { type: "file", accept: ".pem,.crt,.cer", "aria-label": _("A file with it"), change: load });
  const parts2 = [
    ...shown2.about === void 0 ? [] : [E("p", { "data-name": "shown" }, [shown2.about])],
    E("p", {}, [about]),
    E("p", {}, [file]),
    area,
    message
  ];
  openDialog(title, parts2, _("OK"), keep3);
  area.focus();
}

// src/luci/check/register_dialog.ts
function registerAt(task, provider2 = ((_b) => (_b = ((_a) => (_a = task.provider) == null ? void 0 : _a.call(task))()) != null ? _b : first)()) {
  const label = _("Initial access token");
  const token = E("input", { type: "password", autocomplete: "off", "data-name": "token", "aria-label": label });
  const field = token;
  const result = E("div", { "aria-live": "assertive", "data-name": "registered" });
  const messages = problemList();
  const register = async () => {
    const edited = task.collect(messages);
    if (edited === void 0) {
      return;
    }
    await attempt(result, async () => {
      var _a2;
      const { findings: findings2 } = await callRegister(...requestArguments(edited, provider2), field.value.trim());
      field.value = "";
      dom.content(result, [renderFindings(findings2, actionsOf(task, register))]);
      if (findings2.some(({ id }) => id === "register_ok")) {
        const reopen2 = () => {
          keepRequest({ kind: "lead", provider: provider2, option: "issuer_url" });
          task.reopen();
        };
        const close = button("close", _("Close"), reopen2);
        (_a2 = dialog.querySelector(".button-row")) == null ? void 0 : _a2.replaceChildren(close);
        close.focus();
      }
    });
  };
  const about = _(
    "The provider makes a client for this router, and the router saves its options at once. Many providers ask for a token."
  );
  const parts2 = [E("p", {}, [about]), E("p", {}, [E("label", {}, [label, " ", field])]), messages.node, result];
  const dialog = openDialog(_("Register this router"), parts2, _("Register"), register);
  field.focus();
}
function actionsOf(task, trusted) {
  return {
    ...task,
    trust: (finding) => {
      var _a, _b;
      const { pem, provider: provider2 } = finding;
      const done = (path) => {
        task.set("ca_file", path, provider2);
        trusted == null ? void 0 : trusted();
      };
      openCaDialog(done, (_b = provider2 != null ? provider2 : (_a = task.provider) == null ? void 0 : _a.call(task)) != null ? _b : first, { pem, about: textsOf(finding).text });
    },
    register: ({ provider: provider2 }) => registerAt(task, provider2)
  };
}

// src/luci/provider/addresses.ts
function redirectUriHere(location) {
  const host = location.protocol === "https:" ? location.host : location.hostname;
  return `https://${host}/cgi-bin/sso-login/callback`;
}
function httpsAddress(location, redirectUri) {
  var _a;
  const [, host, port] = (_a = /^https:\/\/([^/:]+|\[[^\]]*\])(:\d+)?\//.exec(redirectUri)) != null ? _a : [];
  return `https://${location.hostname}${host === location.hostname ? port != null ? port : "" : ""}${location.pathname}`;
}
function httpsUrl(url) {
  if (!url.startsWith("https://")) {
    throw new Error("no address");
  }
  return url;
}

// src/luci/provider/presets.ts
var withGroups = "openid profile email groups";
var presets = [
  {
    id: "keycloak",
    name: "Keycloak",
    issuer: "https://keycloak.example.org/realms/<realm>",
    notes: [
      "Create a client of type OpenID Connect with client authentication and the standard flow.",
      "For groups add a mapper of type Group Membership with the claim name groups to the client's dedicated scope. With the full path, which is its default, groups begin with a slash: /admins.",
      "Realm roles are in the claim realm_access.roles, once its mapper adds them to the ID Token."
    ]
  },
  {
    id: "authentik",
    offline: true,
    name: "Authentik",
    issuer: "https://authentik.example.org/application/o/<slug>/",
    notes: [
      "Create an application with a provider of type OAuth2/OpenID, confidential, and choose a signing key for it.",
      "Groups come with the scope profile.",
      "Authentik says of every e-mail address that it is not verified. Match roles by groups, or allow unverified e-mail addresses."
    ]
  },
  {
    id: "authelia",
    offline: true,
    name: "Authelia",
    issuer: "https://auth.example.org",
    scope: withGroups,
    token_endpoint_auth_method: "client_secret_basic",
    notes: [
      "Add a client to the section identity_providers.oidc.clients of its configuration.",
      "The authentication method must be the one in the client's token_endpoint_auth_method."
    ]
  },
  {
    id: "pocket-id",
    name: "Pocket ID",
    issuer: "https://id.example.org",
    scope: withGroups,
    at_hash: "optional",
    notes: [
      "Create an OIDC client that is not public.",
      "E-mail addresses are not verified by default. Match roles by groups, or allow unverified e-mail addresses."
    ]
  },
  {
    id: "kanidm",
    name: "Kanidm",
    issuer: "https://idm.example.org/oauth2/openid/<client>",
    scope: withGroups,
    at_hash: "optional",
    notes: [
      "Create a basic OAuth2 client and give a group of users its scopes: openid, profile, email and groups.",
      "Groups are named with their domain: admins@idm.example.org."
    ]
  },
  {
    id: "voidauth",
    offline: true,
    name: "VoidAuth",
    issuer: "https://auth.example.org/oidc",
    scope: withGroups,
    at_hash: "optional",
    notes: [
      "Add an OIDC app with a client secret.",
      "For re-validation also set prompt to consent: VoidAuth gives no refresh token without it."
    ]
  },
  {
    id: "zitadel",
    offline: true,
    name: "Zitadel",
    issuer: "https://<instance>.zitadel.cloud",
    groups_claim: "urn:zitadel:iam:org:project:roles",
    notes: [
      "Create an application of type Web with the authentication method Basic.",
      "Its roles come in the claim urn:zitadel:iam:org:project:roles, which the preset sets; let the project assert roles on authentication."
    ]
  },
  {
    id: "dex",
    offline: true,
    name: "Dex",
    issuer: "https://dex.example.org/dex",
    scope: withGroups,
    notes: ["Add a client to the section staticClients of its configuration. Not every connector delivers groups."]
  },
  {
    id: "entra",
    offline: true,
    name: "Microsoft Entra ID",
    issuer: "https://login.microsoftonline.com/<tenant>/v2.0",
    at_hash: "optional",
    groups_claim: "groups roles",
    notes: [
      "Register an application with the platform Web and create a client secret; its value is the secret, not its ID.",
      "The tenant is the directory's ID; common and organizations do not work.",
      "For groups add the groups claim in the token configuration. Groups are then object IDs, not names.",
      "App roles have names and come in the claim roles, which the preset sets beside groups."
    ]
  },
  {
    id: "lemonldap",
    name: "LemonLDAP::NG",
    issuer: "https://auth.example.org",
    scope: withGroups,
    notes: [
      "Add a relying party, confidential, and let it sign ID Tokens by RS256 instead of HS512.",
      "Export the attributes that hold e-mail address and groups to it. The names given there are those of the claims: where they are not email and groups, name them under Advanced."
    ]
  },
  {
    id: "okta",
    offline: true,
    name: "Okta",
    issuer: "https://<organization>.okta.com",
    scope: withGroups,
    notes: [
      "Create an app integration of type OIDC, Web Application.",
      "For groups set a filter for the claim groups in the app's sign-on settings.",
      "With a custom authorization server the issuer ends with /oauth2/ and its ID."
    ]
  },
  {
    id: "gitlab",
    name: "GitLab",
    issuer: "https://gitlab.com",
    at_hash: "optional",
    notes: [
      "Create an application, confidential, with the scopes openid, profile and email.",
      "Groups are paths: family/admins."
    ]
  },
  {
    id: "gitea",
    name: "Gitea, Forgejo",
    issuer: "https://gitea.example.org",
    scope: withGroups,
    at_hash: "optional",
    token_endpoint_auth_method: "client_secret_basic",
    notes: [
      "Create an OAuth2 application in your settings under Applications: a confidential client.",
      "Groups are organizations and their teams: home and home:admins. Make the organization before a role lists it, as any user may make one."
    ]
  },
  {
    id: "google",
    name: "Google",
    issuer: "https://accounts.google.com",
    notes: [
      "Create an OAuth client of type Web application.",
      "The router needs a public host name: Google refuses IP addresses and private domains as redirect URI.",
      "It has no claim groups: match roles by e-mail address."
    ]
  },
  {
    id: "auth0",
    offline: true,
    name: "Auth0",
    issuer: "https://<tenant>.auth0.com/",
    at_hash: "optional",
    notes: [
      "Create an application of type Regular Web Application that signs by RS256.",
      "It has no claim groups: match roles by e-mail address."
    ]
  },
  {
    id: "nextcloud",
    name: "Nextcloud",
    issuer: "https://cloud.example.org",
    scope: withGroups,
    at_hash: "optional",
    token_endpoint_auth_method: "client_secret_post",
    notes: ["Install the app OIDC Identity Provider, and add a client of the type confidential that signs by RS256."]
  },
  {
    id: "glewlwyd",
    name: "glewlwyd",
    issuer: "https://glewlwyd.example.org/api/oidc",
    scope: "openid",
    notes: [
      "In the OpenID Connect plugin allow the authorization type code and PKCE; make the e-mail claim mandatory, and add a mandatory claim groups from the users' property groups.",
      "Add a client: confidential, with its secret, and the authorization type code."
    ]
  },
  {
    id: "generic",
    name: "Another provider",
    issuer: "https://provider.example.org",
    at_hash: "optional",
    notes: [
      "Add this router there as a web application with a client secret. Where you are asked how it signs, choose RS256.",
      "The check says whether the provider has the scope groups, and adds it."
    ]
  }
];
function presetValues(preset, revalidates) {
  var _a;
  const { scope = "openid profile email", at_hash = "required", token_endpoint_auth_method = "auto" } = preset;
  return {
    at_hash,
    token_endpoint_auth_method,
    groups_claim: (_a = preset.groups_claim) != null ? _a : "",
    scope: revalidates && preset.offline === true ? `${scope} offline_access` : scope
  };
}
function neededScopes(values) {
  var _a;
  const preset = presetOf(values);
  return preset === void 0 || preset.id === "generic" ? void 0 : (_a = presetValues(preset, false)["scope"]) == null ? void 0 : _a.split(" ");
}
function unusualValues(preset) {
  const usual = presetValues({}, false);
  return Object.entries(presetValues(preset, false)).filter(([option, value]) => value !== usual[option]);
}
function presetOf(values) {
  var _a, _b;
  const issuer = (_a = values["issuer_url"]) != null ? _a : "";
  const textOf = (option, value = "") => {
    var _a2;
    return value || ((_a2 = ruleOf(option).fallback) != null ? _a2 : "");
  };
  const isSet = (preset) => Object.entries(presetValues(preset, Boolean(values["session_revalidate"]))).every(
    ([option, value]) => textOf(option, values[option]) === textOf(option, value)
  );
  const isTelling = (preset) => unusualValues(preset).some(([option]) => option !== "scope");
  const any = "[^/]+";
  const formOf = (preset) => preset.issuer.replace(/[.]/g, "\\$&").replace(/<\w+>/g, any).replace(/\w+\\\.example\\\.org/, any);
  const found = presets.filter((preset) => {
    const form2 = formOf(preset);
    return new RegExp(`^${form2}${form2.endsWith("/") ? "" : "(/|$)"}`).test(issuer);
  });
  return (_b = found.find((preset) => formOf(preset) !== `https://${any}`)) != null ? _b : found.find((preset) => isTelling(preset) && isSet(preset));
}

// src/luci/page/next_step.ts
var needed = ["redirect_uri", "issuer_url", "client_id"];
function emptyField(base, edited, here) {
  var _a;
  const { redirect_uri = "", issuer_url = "" } = edited.values;
  if (issuer_url === "" && redirect_uri === base.values["redirect_uri"] && redirect_uri !== here) {
    return "redirect_uri";
  }
  const isKept = base.client_secret_set && !edited.removeClientSecret;
  const hasProof = isKept || edited.clientSecret !== "" || edited.values["token_endpoint_auth_method"] === "private_key_jwt";
  return (_a = needed.find((option) => {
    var _a2;
    return ((_a2 = edited.values[option]) != null ? _a2 : "") === "";
  })) != null ? _a : hasProof ? void 0 : "client_secret";
}
function scopesOf(model, edited) {
  const all = [{ name: first, values: edited.values }, ...edited.providers];
  const on = all.filter(({ values }) => values["enabled"] === "1");
  return (on.length > 0 ? on : all.slice(0, 1)).map(({ name: provider2, values }) => {
    const known = neededScopes(values);
    const isWanted = (scope) => {
      var _a, _b;
      return (_b = model.offersScope((_a = values["issuer_url"]) != null ? _a : "", scope)) != null ? _b : known == null ? void 0 : known.includes(scope);
    };
    const scopes2 = unrequestedScopes(edited, provider2);
    return {
      provider: provider2,
      wanted: scopes2.filter((scope) => isWanted(scope) === true),
      open: scopes2.filter((scope) => isWanted(scope) === void 0)
    };
  });
}
function nextStep(model, here) {
  const { base } = model;
  const edited = model.edited();
  const isFurther = edited.providers.some(({ values }) => values["enabled"] === "1");
  const option = isFurther ? void 0 : emptyField(base, edited, here);
  if (option !== void 0) {
    return { step: "field", option };
  }
  const [wrong] = settingsProblems(model);
  if (wrong !== void 0) {
    return { step: "wrong", problem: wrong.text, place: wrong.place };
  }
  if (!edited.roles.some(({ email, group, sub, client }) => [...email, ...group, ...sub, ...client].length > 0)) {
    return { step: "role" };
  }
  const scopes2 = scopesOf(model, edited);
  const lacking = scopes2.find(({ wanted }) => wanted.length > 0);
  if (lacking !== void 0) {
    return { step: "scope", provider: lacking.provider, scopes: lacking.wanted };
  }
  if (edited.values["enabled"] !== "1" && !isFurther) {
    return { step: "enable" };
  }
  if (uciCalls(base, edited).length > 0) {
    return { step: "save" };
  }
  const open = [...new Set(scopes2.flatMap((one) => one.open))];
  return open.length > 0 ? { step: "check", scopes: open } : { step: "none" };
}

// src/luci/page/state_line.ts
function lineOf(page, save2) {
  const { model, mayWrite, lead, table: table2 } = page;
  const shown2 = model.edited();
  if (!mayWrite) {
    return [shown2.values["enabled"] === "1" ? _("Single sign-on is on.") : _("Single sign-on is off.")];
  }
  const enable = () => {
    model.set("enabled", "1");
    return save2();
  };
  const next = nextStep(model, redirectUriHere(window.location));
  switch (next.step) {
    case "field":
      return [
        _("Single sign-on is not set up yet: the provider's data are incomplete."),
        _("Fill in the next field"),
        () => lead({ option: next.option })
      ];
    case "wrong":
      return [
        fill(_("Single sign-on cannot work like this: %{problem}"), { problem: next.problem }),
        _("Correct it"),
        () => lead(next.place)
      ];
    case "scope": {
      const { provider: provider2, scopes: scopes2 } = next;
      const text = _("Roles need the scope %{scopes}, which is not requested: their users are refused.");
      const value = withScopes(page.valueOf("scope", provider2), scopes2);
      return [
        fill(text, { scopes: scopes2.join(", ") }),
        addScopesTitle(scopes2),
        () => page.set("scope", value, provider2)
      ];
    }
    case "check": {
      const text = _("Single sign-on is on, but roles may need the scope %{scopes}, which is not requested.");
      return [fill(text, { scopes: next.scopes.join(", ") }), _("Check now"), page.check.begin];
    }
    case "role":
      return [_("Nobody can log in yet."), _("Add an administrator"), () => table2.add("admin")];
    case "enable":
      return [_("Single sign-on is off."), _("Enable single sign-on and save"), enable];
    case "save":
      return [_("There are changes that are not saved."), _("Save now"), save2];
    case "none":
      return [_("Single sign-on is on.")];
  }
}
function stateLine(page, save2) {
  const text = E("span", { role: "status" });
  const place = E("span", {});
  let last = "";
  const draw = () => {
    const [words, title] = lineOf(page, save2);
    if (words !== last) {
      last = words;
      line2.style.minHeight = line2.offsetHeight > 0 ? `${line2.offsetHeight}px` : "";
      dom.content(text, [words]);
      dom.content(place, title === void 0 ? [] : [button("next-step", title, () => {
        var _a, _b;
        return (_b = (_a = lineOf(page, save2))[2]) == null ? void 0 : _b.call(_a);
      })]);
    }
  };
  const line2 = E("p", { class: "sso-login-state", "data-name": "state" }, [text, " ", place]);
  page.model.onChange(draw);
  draw();
  return line2;
}

// src/luci/roles/roles.ts
function shortcuts(offered) {
  return [
    { id: "look", title: lookTitle(offered), rights: { read: lookingGroups(offered.access_groups), write: [] } },
    { id: "all", title: _("Everything"), rights: { read: ["*"], write: ["*"] } },
    { id: "none", title: _("Nothing"), rights: { read: [], write: [] } }
  ];
}
var connected = ["luci-base", "luci-mod-status-index", "luci-mod-status-index-dhcp", "luci-mod-status-routes"];
function templates(groups2) {
  const present = (wanted) => wanted.filter((name) => groups2.some((group) => group.name === name));
  const role = (id, title, name, read, write) => ({
    id,
    title,
    name,
    rights: { read: present(read), write: present(write) }
  });
  return [
    role("empty", _("Add role"), "", [], []),
    role("look", lookTitle(), "viewer", lookingGroups(groups2), []),
    role("family", _("Who is connected"), "family", connected, []),
    role("operator", _("Restart the router"), "operator", connected, ["luci-mod-system-reboot"]),
    { id: "admin", title: _("Everything (administrator)"), name: "admins", rights: { read: ["*"], write: ["*"] } }
  ];
}
function newRole(name, rights, provider2 = first) {
  return {
    name,
    email: [],
    group: [],
    sub: [],
    client: [],
    access: [],
    provider: provider2 === first ? [] : [provider2],
    ...rights
  };
}
function few(members) {
  const max = 3;
  const first2 = members.slice(0, max).join(", ");
  return members.length > max ? `${first2} +${members.length - max}` : first2;
}
function subjectIssuers(role, providers) {
  return subjectProvidersOf(role, providers).map((name) => providers.issuerOf(name));
}
function whoText(role, providers) {
  const { email, group, sub, sub_issuer } = role;
  if (providers.further().length === 0) {
    return few([...email, ...group, ...sub]);
  }
  const ofSubjects = subjectProvidersOf(role, providers).filter((name) => providers.issuerOf(name) === sub_issuer);
  const rules2 = [
    [[...email, ...group], providersOf(role)],
    [sub, ofSubjects.length > 0 ? ofSubjects : [_("none")]]
  ];
  return rules2.filter(([members]) => members.length > 0).map(([members, names]) => {
    const where = { members: few(members), providers: names.join(", ") };
    return fill(_("%{members} at %{providers}"), where);
  }).join("; ");
}
function copyOf(role, taken) {
  const copy = newRole(freeName(role.name, taken), { read: [...role.read], write: [...role.write] });
  return { ...copy, provider: [...role.provider] };
}
function membersOf({ email, groups: groups2 = [], sub }) {
  const found = { email: [email], group: groups2, sub: [sub] };
  return ["email", "group", "sub"].flatMap(
    (list) => found[list].flatMap((member) => member === void 0 ? [] : [{ list, member }])
  );
}
function withSubjects(role, sub, issuers) {
  const known = role.sub.length > 0 ? role.sub_issuer : void 0;
  const stays = sub.some((one) => role.sub.includes(one)) || issuers.some((issuer2) => issuer2 === known);
  const issuer = (stays ? known : void 0) || issuers[0];
  return { ...role, sub, sub_issuer: sub.length === 0 ? void 0 : issuer };
}
function withMember(role, { list, member }, issuer) {
  if (list === "sub" && role.sub.length > 0 && (role.sub_issuer || issuer) !== issuer) {
    return void 0;
  }
  const members = role[list].includes(member) ? role[list] : [...role[list], member];
  return list === "sub" ? withSubjects(role, members, [issuer]) : { ...role, [list]: members };
}
function groupTitle({ name, description }) {
  return description === "" ? name : titleText(description);
}
function listTitle(list) {
  const titles = {
    email: _("E-mail addresses"),
    group: _("Groups"),
    sub: _("User IDs"),
    client: _("Clients"),
    access: _("Access"),
    provider: _("Providers"),
    read: _("May read"),
    write: _("May change")
  };
  return titles[list];
}
var isExclusion = (entry) => entry.startsWith("!");
function rightOf(rights, entry) {
  return rights.write.includes(entry) ? "write" : rights.read.includes(entry) ? "read" : "none";
}
function withRight(rights, entry, right) {
  const exclusions = right === "write" && rights.write.length === 0 ? rights.read.filter(isExclusion) : [];
  const without = (list) => list.filter((member) => member !== entry);
  return {
    read: right === "read" ? [...without(rights.read), entry] : without(rights.read),
    write: right === "write" ? [...without(rights.write), ...exclusions, entry] : without(rights.write)
  };
}
function withEntry(rights, entry) {
  const added = (list) => list.includes(entry) ? list : [...list, entry];
  if (isExclusion(entry)) {
    return { read: added(rights.read), write: rights.write.length === 0 ? [] : added(rights.write) };
  }
  return rightOf(rights, entry) === "write" ? rights : withRight(rights, entry, "read");
}

// src/luci/people/event_text.ts
function optionText(name) {
  const [config, section2 = "", option = ""] = name.split(".");
  if (config !== "sso-login" || option === "") {
    return { text: config === "sso-login" ? section2 : name };
  }
  const list = list_names.find((one) => one === option.replace("sub_issuer", "sub"));
  if (list !== void 0) {
    return { role: section2, text: listTitle(list) };
  }
  const title = titleOf(option);
  return { text: title === option ? name : `${title} (${section2 === first ? option : `${section2}.${option}`})` };
}
function optionsText(options) {
  const all = options.split(",").map(optionText);
  const roles = [...new Set(all.map(({ role }) => role))];
  const parts2 = roles.map((of) => {
    const shown2 = all.filter(({ role, text }) => role === of && (role !== void 0 || !roles.includes(text)));
    const texts2 = shown2.map(({ text }) => text).join(", ");
    return of === void 0 ? texts2 : titledText(fill(_("Role %{role}"), { role: of }), texts2);
  });
  return parts2.filter((text) => text !== "").join("; ");
}
var expired = ["INVALID_REQUEST", "MISSING_HANDSHAKE_COOKIE", "STATE_NOT_FOUND", "STATE_PARAMETER_MISMATCH"];
function refusalText({ code, finding }) {
  if (expired.includes(code)) {
    return _("This login is no longer valid");
  }
  return finding === void 0 || finding.id === "login_failed" ? "" : textsOf(finding).text;
}
function endText({ by = "", actor }) {
  var _a;
  const causes = {
    "": _("Logged out"),
    administrator: _("Session ended by an administrator"),
    roles: _("Session ended: the user has the role no longer"),
    login: _("Session ended by a new login of the same browser"),
    limit: _("Session ended: the user had too many"),
    provider: _("Logged out at the provider"),
    lifetime: _("Session ended at its longest time"),
    token: _("Session ended with the token of its program"),
    password_login: _("Session ended, as passwords are off")
  };
  return actor === void 0 ? (_a = causes[by]) != null ? _a : by : fill(_("Session ended by %{who}"), { who: actor });
}
function passwordsText({ why, by = "" }) {
  var _a, _b, _c;
  const states = {
    trial: _("Passwords turned off, on trial"),
    off: _("Passwords turned off"),
    on: _("Passwords turned on again")
  };
  const causes = {
    session: _("on this page"),
    shell: _("in the router's shell"),
    login: _("an administrator logged in by the new settings"),
    settings: _("settings of the login were changed"),
    trial: _("nobody confirmed the trial"),
    hand: _("a password was set by hand"),
    configuration: _("the saved settings were wrong"),
    disabled: _("single sign-on was turned off"),
    roles: _("no role that changes everything was left"),
    rpcd: _("rpcd's file was replaced"),
    upkeep: _("for logins that are new on this router"),
    upgrade: _("after an upgrade of the package"),
    removal: _("the package was removed"),
    program: _("the service could not run")
  };
  const text = (_c = states[(_b = (_a = /\bstate=(\w+)/.exec(why)) == null ? void 0 : _a[1]) != null ? _b : ""]) != null ? _c : "";
  return by in causes ? `${text} (${causes[by]})` : text;
}
function changeText({ code, packages = "", options }) {
  const text = code === "CHANGED" ? _("Changed %{packages}") : _("Not confirmed in time, and taken back: %{packages}");
  const changed = fill(text, { packages: packages.split(",").join(", ") });
  return options === void 0 ? changed : `${changed}: ${optionsText(options)}`;
}
function eventText(entry) {
  var _a, _b, _c;
  const { code, role, packages, why } = entry;
  if (code === "LOGIN_GRANTED") {
    return { text: fill(_("Logged in with role %{role}"), { role }), facts: "" };
  }
  if (packages !== void 0) {
    return { text: changeText(entry), facts: "" };
  }
  const outcome = (_b = (_a = /\boutcome=(\w+)/.exec(why)) == null ? void 0 : _a[1]) != null ? _b : "";
  const texts2 = {
    LOGOUT: endText(entry),
    SESSION_ENDED: _("Session ended: the provider confirms the user no longer"),
    PASSWORD_LOGIN: passwordsText(entry),
    REGISTERED: _("Registered this router at the provider"),
    TEST_LOGIN: outcome === "granted" ? _("Test login: would be granted") : _("Test login")
  };
  const text = (_c = texts2[code]) != null ? _c : refusalText(entry);
  const isPlain = code === "LOGOUT" || outcome === "granted";
  const facts = why === "" || isPlain ? "" : why;
  return texts2[code] === void 0 ? { text: text || code, facts: `${code} ${facts}`.trim() } : { text, facts };
}

// src/luci/roles/add_member.ts
var another = "";
function memberTitle({ list, member }) {
  const texts2 = {
    email: _("E-mail %{member}"),
    group: _("Group %{member}"),
    sub: _("User ID %{member}")
  };
  return fill(texts2[list], { member: visible(member) });
}
function addFields(members, provider2, model, done) {
  const { roles } = model;
  const what = selectField(
    "add-what",
    members.map((member, at) => [String(at), memberTitle(member)])
  );
  const possible = roles.kept().filter((one) => providersOf(one).includes(provider2));
  const role = selectField("add-role", [
    ...possible.map((one) => [one.name, one.name]),
    [another, _("New role")]
  ]);
  const name = textField("add-name");
  const nameField2 = labelled(_("Name of the new role"), name);
  const showName = () => void nameField2.classList.toggle("hidden", role.value !== another);
  role.addEventListener("change", showName);
  showName();
  const problem = liveRegion("add-problem");
  name.addEventListener("input", () => dom.content(problem, []));
  const add = () => {
    const refuse = (text2) => dom.content(problem, [notice("error", [text2])]);
    const target = role.value === another ? name.value.trim() : role.value;
    const wrong = role.value === another ? roleNameProblem(target, roles.names(), model.base.logins) : void 0;
    const member = members[Number(what.value)];
    if (wrong !== void 0 || member === void 0) {
      refuse(wrong != null ? wrong : "");
      name.focus();
      return;
    }
    const before2 = roles.find(target);
    const start = before2 != null ? before2 : newRole(target, { read: [], write: [] }, provider2);
    const edited = withMember(start, member, model.issuerOf(provider2));
    if (edited === void 0) {
      refuse(_("The user IDs of this role belong to another issuer. Take another role, or the e-mail address."));
      return;
    }
    roles.put(edited, before2);
    const text = _("%{member} is in role %{role}. It is used after Save & Apply.");
    done(fill(text, { member: memberTitle(member), role: target }));
  };
  const fields2 = [
    labelled(_("What to add"), what),
    labelled(_("To role"), role),
    nameField2,
    button("add-done", _("Add"), add, { label: _("Add to role") })
  ];
  return [E("div", { class: "sso-login-add" }, fields2), problem];
}

// src/luci/people/history_panel.ts
var pageSize = 20;
function historyPanel(model) {
  const list = E("div", { class: "sso-login-later" }, [spinner(_("Reading the log"))]);
  const message = liveRegion("history-message");
  const changesOnly = E("input", { type: "checkbox", "data-name": "changes-only" });
  const draw = (entries, from = 0) => {
    const rows2 = entries.slice(from, from + pageSize).map((entry) => {
      const { time, who, unverified, from: address, reference } = visibleTexts(entry);
      const { text, facts } = eventText(visibleTexts(entry));
      const below2 = E("div", {});
      const done = (text2) => {
        dom.content(below2, []);
        dom.content(message, [notice("success", [text2])]);
      };
      const open = () => {
        var _a, _b;
        dom.content(below2, addFields(membersOf(entry), (_a = entry.provider) != null ? _a : first, model, done));
        (_b = below2.querySelector("select")) == null ? void 0 : _b.focus();
      };
      const label = `${_("Add to role")}: ${who}`;
      const what = E("div", {}, [
        text,
        ...facts === "" ? [] : [" ", E("small", {}, [facts])],
        ...membersOf(entry).length > 0 ? [E("div", {}, [button("add", _("Add to role"), open, { label })]), below2] : []
      ]);
      return [timeText(time), person(who, unverified), address, reference, what];
    });
    const titles = [_("When"), _("User"), _("From"), _("Reference"), _("What happened")];
    const nothing = changesOnly.checked ? _("The log has no changes.") : _("The log has no logins.");
    const none = E("p", {}, [E("em", {}, [nothing])]);
    const turn = (name, title, to) => to < 0 || to >= entries.length ? [] : [button(name, title, () => draw(entries, to))];
    dom.content(list, [
      rows2.length > 0 ? table("history", titles, rows2) : none,
      E("p", { class: "sso-login-buttons" }, [
        ...turn("newer", _("Newer"), from - pageSize),
        ...turn("older", _("Older"), from + pageSize)
      ])
    ]);
  };
  const read = async () => {
    const asked = changesOnly.checked;
    const { entries } = await callHistory(asked);
    if (asked === changesOnly.checked) {
      draw(entries);
    }
  };
  const load = () => attempt(list, read, _("The router's log could not be read."));
  changesOnly.addEventListener("change", () => void load());
  const about = _("As far back as the router's log goes, the newest first. A refused user is told the reference.");
  const filter = E("label", { class: "sso-login-choice" }, [changesOnly, " ", _("Changes only")]);
  const node = panel("history-panel", _("Last logins and changes"), about, [filter, list, message]);
  return { node, load };
}

// src/luci/people/passwords.ts
var command = "sso-login password-login on";
function clockOf(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${String(Math.floor(whole / 60))}:${String(whole % 60).padStart(2, "0")}`;
}
function refusalText2(refusal) {
  var _a;
  const texts2 = {
    disabled: _("Single sign-on is off. Turn it on and save first."),
    config_wrong: _("The saved settings of single sign-on are wrong: the check says where."),
    rpcd_unreadable: _("The router's own logins (/etc/config/rpcd) cannot be read: no password is accepted at all."),
    no_passwords: _("No login of this router has a password that could be turned off."),
    not_sso: _("You are logged in by a password. Log in by single sign-on to go on: that shows that it works."),
    not_everything: _("Your roles do not change everything, so you could lock yourself out."),
    no_button: _(
      "LuCI's login page has no button with this theme, so people would not be told how to log in. The check says what to do."
    ),
    same_login: _(
      "You logged in before the trial began, or by other settings. Log in anew by single sign-on, then confirm here."
    )
  };
  return (_a = texts2[refusal]) != null ? _a : fill(_("The router refuses: %{reason}."), { reason: refusal });
}
function faultsText({ faults }) {
  const texts2 = faults.map((fault) => {
    var _a;
    return (_a = messageText(fault)) != null ? _a : fault.id;
  });
  return texts2.length === 0 ? "" : fill(_("Nobody could administer this router without a password: %{faults}."), { faults: texts2.join(", ") });
}
function wayBackText(way) {
  const texts2 = {
    key: _("The way back: log in by SSH with root's key, and run this command:"),
    password: _("The way back: log in by SSH with root's password, and run this command:"),
    none: _("The way back, at a serial console or in failsafe mode alone, is this command:")
  };
  return texts2[way];
}
function warningsOf({ way_back, single_administrator, unlisted_proxy }) {
  const noWayBack = _(
    "If single sign-on fails, only failsafe mode will help: SSH does not answer, or root has no key and no password."
  );
  const single = _("A single account has a role that changes everything: when it is lost, nobody else can help.");
  const proxy = _(
    "Logins come from %{address}, as if through a proxy that the option trusted_proxy does not list: one client could then use up the requests of all."
  );
  return [
    ...way_back === "none" ? [noWayBack] : [],
    ...single_administrator ? [single] : [],
    ...unlisted_proxy === void 0 ? [] : [fill(proxy, { address: unlisted_proxy })]
  ];
}
function usersOf(sessions2) {
  const names = [...new Set(sessions2.map(({ who }) => who))].sort();
  return names.map((name) => `${name} (${String(sessions2.filter(({ who }) => who === name).length)})`).join(", ");
}
function sessionsText({ password_sessions }, end) {
  const ending = end ? password_sessions.filter(({ ends }) => ends) : [];
  const staying = password_sessions.filter((session) => !ending.includes(session));
  return [
    ...ending.length > 0 ? [fill(_("These sessions end: %{users}."), { users: usersOf(ending) })] : [],
    ...staying.length > 0 ? [fill(_("These sessions stay: %{users}."), { users: usersOf(staying) })] : []
  ].join(" ");
}
function armingLines(passwords, end) {
  const sessions2 = sessionsText(passwords, end);
  return [
    _("From now on no password opens LuCI or /ubus. SSH and the serial console stay as they are."),
    _(
      "This is a trial of ten minutes. Unless somebody whose role changes everything logs in anew by single sign-on and confirms, passwords come back by themselves."
    ),
    ...sessions2 === "" ? [] : [sessions2],
    ...warningsOf(passwords)
  ];
}
var wholeSection = "";
function changedOptions(now, edited) {
  const roles = now.roles.map((role) => ({ ...role, savedName: role.name }));
  return uciCalls(now, { ...edited, roles }).flatMap(
    (call) => {
      var _a;
      return call.method === "set" ? Object.keys(call.values) : call.method === "delete" ? (_a = call.options) != null ? _a : [wholeSection] : [wholeSection];
    }
  );
}
function changesWriters(now, edited) {
  const before2 = now.roles.filter(({ write }) => write.length > 0);
  const after = edited.roles.filter(({ write }) => write.length > 0);
  const isSame2 = (role, other) => role.name === (other == null ? void 0 : other.name) && Object.keys(roleChanges(other, role)).length === 0;
  return before2.length !== after.length || before2.some((role, at) => !isSame2(role, after[at]));
}
function changesAdministration(now, edited) {
  const isHarmless = (name) => harmless.some((option) => option === name);
  return changesWriters(now, edited) || !changedOptions(now, edited).every(isHarmless);
}
function againLines(now, edited) {
  if (!["off", "trial"].includes(now.password_login.state) || !changesAdministration(now, edited)) {
    return [];
  }
  return [
    _(
      "Passwords are off, and a login depends on these changes. They are on trial for ten minutes: passwords come back unless a user whose role changes everything logs in by them."
    ),
    _("The test login tries these values first: it finds most mistakes.")
  ];
}
function freshLoginUrl(saved, page, name = first) {
  var _a, _b, _c, _d;
  const all = [{ name: first, values: saved.values }, ...saved.providers];
  const enabled = all.filter(({ values }) => values["enabled"] === "1");
  const provider2 = (_a = enabled.find((candidate) => candidate.name === name)) != null ? _a : enabled[0];
  const callback = /^(https:\/\/[^/?#@\\\s]+)\/cgi-bin\/sso-login\/callback(\/\w+)?$/;
  const origin = (_d = (_c = callback.exec((_b = provider2 == null ? void 0 : provider2.values["redirect_uri"]) != null ? _b : "")) == null ? void 0 : _c[1]) != null ? _d : "";
  const chosen = provider2 === void 0 || provider2.name === first ? "" : `&provider=${provider2.name}`;
  return `${origin}/cgi-bin/sso-login/?prompt=login&return_to=${encodeURIComponent(page)}${chosen}`;
}

// src/luci/people/passwords_panel.ts
function warnings(texts2) {
  return texts2.filter((text) => text !== "").map((text) => notice("warning", [text]));
}
function wayBack({ way_back }) {
  return E("p", { "data-name": "way-back" }, [wayBackText(way_back), " ", E("code", {}, [command])]);
}
function countdown(left, over) {
  const clock = E("strong", { role: "timer", "data-name": "countdown" }, [clockOf(left)]);
  const end = performance.now() + left * 1e3;
  const timer = window.setInterval(() => {
    const seconds = (end - performance.now()) / 1e3;
    clock.textContent = clockOf(seconds);
    if (seconds <= 0 || !clock.isConnected) {
      window.clearInterval(timer);
    }
    if (seconds <= 0 && clock.isConnected) {
      over();
    }
  }, 1e3);
  return clock;
}
function passwordsPanel(mayWrite, base, showSessions) {
  const body = E("div", { "data-name": "passwords-state", class: "sso-login-later" }, [spinner(_("Loading"))]);
  const message = liveRegion("passwords-message");
  let provider2;
  const reload = async () => {
    const answer = await callPeople();
    draw(answer);
    showSessions(answer);
  };
  const load = () => attempt(message, reload);
  const change = (state, done, end = false) => {
    const work = async () => {
      const { ended } = await callPasswordLogin(state, end);
      const more = ended > 0 ? ` ${fill(_("Sessions ended: %{count}."), { count: String(ended) })}` : "";
      await reload();
      dom.content(message, [notice("success", [done + more])]);
    };
    return attempt(message, work, _("That could not be done:"));
  };
  const offer = (passwords, [name, title], work, ...others) => {
    const box = E("input", { type: "checkbox", "data-name": "end-sessions" });
    const label = _("End the sessions that these passwords opened");
    const question = E("p", {}, [E("label", { class: "sso-login-choice" }, [box, " ", label])]);
    return [
      ...warnings(warningsOf(passwords)),
      ...passwords.password_sessions.some(({ ends }) => ends) ? [question] : [],
      E("p", {}, [button(name, title, () => work(box.checked)), " ", ...others])
    ];
  };
  const drawOn = (passwords) => {
    const about = _(
      "Passwords open this router, beside single sign-on: at LuCI's form, and at /ubus for programs. A second factor at the provider protects it only while they are off."
    );
    if (passwords.refusal !== void 0 || !mayWrite) {
      const why = passwords.refusal === void 0 ? [] : [notice("info", [refusalText2(passwords.refusal)])];
      const faults = passwords.refusal === "disabled" ? [] : warnings([faultsText(passwords)]);
      return [E("p", {}, [about]), ...why, ...faults];
    }
    const title = _("Turn passwords off");
    const arm = async (end) => {
      if (await ask2(title, armingLines(passwords, end), _("Begin the trial"))) {
        await change("off", _("Passwords are off, on trial."), end);
      }
    };
    return [E("p", {}, [about]), ...offer(passwords, ["passwords-off", title], arm)];
  };
  const turnOn = (passwords) => {
    const title = _("Turn passwords on again");
    const open = _("Root has no password: everyone who opens LuCI's form then gets in without one.");
    return button("passwords-on", title, async () => {
      if (!passwords.root_without_password || await ask2(title, [open], title)) {
        await change("on", _("Passwords open this router again."));
      }
    });
  };
  const confirmation = (passwords) => {
    const refusal = passwords.confirm_refusal;
    if (refusal !== void 0) {
      const href = freshLoginUrl(base, window.location.pathname, provider2);
      const attributes = { class: "btn cbi-button cbi-button-action", href, "data-name": "fresh-login" };
      const isCured = refusal === "same_login" || refusal === "not_sso";
      const link2 = isCured ? [E("a", attributes, [_("Log in anew")]), " "] : [];
      return [E("p", {}, [refusalText2(refusal)]), E("p", {}, [...link2, turnOn(passwords)])];
    }
    const confirm = (end) => change("confirm", _("Passwords are off. This router is opened by single sign-on."), end);
    const title = _("Confirm: passwords stay off");
    return [wayBack(passwords), ...offer(passwords, ["passwords-confirm", title], confirm, turnOn(passwords))];
  };
  const drawTrial = (passwords) => {
    const clock = countdown(passwords.seconds_left, () => void load());
    return [
      E("p", {}, [_("Passwords are off, on trial. They come back by themselves in:"), " ", clock]),
      ...warnings([faultsText(passwords)]),
      ...mayWrite ? confirmation(passwords) : []
    ];
  };
  const wayOut = (passwords, fault) => [
    wayBack(passwords),
    ...warnings([fault]),
    ...mayWrite ? [E("p", {}, [turnOn(passwords)])] : []
  ];
  const drawOff = (passwords) => [
    E("p", {}, [_("Passwords are off: this router is opened by single sign-on.")]),
    E("p", {}, [sessionsText(passwords, false)]),
    ...wayOut(passwords, faultsText(passwords))
  ];
  const drawUnknown = (passwords) => wayOut(passwords, refusalText2("rpcd_unreadable"));
  const draw = (answer) => {
    var _a;
    provider2 = (_a = answer.sessions.find(({ own: own2 }) => own2)) == null ? void 0 : _a.provider;
    const passwords = visibleTexts(answer.password_login);
    body.dataset["state"] = passwords.state;
    const parts2 = { on: drawOn, trial: drawTrial, off: drawOff, unknown: drawUnknown };
    dom.content(body, parts2[passwords.state](passwords));
  };
  const node = E("details", { class: "sso-login-fold", open: "", "data-name": "passwords-panel" }, [
    E("summary", {}, [E("h3", {}, [_("Passwords")])]),
    body,
    message
  ]);
  return { node, load };
}

// src/luci/people/session_order.ts
function byPerson(sessions2) {
  const sorted2 = [...sessions2].sort((one, other) => {
    var _a, _b;
    return ((_a = other.since) != null ? _a : 0) - ((_b = one.since) != null ? _b : 0);
  });
  const people = [...new Set(sorted2.map(({ who }) => who))];
  return people.flatMap((person2) => sorted2.filter(({ who }) => who === person2));
}

// src/luci/people/sessions_panel.ts
function passwordSessions({ password_login }) {
  const sessions2 = visibleTexts(password_login.password_sessions);
  if (sessions2.length === 0) {
    return [];
  }
  const titles = [_("User"), _("Opened by"), _("Ends if idle")];
  const rows2 = sessions2.map(({ who, program, until }) => {
    return [who, program ? _("a password, by a program") : _("a password"), timeText(until)];
  });
  return [E("h4", {}, [_("Opened by a password")]), table("password-sessions", titles, rows2)];
}
function sessionsPanel(mayWrite, further) {
  const list = E("div", { class: "sso-login-later" }, [spinner(_("Loading the sessions"))]);
  const others = E("div", {});
  const message = liveRegion("sessions-message");
  const end = async ({ id, own: own2 }) => {
    const title = _("End my session");
    const words = _("This is your own session: you will be logged out, and what is not saved is lost.");
    if (own2 && !await ask2(title, [words], title)) {
      return;
    }
    const work = async () => {
      await callEndSession(id);
      if (own2) {
        window.location.reload();
        return;
      }
      show2(await callSessions());
      dom.content(message, [notice("success", [_("The session has ended.")])]);
    };
    await attempt(message, work, _("The session could not be ended:"));
  };
  const draw = (sessions2) => {
    const has = (name) => sessions2.some((one) => one[name] !== void 0);
    const several = further().length > 0 || sessions2.some(({ provider: provider2 }) => provider2 !== first);
    const all = [
      [_("User"), true, ({ who, unverified, own: own2 }) => person(own2 ? `${who} (${_("you")})` : who, unverified)],
      [_("Provider"), several, ({ provider: provider2 }) => provider2],
      [_("Role"), true, ({ role }) => role],
      [_("Since"), true, ({ since }) => timeText(since)],
      [_("From"), true, ({ from }) => from],
      [_("Ends if idle"), true, ({ until }) => timeText(until)],
      [_("Ends at the latest"), has("latest"), ({ latest }) => timeText(latest)],
      [_("Last proved"), has("proved_at"), (session) => timeText(session.proved_at)],
      [_("Actions"), mayWrite, (session) => endButton(session)]
    ];
    const columns = all.filter(([, isShown3]) => isShown3);
    const rows2 = sessions2.map((session) => columns.map(([, , cell2]) => cell2(session)));
    const titles = columns.map(([title]) => title);
    const none = E("p", {}, [E("em", {}, [_("No one is logged in by single sign-on.")])]);
    dom.content(list, [sessions2.length > 0 ? table("sessions", titles, rows2) : none]);
  };
  const endButton = (session) => {
    const title = _("End session");
    return button("end-session", title, () => end(session), { label: `${title}: ${session.who}` });
  };
  const show2 = (now) => {
    draw(byPerson(visibleTexts(now.sessions)));
    dom.content(others, passwordSessions(now));
  };
  const load = () => attempt(list, async () => show2(await callSessions()), _("The sessions could not be read:"));
  return { node: panel("sessions-panel", _("Sessions"), "", [list, others, message]), load, show: show2 };
}

// src/luci/page/page_panels.ts
function panelsOf(page) {
  const { model, mayWrite, further, table: table2, check, test, messages } = page;
  const sessions2 = sessionsPanel(mayWrite, model.further);
  const history = historyPanel(model);
  history.node.classList.add("hidden");
  const showHistory = () => history.node.classList.remove("hidden");
  const passwords = passwordsPanel(mayWrite, model.base, sessions2.show);
  const all = [
    { tab: "provider", node: further.node, forAll: model.further().length > 0 },
    { tab: "provider", node: check.node },
    { tab: "provider", node: test.node },
    { tab: "roles", node: table2.node, opened: table2.load, forAll: true },
    { tab: "roles", node: previewPanel(() => page.collect(messages), model.further()) },
    // The log is below the sessions, which would push it down when they come.
    { tab: "sessions", node: sessions2.node, opened: () => sessions2.load().finally(showHistory), forAll: true },
    { tab: "sessions", node: history.node, opened: history.load },
    { tab: "advanced", node: passwords.node, opened: passwords.load, forAll: true }
  ];
  return all.filter(({ forAll }) => mayWrite || forAll === true);
}
async function drawForm(page, save2) {
  var _a;
  const node = await page.form.render(() => registerAt(page), panelsOf(page));
  (_a = node.querySelector(".cbi-map-descr")) == null ? void 0 : _a.after(stateLine(page, save2));
  addressTabs(node);
  return node;
}

// src/luci/page/requests.ts
function carryOut(request, page) {
  const { kind, provider: provider2 } = request;
  if (kind === "check") {
    page.check.begin();
  } else if (kind === "role") {
    const done = () => {
      closeDialog();
      reveal(page.table.node);
    };
    openDialog(_("Use in a role"), addFields([request.member], provider2, page.model, done));
  } else if (kind === "lead") {
    page.lead(request.option === void 0 ? { role: "" } : { provider: provider2, option: request.option });
  } else {
    page.set(request.option, request.value, provider2);
    if (provider2 === first) {
      page.lead({ option: request.option });
    }
  }
}
function serveTests(page) {
  var _a, _b;
  const names = () => [first, ...page.model.further()];
  const take2 = (request) => carryOut(request, page);
  const kept = takeKept(names());
  takeRequests(names, take2);
  if ((kept == null ? void 0 : kept.kind) === "check") {
    (_b = (_a = page.check).makeRoom) == null ? void 0 : _b.call(_a);
  }
  if (kept !== void 0) {
    window.setTimeout(() => take2(kept));
  }
}

// src/luci/page/conflicts.ts
function difference({ theirs, ours }) {
  if (theirs === void 0 || ours === void 0) {
    return theirs === void 0 ? _("deleted by the other user") : _("deleted by you");
  }
  const changed = Object.keys(theirs).filter((name) => theirs[name] !== ours[name]);
  const lines = changed.map((name) => {
    const list = list_names.find((one) => one === name);
    const title = list === void 0 ? titleOf(name === "name" ? "_name" : name) : listTitle(list);
    const [now, own2] = [theirs, ours].map((side) => {
      var _a;
      return ((_a = side[name]) == null ? void 0 : _a.replace(/\n/g, ", ")) || "-";
    });
    return fill(_("%{title}: now %{theirs}, yours %{ours}"), { title, theirs: now, ours: own2 });
  });
  return lines.join("; ");
}
function conflictLines(conflicts) {
  return conflicts.map((conflict) => {
    var _a;
    const { kind, ours, name: savedName } = conflict;
    const name = (_a = ours == null ? void 0 : ours["name"]) != null ? _a : savedName;
    if (kind === "option") {
      return { text: difference(conflict), place: { option: name } };
    }
    const title = kind === "role" ? fill(_("Role %{role}"), { role: name }) : fill(_("Provider %{provider}"), { provider: name });
    return { text: `${title}: ${difference(conflict)}`, place: kind === "role" ? { role: name } : { provider: name } };
  });
}

// src/luci/saving/own_losses.ts
function accessTitles() {
  return { web: _("people in a browser"), api: _("programs with a token") };
}
function lostGrounds(now, { before: before2, after }, { who, provider: provider2, client }) {
  const kind = client === void 0 ? "web" : "api";
  const issuer = savedIssuer(now, provider2);
  if (matches(after, { email: who, sub: who, issuer, groups: [], provider: provider2, client })) {
    return [];
  }
  const lost = (list) => before2[list].filter((member) => !after[list].includes(member));
  const subjects = before2.sub_issuer === after.sub_issuer ? lost("sub") : before2.sub;
  const losesProvider = before2.provider.join() !== after.provider.join() && !providersOf(after).includes(provider2);
  return [
    ...lost("email").filter((email) => email.toLowerCase() === who.toLowerCase()),
    // It may have been any of these.
    ...lost("group"),
    ...subjects,
    // A role lists a program that comes for itself: then `sub` is its client.
    ...lost("client").filter((one) => one === client && one === who),
    ...losesProvider ? [provider2] : [],
    ...allows(after, kind) ? [] : [accessTitles()[kind]]
  ];
}
function endOf(now, { before: before2, after }, session) {
  if (after === void 0) {
    return fill(_("Role %{role}, by which you are logged in, is deleted: your session ends."), { role: before2.name });
  }
  if (after.name !== before2.name) {
    const names = { role: before2.name, name: after.name };
    return fill(_("Role %{role}, by which you are logged in, becomes %{name}: your session ends."), names);
  }
  const gone = lostGrounds(now, { before: before2, after }, session);
  const words = _(
    "Role %{role}, by which you are logged in, loses %{members}: where you had it by that, your session ends."
  );
  return gone.length === 0 ? void 0 : fill(words, { role: before2.name, members: summarize(gone) });
}
function changesOf(now, edited, { role }) {
  const held = now.roles.filter(({ name }) => role.split(",").includes(name));
  return held.map((before2) => ({ before: before2, after: edited.find(({ savedName }) => savedName === before2.name) }));
}
function given(now, changes, kind) {
  const names = (roles) => now.access_groups.map(({ name }) => name).filter((name) => roles.some((role) => permits({ fnmatch }, role, kind, name)));
  return {
    before: names(changes.map(({ before: before2 }) => before2)),
    after: names(changes.flatMap(({ after }) => after != null ? after : []))
  };
}
function effectOf(now, edited, session) {
  const changes = changesOf(now, edited, session);
  const all = kinds2.map((kind) => given(now, changes, kind));
  const has = (list, name) => list.includes(name);
  const ends = changes.some(({ before: before2, after }) => (after == null ? void 0 : after.name) !== before2.name);
  const isEmptied = all.some(({ before: before2 }) => before2.length > 0) && all.every(({ after }) => after.length === 0);
  const nothing_left = ends || isEmptied;
  return {
    nothing_left,
    more: !nothing_left && all.some(({ before: before2, after }) => after.some((name) => !has(before2, name))),
    fewer: !nothing_left && all.some(({ before: before2, after }) => before2.some((name) => !has(after, name)))
  };
}
function othersChanges(now, edited) {
  const others = now.sessions.filter(({ own: own2 }) => !own2);
  const told = (text, sessions2, params = {}) => {
    const users = summarize([...new Set(sessions2.map(({ who }) => who))]);
    return users === "" ? [] : [fill(text, { ...params, users })];
  };
  const effects = {
    more: _("More rights at once, in their live sessions: %{users}."),
    fewer: _("Fewer rights at once, in their live sessions: %{users}."),
    nothing_left: _("No rights any more, as their live sessions end or their role gives nothing: %{users}.")
  };
  const changed = Object.keys(effects).flatMap(
    (effect) => told(
      effects[effect],
      others.filter((session) => effectOf(now, edited, session)[effect])
    )
  );
  const losing = now.roles.flatMap(({ name: role }) => {
    const found = others.flatMap(
      (session) => changesOf(now, edited, session).flatMap(({ before: before2, after }) => {
        const lost = before2.name === role && after ? lostGrounds(now, { before: before2, after }, session) : [];
        return lost.length > 0 ? [{ session, lost }] : [];
      })
    );
    return told(
      _("Role %{role} loses %{members}: where these users had it by that, their live sessions end: %{users}."),
      found.map(({ session }) => session),
      { role, members: summarize([...new Set(found.flatMap(({ lost }) => lost))]) }
    );
  });
  return [...changed, ...losing];
}
function ownLosses(now, edited) {
  return now.sessions.filter(({ own: own2 }) => own2).flatMap((session) => {
    const changes = changesOf(now, edited, session);
    const lost = (kind) => {
      const { before: before2, after } = given(now, changes, kind);
      return before2.filter((name) => !after.includes(name));
    };
    const [read, write] = [lost("read"), lost("write")];
    const changed = write.filter((name) => !read.includes(name));
    return [
      ...changes.flatMap((change) => {
        var _a;
        return (_a = endOf(now, change, session)) != null ? _a : [];
      }),
      ...read.length > 0 ? [fill(_("You lose the access groups %{groups}."), { groups: summarize(read) })] : [],
      ...changed.length > 0 ? [fill(_("You can then look and no longer change: %{groups}."), { groups: summarize(changed) })] : []
    ];
  });
}
var decisive = ["enabled", "issuer_url", "client_id"];
function endsSessions(now, edited, provider2) {
  var _a;
  const isFirst = provider2 === first;
  const before2 = isFirst ? now.values : (_a = now.providers.find(({ name }) => name === provider2)) == null ? void 0 : _a.values;
  const further = edited.providers.find(({ name, savedName }) => savedName === provider2 && name === provider2);
  const after = isFirst ? edited.values : further == null ? void 0 : further.values;
  return before2 !== void 0 && decisive.some((option) => {
    var _a2, _b;
    return ((_a2 = before2[option]) != null ? _a2 : "") !== ((_b = after == null ? void 0 : after[option]) != null ? _b : "");
  });
}
function providerEnds(now, edited) {
  const ending = now.sessions.filter(({ provider: provider2 }) => endsSessions(now, edited, provider2));
  const users = summarize([...new Set(ending.flatMap(({ own: own2, who }) => own2 ? [] : [who]))]);
  const others = _("All sessions of a provider end with its issuer, its client ID or when it is turned off: %{users}.");
  return {
    own: ending.some(({ own: own2 }) => own2) ? [_("Your session ends, as your provider is another one or off.")] : [],
    others: users === "" ? [] : [fill(others, { users })]
  };
}

// src/luci/saving/staging.ts
var methods = {
  add: ["config", "type", "name", "values"],
  set: ["config", "section", "values"],
  delete: ["config", "section", "options"],
  rename: ["config", "section", "name"],
  order: ["config", "sections"],
  revert: ["config"]
};
function stage(call) {
  const params = methods[call.method];
  const values = { ...call, config: "sso-login" };
  return rpc.declare({ object: "uci", method: call.method, params, reject: true })(
    ...params.map((name) => values[name])
  );
}
async function stageAll(calls) {
  await stage({ method: "revert" });
  try {
    for (const call of calls) {
      await stage(call);
    }
  } catch (problem) {
    await stage({ method: "revert" });
    throw problem;
  }
}

// src/luci/page/saving.ts
function agreesToOverwrite({ lead, messages, noteShown }, conflicts) {
  const isRepeated = noteShown(conflicts);
  if (conflicts.length === 0 || isRepeated) {
    return true;
  }
  const title = _("Somebody else has saved this meanwhile. Nothing of yours is lost, and nothing is saved yet.");
  const lines = conflictLines(conflicts).map(({ text, place }) => ({ text, lead: () => lead(place) }));
  messages.show(`${title} ${_("Save once more to put yours in its place:")}`, lines);
  return false;
}
async function agreesToRights(now, edited) {
  const ends = providerEnds(now, edited);
  const losses = [...ends.own, ...ownLosses(now, edited.roles)];
  const told = [...losses, ...ends.others, ...othersChanges(now, edited.roles)];
  const heading = losses.length > 0 ? _("This changes your own rights") : _("This changes the rights of others");
  return told.length === 0 || await ask2(heading, told, _("Save"));
}
async function agreesToTrial({ lead, test }, now, edited) {
  const lines = againLines(now, edited);
  const instead = () => {
    lead({ option: "issuer_url" });
    test.begin();
  };
  const title = _("This puts passwords on trial again");
  return lines.length === 0 || await ask2(title, lines, _("Save"), { label: _("Test login"), act: instead });
}
async function callsToSave(page, edited) {
  const now = await callGet();
  const merged = merge(page.model.base, now, edited);
  if (!agreesToOverwrite(page, merged.conflicts)) {
    return void 0;
  }
  const calls = uciCalls(now, merged.edited);
  if (calls.length === 0) {
    page.messages.show(_("There is nothing to save."), [], "info");
    return void 0;
  }
  const isAgreed = await agreesToRights(now, merged.edited) && await agreesToTrial(page, now, merged.edited);
  return isAgreed ? calls : void 0;
}
async function save(page, checked) {
  const { messages } = page;
  messages.node.focus();
  const edited = page.collect(messages);
  if (edited === void 0) {
    return;
  }
  const work = async () => {
    const calls = await callsToSave(page, edited);
    if (calls === void 0) {
      return;
    }
    await stageAll(calls);
    if (changesLogins(calls)) {
      keepRequest({ kind: "check", provider: first });
    }
    letLeave();
    ui.changes.apply(checked);
  };
  await attempt(messages.node, work, _("The settings could not be saved:"));
}

// src/luci/check/check_panel.ts
function countOf({ findings: findings2 }, wanted) {
  return findings2.filter(({ level }) => level === wanted).length;
}
function renderSummary(report) {
  const summary = notice(report.ok ? countOf(report, "warning") > 0 ? "notice" : "success" : "error", [
    summaryOf(report)
  ]);
  summary.dataset["name"] = "check-summary";
  return summary;
}
function renderReport(report, page) {
  const groups2 = [...new Set(report.findings.map(({ provider: provider2 }) => provider2))];
  let left = report;
  const summary = E("div", {}, [renderSummary(report)]);
  const mended = (finding) => {
    left = withoutFinding(left, finding);
    dom.content(summary, [renderSummary(left)]);
  };
  return [
    summary,
    ...groups2.flatMap((provider2) => {
      const own2 = report.findings.filter((finding) => finding.provider === provider2);
      const heading = provider2 === void 0 ? [] : [E("h4", {}, [fill(_("Provider %{provider}"), { provider: provider2 })])];
      return [...heading, renderFindings(own2, { ...page, mended })];
    })
  ];
}
function sayProgress(say) {
  const texts2 = {
    "": "",
    router: _("The check asks this router's own web server."),
    discovery: _("The check reads the provider's discovery document."),
    keys: _("The check reads the provider's keys."),
    client: _("The check tries the client and its secret at the provider."),
    redirect: _("The check asks the provider for the redirect URI.")
  };
  let [said2, isOver] = ["", false];
  say(_("The check is running."));
  const ask3 = async () => {
    const words = texts2[(await callCheckStep()).step] || said2;
    if (!isOver && words !== said2) {
      said2 = words;
      say(words);
    }
  };
  const timer = window.setInterval(() => void ask3().catch(() => void 0), 1e3);
  return () => {
    isOver = true;
    window.clearInterval(timer);
  };
}
function checkPanel(task) {
  const result = E("div", { "data-name": "check-result" });
  const status = E("p", { role: "status", class: "sso-login-hidden", "data-name": "check-status" });
  const messages = problemList();
  const failed = _("The check could not be made:");
  const say = (words) => dom.content(status, [words]);
  const learn = (report, edited) => {
    var _a;
    for (const { provider: provider2 = (_a = task.provider) == null ? void 0 : _a.call(task), scopes: scopes2 } of missingScopes(report)) {
      const issuer = task.valueOf("issuer_url", provider2);
      for (const scope of unrequestedScopes(edited, provider2)) {
        task.learnScope(issuer, scope, scopes2.includes(scope));
      }
    }
  };
  const makeRoom = () => result.classList.add("sso-login-report");
  const work = async () => {
    var _a, _b;
    dom.content(result, []);
    const edited = task.collect(messages);
    result.classList.toggle("sso-login-report", edited !== void 0);
    if (edited === void 0) {
      return;
    }
    const stop = sayProgress(say);
    try {
      const answer = await callCheck(...requestArguments(edited, (_a = task.provider) == null ? void 0 : _a.call(task)));
      const report = shownReport(answer, window.location.port || "443", task.valueOf("client_id", (_b = task.provider) == null ? void 0 : _b.call(task)));
      dom.content(result, renderReport(report, actionsOf(task)));
      learn(report, edited);
      const [errors, warnings2] = [String(countOf(report, "error")), String(countOf(report, "warning"))];
      const counts = fill(_("Errors: %{errors}. Warnings: %{warnings}."), { errors, warnings: warnings2 });
      say(`${_("The check is done.")} ${summaryOf(report)} ${counts}`);
    } catch (failure) {
      say(`${failed} ${failureText(failure)}`);
      throw failure;
    } finally {
      stop();
    }
  };
  const about = _("Tries what a login needs, with what this page shows, saved or not. It takes up to 15 seconds.");
  const check = button("check", _("Check now"), () => attempt(result, work, failed), { kind: "action" });
  const begin = () => {
    reveal(check);
    check.click();
  };
  const node = panel("check-panel", _("Check"), about, [E("p", {}, [check]), status, messages.node, result]);
  return { node, begin, makeRoom };
}

// src/luci/check/test_start.ts
var outcomePath = "/cgi-bin/luci/admin/services/sso-login/test";
function link(href, name, text) {
  return E("a", { href, target: "_blank", rel: "noopener noreferrer", "data-name": name }, [text]);
}
function outcomeLink() {
  return E("p", {}, [link(outcomePath, "test-outcome", _("Show the outcome"))]);
}
function startedParts(url, opened) {
  const advice = _(
    "If the provider shows an error instead, its words say what it misses: most often the redirect URI, which must be registered there exactly as above."
  );
  const { host, origin } = new URL(url);
  const elsewhere = _("The test ends at %{host}, where you are not logged in: open the outcome from here.");
  return [
    notice("info", [
      opened ? _("The test goes on in another tab.") : link(url, "test-link", _("Open the test in another tab"))
    ]),
    E("p", {}, [advice]),
    ...origin === window.location.origin ? [] : [E("p", {}, [fill(elsewhere, { host })])],
    outcomeLink()
  ];
}
function askingAnew(edited) {
  const asking = { prompt: "login" };
  const providers = edited.providers.map((one) => ({ ...one, values: { ...one.values, ...asking } }));
  return { ...edited, providers, values: { ...edited.values, ...asking } };
}
function testPanel({ collect, provider: provider2, lead }, base, messages) {
  const result = liveRegion("test-message");
  const start = async (asOther) => {
    var _a, _b;
    dom.content(result, []);
    const edited = collect(messages);
    if (edited === void 0) {
      return;
    }
    const subject = (_a = edited.providers.find(({ name }) => name === (provider2 == null ? void 0 : provider2()))) != null ? _a : edited;
    if (needsSecret(subject, base)) {
      const text = `${_("Client secret")}: ${sentenceFor({ id: "typed_anew" })}`;
      const link2 = leadingText(text, () => lead({ provider: provider2 == null ? void 0 : provider2(), option: "client_secret" }));
      dom.content(result, [notice("error", [link2])]);
      return;
    }
    const tab = window.open("", "_blank");
    const settings2 = requestArguments(asOther ? askingAnew(edited) : edited, (_b = provider2 == null ? void 0 : provider2()) != null ? _b : first);
    const go = async () => {
      try {
        const url = httpsUrl((await callTestStart(...settings2)).url);
        if (tab !== null) {
          tab.opener = null;
          tab.location.replace(url);
        }
        dom.content(result, startedParts(url, tab !== null));
        onOutcome(() => dom.content(result, [outcomeLink()]));
      } catch (problem) {
        tab == null ? void 0 : tab.close();
        throw problem;
      }
    };
    await attempt(result, go, _("The test could not be started:"));
  };
  const about = _(
    "Goes to the provider in a new tab with what this page shows, saved or not and also while single sign-on is off, and shows what the provider says of you and what you would get. This does not log you in."
  );
  const test = button("test", _("Test login"), () => start(false));
  const other = button("test-other", _("Test as another account"), () => start(true));
  const begin = () => {
    reveal(test);
    test.click();
  };
  return { node: panel("test-panel", _("Test login"), about, [E("p", {}, [test, " ", other]), result]), begin };
}

// src/luci/kit/confirmation.ts
function createConfirmation() {
  let last;
  return (shown2) => {
    const now = JSON.stringify(shown2);
    const isSame2 = now === last;
    last = now;
    return isSame2;
  };
}

// src/luci/provider/form_context.ts
function fieldText({ options, id }, name) {
  var _a;
  const value = (_a = options.get(name)) == null ? void 0 : _a.formvalue(id);
  return typeof value === "string" ? value.trim() : "";
}
function fieldOptions(context) {
  var _a;
  const fields2 = [...context.options.keys()].filter((name) => !name.startsWith("_") && name !== "client_secret");
  const secret2 = (_a = context.options.get("client_secret")) == null ? void 0 : _a.formvalue(context.id);
  const texts2 = Object.fromEntries(fields2.map((name) => [name, fieldText(context, name)]));
  return {
    values: { ...context.start.values, ...texts2 },
    clientSecret: typeof secret2 === "string" ? secret2 : "",
    removeClientSecret: fieldText(context, "_forget") === "1"
  };
}
function setFields(context, values) {
  var _a, _b, _c;
  const { options, id } = context;
  for (const [name, value] of Object.entries(values)) {
    (_b = (_a = options.get(name)) == null ? void 0 : _a.getUIElement(id)) == null ? void 0 : _b.setValue(value);
    (_c = options.get(name)) == null ? void 0 : _c.triggerValidation(id);
  }
  context.report(fieldOptions(context));
}
function drawBelow(option, more) {
  const draw = option == null ? void 0 : option.renderWidget.bind(option);
  if (option !== void 0 && draw !== void 0) {
    option.renderWidget = async (section2, index, value) => {
      const field = await draw(section2, index, value);
      return E("div", {}, [field, ...more(field, typeof value === "string" ? value : "")]);
    };
  }
}

// src/luci/provider/address_fields.ts
var plain = { kind: "neutral sso-login-here" };
function copyButton(field) {
  return button("copy", _("Copy"), () => {
    var _a;
    return copyText((_a = field.querySelector("input")) != null ? _a : field);
  }, plain);
}
function hereButton(context, name, field, here) {
  const use = () => {
    var _a;
    setFields(context, { [name]: here });
    (_a = field.querySelector("input")) == null ? void 0 : _a.focus();
  };
  const shown2 = button("here", fill(_("Use %{address}"), { address: here }), use, plain);
  const { report } = context;
  context.report = (options) => {
    shown2.classList.toggle("hidden", options.values[name] === here);
    report(options);
  };
  return [" ", shown2];
}
function decorateAddresses(context, register) {
  var _a;
  const { options, provider: provider2 } = context;
  const redirect = options.get("redirect_uri");
  const addButtons = (name, buttons) => {
    if (context.mayWrite) {
      drawBelow(options.get(name), (field, value) => [E("div", { class: "sso-login-buttons" }, buttons(field, value))]);
    }
  };
  const here = () => {
    const address = redirectUriHere(window.location);
    return provider2.name() === first ? address : redirectUriOf(address, provider2.name());
  };
  if (redirect !== void 0) {
    redirect.default = context.mayWrite ? here() : null;
  }
  addButtons("redirect_uri", (field, value) => [
    copyButton(field),
    ...value === "" ? [] : hereButton(context, "redirect_uri", field, here())
  ]);
  if (((_a = context.start.values["client_id"]) != null ? _a : "") === "") {
    addButtons("issuer_url", () => [button("register", _("Register this router"), register, plain)]);
  }
  const after = "post_logout_redirect_uri";
  addButtons(after, (field) => [
    copyButton(field),
    ...hereButton(context, after, field, redirectUriHere(window.location).replace("/sso-login/callback", "/luci/"))
  ]);
  const logout = E("code", { "data-name": "backchannel-address" });
  const copyAddress = () => {
    logout.textContent = fieldText(context, "redirect_uri").replace("/callback", "/backchannel-logout");
    return copyText(logout);
  };
  addButtons("backchannel_logout", () => [logout, " ", button("copy", _("Copy its address"), copyAddress, plain)]);
  const keep3 = (path) => setFields(context, { ca_file: path });
  addButtons("ca_file", () => [
    button("paste", _("Paste or upload a certificate"), () => openCaDialog(keep3, provider2.name()), plain)
  ]);
}

// src/sso_login/base/version.ts
var version = "0.3.0";

// src/luci/provider/documents.ts
var published = "https://example.org/sso-login";
function documentUrl(path, folder = published) {
  return folder.startsWith("https://example.org/") ? void 0 : `${folder}/v${version}/docs/${path}`;
}
function optionLink(option, folder) {
  const name = `<code>${option}</code>`;
  const url = documentUrl(`configuration.md#${option}`, folder);
  return url === void 0 ? name : `<a href="${url}" target="_blank" rel="noreferrer">${name}</a>`;
}

// src/luci/provider/keys_panel.ts
function keysPanel({ jwks, mayWrite }, algorithm) {
  const keys = E("pre", { "data-name": "jwks" });
  const message = liveRegion("key-message");
  const retired = E("span", {});
  const show2 = (set) => {
    const text = set === void 0 ? "" : JSON.stringify(set, null, 2);
    keys.textContent = text || _("There is no key yet.");
    const hasOlder = mayWrite && text.split('"kid"').length > 2;
    dom.content(retired, hasOlder ? [button("retire-key", _("Remove the older key"), () => change(true))] : []);
  };
  const change = (retire) => attempt(message, async () => show2((await callKey(algorithm(), retire)).jwks));
  const buttons = [
    button("copy-key", _("Copy"), () => copyText(keys), { label: _("Copy the public keys") }),
    " ",
    button("make-key", _("Make a key"), () => change(false)),
    " ",
    retired
  ];
  show2(jwks);
  return E("div", { "data-name": "keys" }, [
    E("div", {}, [_("Public keys of this router")]),
    keys,
    ...mayWrite ? [E("div", { class: "sso-login-buttons" }, buttons)] : [],
    message
  ]);
}

// src/luci/provider/option_fields.ts
function helpOf(option, help) {
  return `${help} <small>${optionLink(option)}</small>`;
}
function fieldIn({ provider: provider2 }, field) {
  const { option } = field;
  if (provider2.nameProblem !== void 0 && option === "enabled") {
    return { ...field, title: _("Enabled"), help: _("The login page shows its button.") };
  }
  if (provider2.nameProblem !== void 0 && ["label", "color"].includes(option)) {
    return { ...field, tab: "provider" };
  }
  return field;
}
function offerProviders({ provider: provider2 }, node, values) {
  var _a, _b;
  const select = node == null ? void 0 : node.querySelector('[data-name="auto_redirect"] select');
  const chosen = (_a = values["auto_redirect"]) != null ? _a : "0";
  const choices = startChoices(provider2.further(), chosen);
  const shown2 = [...(_b = select == null ? void 0 : select.options) != null ? _b : []].map(({ value }) => value);
  if (select && shown2.join() !== choices.map(([value]) => value).join()) {
    select.replaceChildren(...choices.map(([value, label]) => E("option", { value }, [label])));
    select.value = chosen;
  }
}
function problemIn(context, option, text) {
  const shown2 = fieldOptions(context);
  const typed = option === "client_secret" ? { clientSecret: text } : { values: { ...shown2.values, [option]: text } };
  return optionProblem(option, { ...shown2, ...typed }, context.base, context.provider.name());
}
function addField(context, field) {
  var _a;
  const { option, tab, kind } = field;
  if (kind === "secret") {
    addSecret(context, field);
    return;
  }
  const classes = { text: form.Value, flag: form.Flag, choice: form.ListValue };
  const added = context.section.taboption(tab, classes[kind], option, field.title, helpOf(option, field.help));
  context.options.set(option, added);
  const { fallback } = ruleOf(option);
  if (kind === "text") {
    added.placeholder = fallback;
    added.validate = (_section, value) => {
      var _a2;
      return (_a2 = problemIn(context, option, value.trim())) != null ? _a2 : true;
    };
  } else {
    added.default = fallback != null ? fallback : null;
  }
  if (option === "issuer_url") {
    added.onchange = (_event, _section, value) => value.trim() === "" || value.includes("://") ? void 0 : setFields(context, { issuer_url: `https://${value.trim()}` });
  }
  for (const [value, label] of (_a = field.choices) != null ? _a : []) {
    added.value(value, label);
  }
  if (field.depends !== void 0) {
    added.depends(...field.depends);
  }
}
function addName(context) {
  const { section: section2, provider: provider2, options } = context;
  if (provider2.nameProblem === void 0) {
    return;
  }
  const help = _("A short name, such as club. It ends the redirect URI.");
  const option = section2.taboption("provider", form.Value, "_name", _("Name"), help);
  option.validate = (_section, value) => {
    var _a, _b;
    return (_b = (_a = provider2.nameProblem) == null ? void 0 : _a.call(provider2, value.trim())) != null ? _b : true;
  };
  option.onchange = () => setFields(context, {
    redirect_uri: redirectUriOf(fieldText(context, "redirect_uri"), fieldText(context, "_name"))
  });
  options.set("_name", option);
}
function addSecret(context, { title, help }) {
  const { section: section2, base, options } = context;
  if (!context.mayWrite) {
    const line2 = section2.taboption("provider", form.DummyValue, "_secret", title);
    line2.default = base.client_secret_set ? _("A secret is saved.") : _("No secret is saved.");
    return;
  }
  const secret2 = section2.taboption("provider", form.Value, "client_secret", title, helpOf("client_secret", help));
  options.set("client_secret", secret2);
  secret2.password = true;
  const isSafe = window.location.protocol === "https:";
  drawBelow(secret2, (field) => {
    var _a, _b;
    (_a = field.querySelector("input")) == null ? void 0 : _a.setAttribute("autocomplete", "new-password");
    const href = httpsAddress(window.location, (_b = base.values["redirect_uri"]) != null ? _b : "");
    const why = _("This page came over plain HTTP, where others can read a secret. To type one, open it over HTTPS:");
    return isSafe ? [] : [notice("warning", [why, " ", E("a", { href, "data-name": "https" }, [href])])];
  });
  if (!isSafe) {
    secret2.readonly = true;
    secret2.formvalue = () => "";
  }
  secret2.placeholder = base.client_secret_set ? _("A secret is saved; leave empty to keep it") : _("No secret is saved");
  secret2.validate = (_section, value) => {
    var _a;
    return (_a = problemIn(context, "client_secret", value)) != null ? _a : true;
  };
  if (base.client_secret_set) {
    const forget = section2.taboption("provider", form.Flag, "_forget", _("Remove the saved secret"));
    forget.depends("client_secret", "");
    options.set("_forget", forget);
  }
}
function presetNotes(preset) {
  const { id, issuer, name, notes } = preset;
  const url = documentUrl(`providers/${id}.md`);
  const link2 = fill(_("Setting up %{name}"), { name: said(name) });
  const items = notes.map((note) => E("li", {}, [said(note)]));
  const values = unusualValues(preset).map(([option, value]) => `${titleOf(option)} (${option}): ${value}`);
  const set = fill(_("This choice sets, under Advanced: %{values}."), { values: values.join("; ") });
  return [
    E("p", {}, [_("The issuer has this form:"), " ", E("code", {}, [issuer])]),
    ...values.length > 0 ? [E("p", {}, [set])] : [],
    E("ul", {}, items),
    ...url === void 0 ? [] : [E("a", { href: url, target: "_blank", rel: "noreferrer" }, [link2])]
  ];
}
function addPreset(context) {
  var _a, _b;
  if (!context.mayWrite) {
    return;
  }
  const help = _("Fills in the usual values for this provider, and shows what to set up there.");
  const option = context.section.taboption("provider", form.ListValue, "_preset", _("Provider"), help);
  const notes = E("div", { class: "cbi-value-description", "data-name": "preset-notes" });
  option.default = (_b = (_a = presetOf(context.start.values)) == null ? void 0 : _a.id) != null ? _b : "";
  option.value("", _("-- choose to fill in --"));
  for (const { id, name } of presets) {
    option.value(id, said(name));
  }
  const show2 = (wanted) => {
    const preset = presets.find(({ id }) => id === wanted);
    dom.content(notes, preset === void 0 ? [] : presetNotes(preset));
    return preset;
  };
  drawBelow(option, (_field, value) => {
    show2(value || option.default);
    return [notes];
  });
  option.onchange = (_event, _section, id) => {
    const preset = show2(id);
    if (preset !== void 0) {
      setFields(context, presetValues(preset, fieldText(context, "session_revalidate") !== ""));
    }
  };
}
function addOptionFields(context) {
  const { options, provider: provider2 } = context;
  const isFurther = provider2.nameProblem !== void 0;
  addName(context);
  addPreset(context);
  for (const field of fields().filter(({ option }) => hasField(option, isFurther, provider2.further().length > 0))) {
    addField(context, fieldIn(context, field));
  }
  const key3 = options.get("client_assertion_alg");
  drawBelow(key3, () => [keysPanel(context, () => String(key3 == null ? void 0 : key3.formvalue(context.id)))]);
}

// src/luci/provider/settings_form.ts
function settingsForm(task) {
  const { provider: provider2, start } = task;
  const isFurther = provider2.nameProblem !== void 0;
  const id = isFurther ? "provider" : "settings";
  const typed = start.clientSecret ? { client_secret: start.clientSecret } : {};
  const forget = start.removeClientSecret === true ? { _forget: "1" } : {};
  const data = { [id]: { ...start.values, ...typed, ...forget, _name: provider2.name() } };
  const about = _("Logging in to this router through an OpenID Connect provider.");
  const map = new form.JSONMap(data, isFurther ? "" : _("Single Sign-On"), isFurther ? "" : about);
  map.readonly = !task.mayWrite;
  const section2 = map.section(form.NamedSection, id, id);
  section2.tab("provider", _("Provider"));
  if (!isFurther) {
    section2.tab("roles", _("Roles"));
    section2.tab("sessions", _("Sessions"));
  }
  section2.tab("advanced", _("Advanced"));
  const context = { ...task, id, section: section2, options: /* @__PURE__ */ new Map() };
  const { options } = context;
  addOptionFields(context);
  let node;
  return {
    render: async (register, panels = []) => {
      decorateAddresses(context, register);
      addPanels(section2, panels);
      const drawn = await map.render();
      node = drawn;
      offerProviders(context, drawn, start.values);
      for (const { title, fields: fields2 } of fieldGroups()) {
        const shown2 = fields2.filter(({ option }) => options.has(option));
        const rows2 = shown2.map(({ option }) => drawn.querySelector(`[data-tab="advanced"] > [data-name="${option}"]`));
        foldRows(
          title,
          rows2.flatMap((row) => row != null ? row : [])
        );
      }
      const tell = () => context.report(fieldOptions(context));
      ["input", "change", "widget-change"].forEach((event) => drawn.addEventListener(event, tell));
      tell();
      await watchPanels(drawn, panels);
      return drawn;
    },
    value: (option) => fieldText(context, option),
    set: (option, value) => setFields(context, { [option]: value }),
    lead: (option) => leadToField(option, node),
    draw: (values) => {
      offerProviders(context, node, values);
      const changed = [...options.keys()].flatMap((option) => {
        const value = values[option];
        return value === void 0 || fieldText(context, option) === value ? [] : [[option, value]];
      });
      if (node !== void 0 && changed.length > 0) {
        setFields(context, Object.fromEntries(changed));
      }
    },
    showProblems: (problems, place) => {
      options.forEach((option) => option.triggerValidation(id));
      place.clear();
      if (problems.length > 0) {
        place.show(_("Some fields are wrong:"), problems);
      }
      return problems.length === 0;
    }
  };
}

// src/luci/page/provider_dialog.ts
async function openProviderDialog(model, mayWrite, [start, known, option = "_name"], done) {
  var _a;
  const base = (_a = model.base.providers.find(({ name }) => name === start.savedName)) != null ? _a : {
    values: {},
    client_secret_set: false
  };
  let provider2 = start;
  const edited = () => {
    const settings2 = model.edited();
    return { ...settings2, providers: [...settings2.providers.filter((one) => one !== known), provider2] };
  };
  const others = [...model.providers.names(known), ...model.roles.names()];
  const nameProblem = (name) => providerNameProblem(name, others);
  const form2 = settingsForm({
    base,
    mayWrite,
    start: provider2,
    jwks: model.base.jwks,
    provider: { name: () => provider2.name, nameProblem, further: () => [] },
    report: (options) => provider2 = { ...provider2, ...options, name: form2.value("_name") }
  });
  const isRight = (place) => {
    const wrongName = nameProblem(provider2.name);
    const options = { clientSecret: "", removeClientSecret: false, ...provider2 };
    const problems = [
      ...wrongName === void 0 ? [] : [{ text: titledText(_("Name"), wrongName), place: { option: "_name" } }],
      ...optionProblems(options, base, provider2.name, true)
    ];
    const lines = problems.map((one) => ({ text: one.text, lead: () => form2.lead(one.place.option) }));
    return form2.showProblems(lines, place);
  };
  const messages = problemList();
  const close = () => {
    keepAtSessionEnd(model);
    closeDialog();
  };
  const finish = () => {
    if (isRight(messages)) {
      close();
      done(provider2);
    }
  };
  const editing = {
    collect: (place) => isRight(place) ? edited() : void 0,
    provider: () => provider2.name,
    valueOf: (option2) => {
      var _a2;
      return (_a2 = provider2.values[option2]) != null ? _a2 : "";
    },
    set: form2.set,
    lead: (place) => {
      var _a2;
      return "option" in place && form2.lead((_a2 = place.option) != null ? _a2 : "");
    },
    learnScope: model.learnScope,
    // The dialog's own changes are left out: a new provider would collide with the one that was just saved.
    reopen: () => reopen(model)
  };
  const node = await form2.render(() => registerAt(editing));
  const title = known === void 0 ? _("New provider") : fill(_("Provider %{provider}"), { provider: known.name });
  const content = E("div", { "data-name": "provider-dialog" }, [
    node,
    messages.node,
    checkPanel(editing).node,
    testPanel(editing, base, messages).node
  ]);
  nameFields(content);
  keepAtSessionEnd({ base: model.base, edited });
  openDialog(title, [content], _("OK"), finish, close);
  form2.lead(option);
}

// src/luci/kit/section_list.ts
function cell(title = "", children = [], name = null) {
  return E("td", { class: "td cbi-value-field", "data-title": title, "data-name": name }, children);
}
function sectionList(task) {
  const { kind, sections, mayWrite, columns, copy } = task;
  const { all, isGone } = sections;
  const body = E("div", { "data-name": `${kind}s` });
  let drawn = [];
  let drawnTexts = "";
  const rows2 = () => [...body.querySelectorAll(`[data-${kind}]`)];
  const focus = (section2, name) => {
    var _a, _b;
    return (_b = (_a = rows2()[all().indexOf(section2)]) == null ? void 0 : _a.querySelector(`[data-name="${name}"]`)) == null ? void 0 : _b.focus();
  };
  const labelOf = ({ name }) => fill(task.label, { [kind]: name });
  const move = (section2, by) => {
    sections.move(section2, by);
    focus(section2, "move");
  };
  const actions = (section2) => {
    const action = (name, title, work) => [
      button(name, title, work, { kind: name, label: `${title}: ${labelOf(section2)}` }),
      " "
    ];
    const change = (work, next) => () => {
      work(section2);
      focus(section2, next);
    };
    const buttons = isGone(section2) ? action("undo", _("Undo"), change(sections.restore, "remove")) : [
      ...action("edit", _("Edit"), () => task.edit(section2)),
      ...copy === void 0 ? [] : action("neutral", _("Duplicate"), () => copy(section2)),
      ...action("remove", _("Delete"), change(sections.remove, "undo"))
    ];
    return E("td", { class: "td cbi-section-table-cell nowrap cbi-section-actions" }, [E("div", {}, buttons)]);
  };
  const handle = (section2) => {
    if (!mayWrite || task.isOrdered !== true || all().length < 2 || isGone(section2)) {
      return [];
    }
    const place = { section: labelOf(section2), place: String(all().indexOf(section2) + 1) };
    const label = fill(_("Move: %{section}, now at place %{place}. Press the arrow keys."), place);
    const title = _("Drag, or press the arrow keys");
    const look = { class: "btn cbi-button drag-handle", "data-name": "move", role: "button", tabindex: "0" };
    const made = E("span", { ...look, title, "aria-label": label }, ["☰"]);
    made.addEventListener("pointerdown", ({ pointerId }) => made.setPointerCapture(pointerId));
    made.addEventListener("pointerup", ({ clientX, clientY }) => {
      var _a;
      const target = (_a = document.elementFromPoint(clientX, clientY)) == null ? void 0 : _a.closest(`[data-${kind}]`);
      const to = rows2().findIndex((row2) => row2 === target);
      if (to >= 0) {
        move(section2, to - all().indexOf(section2));
      }
    });
    made.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (by !== void 0) {
        event.preventDefault();
        move(section2, by);
      }
    });
    return [made, " "];
  };
  const stateOf = (section2) => isGone(section2) ? _("Is deleted when you save.") : task.state(section2);
  const row = (section2) => E(
    "tr",
    {
      class: `tr cbi-section-table-row${isGone(section2) ? " sso-login-gone" : ""}`,
      [`data-${kind}`]: section2.name
    },
    [
      cell(columns[0], [...handle(section2), E("strong", {}, [section2.name])]),
      ...task.cells(section2).map((text, at) => cell(columns[at + 1], [text])),
      cell(columns[columns.length - 1], [stateOf(section2)], "reach"),
      ...mayWrite ? [actions(section2)] : []
    ]
  );
  const draw = () => {
    var _a;
    const texts2 = JSON.stringify(all().map((one) => [isGone(one), ...task.cells(one)]));
    const isSame2 = all().length === drawn.length && all().every((one, at) => one === drawn[at]);
    if (isSame2 && texts2 === drawnTexts) {
      const places = body.querySelectorAll('[data-name="reach"]');
      places.forEach((place, at) => {
        const one = drawn[at];
        dom.content(place, one === void 0 ? [] : [stateOf(one)]);
      });
      return;
    }
    [drawn, drawnTexts] = [all(), texts2];
    const heads = columns.map((title) => E("th", { class: "th cbi-section-table-cell" }, [title]));
    const last = E("th", { class: "th cbi-section-table-cell" }, [
      E("span", { class: "sso-login-hidden" }, [_("Actions")])
    ]);
    const none = E("tr", { class: "tr placeholder" }, [E("td", { class: "td" }, [(_a = task.none) != null ? _a : ""])]);
    const table2 = E("table", { class: "table cbi-section-table" }, [
      E("tr", { class: "tr cbi-section-table-titles" }, [...heads, ...mayWrite ? [last] : []]),
      ...drawn.length > 0 ? drawn.map(row) : [none]
    ]);
    dom.content(body, drawn.length === 0 && task.none === void 0 ? [] : [table2]);
  };
  draw();
  return { node: body, draw, focus };
}

// src/luci/page/providers_table.ts
function providersTable(model, mayWrite) {
  const { providers } = model;
  const list = sectionList({
    kind: "provider",
    mayWrite,
    sections: providers,
    columns: [_("Name"), _("Label"), _("Issuer"), _("State")],
    cells: ({ values }) => {
      var _a, _b;
      return [(_a = values["label"]) != null ? _a : "", (_b = values["issuer_url"]) != null ? _b : ""];
    },
    state: (provider2) => {
      var _a;
      return (_a = providerProblem(provider2, model)) != null ? _a : provider2.values["enabled"] === "1" ? _("enabled") : _("disabled");
    },
    label: _("Provider %{provider}"),
    edit: (provider2) => edit(provider2, provider2)
  });
  const edit = (provider2, known, option) => openProviderDialog(model, mayWrite, [provider2, known, option], (edited) => {
    model.putProvider(edited, known);
    list.focus(edited, "edit");
  });
  const add = () => {
    const { redirect_uri } = model.edited().values;
    const address = redirect_uri ? { redirect_uri: redirectUriOf(redirect_uri, "") } : {};
    return edit({ name: "", values: { enabled: "1", scope: "openid profile email", ...address } });
  };
  const about = _("Each has a button on the login page. Roles apply at the first provider, unless they name others.");
  const node = panel("providers-section", _("Further providers"), about, [
    list.node,
    ...mayWrite ? [button("add-provider", _("Add provider"), add, { kind: "add" })] : []
  ]);
  const draw = () => {
    list.draw();
    const isEmpty = providers.all().length === 0;
    node.querySelectorAll("h3, .cbi-section-descr").forEach((part2) => part2.classList.toggle("hidden", isEmpty));
  };
  draw();
  model.onChange(draw);
  return {
    node,
    lead: (name, option, value) => {
      const known = providers.find(name);
      if (known !== void 0 && mayWrite) {
        const changed = option !== void 0 && value !== void 0 ? { [option]: value } : {};
        void edit({ ...known, values: { ...known.values, ...changed } }, known, option);
      }
    }
  };
}

// src/luci/roles/role_objection.ts
var memberLists = ["email", "group", "sub", "client"];
function doubts(role, offered, isForPeople) {
  const odd2 = memberLists.flatMap((list) => oddMembers(list, role[list]));
  const entries = { entries: odd2.join(", ") };
  const mistyped = _("These entries have a character that most often comes from copying: %{entries}.");
  const noPage = _(
    "With these rights the role opens no page of this router, and a user without another role is refused at the login."
  );
  return [
    ...odd2.length > 0 ? [fill(mistyped, entries)] : [],
    ...isForPeople && !opensPage(offered, role) ? [noPage] : []
  ];
}
function objectionTo(role, offered, ticked) {
  if (memberLists.every((list) => role[list].length === 0)) {
    return { kind: "error", field: "email", text: _("Whom is this role for? Enter an e-mail address or a group.") };
  }
  if (ticked.length === 0) {
    return { kind: "error", field: "provider", text: _("Where does this role apply? Choose a provider.") };
  }
  const { access_groups: groups2 } = offered;
  const isForPeople = allows(role, "web");
  const hasRights = role.read.length + role.write.length > 0;
  const isKnown = groups2.some(({ name }) => name === luci_group);
  if (isForPeople && isKnown && hasRights && !givesGroup(groups2, role, luci_group)) {
    const entry = exclusionOf(role, luci_group);
    const text = _('Without the access group luci-base there are errors and no "Log out".');
    const excluded = _('The entry %{entry} takes luci-base away: remove it under "By technical names".');
    return entry === void 0 ? { kind: "no_luci", text } : { kind: "error", field: "rights", text: `${text} ${fill(excluded, { entry })}` };
  }
  const questions = doubts(role, offered, isForPeople);
  return questions.length > 0 ? { kind: "question", text: [...questions, _("Press OK once more to keep it.")].join(" ") } : void 0;
}

// src/luci/roles/rights_by_page.ts
function searchWords({ path }) {
  var _a;
  const words = {
    "admin/network/wireless": _("Wi-Fi WLAN radio wireless password restart"),
    "admin/network/network": _("LAN WAN IP address Internet"),
    "admin/network/dhcp": _("IP address lease device host name"),
    "admin/network/firewall": _("security rules zones open port forwarding NAT"),
    "admin/system/reboot": _("restart switch off and on"),
    "admin/system/flash": _("backup firmware update upgrade reset"),
    "admin/system/admin": _("password SSH key"),
    "admin/status/overview": _("start page devices who is connected")
  };
  return (_a = words[path]) != null ? _a : "";
}
function oncePerTitle(pages) {
  const found = /* @__PURE__ */ new Map();
  for (const page of pages.filter(({ groups: groups2 }) => groups2.length > 0)) {
    const title = page.titles.join("\n");
    const known = found.get(title);
    found.set(title, known ? { ...known, groups: [.../* @__PURE__ */ new Set([...known.groups, ...page.groups])] } : page);
  }
  return [...found.values()];
}
var order = ["none", "read", "write"];
function leastOf(each) {
  var _a;
  return (_a = order[Math.min(...each.map((right) => order.indexOf(right)))]) != null ? _a : "none";
}
function rightToPage(rights, { groups: groups2 }) {
  return leastOf(groups2.map((group) => rightOf(rights, group)));
}
function patternRightToPage(rights, page) {
  const given2 = leastOf(page.groups.map((group) => permittedRight(rights, group)));
  return order.indexOf(given2) > order.indexOf(rightToPage(rights, page)) ? given2 : void 0;
}
function withPage(rights, { groups: groups2 }, right, known) {
  const changed = groups2.reduce((before2, group) => withRight(before2, group, right), rights);
  const own2 = rightOf(changed, luci_group);
  if (right === "none" || own2 === "write") {
    return changed;
  }
  const isFull = known.some(({ name, write }) => groups2.includes(name) && write === "everything");
  return withRight(changed, luci_group, right === "write" && isFull ? "write" : "read");
}

// src/luci/roles/rights_field.ts
function line({ entry, title, right, code, words = "" }, change) {
  const given2 = [
    ["read", _("may read")],
    ["write", _("may change")]
  ];
  const taken = [[right, _("takes away")]];
  const select = selectField("right", [["none", "-"], ...isExclusion(entry) ? taken : given2]);
  select.setAttribute("aria-label", title);
  select.value = right;
  select.addEventListener("change", () => change(select.value));
  const attributes = { "data-entry": entry, "data-words": `${title} ${entry} ${words}`.toLowerCase(), title: entry };
  return E("label", attributes, [select, " ", E("span", {}, [title, ...small(code)])]);
}
function searchable(name, title, label, more = []) {
  const list = E("div", { class: "sso-login-groups", "data-name": `${name}-list` });
  const search = E("input", {
    type: "search",
    class: "cbi-input-text",
    "data-name": name,
    placeholder: label,
    "aria-label": label
  });
  const find = () => {
    var _a;
    const wanted = search.value.toLowerCase();
    for (const row of list.querySelectorAll("[data-words]")) {
      row.classList.toggle("hidden", !((_a = row.dataset["words"]) != null ? _a : "").includes(wanted));
    }
  };
  search.addEventListener("input", find);
  const draw = (lines) => {
    var _a, _b;
    const at = [...list.children].findIndex((row) => row.contains(document.activeElement));
    dom.content(list, lines);
    find();
    (_b = (_a = list.children[at]) == null ? void 0 : _a.querySelector("select")) == null ? void 0 : _b.focus();
  };
  return { node: E("details", { class: "sso-login-fold" }, [E("summary", {}, title), search, list, ...more]), draw };
}
function rightsPicker(offered, start) {
  const { access_groups: groups2, pages } = offered;
  let rights = start;
  const verdict = E("div", { class: "cbi-value-description", "data-name": "reach", "aria-live": "polite" });
  const opened = E("div", { "data-name": "pages" });
  const byPage = searchable("search", [_("Choose page by page")], _("Search a page"));
  const pattern = textField("pattern");
  pattern.placeholder = "!luci-app-*";
  pattern.setAttribute("aria-label", _("Names with * (pattern)"));
  const hint = _("* means any characters; a leading ! takes away what the other lines give.");
  const add = button("add-pattern", _("Add pattern"), () => addPattern());
  const byGroup = searchable(
    "search-groups",
    [_("By technical names"), ...small(_("names of access groups, patterns"))],
    _("Search an access group"),
    [
      E("div", { class: "sso-login-pattern" }, [pattern, " ", add]),
      E("div", { class: "cbi-value-description" }, [hint])
    ]
  );
  const draw = () => {
    byPage.draw(
      oncePerTitle(pages).map((page) => {
        var _a;
        const fixed = patternRightToPage(rights, page);
        const [entry, right] = [page.path, fixed != null ? fixed : rightToPage(rights, page)];
        const row = line(
          { entry, title: pageTitle(page.titles), right, words: searchWords(page) },
          (chosen) => fillIn(withPage(rights, page, chosen, groups2))
        );
        (_a = row.querySelector("select")) == null ? void 0 : _a.toggleAttribute("disabled", fixed !== void 0);
        return row;
      })
    );
    const everything = (entry) => entry === "*" ? _("Everything on this router") : entry;
    const named2 = groups2.map((group) => ({ entry: group.name, title: groupTitle(group) }));
    named2.sort((one, other) => one.title.localeCompare(other.title));
    const entries = [.../* @__PURE__ */ new Set([...rights.read, ...rights.write])];
    const unknown = entries.filter((entry) => !groups2.some(({ name }) => name === entry));
    const others = unknown.map((entry) => ({ entry, title: everything(entry) }));
    byGroup.draw(
      [...others, ...named2].map(
        ({ entry, title }) => line(
          { entry, title, right: rightOf(rights, entry), code: title === entry ? void 0 : entry },
          (right) => fillIn(withRight(rights, entry, right))
        )
      )
    );
    const [sentence = "", ...causes] = reachTexts(offered, rights);
    const lines = causes.map((cause) => E("li", {}, [cause]));
    dom.content(verdict, [sentence, ...lines.length > 0 ? [E("ul", {}, lines)] : []]);
    const titles = pagesOf(offered, rights).map((page) => page.titles);
    const closed = causes.length === 0 && titles.length > 0 ? leftOut(offered, rights) : [];
    const count2 = fill(_("Pages left out (%{count})"), { count: String(closed.length) });
    dom.content(opened, [
      ...pages.length === 0 ? [] : pagesList(titles, givesGroup(groups2, rights, luci_group)),
      ...closed.length === 0 ? [] : [foldedList("left-out", count2, closed, true)]
    ]);
  };
  const fillIn = (filled) => {
    rights = filled;
    draw();
  };
  const buttons = shortcuts(offered).flatMap(({ id, title, rights: filled }) => [
    button(id, title, () => fillIn(filled)),
    " "
  ]);
  const addPattern = () => {
    const entry = pattern.value.trim();
    if (entry !== "" && memberProblem(entry) === void 0) {
      pattern.value = "";
      fillIn(withEntry(rights, entry));
    }
  };
  draw();
  return {
    node: E("div", { "data-name": "rights" }, [E("p", {}, buttons), verdict, opened, byPage.node, byGroup.node]),
    add: (entry) => fillIn(withRight(rights, entry, "read")),
    addTyped: () => {
      addPattern();
      return rights;
    }
  };
}

// src/luci/roles/role_dialog.ts
var section = "role";
function addFields2(map, { before: before2, model }) {
  const others = [...model.roles.names(before2), ...model.further()];
  const named2 = map.section(form.NamedSection, section, section);
  const options = /* @__PURE__ */ new Map();
  const name = named2.option(form.Value, "name", _("Name"), _("Letters, digits and _; sessions are named after it."));
  name.validate = (_section, value) => {
    var _a;
    return (_a = roleNameProblem(value.trim(), others, model.base.logins)) != null ? _a : true;
  };
  options.set("name", name);
  const texts2 = {
    email: _("Who has one of them has this role. Upper and lower case are the same."),
    group: _("Who is in one of them at the provider has this role. They are compared exactly."),
    sub: _("Of users at the provider (claim sub); they are never given to someone else."),
    client: _("Programs that come by themselves, without a user: their client IDs at the provider.")
  };
  for (const list of memberLists) {
    const option = named2.option(form.DynamicList, list, listTitle(list), texts2[list]);
    option.validate = (_section, value) => {
      var _a;
      return (_a = memberProblem(value)) != null ? _a : true;
    };
    options.set(list, option);
  }
  return options;
}
function problemOf(options) {
  var _a;
  (_a = options.get("name")) == null ? void 0 : _a.triggerValidation(section);
  for (const [field, option] of options) {
    if (!option.isValid(section)) {
      return { kind: "error", field, text: option.getValidationError(section) };
    }
  }
  return void 0;
}
function fieldRow(name, title, parts2) {
  return E("div", { class: "cbi-value", role: "group", "aria-label": title, "data-name": name }, [
    E("div", { class: "cbi-value-title" }, [title]),
    E("div", { class: "cbi-value-field" }, parts2)
  ]);
}
function boxRow(name, help, entries, ticked) {
  const boxes = Object.keys(entries).map((value) => {
    const checked = ticked.includes(value) ? "" : null;
    return E("input", { type: "checkbox", value, "data-name": `at-${value}`, checked });
  });
  const lines = boxes.map((box) => {
    var _a;
    return E("label", {}, [box, " ", (_a = entries[box.value]) != null ? _a : ""]);
  });
  const node = fieldRow(name, listTitle(name), [
    E("div", { class: "sso-login-places" }, lines),
    E("div", { class: "cbi-value-description" }, [help])
  ]);
  return { node, value: () => boxes.filter(({ checked }) => checked).map(({ value }) => value) };
}
async function openRoleDialog(task) {
  const { role, offered } = task;
  const map = new form.JSONMap({ [section]: { ...role } }, "");
  const options = addFields2(map, task);
  const names = [.../* @__PURE__ */ new Set([...allNames(task.model), ...role.provider])];
  const providersHelp = _(
    "The role applies at these providers. User IDs belong to their own provider; once this choice has been changed, it must be one of them."
  );
  const providers = boxRow(
    "provider",
    providersHelp,
    Object.fromEntries(names.map((name) => [name, name])),
    providersOf(role)
  );
  const access = boxRow("access", _("Leave empty for people."), accessTitles(), role.access);
  const picker = rightsPicker(offered, { read: role.read, write: role.write });
  const message = E("div", { "aria-live": "assertive" });
  const fields2 = await map.render();
  const focus = (field) => {
    var _a;
    return (_a = fields2.querySelector(`[data-name="${field}"] input`)) == null ? void 0 : _a.focus();
  };
  const noteShown = createConfirmation();
  const takeEntered = () => {
    var _a;
    const listed2 = (list) => {
      var _a2, _b;
      return [(_b = (_a2 = options.get(list)) == null ? void 0 : _a2.formvalue(section)) != null ? _b : []].flat().filter((member) => member !== "");
    };
    const text = (_a = options.get("name")) == null ? void 0 : _a.formvalue(section);
    const provider2 = listOfTicked(providers.value(), role);
    return {
      ...withSubjects(role, listed2("sub"), subjectIssuers({ provider: provider2 }, task.model)),
      ...picker.addTyped(),
      name: typeof text === "string" ? text.trim() : "",
      email: listed2("email"),
      group: listed2("group"),
      client: listed2("client"),
      access: access.value(),
      provider: provider2
    };
  };
  const repair = () => {
    picker.add(luci_group);
    finish();
  };
  let wrong = "";
  const show2 = (objection) => {
    const { kind, text } = objection;
    const more = kind === "no_luci" ? [" ", button("repair", _("Add luci-base"), repair)] : [];
    wrong = kind === "error" ? objection.field : "";
    if (wrong !== "") {
      focus(wrong);
    }
    dom.content(message, [notice(kind === "question" ? "warning" : "error", [text, ...more])]);
  };
  const forget = ({ target }) => {
    if (wrong !== "" && target instanceof Element && target.closest(`[data-name="${wrong}"]`) !== null) {
      dom.content(message, []);
    }
  };
  ["input", "cbi-dynlist-change"].forEach((event) => fields2.addEventListener(event, forget));
  const finish = () => {
    var _a;
    const wanted = takeEntered();
    const objection = (_a = problemOf(options)) != null ? _a : objectionTo(wanted, offered, providers.value());
    const isRepeated = noteShown([wanted, objection]);
    if (objection === void 0 || objection.kind === "question" && isRepeated) {
      closeDialog();
      task.done(wanted);
    } else {
      show2(objection);
    }
  };
  const rows2 = ["sub", "client"].map((list) => fields2.querySelector(`[data-name="${list}"]`));
  foldRows(_("User IDs, programs"), [...rows2.flatMap((row) => row != null ? row : []), access.node]);
  nameFields(fields2);
  if (names.length > 1) {
    fields2.append(providers.node);
  }
  openDialog(task.title, [fields2, fieldRow("", _("Rights"), [picker.node]), message], _("OK"), finish);
  focus(role.name === "" ? "name" : "email");
}

// src/luci/roles/roles_table.ts
function rolesTable(model, mayWrite) {
  const { roles } = model;
  let loaded;
  const message = liveRegion("roles-message");
  const open = (title, offered, role, before2) => openRoleDialog({
    title,
    role,
    before: before2,
    offered,
    model,
    done: (edited) => {
      roles.put(edited, before2);
      list.focus(edited, "edit");
    }
  });
  const edit = (role) => whenLoaded((offered) => open(fill(_("Role %{role}"), { role: role.name }), offered, role, role));
  const list = sectionList({
    kind: "role",
    mayWrite,
    sections: roles,
    isOrdered: true,
    // The service names members only to users who may write; the others have no dialog, which names the access groups.
    columns: [_("Name"), ...mayWrite ? [_("Who")] : [listTitle("read"), listTitle("write")], _("What it can do")],
    cells: (role) => mayWrite ? [whoText(role, model) || _("nobody yet")] : [role.read.join(", "), role.write.join(", ")],
    state: (role) => {
      var _a;
      return (_a = roleProblem(role, model)) != null ? _a : loaded === void 0 ? "" : reachLine(loaded, role);
    },
    none: _("There is no role yet."),
    label: _("Role %{role}"),
    edit,
    copy: (role) => whenLoaded((offered) => open(_("New role"), offered, copyOf(role, roles.names())))
  });
  const whenLoaded = (work) => attempt(message, async () => {
    var _a;
    loaded != null ? loaded : loaded = await callRights();
    list.draw();
    (_a = adders["look"]) == null ? void 0 : _a.replaceChildren(lookTitle(loaded));
    await work(loaded);
  });
  const add = (template) => whenLoaded((offered) => {
    var _a;
    const { name = "", rights: granted = { read: [], write: [] } } = (_a = templates(offered.access_groups).find(({ id }) => id === template)) != null ? _a : {};
    reveal(node);
    return open(_("New role"), offered, newRole(name === "" ? "" : freeName(name, roles.names()), granted));
  });
  const adders = Object.fromEntries(
    templates([]).map(({ id, title }) => [id, button(`add-${id}`, title, () => add(id), { kind: "add" })])
  );
  const about = _(
    "A role gives users rights on this router. Rights of several roles add up; the session is named after the first matching role. Without a role no one gets in."
  );
  const node = panel("roles-section", _("Roles"), about, [
    list.node,
    ...mayWrite ? [E("div", { class: "cbi-section-create" }, Object.values(adders))] : [],
    message
  ]);
  model.onChange(list.draw);
  return {
    node,
    add,
    load: () => whenLoaded(() => void 0),
    lead: (name) => {
      var _a;
      const role = roles.find(name);
      reveal(node);
      node.scrollIntoView({ block: "nearest" });
      if (role !== void 0 && mayWrite) {
        void edit(role);
      } else {
        (_a = node.querySelector(".cbi-section-create button")) == null ? void 0 : _a.focus();
      }
    }
  };
}

// src/luci/page/settings_page.ts
function createPage(model, mayWrite) {
  const { base } = model;
  keepAtSessionEnd(model);
  const further = providersTable(model, mayWrite);
  const table2 = rolesTable(model, mayWrite);
  const form2 = settingsForm({
    base,
    mayWrite,
    start: model.edited(),
    jwks: base.jwks,
    report: model.setOptions,
    provider: { name: () => first, further: model.further }
  });
  model.onChange(() => form2.draw(model.edited().values));
  const lead = (place) => {
    var _a;
    if ("role" in place) {
      table2.lead(place.role);
    } else if (place.provider === void 0 || place.provider === first) {
      form2.lead((_a = place.option) != null ? _a : "");
    } else {
      further.lead(place.provider, place.option);
    }
  };
  const editing = {
    lead,
    collect: (messages2) => {
      const problems = settingsProblems(model).map(({ text, place }) => ({ text, lead: () => lead(place) }));
      return form2.showProblems(problems, messages2) ? model.edited() : void 0;
    },
    learnScope: model.learnScope,
    reopen: () => reopen(model),
    valueOf: (option, provider2 = first) => {
      var _a, _b;
      return (_b = (_a = provider2 === first ? model.edited() : model.providers.find(provider2)) == null ? void 0 : _a.values[option]) != null ? _b : "";
    },
    set: (option, value, provider2 = first) => provider2 === first ? model.set(option, value) : further.lead(provider2, option, value)
  };
  const messages = problemList();
  return {
    ...editing,
    model,
    mayWrite,
    form: form2,
    further,
    table: table2,
    check: checkPanel(editing),
    test: testPanel(editing, base, messages),
    messages,
    noteShown: createConfirmation()
  };
}

// src/luci/page/settings.ts
function draftNote(hadSecret) {
  const secret2 = hadSecret ? _("The client secret was not kept: type it once more.") : "";
  const words = `${_("What you had typed is here again. It is not saved yet.")} ${secret2}`.trim();
  return E("p", { class: "alert-message notice", role: "status", "data-name": "restored" }, [words]);
}
var settingsPage = {
  load: () => callSaved(),
  async render(saved) {
    const mayWrite = L.hasViewPermission() === true;
    const restored = mayWrite ? restoreDraft(saved) : void 0;
    const page = createPage(createModel(restored != null ? restored : { base: saved }), mayWrite);
    const about = _("On the router, sso-login --help lists the commands.");
    const form2 = await drawForm(page, () => save(page, true));
    const node = styledPage([
      ...restored === void 0 ? [] : [draftNote(restored.hadSecret)],
      form2,
      E("p", { class: "cbi-section-descr", "data-name": "version" }, [`sso-login ${saved.version}. ${about}`]),
      page.messages.node
    ]);
    if (mayWrite) {
      serveTests(page);
      this.handleSaveApply = (_event, mode) => save(page, mode === "0");
      this.handleReset = discard;
      pressSaveByKey();
      askBeforeLeaving(page.model, restored !== void 0);
    }
    return node;
  },
  // Staged changes could not be shown without the right to read the package: they are saved and applied, or neither.
  handleSave: null,
  handleSaveApply: null,
  handleReset: null
};
var settings_default = view.extend(window.location.pathname.endsWith("/test") ? testPage : settingsPage);
return settings_default;
