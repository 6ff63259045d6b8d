/** The panel that has the service check the settings on the page, saved or not. */
import { fill } from "../../sso_login/base/log_texts";
import type { Level, Report, Step } from "../../sso_login/check/report";
import type { Editing } from "../provider/editing";
import { requestArguments } from "../saving/request";
import { first } from "../../sso_login/base/public_names";
import { openCaDialog } from "../provider/ca_dialog";
import { callCheck, callCheckStep } from "../saving/calls";
import { pressing } from "../kit/buttons";
import { failureText } from "../kit/failure";
import { renderFindings, type FindingActions } from "./findings";
import { problemList } from "../kit/problems";
import { openRegisterDialog } from "./register_dialog";
import { summaryOf, textsOf, withOfferFirst, withoutPort } from "./report";

const alertClasses = { ok: "success", warning: "notice", error: "error" };

function renderReport(report: Report, page: FindingActions): Node[] {
  const groups = [...new Set(report.findings.map(({ provider }) => provider))];
  const worst = report.ok ? (report.findings.some(({ level }) => level === "warning") ? "warning" : "ok") : "error";
  return [
    E("p", { class: `alert-message ${alertClasses[worst]}`, "data-name": "check-summary" }, [summaryOf(report)]),
    ...groups.flatMap((provider) => {
      const own = report.findings.filter((finding) => finding.provider === provider);
      const heading = provider === undefined ? [] : [E("h4", {}, [fill(_("Provider %{provider}"), { provider })])];
      return [...heading, renderFindings(own, page)];
    }),
  ];
}

/** Opens the dialog that registers this router at a provider. */
export function registerAt(task: Editing, provider = task.provider?.() ?? first): void {
  openRegisterDialog({
    ...task,
    settings: (messages) => {
      const edited = task.collect(messages);
      return edited && requestArguments(edited, provider);
    },
    render: ({ findings }, again) => renderFindings(findings, actionsOf(task, again)),
  });
}

/** The actions of the page's findings, with the dialogs of the check; `trusted` is called once an authority is. */
function actionsOf(task: Editing, trusted?: () => unknown): FindingActions {
  const { failed, set, provider: own = () => first } = task;
  return {
    ...task,
    trust: (finding) => {
      const { pem, provider } = finding;
      const about = textsOf(finding).text;
      const done = (path: string): void => {
        set("ca_file", path, provider);
        trusted?.();
      };
      openCaDialog(done, failed, provider ?? own(), { pem, about });
    },
    register: ({ provider }) => registerAt(task, provider),
  };
}

function stepText(step: Step): string {
  const texts = {
    router: _("The check asks this router's own web server."),
    discovery: _("The check reads the provider's discovery document."),
    keys: _("The check reads the provider's keys."),
    client: _("The check tries the client and its secret at the provider."),
    redirect: _("The check asks the provider for the redirect URI."),
  };
  return texts[step];
}

/** Announces the steps of the check, and every few seconds that it still runs, until the function that it returns is called. */
function sayProgress(status: HTMLElement): () => void {
  const began = Date.now();
  let step = "";
  let isOver = false;
  dom.content(status, [_("The check is running.")]);
  const ask = async (): Promise<void> => {
    const answer = await callCheckStep();
    const words = answer.step === "" ? step : stepText(answer.step);
    if (!isOver && words !== step) {
      step = words;
      dom.content(status, [words]);
    }
  };
  // The call of the check itself reports a failure.
  const steps = window.setInterval(() => void ask().catch(() => undefined), 1000);
  const timer = window.setInterval(() => {
    const seconds = String(Math.round((Date.now() - began) / 1000));
    const still = fill(_("The check is still running, for %{seconds} seconds now."), { seconds });
    dom.content(status, [step === "" ? still : `${still} ${step}`]);
  }, 5000);
  return () => {
    isOver = true;
    window.clearInterval(steps);
    window.clearInterval(timer);
  };
}

/** The numbers of errors and of warnings. */
function countOf({ findings }: Report): string {
  const count = (wanted: Level): string => String(findings.filter(({ level }) => level === wanted).length);
  return fill(_("Errors: %{errors}. Warnings: %{warnings}."), { errors: count("error"), warnings: count("warning") });
}

export function checkPanel(task: Editing): HTMLElement {
  const result = E("div", { "data-name": "check-result" });
  const status = E("p", { role: "status", class: "sso-login-hidden", "data-name": "check-status" });
  const messages = problemList();
  const check = async (): Promise<void> => {
    dom.content(result, []);
    const edited = task.collect(messages);
    if (edited === undefined) {
      return;
    }
    const stop = sayProgress(status);
    try {
      const report = withoutPort(
        await callCheck(...requestArguments(edited, task.provider?.())),
        window.location.port || "443",
      );
      const shown = withOfferFirst(report, task.valueOf("client_id", task.provider?.()));
      dom.content(result, renderReport(shown, actionsOf(task)));
      dom.content(status, [`${_("The check is done.")} ${summaryOf(report)} ${countOf(report)}`]);
    } catch (failure) {
      const words = `${_("The check could not be made:")} ${failureText(failure)}`;
      dom.content(status, [words]);
      if (!task.failed(failure)) {
        dom.content(result, [E("p", { class: "alert-message error" }, [words])]);
      }
    } finally {
      stop();
    }
  };
  const button = { class: "cbi-button cbi-button-action", "data-name": "check", click: pressing(check) };
  return E("div", { class: "cbi-section sso-login-check" }, [
    E("h3", {}, [_("Check")]),
    E("div", { class: "cbi-section-descr" }, [
      _("Tries what a login needs, with what this page shows, saved or not. It takes up to 15 seconds."),
    ]),
    E("p", {}, [E("button", button, [_("Check now")])]),
    status,
    messages.node,
    result,
  ]);
}
