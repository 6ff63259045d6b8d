/** The panel that has the service check the settings on the page, saved or not. */
import { fill } from "../../sso_login/base/log_texts";
import type { Finding, Level, Report, Step } from "../../sso_login/check/report";
import type { Editing, Trial } from "../provider/form_context";
import type { EditedSettings } from "../saving/changes";
import { requestArguments } from "../saving/request";
import { unrequestedScopes } from "../saving/scopes";
import { callCheck, callCheckStep } from "../saving/calls";
import { failureText } from "../kit/failure";
import { renderFindings, type FindingActions } from "./findings";
import { attempt, button, notice, panel } from "../kit/panels";
import { problemList } from "../kit/problems";
import { reveal } from "../kit/tabs";
import { actionsOf } from "./register_dialog";
import { missingScopes, shownReport, summaryOf, withoutFinding } from "./report";

function countOf({ findings }: Report, wanted: Level): number {
  return findings.filter(({ level }) => level === wanted).length;
}

function renderSummary(report: Report): HTMLElement {
  const summary = notice(report.ok ? (countOf(report, "warning") > 0 ? "notice" : "success") : "error", [
    summaryOf(report),
  ]);
  summary.dataset["name"] = "check-summary";
  return summary;
}

/** The report with its summary, which follows what is mended. */
function renderReport(report: Report, page: FindingActions): Node[] {
  const groups = [...new Set(report.findings.map(({ provider }) => provider))];
  let left = report;
  const summary = E("div", {}, [renderSummary(report)]);
  const mended = (finding: Finding): void => {
    left = withoutFinding(left, finding);
    dom.content(summary, [renderSummary(left)]);
  };
  return [
    summary,
    ...groups.flatMap((provider) => {
      const own = report.findings.filter((finding) => finding.provider === provider);
      const heading = provider === undefined ? [] : [E("h4", {}, [fill(_("Provider %{provider}"), { provider })])];
      return [...heading, renderFindings(own, { ...page, mended })];
    }),
  ];
}

/** Announces the steps of the check, until the function that it returns is called. */
function sayProgress(say: (words: string) => void): () => void {
  const texts: { [step in Step | ""]: string } = {
    "": "",
    router: _("The check asks this router's own web server."),
    discovery: _("The check reads the provider's discovery document."),
    keys: _("The check reads the provider's keys."),
    client: _("The check tries the client and its secret at the provider."),
    redirect: _("The check asks the provider for the redirect URI."),
  };
  let [said, isOver] = ["", false];
  say(_("The check is running."));
  const ask = async (): Promise<void> => {
    const words = texts[(await callCheckStep()).step] || said;
    if (!isOver && words !== said) {
      said = words;
      say(words);
    }
  };
  // The call of the check itself reports a failure.
  const timer = window.setInterval(() => void ask().catch(() => undefined), 1000);
  return () => {
    isOver = true;
    window.clearInterval(timer);
  };
}

export function checkPanel(task: Editing): Trial {
  const result = E("div", { "data-name": "check-result" });
  const status = E("p", { role: "status", class: "sso-login-hidden", "data-name": "check-status" });
  const messages = problemList();
  const failed = _("The check could not be made:");
  const say = (words: string): void => dom.content(status, [words]);
  const learn = (report: Report, edited: EditedSettings): void => {
    for (const { provider = task.provider?.(), scopes } of missingScopes(report)) {
      const issuer = task.valueOf("issuer_url", provider);
      for (const scope of unrequestedScopes(edited, provider)) {
        task.learnScope(issuer, scope, scopes.includes(scope));
      }
    }
  };
  const makeRoom = (): void => result.classList.add("sso-login-report");
  const work = async (): Promise<void> => {
    dom.content(result, []);
    const edited = task.collect(messages);
    result.classList.toggle("sso-login-report", edited !== undefined);
    if (edited === undefined) {
      return;
    }
    const stop = sayProgress(say);
    try {
      const answer = await callCheck(...requestArguments(edited, task.provider?.()));
      const report = shownReport(answer, window.location.port || "443", task.valueOf("client_id", task.provider?.()));
      dom.content(result, renderReport(report, actionsOf(task)));
      learn(report, edited);
      const [errors, warnings] = [String(countOf(report, "error")), String(countOf(report, "warning"))];
      const counts = fill(_("Errors: %{errors}. Warnings: %{warnings}."), { errors, warnings });
      say(`${_("The check is done.")} ${summaryOf(report)} ${counts}`);
    } catch (failure) {
      say(`${failed} ${failureText(failure)}`);
      throw failure;
    } finally {
      stop();
    }
  };
  const about = _("Tries what a login needs, with what this page shows, saved or not. It takes up to 15 seconds.");
  const check = button("check", _("Check now"), () => attempt(result, work, failed), { kind: "action" });
  const begin = (): void => {
    reveal(check);
    check.click();
  };
  const node = panel("check-panel", _("Check"), about, [E("p", {}, [check]), status, messages.node, result]);
  return { node, begin, makeRoom };
}
