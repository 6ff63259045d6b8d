/** The part of the check that tries client id, secret and authentication method at the token endpoint. */
import * as failed_calls from "./failed_calls";
import * as report from "./report";
import type { Params, Run } from "./report";
import * as invented_codes from "./invented_codes";
import * as client_authentication from "../protocol/client_authentication";

/** The methods that a client with a secret may use here. */
const secret_methods = ["client_secret_basic", "client_secret_post"];

/** Whether the provider says that the secret has expired, and not the code, nor that it may have; Entra ID has a number for it. */
function tells_expired(words: string): boolean {
  const text = words.toLowerCase();
  const is_told = text.includes("secret") && text.includes("expired") && !text.includes("or expired");
  return is_told || words.includes("AADSTS7000222");
}

/** The finding about a secret that is refused by a method: perhaps the other method is right. */
function secret_finding(
  run: Run,
  client: invented_codes.Client,
  method: string,
  other: string,
  attempt: invented_codes.CodeAttempt,
): string {
  if (tells_expired(attempt.words)) {
    return "secret_expired";
  }
  if (invented_codes.is_taken(run, client, other)) {
    return "secret_other_method";
  }
  const is_encoded = method === "client_secret_basic" && !client_authentication.needs_no_encoding(client.config);
  if (is_encoded && invented_codes.is_taken(run, client, method, invented_codes.without_encoding(client.config))) {
    return "secret_not_decoded";
  }
  const is_unauthorized = attempt.status !== 401 && attempt.code === "unauthorized_client";
  return is_unauthorized ? "client_refused" : "secret_wrong";
}

/** The finding about an assertion that is refused: perhaps the other audience is right, or a clock is wrong. */
function assertion_finding(run: Run, client: invented_codes.Client, other: string): string {
  if (invented_codes.is_taken(run, client, other)) {
    return "assertion_audience";
  }
  const has_wrong_clock = run.findings.some((finding) => finding.id === "clock_behind" || finding.id === "clock_ahead");
  return has_wrong_clock ? "assertion_expired" : "assertion_refused";
}

/** The way and the answer, as the findings tell them. */
function told(way: string, attempt: invented_codes.CodeAttempt): Params {
  const answer = invented_codes.describe_answer(attempt);
  return { method: way, answer, words: invented_codes.shown(attempt.words) };
}

function note_refusal(run: Run, client: invented_codes.Client, way: string, attempt: invented_codes.CodeAttempt): void {
  const by_key = invented_codes.has_key(client);
  const other = (by_key ? ["issuer", "token_endpoint"] : secret_methods).find((name) => name !== way) ?? way;
  const params = told(way, attempt);
  params.other = other;
  params.alg = client_authentication.alg_of(client.config);
  const id = by_key ? assertion_finding(run, client, other) : secret_finding(run, client, way, other, attempt);
  report.error(run, id, params);
}

/** Notes that an invented secret is no worse than the right one: perhaps the client needs none. */
function note_untold(run: Run, client: invented_codes.Client, way: string, control: invented_codes.CodeAttempt): void {
  const without = invented_codes.without_authentication(client.config);
  const is_public =
    !invented_codes.has_key(client) &&
    invented_codes.refuses_code(invented_codes.prove(run, client, way, false, without));
  report.warning(run, is_public ? "client_public" : "client_untold", told(way, control));
}

/**
 * Whether the endpoint may have taken the client: it refuses the code, or the request by another word (Kanidm, Pocket ID). Its answer
 * to a client that proves nothing tells, unless it may have stumbled over the encoding of this secret alone.
 */
function may_be_taken(client: invented_codes.Client, way: string, attempt: invented_codes.CodeAttempt): boolean {
  const outcome = attempt.outcome;
  const is_passing = !outcome.ok && outcome.cause === "passing";
  const is_bad_request = attempt.status === 400 && !is_passing && attempt.code !== "";
  const is_plain = way !== "client_secret_basic" || client_authentication.needs_no_encoding(client.config);
  return (
    invented_codes.refuses_code(attempt) || (is_bad_request && is_plain && !invented_codes.refuses_client(attempt))
  );
}

/** Asks again with an invented refresh token, where the answer to the code does not tell; a refusal of that grant tells nothing. */
function check_by_refresh(
  run: Run,
  client: invented_codes.Client,
  way: string,
  control: invented_codes.CodeAttempt,
): void {
  const attempt = invented_codes.prove(run, client, way, false, invented_codes.as_refresh);
  if (invented_codes.refuses_client(attempt) && attempt.code !== "unauthorized_client") {
    note_refusal(run, client, way, attempt);
  } else if (!invented_codes.refuses_code(attempt)) {
    report.warning(run, "client_untold", told(way, control));
  } else if (invented_codes.refuses_client(invented_codes.prove(run, client, way, true, invented_codes.as_refresh))) {
    report.ok(run, "secret_ok", told(way, attempt));
  } else {
    note_untold(run, client, way, control);
  }
}

/**
 * Exchanges an invented code. The endpoint must refuse the request of this client, and then a client that proves nothing: only
 * both together tell that secret or key are right.
 */
function check_way(run: Run, client: invented_codes.Client, way: string): void {
  const by_key = invented_codes.has_key(client);
  const attempt = invented_codes.prove(run, client, way, false);
  const failure = invented_codes.failure_of(attempt);
  const control = may_be_taken(client, way, attempt) ? invented_codes.prove(run, client, way, true) : undefined;
  if (control !== undefined && invented_codes.refuses_client(control)) {
    report.ok(run, by_key ? "assertion_ok" : "secret_ok", told(way, attempt));
  } else if (control !== undefined && invented_codes.refuses_code(attempt)) {
    const ask = by_key ? note_untold : check_by_refresh;
    ask(run, client, way, control);
  } else if (invented_codes.refuses_client(attempt) && !invented_codes.is_page(attempt)) {
    note_refusal(run, client, way, attempt);
  } else if (failure !== undefined) {
    failed_calls.note_failure(run, "token_endpoint", client.metadata.token_endpoint, failure, attempt.body);
  } else {
    report.warning(run, "client_untold", told(way, attempt));
  }
}

/** The way in which the client proves itself; undefined, and a finding, where there is none. */
function check_method(run: Run, client: invented_codes.Client): string | undefined {
  const offered = client.metadata.token_endpoint_auth_methods_supported ?? [];
  const method = client_authentication.choose_method(run.io, client.config, client.metadata);
  const list = offered.join(", ");
  if (invented_codes.has_key(client) && !method.ok) {
    report.error(run, "key_missing", { alg: client_authentication.alg_of(client.config) });
  } else if (
    !invented_codes.has_key(client) &&
    offered.length > 0 &&
    !offered.some((name) => secret_methods.includes(name))
  ) {
    // A method that an option names is tried nevertheless.
    report.note(run, method.ok ? "warning" : "error", "auth_method_none", { offered: list });
  } else if (method.ok && offered.length > 0 && !offered.includes(method.data)) {
    report.warning(run, "auth_method_not_offered", { method: method.data, offered: list });
  } else if (method.ok) {
    report.ok(run, "auth_method_ok", { method: method.data });
  }
  return method.ok ? method.data : undefined;
}

/** Checks authentication method and secret as far as the options are right; returns whether the secret was judged. */
export function check_client(run: Run, client: invented_codes.Client, wrong: string[], sendable: boolean): boolean {
  const method = wrong.includes("token_endpoint_auth_method") ? undefined : check_method(run, client);
  // A secret that is absent has a finding already.
  if (!sendable && !wrong.includes("client_secret")) {
    report.warning(run, "client_not_sent");
    return true;
  }
  const known = !["client_id", "client_secret", "redirect_uri"].some((option) => wrong.includes(option));
  if (method !== undefined && known) {
    check_way(
      run,
      client,
      invented_codes.has_key(client) ? (client.config.client_assertion_audience ?? "issuer") : method,
    );
    return true;
  }
  return false;
}
