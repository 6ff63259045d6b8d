/** What a check found, as the page shows it: in the language of the page, and the issuer's difference made visible. */
import { check_texts, fill } from "../sso_login/base/texts";
import { sentenceFor } from "./validation";

export interface Finding {
  id: string;
  level: "ok" | "warning" | "error";
  /** What the log says of a login that ends here. */
  code?: string;
  params: { [name: string]: string | undefined };
  /** In English, filled in. */
  text: string;
  /** "" where nothing is to do. */
  advice: string;
}

/** The answer of `sso-login check`. */
export interface Report {
  ok: boolean;
  findings: Finding[];
}

/** Two texts of which the first `same` characters are alike. */
export interface Difference {
  configured: string;
  discovered: string;
  same: number;
}

/**
 * What is wrong with an option or a role's name. The rules' answers are the ends of English sentences, and are told as
 * sentences of their own.
 */
function ruleText(params: Finding["params"], must: string): string {
  const text = params["role"] === undefined ? _("Option %{option} is wrong.") : _("The name of role %{role} is wrong.");
  return `${fill(text, params)} ${sentenceFor(must)}`;
}

/** A finding's texts in the language of the page; those of the service where this page does not know the id. */
export function textsOf(finding: Finding): { text: string; advice: string } {
  const texts = check_texts[finding.id];
  if (texts === undefined) {
    return { text: finding.text, advice: finding.advice };
  }
  const { params } = finding;
  const { must } = params;
  return {
    text: must === undefined ? fill(_(texts.text), params) : ruleText(params, must),
    advice: texts.advice === "" ? "" : fill(_(texts.advice), params),
  };
}

/** Where the provider's issuer and the configured one part, when that is what was found. */
export function issuerDifference(finding: Finding): Difference | undefined {
  const { configured, discovered } = finding.params;
  if (finding.id !== "issuer_mismatch" || configured === undefined || discovered === undefined) {
    return undefined;
  }
  let same = 0;
  while (same < configured.length && same < discovered.length && configured[same] === discovered[same]) {
    same += 1;
  }
  return { configured, discovered, same };
}

/** The word before a finding. */
export function levelName(level: Finding["level"]): string {
  const names = { ok: _("All right"), warning: _("Warning"), error: _("Error") };
  return names[level];
}

/** What the report comes to. */
export function summaryOf(report: Report): string {
  if (!report.ok) {
    return _("Logins will fail. What is wrong stands below.");
  }
  return report.findings.some(({ level }) => level === "warning")
    ? _("Logins should work. Something is worth a look.")
    : _("Everything is fine.");
}
