/** The panel that has the service check the settings on the page, saved or not. */
import { fill } from "../sso_login/base/texts";
import type { Finding, Level, Report, Step } from "../sso_login/check/report";
import type { EditedSettings } from "./changes";
import { requestArguments } from "./request";
import { first } from "../sso_login/base/names";
import { openCaDialog } from "./ca_dialog";
import { callCheck, callCheckStep } from "./calls";
import { pressing } from "./buttons";
import { failureText } from "./failure";
import { leadingText, problemList, titledText, type ProblemList } from "./problems";
import { openRegisterDialog } from "./register_dialog";
import { fieldOf, issuerDifference, repairOf, levelName, roleOf, summaryOf, textsOf, withoutPort } from "./report";

const alertClasses = { ok: "success", warning: "notice", error: "error" };

/** The actions of the page that findings offer; without a provider they are about the first. */
export interface PageActions {
  leadToRole?: (role: string) => void;
  leadToField: (option: string, provider?: string) => void;
  /** The text in an option's field. */
  valueOf: (option: string, provider?: string) => string;
  /** Puts a value into an option's field; of a further provider, in its dialog. */
  setField: (option: string, value: string, provider?: string) => void;
  /** Whether the failure of a call has been reported. */
  failed: (failure: unknown) => boolean;
  /** Opens the page again, with what is saved by now and with what is not. */
  reopen: () => void;
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

/** The link of a finding about a field or a role, unless it is right. */
function leadOf(finding: Finding, { leadToRole, leadToField }: PageActions): (() => void) | undefined {
  const field = finding.level === "ok" ? undefined : fieldOf(finding);
  const role = finding.level === "ok" ? undefined : roleOf(finding);
  if (role !== undefined) {
    return leadToRole === undefined ? undefined : () => leadToRole(role);
  }
  return field === undefined ? undefined : () => leadToField(field, finding.provider);
}

/** The buttons that follow the advice of a finding. */
function renderActions(finding: Finding, page: CheckTask): Node[] {
  const { setField, failed, provider: own = () => first } = page;
  const button = (name: string, label: string, click: () => void): HTMLElement =>
    E("div", { class: "sso-login-buttons" }, [
      E("button", { class: "cbi-button cbi-button-neutral", "data-name": name, click: pressing(click) }, [label]),
    ]);
  const { pem, provider } = finding;
  const repair = repairOf(finding, (option) => page.valueOf(option, provider));
  if (repair !== undefined) {
    const done = E("span", { role: "status" });
    const set = (): void => {
      setField(repair.option, repair.value, provider);
      dom.content(done, [" ", _("Done. Used after Save & Apply.")]);
    };
    const place = button(`repair-${repair.option}`, repair.title, set);
    place.append(done);
    return [place];
  }
  if (finding.id === "register_offered") {
    const registration = {
      failed,
      settings: (messages: ProblemList) => {
        const edited = page.collect(messages);
        return edited && requestArguments(edited, provider ?? own());
      },
      render: ({ findings }: Report) =>
        E(
          "ul",
          { class: "sso-login-findings" },
          findings.map((each) => renderFinding(each, page)),
        ),
      reopen: page.reopen,
    };
    return [button("register", _("Register this router"), () => openRegisterDialog(registration))];
  }
  const about = textsOf(finding).text;
  const show = (): void =>
    openCaDialog((path) => setField("ca_file", path, provider), failed, provider ?? own(), { pem, about });
  return pem === undefined ? [] : [button("trust", _("Show and trust this authority"), show)];
}

function renderFinding(finding: Finding, page: CheckTask): Node {
  const { text, advice } = textsOf(finding);
  const words = leadingText(text, leadOf(finding, page));
  const head = [E("strong", {}, [titledText(levelName(finding.level), "")]), words];
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

function renderReport(report: Report, page: CheckTask): Node[] {
  const groups = [...new Set(report.findings.map(({ provider }) => provider))];
  const worst = report.ok ? (report.findings.some(({ level }) => level === "warning") ? "warning" : "ok") : "error";
  return [
    E("p", { class: `alert-message ${alertClasses[worst]}`, "data-name": "check-summary" }, [summaryOf(report)]),
    ...groups.flatMap((provider) => {
      const own = report.findings.filter((finding) => finding.provider === provider);
      const list = own.map((finding) => renderFinding(finding, page));
      const heading = provider === undefined ? [] : [E("h4", {}, [fill(_("Provider %{provider}"), { provider })])];
      return [...heading, E("ul", { class: "sso-login-findings" }, list)];
    }),
  ];
}

export interface CheckTask extends PageActions {
  /** The settings on the page, or undefined after their problems have been shown. */
  collect: (messages: ProblemList) => EditedSettings | undefined;
  /** The one provider that is checked; all without it. */
  provider?: () => string;
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

export function checkPanel(task: CheckTask): HTMLElement {
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
      dom.content(result, renderReport(report, task));
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
