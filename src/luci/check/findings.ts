/** A finding with its advice and the buttons that lead to what it is about. */
import type { Finding, Report } from "../../sso_login/check/report";
import { button } from "../kit/panels";
import { leadingText } from "../kit/problems";
import { titledText } from "../saving/message_text";
import type { Editing } from "../provider/form_context";
import { tabOf } from "../provider/settings_problems";
import { fieldOf, repairOf, roleOf, textsOf } from "./report";

/** The actions that findings offer; without a provider they are about the first. Those that are absent are not offered. */
export interface FindingActions extends Pick<Editing, "lead" | "valueOf" | "set"> {
  trust?: (finding: Finding) => void;
  register?: (finding: Finding) => void;
}

/** The two issuers, one above the other, with the difference marked. */
function renderDifference({ id, params }: Finding): Node[] {
  if (id !== "issuer_mismatch") {
    return [];
  }
  const same = Number(params["place"]) - 1;
  const line = (title: string, name: string): HTMLElement => {
    const text = params[name] as string;
    const mark = E("mark", {}, [text.slice(same) || _("(nothing more)")]);
    return E("div", {}, [E("div", {}, [title]), E("code", {}, [text.slice(0, same), mark])]);
  };
  return [line(_("The provider says:"), "discovered"), line(_("The settings say:"), "configured")];
}

/** A finding's text, which leads to the field, the role or the tab that it is about, unless it is right. */
function textWithLead(finding: Finding, { lead }: FindingActions): Node | string {
  const { text } = textsOf(finding);
  const [option, role] = finding.level === "ok" ? [] : [fieldOf(finding), roleOf(finding)];
  const place = role !== undefined ? { role } : option && { provider: finding.provider, option };
  if (place) {
    return leadingText(text, () => lead(place), tabOf(place));
  }
  return leadingText(text, undefined, finding.level !== "ok" && finding.id.startsWith("passwords_") ? "advanced" : "");
}

/** The button that follows the advice of a finding. */
function renderAction(finding: Finding, { set, valueOf, trust, register }: FindingActions): (Node | string)[] {
  const plain = { kind: "neutral" };
  const { id, pem, provider } = finding;
  const repair = repairOf(finding, (option) => valueOf(option, provider));
  if (repair !== undefined) {
    const done = E("span", { role: "status" });
    const follow = async (): Promise<void> => {
      await set(repair.option, repair.value, provider);
      dom.content(done, [" ", _("Done. Used after Save & Apply.")]);
    };
    return [button(`repair-${repair.option}`, repair.title, follow, plain), done];
  }
  if (id === "register_offered" && register !== undefined) {
    return [button("register", _("Register this router"), () => register(finding), plain)];
  }
  return pem === undefined || trust === undefined
    ? []
    : [button("trust", _("Show and trust this authority"), () => trust(finding), plain)];
}

function renderFinding(finding: Finding, page: FindingActions): Node {
  const { id, level, code } = finding;
  const { advice } = textsOf(finding);
  const actions = renderAction(finding, page);
  const levels = { ok: _("OK"), warning: _("Warning"), error: _("Error") };
  const head = [E("strong", {}, [titledText(levels[level], "")]), textWithLead(finding, page)];
  return E("li", { class: `sso-login-finding sso-login-${level}`, "data-finding": id, "data-level": level }, [
    E("div", {}, code === undefined ? head : [...head, " ", E("code", {}, [code])]),
    ...renderDifference(finding),
    ...(advice === "" ? [] : [E("div", {}, ["→ ", advice])]),
    ...(actions.length === 0 ? [] : [E("div", { class: "sso-login-buttons" }, actions)]),
  ]);
}

export function renderFindings(findings: Report["findings"], page: FindingActions): HTMLElement {
  const items = findings.map((finding) => renderFinding(finding, page));
  return E("ul", { class: "sso-login-findings" }, items);
}
