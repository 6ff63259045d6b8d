/** What a check found, as the page shows it: in the language of the page, and the issuer's difference made visible. */
import { check_texts, fill } from "../sso_login/check_texts";
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

/** A finding's texts in the language of the page; those of the service where this page does not know the id. */
export function textsOf(finding: Finding): { text: string; advice: string } {
  const texts = check_texts[finding.id];
  if (texts === undefined) {
    return { text: finding.text, advice: finding.advice };
  }
  const { must } = finding.params;
  // The rules' answers are texts themselves: as sentences of their own they can be translated.
  const params = must === undefined ? finding.params : { ...finding.params, must };
  const text = fill(_(texts.text), params);
  return {
    text: must === undefined ? text : `${text} ${sentenceFor(must)}`,
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
