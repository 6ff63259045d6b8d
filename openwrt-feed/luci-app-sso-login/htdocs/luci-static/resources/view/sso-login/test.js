// Generated from src/luci/test.ts by "make luci"; do not edit.
"use strict";
"require view";
"require dom";
"require rpc";
"require ui";

// src/sso_login/base/texts.ts
function fill(text, params) {
  var _a, _b;
  const parts2 = text.split("%{");
  let filled = (_a = parts2[0]) != null ? _a : "";
  for (const part of parts2.slice(1)) {
    const close = part.indexOf("}");
    filled = filled + ((_b = params[part.substring(0, close)]) != null ? _b : "") + part.substring(close + 1);
  }
  return filled;
}

// src/sso_login/rights/permissions.ts
var access_levels = ["look", "restart", "secrets", "programs", "everything"];

// src/luci/answers.ts
function asObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
function asList(value) {
  return Array.isArray(value) ? value : [];
}
function asText(value) {
  return typeof value === "string" ? value : "";
}
function asTexts(value) {
  return asList(value).filter((item) => typeof item === "string");
}
function refuseError(answer) {
  if (answer["error"] !== void 0) {
    throw new Error(asText(answer["error"]));
  }
}

// src/luci/calls.ts
var callGet = rpc.declare({ object: "sso-login", method: "get", reject: true });
var callCheck = rpc.declare({
  object: "sso-login",
  method: "check",
  params: ["values", "roles", "providers", "provider"],
  reject: true,
  nobatch: true
});
var callCheckStep = rpc.declare({ object: "sso-login", method: "check_step", reject: true, nobatch: true });
var callKeepCa = rpc.declare({ object: "sso-login", method: "keep_ca", params: ["pem", "provider"], reject: true });
var callKey = rpc.declare({ object: "sso-login", method: "key", params: ["alg", "retire"], reject: true });
var callEndSession = rpc.declare({ object: "sso-login", method: "end_session", params: ["id"], reject: true });
var callPasswordLogin = rpc.declare({
  object: "sso-login",
  method: "password_login",
  params: ["state", "end_sessions"],
  reject: true
});
var callHistory = rpc.declare({ object: "sso-login", method: "history", reject: true, nobatch: true });
var callPreview = rpc.declare({
  object: "sso-login",
  method: "preview",
  params: ["values", "roles", "providers", "provider", "email", "groups", "sub"],
  reject: true
});
var callTestStart = rpc.declare({
  object: "sso-login",
  method: "test_start",
  params: ["values", "roles", "providers", "provider"],
  reject: true
});
var callTestResult = rpc.declare({ object: "sso-login", method: "test_result", reject: true });

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
function messageOf(problem) {
  return problem instanceof Error ? problem.message : String(problem);
}
function table(name, titles, rows) {
  const heads = titles.map((title) => E("th", { class: "th", scope: "col" }, [title]));
  const cells = (row) => row.map((cell, at) => {
    var _a;
    return E("td", { class: "td", "data-title": (_a = titles[at]) != null ? _a : "" }, [cell]);
  });
  return E("table", { class: "table sso-login-table", "data-name": name }, [
    E("tr", { class: "tr table-titles" }, heads),
    ...rows.map((row) => E("tr", { class: "tr" }, cells(row)))
  ]);
}
function notice(kind, parts2) {
  return E("p", { class: `alert-message ${kind}` }, parts2);
}
function button(name, title, label, click) {
  return E(
    "button",
    {
      class: "btn cbi-button",
      "data-name": name,
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
.sso-login-add { display: flex; flex-wrap: wrap; align-items: end; margin: .5em 0; }
`;

// src/luci/visible.ts
var hidden = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
function visible(text) {
  return text.replace(hidden, (character) => {
    var _a;
    return `\\u{${((_a = character.codePointAt(0)) != null ? _a : 0).toString(16)}}`;
  });
}

// src/luci/people.ts
function readReason(value) {
  const reason = asObject(value);
  const rule = reason["rule"];
  return {
    rule: rule === "email" || rule === "sub" ? rule : "group",
    claim: visible(asText(reason["claim"])),
    value: visible(asText(reason["value"]))
  };
}
function readGranted(answer) {
  return asTexts(answer["roles"]).map((role) => {
    var _a;
    const verdict = asObject(asObject(answer["can"])[role])["verdict"];
    return {
      role: visible(role),
      because: asList(asObject(answer["because"])[role]).map(readReason),
      verdict: (_a = access_levels.find((known) => known === verdict)) != null ? _a : "everything"
    };
  });
}
function readOutcome(value) {
  const answer = asObject(value);
  refuseError(answer);
  const outcome = asObject(answer["outcome"]);
  const text = (name) => visible(asText(outcome[name]));
  const state = answer["state"];
  return {
    state: state === "begun" || state === "done" ? state : "none",
    ...{ code: text("code"), why: text("why"), notes: text("notes"), email: text("email") },
    groups: asTexts(outcome["groups"]).map(visible),
    granted: readGranted(outcome),
    claims: asList(outcome["claims"]).map((item) => {
      const claim = asObject(item);
      return { name: visible(asText(claim["name"])), value: visible(asText(claim["value"])) };
    }),
    more: outcome["more"] === true
  };
}

// src/sso_login/check/messages.ts
var parts = {
  nothing: "nothing",
  file_unreadable: "cannot be read",
  file_malformed: "not a JSON object",
  can_look: "can look, and no more",
  can_restart: "can restart this router",
  can_secrets: "can read secrets (backups, flash, keys or passwords)",
  can_programs: "can run programs as root",
  can_everything: "can change this router, and so perhaps do everything",
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

// src/luci/parts.ts
function partText({ id, params }) {
  const part = parts[id];
  return part === void 0 ? void 0 : fill(_(part), params != null ? params : {});
}

// src/luci/preview_panel.ts
function reasonText({ rule, claim, value }) {
  const texts = {
    email: _("by the e-mail address %{value}"),
    group: _("by the group %{value} (claim %{claim})"),
    sub: _("by the subject %{value}")
  };
  return fill(texts[rule], { value, claim });
}
function grantedTable(granted) {
  const rows = granted.map(({ role, because, verdict }) => {
    const what = fill(_("This role %{verdict}."), { verdict: partText({ id: `can_${verdict}` }) });
    return [role, because.map(reasonText).join(", "), what];
  });
  return table("granted", [_("Role"), _("Why"), _("What it can do")], rows);
}

// src/luci/test.ts
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
    SSL_INIT_FAILED: _("The router does not trust the provider's certificate. The check shows whose it is."),
    TOKEN_ENDPOINT_NETWORK_ERROR: _("The provider's token endpoint cannot be reached.")
  };
  return texts[code];
}
function verdictOf({ code, granted }) {
  if (code === "") {
    const roles = granted.map(({ role }) => role).join(", ");
    return notice("success", [fill(_("This login would be granted, with the roles %{roles}."), { roles })]);
  }
  return notice("error", [fill(_("This login would be refused: %{code}."), { code })]);
}
function renderOutcome(outcome) {
  const { code, why, notes, email, groups, granted, claims, more } = outcome;
  const advice = code === "" ? void 0 : adviceOf(code);
  const facts = [
    [_("E-mail address that counts"), email],
    [_("Groups that count"), groups.join(", ")],
    ...notes === "" ? [] : [[_("Noticed"), notes]]
  ];
  const rows = claims.map(({ name, value }) => [E("code", {}, [name]), value]);
  const cut = E("p", {}, [_("There are more claims than are shown here.")]);
  const user = [
    table(
      "facts",
      [_("What counts"), _("Value")],
      facts.map(([name = "", value = ""]) => [name, value || _("none")])
    ),
    ...granted.length > 0 ? [E("h3", {}, [_("Roles")]), grantedTable(granted)] : [],
    E("h3", {}, [_("Claims")]),
    E("div", { class: "sso-login-claims" }, [table("claims", [_("Name"), _("Value")], rows)]),
    ...more ? [cut] : []
  ];
  return [
    verdictOf(outcome),
    ...advice === void 0 ? [] : [E("p", {}, [advice])],
    ...why === "" ? [] : [E("p", {}, [E("code", {}, [why])])],
    ...claims.length > 0 ? user : []
  ];
}
function render(answer) {
  try {
    const outcome = readOutcome(answer);
    if (outcome.state === "done") {
      return renderOutcome(outcome);
    }
    const text = outcome.state === "begun" ? _("The provider has not answered yet. If its page shows an error, its words say what it misses.") : _("There is no test login of this session in the last five minutes.");
    return [notice("info", [text])];
  } catch (problem) {
    return [notice("error", [_("The outcome could not be read:"), " ", messageOf(problem)])];
  }
}
var test_default = view.extend({
  load: () => callTestResult().catch((problem) => ({ error: messageOf(problem) })),
  render(answer) {
    const body = E("div", { "data-name": "test-result", "aria-live": "polite" }, render(answer));
    const again = async () => dom.content(body, render(await callTestResult()));
    return E("div", { class: "cbi-map sso-login-page" }, [
      E("style", {}, [panelStyle]),
      E("h2", {}, [_("Test login")]),
      E("div", { class: "cbi-map-descr" }, [
        _(
          "What the provider has said, to you alone. It is forgotten after five minutes, and nobody was logged in by it."
        )
      ]),
      body,
      E("p", {}, [
        button("again", _("Look again"), _("Look again"), again),
        " ",
        E("a", { href: "/cgi-bin/luci/admin/services/sso-login", "data-name": "back" }, [_("To the settings")])
      ])
    ]);
  },
  handleSave: null,
  handleSaveApply: null,
  handleReset: null
});
return test_default;
