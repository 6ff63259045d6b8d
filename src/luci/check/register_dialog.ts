/** The dialogs that findings of the check open: one trusts an authority, one registers this router at a provider. */
import { first } from "../../sso_login/base/public_names";
import { openDialog } from "../kit/dialog";
import { attempt, button } from "../kit/panels";
import { problemList } from "../kit/problems";
import { openCaDialog } from "../provider/ca_dialog";
import type { Editing } from "../provider/form_context";
import { callRegister } from "../saving/calls";
import { requestArguments } from "../saving/request";
import { renderFindings, type FindingActions } from "./findings";
import { textsOf } from "./report";
import { keepRequest } from "./settings_request";

/** Opens the dialog that registers this router. The options are saved by the router; the token goes nowhere else. */
export function registerAt(task: Editing, provider = task.provider?.() ?? first): void {
  const label = _("Initial access token");
  const token = E("input", { type: "password", autocomplete: "off", "data-name": "token", "aria-label": label });
  const field = token as HTMLInputElement;
  const result = E("div", { "aria-live": "assertive", "data-name": "registered" });
  const messages = problemList();
  const register = async (): Promise<void> => {
    const edited = task.collect(messages);
    if (edited === undefined) {
      return;
    }
    await attempt(result, async () => {
      const { findings } = await callRegister(...requestArguments(edited, provider), field.value.trim());
      field.value = "";
      dom.content(result, [renderFindings(findings, actionsOf(task, register))]);
      if (findings.some(({ id }) => id === "register_ok")) {
        // The page opens anew at the field beside which the registration began.
        const reopen = (): void => {
          keepRequest({ kind: "lead", provider, option: "issuer_url" });
          task.reopen();
        };
        const close = button("close", _("Close"), reopen);
        dialog.querySelector(".button-row")?.replaceChildren(close);
        close.focus();
      }
    });
  };
  const about = _(
    "The provider makes a client for this router, and the router saves its options at once. Many providers ask for a token.",
  );
  const parts = [E("p", {}, [about]), E("p", {}, [E("label", {}, [label, " ", field])]), messages.node, result];
  const dialog = openDialog(_("Register this router"), parts, _("Register"), register);
  field.focus();
}

/** The actions of the page's findings; `trusted` is called once an authority is. */
export function actionsOf(task: Editing, trusted?: () => unknown): FindingActions {
  return {
    ...task,
    trust: (finding) => {
      const { pem, provider } = finding;
      const done = (path: string): void => {
        task.set("ca_file", path, provider);
        trusted?.();
      };
      openCaDialog(done, provider ?? task.provider?.() ?? first, { pem, about: textsOf(finding).text });
    },
    register: ({ provider }) => registerAt(task, provider),
  };
}
