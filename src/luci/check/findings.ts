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
  /** Called once what a finding is about has been mended. */
  mended?: (finding: Finding) => void;
  /** The words for the settings page, where that is another one. */
  here?: string;
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
function textWithLead(finding: Finding, { lead, here }: FindingActions): Node | string {
  const { text } = textsOf(finding, here);
  const [option, role] = finding.level === "ok" ? [] : [fieldOf(finding), roleOf(finding)];
  const place = role !== undefined ? { role } : option && { provider: finding.provider, option };
  if (place) {
    return leadingText(text, () => lead(place), tabOf(place));
  }
  return leadingText(text, undefined, finding.level !== "ok" && finding.id.startsWith("passwords_") ? "advanced" : "");
}

/** Says in the place of a finding that it is mended. */
function sayMended(item: HTMLElement): void {
  item.className = "sso-login-finding";
  item.dataset["level"] = "ok";
  const done = E("div", { role: "status", tabindex: "-1" }, [_("Done. Used after Save & Apply.")]);
  dom.content(item, [done]);
  done.focus();
}

/** The button that follows the advice of a finding, which it takes out of its item once that is mended. */
function renderAction(finding: Finding, item: HTMLElement, page: FindingActions): (Node | string)[] {
  const plain = { kind: "neutral" };
  const { id, pem, provider } = finding;
  const { trust, register } = page;
  const repair = repairOf(finding, (option) => page.valueOf(option, provider));
  if (repair !== undefined) {
    const follow = async (): Promise<void> => {
      await page.set(repair.option, repair.value, provider);
      sayMended(item);
      page.mended?.(finding);
    };
    return [button(`repair-${repair.option}`, repair.title, follow, plain)];
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
  const { advice } = textsOf(finding, page.here);
  const item = E("li", { class: `sso-login-finding sso-login-${level}`, "data-finding": id, "data-level": level });
  const actions = renderAction(finding, item, page);
  const levels = { ok: _("OK"), warning: _("Warning"), error: _("Error") };
  const head = [E("strong", {}, [titledText(levels[level], "")]), textWithLead(finding, page)];
  dom.content(item, [
    E("div", {}, code === undefined ? head : [...head, " ", E("code", {}, [code])]),
    ...renderDifference(finding),
    ...(advice === "" ? [] : [E("div", {}, ["→ ", advice])]),
    ...(actions.length === 0 ? [] : [E("div", { class: "sso-login-buttons" }, actions)]),
  ]);
  return item;
}

export function renderFindings(findings: Report["findings"], page: FindingActions): HTMLElement {
  const items = findings.map((finding) => renderFinding(finding, page));
  return E("ul", { class: "sso-login-findings" }, items);
}
