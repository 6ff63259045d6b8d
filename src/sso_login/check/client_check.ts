/** The part of the check that tries client id, secret and authentication method at the token endpoint. */
import * as failed_calls from "./failed_calls";
import * as report from "./report";
import type { Params } from "./report";
import * as invented_codes from "./invented_codes";
import type { Change, Client, CodeAttempt, Judgement } from "./invented_codes";
import * as client_authentication from "../protocol/client_authentication";

/** The methods that a client with a secret may use here. */
const secret_methods = ["client_secret_basic", "client_secret_post"];

/** Whether the provider says that the secret has expired, and not the code, nor that it may have; Entra ID has a number for it. */
function tells_expired(words: string): boolean {
  const text = words.toLowerCase();
  const is_told = text.includes("secret") && text.includes("expired") && !text.includes("or expired");
  return is_told || words.includes("AADSTS7000222");
}

/** Whether the endpoint has taken what the client proves, whatever it says of the grant. */
function proves(judged: Judgement): boolean {
  return judged.verdict === "taken" || judged.verdict === "barred";
}

/** The finding about a secret that is refused by a method: perhaps the other method is right, or not the secret is the reason. */
function secret_finding(client: Client, method: string, other: string, answer: CodeAttempt): string {
  const is_taken = (way: string, change?: Change): boolean => proves(invented_codes.judge(client, way, change));
  if (tells_expired(answer.words)) {
    return "secret_expired";
  }
  if (is_taken(method, invented_codes.as_refresh)) {
    return "exchange_refused";
  }
  if (is_taken(other)) {
    return "secret_other_method";
  }
  const is_encoded = method === "client_secret_basic" && !client_authentication.needs_no_encoding(client.config);
  return is_encoded && is_taken(method, invented_codes.without_encoding(client.config))
    ? "secret_not_decoded"
    : "secret_wrong";
}

/** The finding about an assertion that is refused: perhaps the other audience is right, or a clock is wrong. */
function assertion_finding(client: Client, other: string): string {
  if (proves(invented_codes.judge(client, other))) {
    return "assertion_audience";
  }
  const has_wrong_clock = client.run.findings.some(
    (finding) => finding.id === "clock_behind" || finding.id === "clock_ahead",
  );
  return has_wrong_clock ? "assertion_expired" : "assertion_refused";
}

/** The way and the answer, as the findings tell them. */
function told(client: Client, way: string, attempt: CodeAttempt): Params {
  const answer = attempt.outcome.ok
    ? { id: "answer_to_invented_code" }
    : invented_codes.describe(`${attempt.status ?? ""}`, attempt.code);
  const redirect_uri = client.config.redirect_uri;
  return { method: way, answer, words: invented_codes.shown(attempt.words), redirect_uri };
}

function note_refusal(client: Client, way: string, attempt: CodeAttempt): void {
  const by_key = invented_codes.has_key(client);
  const other = (by_key ? ["issuer", "token_endpoint"] : secret_methods).find((name) => name !== way) ?? way;
  const params = told(client, way, attempt);
  params.other = other;
  params.alg = client_authentication.alg_of(client.config);
  const id = by_key ? assertion_finding(client, other) : secret_finding(client, way, other, attempt);
  report.error(client.run, id, params);
}

/**
 * Asks again with an invented refresh token, where the answer to a code does not tell the secret: some providers judge a code before it. One
 * that refuses the token alike with an invented secret and without one has a client that needs none.
 */
function check_by_refresh(client: Client, way: string, by_code: CodeAttempt): void {
  const judged = invented_codes.judge(client, way, invented_codes.as_refresh);
  if (proves(judged)) {
    report.ok(client.run, "secret_ok", told(client, way, judged.answer));
  } else if (judged.verdict === "refused") {
    note_refusal(client, way, judged.answer);
  } else {
    const without = invented_codes.without_authentication(client.config);
    const is_public =
      invented_codes.refuses_code(judged.answer) &&
      invented_codes.refuses_code(invented_codes.prove(client, way, false, without));
    report.warning(client.run, is_public ? "client_public" : "client_untold", told(client, way, by_code));
  }
}

/** Judges the client by its exchange of an invented code. */
function check_way(client: Client, way: string): void {
  const by_key = invented_codes.has_key(client);
  const judged = invented_codes.judge(client, way);
  const answer = judged.answer;
  const failure = invented_codes.failure_of(answer);
  if (judged.verdict === "taken") {
    report.ok(client.run, by_key ? "assertion_ok" : "secret_ok", told(client, way, answer));
  } else if (judged.verdict === "barred") {
    report.error(client.run, "exchange_refused", told(client, way, answer));
  } else if (judged.verdict === "refused") {
    note_refusal(client, way, answer);
  } else if (failure !== undefined) {
    failed_calls.note_failure(client.run, "token_endpoint", client.metadata.token_endpoint, failure, answer.body);
  } else if (!by_key) {
    check_by_refresh(client, way, answer);
  } else {
    report.warning(client.run, "client_untold", told(client, way, answer));
  }
}

/** The way in which the client proves itself; undefined, and a finding, where there is none. */
function check_method(client: Client): string | undefined {
  const offered = client.metadata.token_endpoint_auth_methods_supported ?? [];
  const method = client_authentication.choose_method(client.run.io, client.config, client.metadata);
  const list = offered.join(", ");
  if (invented_codes.has_key(client) && !method.ok) {
    report.error(client.run, "key_missing", { alg: client_authentication.alg_of(client.config) });
  } else if (
    !invented_codes.has_key(client) &&
    offered.length > 0 &&
    !offered.some((name) => secret_methods.includes(name))
  ) {
    // A method that an option names is tried nevertheless.
    report.note(client.run, method.ok ? "warning" : "error", "auth_method_none", { offered: list });
  } else if (method.ok && offered.length > 0 && !offered.includes(method.data)) {
    report.warning(client.run, "auth_method_not_offered", { method: method.data, offered: list });
  } else if (method.ok) {
    report.ok(client.run, "auth_method_ok", { method: method.data });
  }
  return method.ok ? method.data : undefined;
}

/** Checks authentication method and secret as far as the options are right; returns whether the secret was judged. */
export function check_client(client: Client, wrong: string[], sendable: boolean): boolean {
  const method = wrong.includes("token_endpoint_auth_method") ? undefined : check_method(client);
  // A secret that is absent has a finding already.
  if (!sendable && !wrong.includes("client_secret")) {
    report.warning(client.run, "client_not_sent");
    return true;
  }
  const known = !["client_id", "client_secret", "redirect_uri"].some((option) => wrong.includes(option));
  if (method !== undefined && known) {
    check_way(client, invented_codes.has_key(client) ? (client.config.client_assertion_audience ?? "issuer") : method);
    return true;
  }
  return false;
}
