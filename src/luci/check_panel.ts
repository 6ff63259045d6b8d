/** The part of the settings page that lets the service check what the page shows, saved or not. */
import { readReport } from "./answers";
import { checkRequest, type EditedSettings } from "./changes";
import { callCheck } from "./calls";
import { leadingText, leadToField } from "./problems";
import { fieldOf, issuerDifference, roleOf, levelName, summaryOf, textsOf, type Finding, type Report } from "./report";

const alertClasses = { ok: "success", warning: "notice", error: "error" };

/** The two issuers, one above the other, with what differs marked. */
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

/** Where a finding leads that is about a field or a role, unless it is right. */
function leadOf(finding: Finding, leadToRole: (role: string) => void): (() => void) | undefined {
  const field = finding.level === "ok" ? undefined : fieldOf(finding);
  const role = finding.level === "ok" ? undefined : roleOf(finding);
  if (role !== undefined) {
    return () => leadToRole(role);
  }
  return field === undefined ? undefined : () => leadToField(field);
}

function renderFinding(finding: Finding, leadToRole: (role: string) => void): Node {
  const { text, advice } = textsOf(finding);
  const words = leadingText(text, leadOf(finding, leadToRole));
  const head = [E("strong", {}, [`${levelName(finding.level)}: `]), words];
  return E(
    "li",
    { class: `sso-login-finding sso-login-${finding.level}`, "data-finding": finding.id, "data-level": finding.level },
    [
      E("div", {}, finding.code === undefined ? head : [...head, " ", E("code", {}, [finding.code])]),
      ...renderDifference(finding),
      ...(advice === "" ? [] : [E("div", {}, ["→ ", advice])]),
    ],
  );
}

function renderReport(report: Report, leadToRole: (role: string) => void): Node[] {
  const worst = report.ok ? (report.findings.some(({ level }) => level === "warning") ? "warning" : "ok") : "error";
  return [
    E("p", { class: `alert-message ${alertClasses[worst]}`, "data-name": "check-summary" }, [summaryOf(report)]),
    E(
      "ul",
      { class: "sso-login-findings" },
      report.findings.map((finding) => renderFinding(finding, leadToRole)),
    ),
  ];
}

/** Without the question whether a port is forwarded, where this very page came through it. */
function withoutAnswered(report: Report): Report {
  const port = window.location.port || "443";
  const isAnswered = ({ id, params }: Finding): boolean => id === "router_port" && params["port"] === port;
  return { ...report, findings: report.findings.filter((finding) => !isAnswered(finding)) };
}

/** The panel. `collect` gives what the page shows, or undefined after it has said what is wrong with it. */
export function checkPanel(collect: () => EditedSettings | undefined, leadToRole: (role: string) => void): Node {
  const result = E("div", { "data-name": "check-result", "aria-live": "polite" });
  const check = async (): Promise<void> => {
    dom.content(result, []);
    const edited = collect();
    if (edited === undefined) {
      return;
    }
    const { values, roles } = checkRequest(edited);
    try {
      dom.content(result, renderReport(withoutAnswered(readReport(await callCheck(values, roles))), leadToRole));
    } catch (problem) {
      const reason = problem instanceof Error ? problem.message : String(problem);
      dom.content(result, [E("p", { class: "alert-message error" }, [_("The check could not be made:"), " ", reason])]);
    }
  };
  const button = { class: "cbi-button cbi-button-action", "data-name": "check", click: ui.createHandlerFn({}, check) };
  return E("div", { class: "cbi-section sso-login-check" }, [
    E("h3", {}, [_("Check")]),
    E("div", { class: "cbi-section-descr" }, [
      _("Tries what a login needs, with what this page shows, saved or not. It takes up to 15 seconds."),
    ]),
    E("p", {}, [E("button", button, [_("Check now")])]),
    result,
  ]);
}
