// Generated from src/luci/test.ts by "make luci"; do not edit.
"use strict";
"require view";
"require dom";
"require rpc";
"require ui";

// src/sso_login/base/names.ts
var first = "default";

// src/sso_login/base/texts.ts
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

// src/luci/calls.ts
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
function part(name2) {
  const call = declare("get", ["part"]);
  return () => call(name2);
}
var callGet = declare("get");
var callSaved = part("saved");
var callRights = part("rights");
var callPeople = part("people");
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

// src/luci/failure.ts
function failureText(failure) {
  var _a, _b;
  const text = failure instanceof Error ? failure.message : String(failure);
  return (_b = (_a = text.split("\n")[0]) == null ? void 0 : _a.trim()) != null ? _b : "";
}

// src/luci/buttons.ts
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

// src/luci/panels.ts
function table(name2, titles, rows) {
  const heads = titles.map((title) => E("th", { class: "th", scope: "col" }, [title]));
  const cells = (row) => row.map((cell, at) => {
    var _a;
    return E("td", { class: "td", "data-title": (_a = titles[at]) != null ? _a : "" }, [cell]);
  });
  return E("table", { class: "table sso-login-table", "data-name": name2 }, [
    E("tr", { class: "tr table-titles" }, heads),
    ...rows.map((row) => E("tr", { class: "tr" }, cells(row)))
  ]);
}
function notice(kind, parts2) {
  return E("p", { class: `alert-message ${kind}` }, parts2);
}
function button(name2, title, label, click) {
  return E(
    "button",
    {
      class: "btn cbi-button",
      "data-name": name2,
      "aria-label": label === title ? null : label,
      click: pressing(click)
    },
    [title]
  );
}
var panelStyle = `
.sso-login-field { display: inline-flex; flex-direction: column; margin: 0 1em .5em 0; width: auto; text-align: left; float: none; }
.sso-login-field input { width: 18em; max-width: 100%; box-sizing: border-box; }
.sso-login-page [data-name="history"] .td:not(:last-child) { overflow-wrap: normal; }
.sso-login-page [data-name="history"] .th { overflow-wrap: normal; }
@media (max-width: 600px) {
  .sso-login-table, .sso-login-table tbody, .sso-login-table .tr, .sso-login-table .td { display: block; width: auto; }
  .sso-login-table .table-titles { display: none; }
}
.sso-login-claims td { white-space: pre-wrap; overflow-wrap: anywhere; }
.sso-login-later { min-height: 12em; }
.sso-login-add { display: flex; flex-wrap: wrap; align-items: end; margin: .5em 0; }
`;

// src/sso_login/check/messages.ts
var parts = {
  nothing: "nothing",
  provider_wrong: "the options of provider %{provider} are wrong",
  provider_ca_file: "the ca_file of provider %{provider} has no certificate: %{file}",
  provider_key: "provider %{provider} has private_key_jwt, and there is no key for %{alg}",
  all_off: "no provider is on",
  no_role: "there is no role",
  no_group: "there is no access group to write with",
  role_of_login: "role %{role} has the name of a local login",
  role_lists_nobody: "role %{role} lists nobody",
  role_for_programs: "role %{role} is for programs alone",
  role_without_provider: "role %{role} counts at no provider that is on and right",
  roles_lack: "no role of a person writes with: %{groups}",
  file_unreadable: "cannot be read",
  file_malformed: "not a JSON object",
  can_look: "can look, and no more",
  can_restart: "can restart this router",
  can_secrets: "can read secrets (backups, flash, keys or passwords)",
  can_wifi: "can change the Wi-Fi, with its passwords",
  can_programs: "can run programs as root",
  can_everything: "can change the router's configuration, which is full control",
  key: "%{alg} (%{type})",
  key_library: "%{alg} (%{type}, not with this crypto library)",
  key_algorithm: "%{alg} (%{type}, a good key for an algorithm that is not allowed)",
  key_refused: "%{alg} (%{type}, of a size or form that is refused)",
  answer_code: "status %{status}, %{code}",
  answer_without_code: "status %{status}, no error code",
  answer_unusual_code: "status %{status}, an unusual error code",
  answer_none: "nothing",
  words_none: "it says no more",
  answer_to_invented_code: "status 200 for an invented code"
};

// src/luci/message_text.ts
function messageText({ id, params }) {
  const part2 = parts[id];
  return part2 === void 0 ? void 0 : fill(_(part2), params != null ? params : {});
}

// src/luci/page_rights.ts
function pageTitle(titles) {
  return titles.map((title) => _(title)).join(" › ");
}

// src/luci/visible.ts
var hidden = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
function visible(text) {
  return text.replace(hidden, (character) => {
    var _a;
    return `\\u{${((_a = character.codePointAt(0)) != null ? _a : 0).toString(16)}}`;
  });
}
function visibleTexts(value) {
  const show = (_key, member) => typeof member === "string" ? visible(member) : member;
  return JSON.parse(JSON.stringify(value), show);
}

// src/luci/preview_panel.ts
function reasonText({ rule, claim, value }) {
  const texts = {
    email: _("by the e-mail address %{value}"),
    group: _("by the group %{value} (claim %{claim})"),
    sub: _("by the subject %{value}"),
    client: _("by the subject %{value}")
  };
  return fill(texts[rule], { value, claim });
}
function rolesOfUser(preview) {
  const { roles = [], because = {}, can = {} } = visibleTexts(preview);
  const rows = roles.map((role) => {
    var _a, _b, _c;
    const verdict = (_b = (_a = can[role]) == null ? void 0 : _a.verdict) != null ? _b : "everything";
    const what = fill(_("This role %{verdict}."), { verdict: messageText({ id: `can_${verdict}` }) });
    return [role, ((_c = because[role]) != null ? _c : []).map(reasonText).join(", "), what];
  });
  return [
    table("granted", [_("Role"), _("Why"), _("What it can do")], rows),
    ...preview.pages === void 0 ? [] : pagesList(preview.pages, preview.logs_out === true)
  ];
}
function pagesList(pages, logsOut) {
  const titles = [...new Set(pages.map(pageTitle)), ...logsOut ? [_("Log out")] : []];
  const without = logsOut ? [] : [notice("info", [_('"Log out" is not among the pages: add luci-base.')])];
  const count = fill(_("Pages (%{count})"), { count: String(titles.length) });
  return [
    E("details", { class: "sso-login-fold", open: titles.length > 12 ? null : "" }, [
      E("summary", {}, [count]),
      E(
        "ul",
        { "data-name": "page-list" },
        titles.map((title) => E("li", {}, [title]))
      )
    ]),
    ...without
  ];
}

// src/luci/tab_channel.ts
var name = "sso-login";
var patience = 500;
function askSettings(request) {
  const channel = new BroadcastChannel(name);
  return new Promise((answer) => {
    channel.onmessage = ({ data }) => answer(data === "taken");
    channel.postMessage(request);
    window.setTimeout(() => answer(false), patience);
  }).finally(() => channel.close());
}

// src/luci/test.ts
var settingsPath = "/cgi-bin/luci/admin/services/sso-login";
function atHashAdvice() {
  return `${_("Option at_hash is required, and this provider does not say whether its ID Tokens have at_hash: without it every login fails.")} ${_("Set option at_hash to optional: at_hash is then checked when it is there.")}`;
}
function requestButton(name2, title, label, request) {
  const said = E("span", { role: "status" });
  const ask = async () => {
    if (await askSettings(request)) {
      dom.content(said, [" ", _("Done on the settings page, in its own tab.")]);
    } else {
      window.location.assign(settingsPath);
    }
  };
  return E("span", {}, [button(name2, title, label, ask), said]);
}
function repairButtons({ code, provider = first }) {
  const [optional, check] = [_("Make it optional"), _("Check the settings")];
  const set = { kind: "set", option: "at_hash", value: "optional", provider };
  return [
    ...code === "AT_HASH_MISMATCH" ? [requestButton("repair", optional, optional, set)] : [],
    ...code === "USER_NOT_AUTHORIZED" ? [] : [requestButton("check", check, check, { kind: "check", provider })]
  ];
}
function groupList({ groups = [], provider = first }) {
  const items = groups.map((member) => {
    const label = fill(_("Use in a role: %{group}"), { group: member });
    const request = { kind: "role", member: { list: "group", member }, provider };
    return E("li", {}, [visible(member), " ", requestButton("use", _("Use in a role"), label, request)]);
  });
  return groups.length === 0 ? E("span", {}, [_("none")]) : E("ul", {}, items);
}
function adviceOf(code) {
  const texts = {
    USER_NOT_AUTHORIZED: _(
      "The provider knows you, and no role fits. Put your e-mail address, a group or the subject below into a role."
    ),
    IDP_ERROR: _(
      "The provider refused. Its words are below; most often a scope or the client's registration is the cause."
    ),
    TOKEN_EXCHANGE_FAILED: _(
      "The provider did not take the client's secret or the way it is sent, or the client is a public one there."
    ),
    DISCOVERY_ISSUER_MISMATCH: _(
      "The issuer is not written as the provider writes it. The check shows the difference."
    ),
    OIDC_DISCOVERY_FAILED: _("The provider cannot be reached at the issuer's address, or answers something else."),
    AT_HASH_MISMATCH: atHashAdvice(),
    SSL_INIT_FAILED: _("The router does not trust the provider's certificate. The check shows whose it is."),
    TOKEN_ENDPOINT_NETWORK_ERROR: _("The provider's token endpoint cannot be reached.")
  };
  return texts[code];
}
function verdictOf({ code, roles = [] }) {
  if (code === void 0) {
    return notice("success", [
      fill(_("This login would be granted, with the roles %{roles}."), { roles: roles.join(", ") })
    ]);
  }
  return notice("error", [fill(_("This login would be refused: %{code}."), { code })]);
}
function userParts(outcome) {
  const { notes, email, roles = [], claims = [], more } = outcome;
  const facts = [
    [_("E-mail address"), email || _("none")],
    [_("Groups"), groupList(outcome)],
    ...notes === void 0 ? [] : [[_("Noticed"), notes]]
  ];
  const rows = claims.map(({ name: name2, value }) => [E("code", {}, [name2]), value]);
  return [
    table("facts", [_("From the provider"), _("Value")], facts),
    ...roles.length > 0 ? [E("h3", {}, [_("Roles")]), ...rolesOfUser(outcome)] : [],
    E("h3", {}, [_("Claims")]),
    E("div", { class: "sso-login-claims" }, [table("claims", [_("Name"), _("Value")], rows)]),
    ...more === true ? [E("p", {}, [_("There are more claims than are shown here.")])] : []
  ];
}
function renderOutcome(outcome) {
  const { code, why, claims } = outcome;
  const advice = adviceOf(code != null ? code : "");
  return [
    verdictOf(outcome),
    ...advice === void 0 ? [] : [E("p", {}, [advice])],
    ...why ? [E("p", {}, [E("code", {}, [why])])] : [],
    ...code === void 0 ? [] : [E("p", {}, repairButtons(outcome))],
    ...claims === void 0 ? [] : userParts(outcome)
  ];
}
function renderResult({ state, outcome }) {
  if (outcome !== void 0) {
    return renderOutcome({ ...visibleTexts(outcome), groups: outcome.groups });
  }
  const text = state === "begun" ? _("The provider has not answered yet. If its page shows an error, its words say what it misses.") : _("There is no test login of this session in the last five minutes.");
  return [notice("info", [text])];
}
function loadResult() {
  return callTestResult().then(renderResult, (failure) => [
    notice("error", [_("The outcome could not be read:"), " ", failureText(failure)])
  ]);
}
var test_default = view.extend({
  load: loadResult,
  render(result) {
    const body = E("div", { "data-name": "test-result", "aria-live": "polite" }, result);
    const again = async () => dom.content(body, await loadResult());
    return E("div", { class: "cbi-map sso-login-page" }, [
      E("style", {}, [panelStyle]),
      E("h2", {}, [_("Test login")]),
      E("div", { class: "cbi-map-descr" }, [
        _("The provider's answer. Only you see it; it is deleted after five minutes. You were not logged in.")
      ]),
      body,
      E("p", {}, [
        button("again", _("Look again"), _("Look again"), again),
        " ",
        E("a", { href: settingsPath, "data-name": "back" }, [_("To the settings")])
      ])
    ]);
  },
  handleSave: null,
  handleSaveApply: null,
  handleReset: null
});
return test_default;
