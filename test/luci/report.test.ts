/** The findings of a check in the page's words. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { withTitles } from "../../src/luci/provider/fields";
import {
  fieldOf,
  missingScopes,
  repairOf,
  roleOf,
  shownReport,
  summaryOf,
  textsOf,
  withoutFinding,
} from "../../src/luci/check/report";
import { fill } from "../../src/sso_login/base/log_texts";
import type { Finding } from "../../src/sso_login/check/report";
import { findings } from "../../src/sso_login/check/finding_texts";

function finding(id: string, params: Finding["params"] = {}, changes: Partial<Finding> = {}): Finding {
  return { id, level: "error", params, text: "", advice: "", ...changes };
}

/** A finding's text, with each translated text in brackets. */
function bracketed(id: string, params: Finding["params"]): string {
  const scope = globalThis as { _?: (text: string) => string };
  const before = scope._;
  scope._ = (text) => `[${text}]`;
  try {
    return textsOf(finding(id, params)).text;
  } finally {
    scope._ = before;
  }
}

describe("a finding's texts", () => {
  test("are those of the service, filled in", () => {
    for (const [id, texts] of Object.entries(findings).filter(([, texts]) => !texts?.text.includes("%{must}"))) {
      const places = `${texts?.text ?? ""}${texts?.advice ?? ""}`.match(/%\{(\w+)\}/g) ?? [];
      const names = places.map((place) => place.slice(2, -1));
      const params = Object.fromEntries(names.map((name) => [name, `<${name}>`]));
      const shown = textsOf(finding(id, params));
      assert.equal(shown.text, fill(withTitles(texts?.text ?? ""), params), id);
      assert.equal(shown.advice, fill(withTitles(texts?.advice ?? ""), params), id);
      assert.doesNotMatch(shown.text, /%\{/);
      names.forEach((name) => assert.ok((shown.text + shown.advice).includes(`<${name}>`), `${id} lost ${name}`));
    }
  });

  test("call options what the form calls them, and no other words", () => {
    const texts = [
      ["Set issuer_url to it.", "Set Issuer (issuer_url) to it."],
      [
        "client_id, client_secret by client_secret_post",
        "Client ID (client_id), Client secret (client_secret) by client_secret_post",
      ],
      ["option scope asks for the scope groups", "option Requested data (scope) asks for the scope groups"],
      [
        "at_hash, which option at_hash requires",
        "at_hash, which option Fingerprint of the access token (at_hash) requires",
      ],
      ["not enabled, email_verified", "not enabled, email_verified"],
      ["%{client_id} of client_id", "%{client_id} of Client ID (client_id)"],
    ];
    for (const [text = "", said] of texts) {
      assert.equal(withTitles(text), said);
    }
    // The words of the provider stay as they are.
    assert.match(textsOf(finding("client_refused", { answer: "bad client_id" })).text, /\(bad client_id\)/);
  });

  test("are translated as templates, and then filled in", () => {
    const text = bracketed("host_unknown", { endpoint: "discovery", host: "idp.example.org" });
    assert.equal(text, "[discovery: the host name idp.example.org is unknown.]");
  });

  test("say an option's rule in the page's own words", () => {
    const { text } = textsOf(finding("option_wrong", { option: "issuer_url", must: { id: "set" } }));
    assert.equal(text, "Option Issuer (issuer_url) is wrong. Must be set.");
    const role = textsOf(finding("role_wrong", { role: "cfg03", must: { id: "role_name" } }));
    assert.equal(role.text, "Role cfg03 is wrong. A role needs a name.");
    const bounds = { id: "whole_number", params: { min: "1", max: "20" } };
    const number = textsOf(finding("option_wrong", { option: "http_timeout", must: bounds }));
    assert.equal(
      number.text,
      "Option Time limit for calls (http_timeout) is wrong. Must be a whole number from 1 to 20.",
    );
  });

  test("call the settings page here, and on another page what it is", () => {
    const untried = finding("client_untold", { answer: { id: "answer_code", params: {} }, words: "" });
    const all = [textsOf(untried), textsOf(untried, "there")].map(({ text, advice }) => `${text} ${advice}`);
    assert.match(all[0] ?? "", /a test login here:/);
    assert.match(all[1] ?? "", /a test login there:/);
  });

  test("have their parts translated as well, one or several", () => {
    const keys = [
      { id: "key", params: { alg: "ES384", type: "EC P-384" } },
      { id: "key_refused", params: { alg: "RS256", type: "RSA" } },
    ];
    const answer = { id: "answer_code", params: { status: "400", code: "invalid_request" } };
    assert.equal(
      bracketed("keys_unusable", { keys, allowed: "RS256, ES256" }),
      "[None of the provider's signing keys can be used: [ES384 (EC P-384)], " +
        "[RS256 (RSA, of a size or form that is refused)]. Option [Signature algorithms] (id_token_algs) allows RS256, ES256.]",
    );
    assert.equal(
      bracketed("client_refused", { answer }),
      "[The provider refuses this client ([status 400, invalid_request]): ]",
    );
  });

  test("of a finding that the page does not know are taken as they come", () => {
    const known = textsOf(finding("of a newer service", {}, { text: "Something.", advice: "Do something." }));
    assert.deepEqual(known, { text: "Something.", advice: "Do something." });
    const newer = { text: "Option x must be odd.", advice: "Correct it." };
    assert.deepEqual(textsOf(finding("option_wrong", { option: "x", must: { id: "odd" } }, newer)), newer);
    assert.deepEqual(textsOf(finding("keys_unusable", { keys: [{ id: "key_of_clay" }] }, newer)), newer);
  });
});

describe("the summary", () => {
  test("is about the worst finding", () => {
    const ok = finding("options_ok", {}, { level: "ok" });
    const warning = finding("logout_missing", {}, { level: "warning" });
    const all = [
      summaryOf({ ok: true, findings: [ok] }),
      summaryOf({ ok: true, findings: [ok, warning] }),
      summaryOf({ ok: false, findings: [ok, warning, finding("host_unknown")] }),
    ];
    assert.equal(new Set(all).size, 3);
    const wrong = finding("host_unknown");
    const both = { ok: false, findings: [warning, wrong, finding("host_unknown")] };
    assert.equal(withoutFinding(both, wrong).ok, false);
    assert.deepEqual(withoutFinding({ ok: false, findings: [warning, wrong] }, wrong), {
      ok: true,
      findings: [warning],
    });
  });
});

describe("what may be done about a finding", () => {
  test("is a value for a field: the issuer where that is an https address, at_hash, a scope", () => {
    const issuer = "https://idp.example/";
    const repair = (id: string, params: Finding["params"] = {}): string | undefined => {
      const found = repairOf(finding(id, params), (option) => (option === "scope" ? "openid" : ""));
      return found && `${found.option} ${found.value}`;
    };
    assert.equal(repair("issuer_mismatch", { discovered: issuer }), `issuer_url ${issuer}`);
    assert.equal(repair("issuer_is_document", { issuer }), `issuer_url ${issuer}`);
    assert.equal(repair("issuer_http", { discovered: "http://idp.example" }), undefined);
    assert.equal(repair("issuer_mismatch", { discovered: "javascript:x" }), undefined);
    assert.equal(repair("issuer_mismatch", {}), undefined);
    assert.equal(repair("at_hash_unknown"), "at_hash optional");
    assert.equal(repair("scope_missing", { scopes: "email, groups" }), "scope openid email groups");
  });

  test("is told of scopes by the provider that a check has reached", () => {
    const reached = (provider: string): Finding => finding("connection_ok", {}, { level: "ok", provider });
    const missing = finding("scope_missing", { scopes: "groups" }, { provider: "b" });
    assert.deepEqual(missingScopes({ ok: false, findings: [reached("a"), reached("b"), missing] }), [
      { provider: "a", scopes: [] },
      { provider: "b", scopes: ["groups"] },
    ]);
    assert.deepEqual(missingScopes({ ok: false, findings: [missing] }), []);
  });

  test("is not asked of the port through which the page came", () => {
    for (const id of ["router_port", "router_refused"]) {
      const findings = [finding(id, { port: "8443" }), finding("ok", {}, { level: "ok" })];
      const left = shownReport({ ok: false, findings }, "8443", "c");
      assert.deepEqual([left.ok, left.findings.length], [true, 1]);
      assert.equal(shownReport({ ok: false, findings }, "443", "c").findings.length, 2);
    }
    const refused = finding("router_refused", { port: "1" });
    const others = shownReport({ ok: false, findings: [refused, finding("x")] }, "1", "c");
    assert.deepEqual([others.ok, others.findings.length], [false, 1]);
  });
});

test("an offer to register comes first where there is no client, and takes the place of what it repairs", () => {
  const wrong = (option: string): Finding => finding("option_wrong", { option });
  const offer = finding("register_offered", {}, { level: "ok" });
  const report = { ok: false, findings: [wrong("client_id"), wrong("scope"), offer, wrong("client_secret")] };
  assert.deepEqual(shownReport(report, "443", "").findings, [offer, wrong("scope")]);
  assert.deepEqual(shownReport(report, "443", "c").findings, report.findings);
  const without = { ok: false, findings: [wrong("client_id")] };
  assert.deepEqual(shownReport(without, "443", "").findings, without.findings);
});

test("a finding leads to the field that it names, or to a role, and others to neither", () => {
  const cases: [id: string, params: Finding["params"], option: string | undefined, role?: string][] = [
    ["login_denied", { words: "no" }, undefined],
    ["login_code", {}, "redirect_uri"],
    ["login_answer", {}, undefined],
    ["login_answer", { option: "client_id" }, "client_id"],
    ["login_clock", {}, "clock_tolerance"],
    ["login_groups", {}, "groups_claim"],
    ["client_refused", {}, "client_id"],
    ["pushed_refused", {}, "scope"],
    ["algorithm_unsupported", {}, "id_token_algs"],
    ["certificate_untrusted", {}, "ca_file"],
    ["no_answer", {}, "http_timeout"],
    ["key_missing", {}, "client_assertion_alg"],
    ["auth_method_none", {}, "token_endpoint_auth_method"],
    ["roles_fit_none", {}, undefined, ""],
    ["roles_without_page", { roles: "kid" }, undefined, "kid"],
    ["roles_without_page", { roles: "kid, guest" }, undefined, ""],
  ];
  for (const [id, params, option, role] of cases) {
    assert.deepEqual([fieldOf({ id, params }), roleOf({ id, params })], [option, role], id);
  }
});
