/** The report of a check: findings by id and parameters, and their English words (finding_texts.ts). */
import * as json from "io/json";
import type { List } from "io/json";
import * as encoding from "../base/encoding";
import type { Io } from "../base/io";
import * as failure_facts from "../base/failure_facts";
import * as strings from "../base/strings";
import * as log_texts from "../base/log_texts";
import type { Err, Message } from "../result";
import type { Role } from "../settings/role_sections";
import * as finding_messages from "./finding_messages";
import * as finding_texts from "./finding_texts";

export type Level = "ok" | "warning" | "error";

/** The value of a placeholder in a finding: a text, a message, or several messages. */
export type Param = string | Message | List<Message>;

export type Params = { [name: string]: Param };

export interface Finding {
  /** Of finding_texts.ts. */
  id: string;
  level: Level;
  /** The code of the refusal of a login, or of a log line. */
  code?: string;
  params: Params;
  text: string;
  /** "" where nothing is to do. */
  advice: string;
  /** The section of the provider, where there are several. */
  provider?: string;
  /** A certificate that the settings page can keep and trust, in PEM form. */
  pem?: string;
}

export interface Report {
  /** False where a finding is an error. */
  ok: boolean;
  findings: List<Finding>;
}

/** The steps of a check that take time, in their order. */
export type Step = "router" | "discovery" | "keys" | "client" | "redirect";

/** A check under way. */
export interface Run {
  io: Io;
  findings: Finding[];
  /** The client secret, which no finding may show; "" when there is none. */
  secret: string;
  /** The provider that is being checked, where there are several. */
  provider?: string;
  /** Seconds that all calls until the end of this provider's may take together. */
  total_time: number;
  /** The roles, for the findings about scopes. */
  roles?: Role[];
  /** A text as long as the sections that the next login writes for rpcd; undefined where they are current. */
  growth?: string;
  /** Whether this service has made passwords refused, so that single sign-on is the only way in. */
  passwords_refused?: boolean;
  /** Whether client and redirect URI are not tried: the calls with an invented code and secret, which a provider logs. */
  quick?: boolean;
  /** Whether the settings are saved: logins then go by the metadata that are found. */
  is_saved?: boolean;
  begin: (this: void, step: Step) => void;
}

/** Longest parameter of a finding and of a message in it, in bytes. */
const max_param = 400;
const max_message_param = 80;

/** Bytes of the shortest secret that is masked: masking a shorter text would only spoil findings. */
const min_secret = 4;

/** Printable ASCII for terminals and pages, whatever a provider sends; cut, and without the secret. */
export function sanitize(text: string, secret: string, max: number): string {
  const masked = secret.length >= min_secret ? text.split(secret).join("***") : text;
  const out: string[] = [];
  for (let i = 0; i < Math.min(masked.length, max); i++) {
    out.push(encoding.printable_at(masked, i));
  }
  return out.join("") + (masked.length > max ? "..." : "");
}

function sanitize_message(message: Message, secret: string): Message {
  const given = message.params ?? {};
  const params: { [name: string]: string } = {};
  for (const name of Object.keys(given)) {
    params[name] = sanitize(given[name] ?? "", secret, max_message_param);
  }
  return { id: message.id, params };
}

function sanitize_param(param: Param, secret: string): Param {
  if (typeof param === "string") {
    return sanitize(param, secret, max_param);
  }
  return json.is_array(param)
    ? json.list(param.map((message) => sanitize_message(message, secret)))
    : sanitize_message(param, secret);
}

function in_english(param: Param): string {
  if (typeof param === "string") {
    return param;
  }
  if (json.is_array(param)) {
    return param.map((message) => in_english(message)).join(", ");
  }
  return finding_messages.in_english(param);
}

export function new_run(io: Io, secret: string, total_time: number, begin?: Run["begin"]): Run {
  return { io, findings: [], secret, total_time, begin: begin ?? (() => undefined) };
}

/** A finding with its words in English; `code` replaces that of finding_texts.ts. */
export function finding_of(level: Level, id: string, params: Params, code?: string, provider?: string): Finding {
  const said: { [name: string]: string } = { here: finding_texts.here };
  for (const name of strings.sorted_keys(params)) {
    said[name] = in_english(params[name] ?? "");
  }
  const words: finding_texts.FindingText = finding_texts.findings[id] ?? { text: id };
  return {
    id,
    level,
    code: code ?? words.code,
    params,
    text: log_texts.fill(words.text, said),
    advice: log_texts.fill(words.advice ?? "", said),
    provider,
  };
}

/** Adds a finding with these parameters made printable. */
export function note(run: Run, level: Level, id: string, params?: Params, code?: string): Finding {
  const given = params ?? {};
  const shown: Params = {};
  for (const name of strings.sorted_keys(given)) {
    shown[name] = sanitize_param(given[name] ?? "", run.secret);
  }
  const finding = finding_of(level, id, shown, code, run.provider);
  run.findings.push(finding);
  return finding;
}

export function ok(run: Run, id: string, params?: Params): void {
  note(run, "ok", id, params);
}

export function warning(run: Run, id: string, params?: Params): void {
  note(run, "warning", id, params);
}

export function error(run: Run, id: string, params?: Params, code?: string): void {
  note(run, "error", id, params, code);
}

/** The reason of a failure where it is a text; else "". */
export function reason_of(failure: Err): string {
  const reason = failure_facts.open(failure).reason;
  return typeof reason === "string" ? reason : "";
}

/** Adds an error whose words tell the reason of a failure. */
export function error_of(run: Run, id: string, failed: Err): void {
  error(run, id, { reason: reason_of(failed) });
}

/** Adds a warning with the names as its parameter `param`, where there are any. */
export function warn_of(run: Run, id: string, param: string, names: string[]): void {
  const params: Params = {};
  params[param] = names.join(", ");
  if (names.length > 0) {
    warning(run, id, params);
  }
}

export function report_of(run: Run): Report {
  return { ok: !run.findings.some((finding) => finding.level === "error"), findings: json.list(run.findings) };
}
