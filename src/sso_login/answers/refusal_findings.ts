/** The findings about the refusal of a test login, or of a login in the log: those of the check where it has one of that meaning. */
import * as log_texts from "../base/log_texts";
import * as strings from "../base/strings";
import * as failure_findings from "../check/findings/failure_findings";
import * as report from "../check/report";
import type { Finding, Params } from "../check/report";
import * as call_kinds from "../explain/call_kinds";
import * as explanation from "../explain/explanation";
import type { TestOutcome } from "../login/test/test_result";
import type { Fact } from "../result";

function text_of(fact: Fact): string {
  return typeof fact === "object" ? log_texts.in_english(fact) : `${fact ?? ""}`;
}

/** Adds the parameters of a finding or of a message. */
function take(said: Params, found: { params?: Params }): void {
  const params = found.params ?? {};
  for (const name of strings.sorted_keys(params)) {
    said[name] = params[name] ?? "";
  }
}

/** Findings whose words have the provider's error beside its description. */
const with_error = ["login_denied", "login_refused"];

/** The findings about an outcome, or about a refusal that the log tells; of a login that would be granted, what it lacks. */
export function of_refusal(outcome: TestOutcome): Finding[] {
  const code = outcome.code;
  const facts = outcome.facts ?? {};
  if (code === undefined) {
    const lacks_token = (outcome.notes ?? {}).refresh_token === "absent";
    return lacks_token ? [report.finding_of("warning", "refresh_token_missing", {}, undefined, outcome.provider)] : [];
  }
  const error = text_of(facts.error ?? facts.idp_error);
  const answer = error === "" ? "answer_without_code" : "answer_code";
  const words = text_of(facts.error_description);
  const said: Params = {
    answer: { id: answer, params: { status: text_of(facts.http_status), code: error } },
    offered: text_of(facts.alg),
    reason: code,
    redirect_uri: outcome.redirect_uri ?? "redirect_uri",
    roles: text_of(facts.role),
    url: "jwks_uri",
    words: words !== "" ? words : { id: "words_none" },
  };
  for (const name of strings.sorted_keys(facts)) {
    const fact = facts[name];
    said[name] = name === "must" && typeof fact === "object" ? fact : text_of(fact);
    if (typeof fact === "object") {
      take(said, fact);
    }
  }
  const url = text_of(facts.url ?? "token_endpoint");
  const path = url.split("/");
  const endpoint = path[path.length - 1] ?? url;
  const explained = explanation.explain(code, facts, { endpoint, body: "" });
  if (explained.is_call) {
    take(said, failure_findings.of_failure(endpoint, url, facts, ""));
  } else if (code === "DISCOVERY_ISSUER_MISMATCH") {
    const configured = text_of(facts.configured);
    take(said, failure_findings.of_mismatch(configured, configured, text_of(facts.discovered)));
  } else if (with_error.includes(explained.findings[0] ?? "")) {
    said.words = call_kinds.words_of(facts);
  }
  if ((explained.subject ?? explained.reasons[0]) !== undefined) {
    const parts = explained.reasons.map((name) =>
      name === "words" ? call_kinds.words_of(facts) : text_of(facts[name]),
    );
    said.reason = [explained.subject ?? ""]
      .concat(parts)
      .filter((part) => part !== "")
      .join(" ");
  }
  if (explained.option !== undefined) {
    said.option = explained.option;
  }
  return explained.findings.map((id) => report.finding_of("error", id, said, code, outcome.provider));
}
