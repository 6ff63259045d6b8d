/** The findings of a check in the language of the page, and the actions that they offer. */
import { fill } from "../../sso_login/base/log_texts";
import type { Finding, Param, Report } from "../../sso_login/check/report";
import { findings } from "../../sso_login/check/finding_texts";
import { optionIn, withTitles } from "../provider/fields";
import { messageText } from "../saving/message_text";
import { withScopes } from "../saving/scopes";

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

/**
 * A finding's texts in the language of the page; those of the service where they hold a message that the page does not know. `here` are the
 * words for the settings page.
 */
export function textsOf(finding: Finding, here = _("here")): { text: string; advice: string } {
  // In the log a rule of an option or of a role's name is the end of a sentence; here it is a sentence of its own.
  const wrong: { [id: string]: string | undefined } = {
    option_wrong: _("Option %{option} is wrong. %{must}"),
    role_wrong: _("Role %{role} is wrong. %{must}"),
  };
  const { text = "", advice = "" } = findings[finding.id] ?? {};
  const params: { [name: string]: string | undefined } = {};
  const used = Object.entries({ here, ...finding.params }).filter(([name]) =>
    `${text} ${advice}`.includes(`%{${name}}`),
  );
  for (const [name, param] of used) {
    const isOption = name === "option" && typeof param === "string";
    params[name] = isOption ? withTitles(`option ${param}`).slice("option ".length) : paramText(param);
  }
  if (text === "" || Object.values(params).includes(undefined)) {
    return { text: finding.text, advice: finding.advice };
  }
  const said = (words: string): string => fill(withTitles(words), params);
  return { text: said(wrong[finding.id] ?? _(text)), advice: advice === "" ? "" : said(_(advice)) };
}

/** The option whose field a finding leads to: that of its row, or the first that it names. */
export function fieldOf({ id, params }: Pick<Finding, "id" | "params">): string | undefined {
  const named = typeof params["option"] === "string" ? params["option"] : undefined;
  const { text = "", advice = "", option } = findings[id] ?? {};
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

/** The scopes that roles need and the provider offers, as a finding tells them. */
function scopesIn({ params }: Pick<Finding, "params">): string[] {
  return typeof params["scopes"] === "string" ? params["scopes"].split(", ") : [];
}

/** The providers that a check has reached, each with the scopes that roles need, that it offers, and that are not requested. */
export function missingScopes({ findings }: Report): { provider?: string; scopes: string[] }[] {
  const reached = findings.filter(({ id }) => id === "connection_ok");
  return reached.map(({ provider }) => {
    const own = findings.filter((one) => one.id === "scope_missing" && one.provider === provider);
    return { provider, scopes: own.flatMap(scopesIn) };
  });
}

export function addScopesTitle(scopes: string[]): string {
  return fill(_("Add the scope %{scopes}"), { scopes: scopes.join(", ") });
}

/** The value that repairs what a finding is about, and the title of its button; `valueOf` gives the text in an option's field. */
export function repairOf(
  finding: Finding,
  valueOf: (option: string) => string,
): { option: string; value: string; title: string } | undefined {
  const { id, params } = finding;
  const issuer = { issuer_mismatch: params["discovered"], issuer_is_document: params["issuer"] }[id];
  if (typeof issuer === "string" && issuer.startsWith("https://")) {
    return { option: "issuer_url", value: issuer, title: _("Use the provider's issuer") };
  }
  return {
    at_hash_unknown: { option: "at_hash", value: "optional", title: _("Make it optional") },
    scope_missing: {
      option: "scope",
      value: withScopes(valueOf("scope"), scopesIn(finding)),
      title: addScopesTitle(scopesIn(finding)),
    },
  }[id];
}

function isOk(findings: Finding[]): boolean {
  return !findings.some(({ level }) => level === "error");
}

const registered: unknown[] = ["client_id", "client_secret"];

/**
 * A report without the findings about a port through which the page itself came; where no client is known yet, the offer to register comes
 * first, in the place of the errors that it repairs.
 */
export function shownReport({ findings }: Report, port: string, clientId: string): Report {
  const left = findings.filter(
    ({ id, params }) => !["router_port", "router_refused"].includes(id) || params["port"] !== port,
  );
  const offer = clientId === "" ? left.find(({ id }) => id === "register_offered") : undefined;
  const isRepaired = ({ id, params, provider }: Finding): boolean =>
    id === "option_wrong" && registered.includes(params["option"]) && provider === offer?.provider;
  const others = left.filter((one) => one !== offer && !isRepaired(one));
  return { ok: isOk(left), findings: offer === undefined ? left : [offer, ...others] };
}

/** The report once a finding is mended. */
export function withoutFinding({ findings }: Report, mended: Finding): Report {
  const left = findings.filter((one) => one !== mended);
  return { ok: isOk(left), findings: left };
}

export function summaryOf(report: Report): string {
  if (!report.ok) {
    return _("Logins will fail. See below.");
  }
  return report.findings.some(({ level }) => level === "warning")
    ? _("Logins should work. See below.")
    : _("Everything is fine.");
}
