/** The findings of a check in the language of the page, and the actions that they offer. */
import { fill } from "../../sso_login/base/log_texts";
import type { Finding, Level, Param, Report } from "../../sso_login/check/report";
import { findings, type FindingText } from "../../sso_login/check/finding_texts";
import { optionIn, withTitles } from "../provider/fields";
import { messageText } from "../saving/message_text";
import { ownFindings } from "./refusal";

/** Two texts of which the first `same` characters are alike. */
export interface Difference {
  configured: string;
  discovered: string;
  same: number;
}

/** A parameter in the language of the page; undefined when it holds a message that this page does not know. */
function paramText(param: Param): string | undefined {
  if (typeof param === "string") {
    return param;
  }
  if (Array.isArray(param)) {
    const items = param.map(paramText);
    return items.includes(undefined) ? undefined : items.join(", ");
  }
  return messageText(param);
}

function rowOf(id: string): FindingText | undefined {
  return findings[id] ?? ownFindings[id];
}

/**
 * A finding's texts. A rule of an option or of a role's name is the end of a sentence in the log; here it is a sentence
 * of its own.
 */
function templatesOf(id: string): FindingText | undefined {
  const wrong: { [id: string]: string | undefined } = {
    option_wrong: _("Option %{option} is wrong. %{must}"),
    role_wrong: _("Role %{role} is wrong. %{must}"),
  };
  const { text = "", advice = "" } = rowOf(id) ?? {};
  return text === "" ? undefined : { text: wrong[id] ?? _(text), advice: advice === "" ? "" : _(advice) };
}

/** A finding's texts in the language of the page; those of the service where they hold a message that the page does not know. */
export function textsOf(finding: Finding): { text: string; advice: string } {
  const templates = templatesOf(finding.id);
  const params: { [name: string]: string | undefined } = {};
  for (const [name, param] of Object.entries(finding.params)) {
    params[name] = paramText(param);
    if (name === "option" && typeof param === "string") {
      params[name] = withTitles(`option ${param}`).slice("option ".length);
    }
  }
  if (templates === undefined || Object.values(params).includes(undefined)) {
    return { text: finding.text, advice: finding.advice };
  }
  const said = (words = ""): string => fill(withTitles(words), params);
  return { text: said(templates.text), advice: said(templates.advice) };
}

/** The option whose field a finding leads to: that of its row, or the first that it names. */
export function fieldOf({ id, params }: Pick<Finding, "id" | "params">): string | undefined {
  const named = typeof params["option"] === "string" ? params["option"] : undefined;
  const { text = "", advice = "", option } = rowOf(id) ?? {};
  return option ?? named ?? optionIn(`${text} ${advice}`);
}

/** The role that a finding leads to; "" means the table of roles. */
export function roleOf({ id, params }: Pick<Finding, "id" | "params">): string | undefined {
  if (!id.startsWith("role") && !id.startsWith("access_groups_")) {
    return undefined;
  }
  const named = params["role"] ?? params["roles"];
  return typeof named === "string" && !named.includes(",") ? named : "";
}

/** The difference between the provider's issuer and the configured one, for the finding about it. */
export function issuerDifference(finding: Finding): Difference | undefined {
  const { configured, discovered } = finding.params;
  if (finding.id !== "issuer_mismatch" || typeof configured !== "string" || typeof discovered !== "string") {
    return undefined;
  }
  let same = 0;
  while (same < configured.length && same < discovered.length && configured[same] === discovered[same]) {
    same += 1;
  }
  return { configured, discovered, same };
}

/** A value that repairs what a finding is about. */
export interface Repair {
  option: string;
  value: string;
  /** The title of its button. */
  title: string;
}

/** The provider's issuer, for the findings that issuer_url should be that. */
function issuerToUse({ id, params }: Finding): string | undefined {
  const issuer = id === "issuer_mismatch" ? params["discovered"] : id === "issuer_is_document" ? params["issuer"] : "";
  return typeof issuer === "string" && issuer.startsWith("https://") ? issuer : undefined;
}

/** The repair of a finding; `valueOf` gives the text in an option's field. */
export function repairOf(finding: Finding, valueOf: (option: string) => string): Repair | undefined {
  const issuer = issuerToUse(finding);
  if (issuer !== undefined) {
    return { option: "issuer_url", value: issuer, title: _("Use the provider's issuer") };
  }
  if (finding.id === "at_hash_unknown") {
    return { option: "at_hash", value: "optional", title: _("Make it optional") };
  }
  if (finding.id === "scope_groups_missing") {
    return { option: "scope", value: `${valueOf("scope")} groups`.trim(), title: _("Add the scope groups") };
  }
  return undefined;
}

/** A report without the findings about the router's port, where the page itself came through that port. */
export function withoutPort({ findings, ...report }: Report, port: string): Report {
  const isDisproved = ({ id, params }: Finding): boolean =>
    ["router_port", "router_refused"].includes(id) && params["port"] === port;
  const left = findings.filter((finding) => !isDisproved(finding));
  return { ...report, ok: !left.some(({ level }) => level === "error"), findings: left };
}

/** The fields that a registration fills in. */
const registered: unknown[] = ["client_id", "client_secret"];

/** A report with the offer to register first where no client is known yet, in the place of the errors that it repairs. */
export function withOfferFirst({ findings, ...report }: Report, clientId: string): Report {
  const offer = findings.find(({ id }) => id === "register_offered");
  if (offer === undefined || clientId !== "") {
    return { ...report, findings };
  }
  const isRepaired = ({ id, params, provider }: Finding): boolean =>
    id === "option_wrong" && registered.includes(params["option"]) && provider === offer.provider;
  return { ...report, findings: [offer, ...findings.filter((one) => one !== offer && !isRepaired(one))] };
}

/** The word before a finding. */
export function levelName(level: Level): string {
  const names = { ok: _("OK"), warning: _("Warning"), error: _("Error") };
  return names[level];
}

/** The result of a check in one sentence. */
export function summaryOf(report: Report): string {
  if (!report.ok) {
    return _("Logins will fail. See below.");
  }
  return report.findings.some(({ level }) => level === "warning")
    ? _("Logins should work. See below.")
    : _("Everything is fine.");
}
