/** The dialog that takes the certificate authority of a provider, pasted or from a file. */
import { keepCa } from "./calls";
import { pemProblem } from "./validation";

/** Opens the dialog; `done` gets the path at which the router keeps the certificate. */
export function openCaDialog(done: (path: string) => void): void {
  const text = E("textarea", { rows: "12", "data-name": "pem", placeholder: "-----BEGIN CERTIFICATE-----" });
  const area = text as HTMLTextAreaElement;
  const message = E("div", { "aria-live": "assertive" });
  const say = (words: string): void => dom.content(message, [E("p", { class: "alert-message error" }, [words])]);
  const load = async (event: Event): Promise<void> => {
    const file = (event.target as HTMLInputElement).files?.[0];
    // What is too large is said without reading it.
    area.value = file === undefined ? "" : await file.slice(0, 1_000_000).text();
  };
  const keep = async (): Promise<void> => {
    const problem = pemProblem(area.value);
    if (problem !== undefined) {
      say(problem);
      area.focus();
      return;
    }
    try {
      done(await keepCa(area.value));
      ui.hideModal();
    } catch (failure) {
      say(failure instanceof Error ? failure.message : String(failure));
    }
  };
  const about = _(
    "The certificate of the authority that signed the provider's. The router keeps it at once, also over an upgrade; it counts when the settings are saved with its path.",
  );
  ui.showModal(
    _("Certificate authority of the provider"),
    [
      E("div", { class: "sso-login-dialog" }, [
        E("p", {}, [about]),
        E("p", {}, [E("input", { type: "file", accept: ".pem,.crt,.cer", change: load })]),
        area,
        message,
      ]),
      E("div", { class: "right button-row" }, [
        E("button", { class: "btn cbi-button", click: () => ui.hideModal() }, [_("Dismiss")]),
        " ",
        E(
          "button",
          {
            class: "btn cbi-button cbi-button-positive important",
            "data-name": "done",
            click: ui.createHandlerFn({}, keep),
          },
          [_("OK")],
        ),
      ]),
    ],
    "cbi-modal",
  );
  area.focus();
}
