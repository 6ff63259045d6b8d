/** The report of a check: findings by id and parameters, and their English words (texts.ts). */
import * as json from "io/json";
import type { List } from "io/json";
import * as encoding from "../base/encoding";
import type { Io } from "../base/io";
import * as strings from "../base/strings";
import * as texts from "../base/texts";
import type { Message } from "../result";
import * as messages from "./messages";
import * as check_texts from "./texts";
import type { FindingText } from "./texts";

export type Level = "ok" | "warning" | "error";

/** The value of a placeholder of a finding's text: a text, a message (a rule or a part), or several messages. */
export type Param = string | Message | List<Message>;

export type Params = { [name: string]: Param };

export interface Finding {
  /** Of texts.ts. */
  id: string;
  level: Level;
  /** The code that a login would be refused with, or that the log shows. */
  code?: string;
  params: Params;
  text: string;
  /** "" where nothing is to do. */
  advice: string;
  /** The section of the provider that it is about, where there are several. */
  provider?: string;
  /** A certificate that the settings page can keep and trust, in PEM form. */
  pem?: string;
}

export interface Report {
  /** Whether no finding is an error. */
  ok: boolean;
  findings: List<Finding>;
}

/** What takes time in a check, in its order. */
export type Step = "router" | "discovery" | "keys" | "client" | "redirect";

/** A check under way. */
export interface Run {
  io: Io;
  findings: Finding[];
  /** The client secret, which no finding may show; "" when there is none. */
  secret: string;
  /** The provider that is being checked, where there are several. */
  provider?: string;
  /** Seconds that the calls so far and those of this provider may take together. */
  total_time: number;
  /** Whether some role lists groups, for what is said of scopes. */
  lists_groups?: boolean;
  /** Whether this service has passwords refused: single sign-on is then the way in. */
  passwords_refused?: boolean;
  /** Told what is tried next. */
  begin?: (this: void, step: Step) => void;
}

/** Longest parameter of a finding and of a message in it, in bytes. */
const max_param = 400;
const max_message_param = 80;

/** A secret shorter than this is none, and taking it out of texts would only spoil them. */
const min_secret = 4;

/** Printable ASCII for terminals and pages, whatever a provider sends; cut, and without the secret. */
function sanitize(text: string, secret: string, max: number): string {
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

/** A parameter in English. */
function in_english(param: Param): string {
  if (typeof param === "string") {
    return param;
  }
  if (json.is_array(param)) {
    return param.map((message) => in_english(message)).join(", ");
  }
  const part = messages.parts[param.id];
  return part !== undefined ? texts.fill(part, param.params ?? {}) : texts.in_english(param);
}

/** Tells whoever waits for the check what is tried next. */
export function begin(run: Run, step: Step): void {
  if (run.begin !== undefined) {
    run.begin(step);
  }
}

/** Adds a finding; `code` where it is not the one of texts.ts. */
export function note(run: Run, level: Level, id: string, params?: Params, code?: string): Finding {
  const given = params ?? {};
  const shown: Params = {};
  const said: { [name: string]: string } = {};
  for (const name of strings.sorted_keys(given)) {
    const param = sanitize_param(given[name] ?? "", run.secret);
    shown[name] = param;
    said[name] = in_english(param);
  }
  const words: FindingText = check_texts.findings[id] ?? { text: id };
  const finding: Finding = {
    id,
    level,
    code: code ?? words.code,
    params: shown,
    text: texts.fill(words.text, said),
    advice: texts.fill(words.advice ?? "", said),
    provider: run.provider,
  };
  run.findings.push(finding);
  return finding;
}

export function ok(run: Run, id: string, params?: Params): void {
  note(run, "ok", id, params);
}

export function warning(run: Run, id: string, params?: Params): void {
  note(run, "warning", id, params);
}

/** Adds what a login would fail for; `code` where it is not the one of texts.ts. */
export function error(run: Run, id: string, params?: Params, code?: string): void {
  note(run, "error", id, params, code);
}

/** Adds a warning about names, which are its parameter `param`, where there are any. */
export function warn_of(run: Run, id: string, param: string, names: string[]): void {
  const params: Params = {};
  params[param] = names.join(", ");
  if (names.length > 0) {
    warning(run, id, params);
  }
}

/** The report of what was found. */
export function report_of(run: Run): Report {
  return { ok: !run.findings.some((finding) => finding.level === "error"), findings: json.list(run.findings) };
}
