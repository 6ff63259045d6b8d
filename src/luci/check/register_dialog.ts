/** The dialog that registers this router at a provider. */
import type { Report } from "../../sso_login/check/report";
import { pressing } from "../kit/buttons";
import { callRegister } from "../saving/calls";
import { dialogButtons, openDialog } from "../kit/dialog";
import { failureText } from "../kit/failure";
import { problemList, type ProblemList } from "../kit/problems";

interface Registration {
  /** The arguments of a call with the settings on the page; undefined after their problems have been shown. */
  settings: (messages: ProblemList) => unknown[] | undefined;
  /** Shows the findings of an answer; `again` repeats the registration. */
  render: (report: Report, again: () => unknown) => Node;
  /** Opens the page again with the saved options. */
  reopen: () => void;
  /** Whether the failure of a call has been reported. */
  failed: (failure: unknown) => boolean;
}

/** Opens the dialog. The options are saved by the router; the token goes nowhere else. */
export function openRegisterDialog({ settings, render, reopen, failed }: Registration): void {
  const label = _("Initial access token");
  const token = E("input", { type: "password", autocomplete: "off", "data-name": "token", "aria-label": label });
  const field = token as HTMLInputElement;
  const result = E("div", { "aria-live": "assertive", "data-name": "registered" });
  const messages = problemList();
  const register = async (): Promise<void> => {
    const args = settings(messages);
    if (args === undefined) {
      return;
    }
    try {
      const report = await callRegister(...args, field.value.trim());
      field.value = "";
      dom.content(result, [render(report, register)]);
      if (report.findings.some(({ id }) => id === "register_ok")) {
        dom.content(buttons, [
          E("button", { class: "btn cbi-button", "data-name": "close", click: reopen }, [_("Close")]),
        ]);
        buttons.querySelector("button")?.focus();
      }
    } catch (failure) {
      if (!failed(failure)) {
        dom.content(result, [E("p", { class: "alert-message error" }, [failureText(failure)])]);
      }
    }
  };
  const about = _(
    "The provider makes a client for this router, and the router saves its options at once. Many providers ask for a token.",
  );
  const content = E("div", { class: "sso-login-dialog" }, [
    E("p", {}, [about]),
    E("p", {}, [E("label", {}, [label, " ", field])]),
    messages.node,
    result,
  ]);
  const buttons = dialogButtons(_("Register"), pressing(register)) as HTMLElement;
  openDialog(_("Register this router"), [content, buttons], "cbi-modal");
  field.focus();
}
