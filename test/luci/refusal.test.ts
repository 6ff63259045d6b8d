/** The findings about a refused test login. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { factsText, ownFindings, refusalFindings } from "../../src/luci/check/refusal";
import { fieldOf, repairOf, roleOf, textsOf } from "../../src/luci/check/report";
import { findings } from "../../src/sso_login/check/finding_texts";
import type { Facts } from "../../src/sso_login/result";
import { errors } from "../../src/sso_login/web/errors";

/** Refusals before a test has begun, of other requests, and after the steps that a test takes. */
const others = [
  ...["MISSING_HANDSHAKE_COOKIE", "STATE_NOT_FOUND", "STATE_PARAMETER_MISMATCH", "LOGOUT_REFUSED", "EXCHANGE_REFUSED"],
  ...["CLIENT_AUTHENTICATION", "TOKEN_REPLAYED", "CSRF_TOKEN_INVALID", "HTTPS_REQUIRED", "NOT_FOUND"],
  ...["METHOD_NOT_ALLOWED", "RATE_LIMITED", "INPUT_TOO_LARGE", "UBUS_LOGIN_FAILED", "SSO_DISABLED"],
];

const issuer = { configured: "https://idp.example", discovered: "https://idp.example/" };
const url = "https://idp.example/keys";
const must = (id: string, params = {}): Facts => ({ option: "scope", must: { id, params } });

/** Facts of refusals, with the findings, and what these lead to. */
const cases: [code: string, facts: Facts, ids: string, lead?: string][] = [
  ["INVALID_REQUEST", { reason: "missing parameter", parameter: "code" }, "login_answer"],
  ["IDP_ERROR", { error: "access_denied", error_description: "no" }, "login_denied"],
  ["IDP_ERROR", { error: "access_denied", error_description: "End-User aborted interaction" }, "login_cancelled"],
  ["IDP_ERROR", { error: "user_cancelled_authorize" }, "login_cancelled"],
  ["IDP_ERROR", { error: "server_error", error_description: "The user has cancelled the login" }, "login_cancelled"],
  ["IDP_ERROR", { error: "authorization_declined" }, "login_denied"],
  ["IDP_ERROR", { error: "login_required", error_description: "denied" }, "login_refused"],
  ["IDP_ERROR", { reason: "the answer comes from another issuer" }, "login_answer"],
  ["IDP_ERROR", { http_status: 400, error: "invalid_scope" }, "pushed_refused", "scope"],
  ["TOKEN_EXCHANGE_FAILED", { http_status: 401, idp_error: "invalid_client" }, "client_refused", "client_id"],
  ["TOKEN_EXCHANGE_FAILED", { http_status: 200, reason: "no id_token" }, "login_answer"],
  ["TOKEN_EXCHANGE_FAILED", { http_status: 429, cause: "temporary" }, "answer_limited"],
  ["OIDC_INVALID_GRANT", { http_status: 400, idp_error: "invalid_grant" }, "login_code", "redirect_uri"],
  ["UNSUPPORTED_ALGORITHM", { alg: "none" }, "login_answer"],
  [
    "UNSUPPORTED_ALGORITHM",
    { alg: "ES384", hint: { id: "see_algs", params: { allowed: "RS256" } } },
    "algorithm_unsupported",
    "id_token_algs",
  ],
  ["NONCE_MISMATCH", { reason: "different" }, "login_answer"],
  ["AT_HASH_MISMATCH", { reason: "absent" }, "at_hash_unknown", "at_hash=optional"],
  ["AT_HASH_MISMATCH", {}, "login_answer"],
  ["ID_TOKEN_VERIFICATION_FAILED", { claim: "aud", reason: "is not for this client" }, "login_answer", "client_id"],
  ["ID_TOKEN_VERIFICATION_FAILED", { claim: "exp", reason: { id: "past" } }, "login_clock", "clock_tolerance"],
  ["ID_TOKEN_VERIFICATION_FAILED", { reason: { id: "no_signing_key" } }, "keys_missing"],
  ["AUTHENTICATION_TOO_OLD", { claim: "auth_time", reason: { id: "future" } }, "login_clock", "clock_tolerance"],
  ["USER_NOT_AUTHORIZED", { reason: "matched no roles" }, "roles_fit_none", "roles"],
  [
    "USER_NOT_AUTHORIZED",
    { hint: { id: "unverified_email" } },
    "roles_fit_none login_email",
    "roles allow_unverified_email",
  ],
  ["USER_NOT_AUTHORIZED", { hint: { id: "groups_absent" } }, "roles_fit_none login_groups", "roles groups_claim"],
  ["USER_NOT_AUTHORIZED", { hint: { id: "groups_overage" } }, "roles_fit_none", "roles"],
  ["JWKS_FETCH_FAILED", { reason: { id: "no_jwk_set" }, url }, "keys_absent"],
  ["TOKEN_EXCHANGE_FAILED", { http_status: 401, reason: "the answer is HTML or XML, not JSON" }, "login_answer"],
  ["TOKEN_EXCHANGE_FAILED", { http_status: 401 }, "client_refused", "client_id"],
  ["USER_NOT_AUTHORIZED", { hint: { id: "unverified_further" } }, "roles_fit_none login_email", "roles"],
  ["ROLE_WITHOUT_PAGE", { role: "kid" }, "roles_without_page", "role kid"],
  ["AUTHENTICATION_TOO_WEAK", { reason: "absent", acr: "" }, "login_demand", "acr_values"],
  ["AUTHENTICATION_TOO_OLD", { claim: "auth_time", reason: "absent" }, "login_demand", "max_age"],
  ["OIDC_DISCOVERY_FAILED", { cause: "resolve", url }, "host_unknown", "issuer_url"],
  ["OIDC_DISCOVERY_FAILED", { http_status: 404, url }, "answer_status", "issuer_url"],
  ["OIDC_DISCOVERY_FAILED", { reason: "missing endpoint", field: "jwks_uri" }, "endpoint_missing", "issuer_url"],
  [
    "OIDC_DISCOVERY_FAILED",
    { reason: "endpoint is not a plain https URL", field: "jwks_uri", url },
    "endpoint_not_https",
  ],
  ["DISCOVERY_ISSUER_MISMATCH", issuer, "issuer_mismatch", `issuer_url=${issuer.discovered}`],
  ["DISCOVERY_ISSUER_MISMATCH", { configured: "https://idp.example" }, "issuer_missing", "issuer_url"],
  ["JWKS_FETCH_FAILED", { reason: { id: "single_jwk" }, url }, "keys_single"],
  ["JWKS_FETCH_FAILED", { reason: { id: "no_signing_key" }, url }, "keys_missing"],
  ["TOKEN_ENDPOINT_NETWORK_ERROR", { cause: "timeout", url }, "no_answer", "http_timeout"],
  ["TOKEN_ENDPOINT_NETWORK_ERROR", { http_status: 503, cause: "temporary" }, "answer_fault"],
  ["USERINFO_NETWORK_ERROR", { cause: "connect", url, reason: "refused" }, "connection_refused", "issuer_url"],
  ["USERINFO_NETWORK_ERROR", { http_status: 401, url }, "login_answer"],
  ["SSL_INIT_FAILED", { cause: "certificate", url, reason: "self-signed" }, "certificate_untrusted", "ca_file"],
  [
    "CONFIG_ERROR",
    must("offered_method", { offered: "private_key_jwt" }),
    "auth_method_none",
    "token_endpoint_auth_method",
  ],
  ["CONFIG_ERROR", must("with_key", { alg: "ES256" }), "key_missing", "client_assertion_alg"],
  ["CONFIG_ERROR", must("short_scope"), "option_wrong", "scope"],
  ["CONFIG_ERROR", { config: "rpcd", reason: "empty" }, "rpcd_unreadable"],
  ["CONFIG_ERROR", { reason: "the key is damaged" }, "config_unreadable"],
  ["INTERNAL_ERROR", { reason: "cannot write" }, "login_failed"],
];

test("each code with which a test login can end has a finding with all its words, and leads on", () => {
  const known = new Set(cases.map(([code]) => code));
  assert.deepEqual([...known, ...others].sort(), Object.keys(errors).sort());
  for (const [code, facts, ids, lead = ""] of cases) {
    const found = refusalFindings({ code, facts });
    assert.equal(found.map(({ id }) => id).join(" "), ids, code);
    const leads = found.map((finding) => {
      const { text, advice } = textsOf(finding);
      assert.doesNotMatch(text + advice, /%\{|undefined|\(\)|: [.,]|^$/, `${ids}: ${text}`);
      assert.notEqual(text, "");
      const role = roleOf(finding);
      const repair = repairOf(finding, () => "");
      return role === undefined
        ? ((repair && `${repair.option}=${repair.value}`) ?? fieldOf(finding) ?? "")
        : role === ""
          ? "roles"
          : `role ${role}`;
    });
    assert.equal(leads.filter((one) => one !== "").join(" "), lead, `${code} ${ids}`);
  }
  for (const id of Object.keys(ownFindings)) {
    assert.equal(findings[id], undefined, id);
    assert.ok(
      cases.some(([, , ids]) => ids.split(" ").includes(id)),
      id,
    );
  }
});

test("a granted login has no finding, and a refusal that the page does not know has its code", () => {
  assert.deepEqual(refusalFindings({ roles: ["admin"] }), []);
  const [found] = refusalFindings({ code: "OF_A_NEWER_SERVICE", provider: "office" });
  assert.deepEqual(
    [found?.id, found?.provider, found?.params["reason"]],
    ["login_failed", "office", "OF_A_NEWER_SERVICE"],
  );
});

test("the facts of a refusal are shown as in the log", () => {
  const text = factsText({ http_status: 400, reason: { id: "past" }, error: 'a "b"' });
  assert.equal(text, String.raw`http_status=400 reason=past error="a \"b\""`);
});
