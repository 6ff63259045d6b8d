/** The dialog that takes the certificate authority of a provider, pasted or from a file. */
import { pressing } from "../kit/buttons";
import { callKeepCa } from "../saving/calls";
import { closeDialog, dialogButtons, openDialog } from "../kit/dialog";
import { failureText } from "../kit/failure";
import { pemProblem } from "../saving/validation";

/**
 * Opens the dialog, with a certificate that a provider shows and a text about it where these are given; `done` gets the path at
 * which the router keeps the certificate.
 */
export function openCaDialog(
  done: (path: string) => void,
  failed: (failure: unknown) => boolean,
  provider: string,
  shown: { pem?: string; about?: string } = {},
): void {
  const title = _("Certificate authority of the provider");
  const placeholder = "-----BEGIN CERTIFICATE-----";
  const text = E("textarea", { rows: "12", "data-name": "pem", placeholder, "aria-label": title });
  const area = text as HTMLTextAreaElement;
  area.value = shown.pem ?? "";
  const message = E("div", { "aria-live": "assertive" });
  const say = (words: string): void => dom.content(message, [E("p", { class: "alert-message error" }, [words])]);
  const load = async (event: Event): Promise<void> => {
    const file = (event.target as HTMLInputElement).files?.[0];
    // A file that is too large is refused without reading all of it.
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
      done((await callKeepCa(area.value, provider)).path);
      closeDialog();
    } catch (failure) {
      if (!failed(failure)) {
        say(failureText(failure));
      }
    }
  };
  const about = _(
    "The certificate of the authority that signed the provider's. It is stored now, and used after Save & Apply; where the provider has one of this page already, it is replaced at once.",
  );
  const file = E("input", { type: "file", accept: ".pem,.crt,.cer", "aria-label": _("A file with it"), change: load });
  const content = E("div", { class: "sso-login-dialog" }, [
    ...(shown.about === undefined ? [] : [E("p", { "data-name": "shown" }, [shown.about])]),
    E("p", {}, [about]),
    E("p", {}, [file]),
    area,
    message,
  ]);
  openDialog(title, [content, dialogButtons(_("OK"), pressing(keep))], "cbi-modal");
  area.focus();
}
