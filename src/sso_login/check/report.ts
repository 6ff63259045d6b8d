/** The report of a check: findings, each in the words of check_texts.ts. */
import * as encoding from "../base/encoding";
import * as texts from "../base/texts";
import type { CheckText } from "../base/texts";
import type { Io } from "../base/io";

export type Level = "ok" | "warning" | "error";

export interface Finding {
  /** A word of check_texts.ts. */
  id: string;
  level: Level;
  /** The code that a login would be refused with, or that the log shows. */
  code?: string;
  params: { [name: string]: string };
  text: string;
  /** "" where nothing is to do. */
  advice: string;
}

export interface Report {
  /** Whether no finding is an error. */
  ok: boolean;
  findings: Finding[];
}

/** A check under way. */
export interface Run {
  io: Io;
  findings: Finding[];
  /** The client secret, which no finding may show; "" when there is none. */
  secret: string;
}

/** Longest parameter, in bytes. */
const max_param = 400;

/** A secret shorter than this is none, and taking it out of texts would only spoil them. */
const min_secret = 4;

/** Printable ASCII for terminals and pages, whatever a provider sends; cut, and without the secret. */
function sanitize(text: string, secret: string): string {
  const masked = secret.length >= min_secret ? text.split(secret).join("***") : text;
  const out: string[] = [];
  for (let i = 0; i < Math.min(masked.length, max_param); i++) {
    out.push(encoding.printable_at(masked, i));
  }
  return out.join("") + (masked.length > max_param ? "..." : "");
}

/** Adds a finding; `code` where it is not the one of check_texts.ts. */
export function note(run: Run, level: Level, id: string, params: { [name: string]: string }, code?: string): void {
  const shown: { [name: string]: string } = {};
  for (const name of Object.keys(params).sort((a, b) => (a < b ? -1 : 1))) {
    shown[name] = sanitize(params[name] ?? "", run.secret);
  }
  const words: CheckText = texts.check_texts[id] ?? { text: id, advice: "" };
  run.findings.push({
    id,
    level,
    code: code ?? words.code,
    params: shown,
    text: texts.fill(words.text, shown),
    advice: texts.fill(words.advice, shown),
  });
}

/** The report of what was found. */
export function report_of(run: Run): Report {
  return { ok: run.findings.every((finding) => finding.level !== "error"), findings: run.findings };
}
