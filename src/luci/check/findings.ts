/** A finding with its advice and the buttons that lead to what it is about. */
import type { Finding, Report } from "../../sso_login/check/report";
import type { Editing } from "../provider/editing";
import { pressing } from "../kit/buttons";
import { leadingText } from "../kit/problems";
import { titledText } from "../kit/titled_text";
import { tabOf } from "../provider/settings_problems";
import { fieldOf, issuerDifference, levelName, repairOf, roleOf, textsOf } from "./report";

/** The actions that findings offer; without a provider they are about the first. Those that are absent are not offered. */
export interface FindingActions extends Pick<Editing, "lead" | "valueOf" | "set"> {
  /** Shows the authority of a finding, to be trusted. */
  trust?: (finding: Finding) => void;
  /** Registers the router at the provider of a finding. */
  register?: (finding: Finding) => void;
}

/** The two issuers, one above the other, with the difference marked. */
function renderDifference(finding: Finding): Node[] {
  const difference = issuerDifference(finding);
  if (difference === undefined) {
    return [];
  }
  const line = (title: string, text: string): HTMLElement =>
    E("div", {}, [
      E("div", {}, [title]),
      E("code", {}, [
        text.slice(0, difference.same),
        E("mark", {}, [text.slice(difference.same) || _("(nothing more)")]),
      ]),
    ]);
  return [line(_("The provider says:"), difference.discovered), line(_("The settings say:"), difference.configured)];
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
function renderActions(finding: Finding, { set, valueOf, trust, register }: FindingActions): Node[] {
  const button = (name: string, label: string, click: () => unknown): HTMLElement =>
    E("div", { class: "sso-login-buttons" }, [
      E("button", { class: "cbi-button cbi-button-neutral", "data-name": name, click: pressing(click) }, [label]),
    ]);
  const { id, pem, provider } = finding;
  const repair = repairOf(finding, (option) => valueOf(option, provider));
  if (repair !== undefined) {
    const done = E("span", { role: "status" });
    const follow = async (): Promise<void> => {
      await set(repair.option, repair.value, provider);
      dom.content(done, [" ", _("Done. Used after Save & Apply.")]);
    };
    const place = button(`repair-${repair.option}`, repair.title, follow);
    place.append(done);
    return [place];
  }
  if (id === "register_offered" && register !== undefined) {
    return [button("register", _("Register this router"), () => register(finding))];
  }
  return pem === undefined || trust === undefined
    ? []
    : [button("trust", _("Show and trust this authority"), () => trust(finding))];
}

function renderFinding(finding: Finding, page: FindingActions): Node {
  const { advice } = textsOf(finding);
  const head = [E("strong", {}, [titledText(levelName(finding.level), "")]), textWithLead(finding, page)];
  return E(
    "li",
    { class: `sso-login-finding sso-login-${finding.level}`, "data-finding": finding.id, "data-level": finding.level },
    [
      E("div", {}, finding.code === undefined ? head : [...head, " ", E("code", {}, [finding.code])]),
      ...renderDifference(finding),
      ...(advice === "" ? [] : [E("div", {}, ["→ ", advice])]),
      ...renderActions(finding, page),
    ],
  );
}

/** A list of findings. */
export function renderFindings(findings: Report["findings"], page: FindingActions): HTMLElement {
  const items = findings.map((finding) => renderFinding(finding, page));
  return E("ul", { class: "sso-login-findings" }, items);
}
