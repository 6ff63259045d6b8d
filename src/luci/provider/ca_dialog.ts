/** The dialog that takes the certificate authority of a provider, pasted or from a file. */
import { callKeepCa } from "../saving/calls";
import { closeDialog, openDialog } from "../kit/dialog";
import { attempt, notice } from "../kit/panels";
import { pemProblem } from "../saving/validation";

/** Opens the dialog with what a provider shows, where that is given; `done` gets the path at which the router keeps the certificate. */
export function openCaDialog(
  done: (path: string) => void,
  provider: string,
  shown: { pem?: string; about?: string } = {},
): void {
  const title = _("Certificate authority of the provider");
  const placeholder = "-----BEGIN CERTIFICATE-----";
  const text = E("textarea", { rows: "12", "data-name": "pem", placeholder, "aria-label": title });
  const area = text as HTMLTextAreaElement;
  area.value = shown.pem ?? "";
  const message = E("div", { "aria-live": "assertive" });
  const load = async (event: Event): Promise<void> => {
    const file = (event.target as HTMLInputElement).files?.[0];
    // A file that is too large is refused without reading all of it.
    area.value = file === undefined ? "" : await file.slice(0, 1_000_000).text();
  };
  const keep = async (): Promise<void> => {
    const problem = pemProblem(area.value);
    if (problem !== undefined) {
      dom.content(message, [notice("error", [problem])]);
      area.focus();
      return;
    }
    await attempt(message, async () => {
      done((await callKeepCa(area.value, provider)).path);
      closeDialog();
    });
  };
  const about = _(
    "The certificate of the authority that signed the provider's. Check and test login use it now, logins after Save & Apply. A certificate that was given here before is replaced at once.",
  );
  const file = E("input", { type: "file", accept: ".pem,.crt,.cer", "aria-label": _("A file with it"), change: load });
  const parts = [
    ...(shown.about === undefined ? [] : [E("p", { "data-name": "shown" }, [shown.about])]),
    E("p", {}, [about]),
    E("p", {}, [file]),
    area,
    message,
  ];
  openDialog(title, parts, _("OK"), keep);
  area.focus();
}
