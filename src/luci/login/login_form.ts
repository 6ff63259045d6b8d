/** LuCI's login form, as every theme has it. */

/** The password field of the page's login form; undefined on every other page. */
export function findPasswordField(): HTMLInputElement | undefined {
  const fields = document.querySelectorAll<HTMLInputElement>("form[method=post] input[name=luci_password]");
  return fields.length === 1 ? fields[0] : undefined;
}

/** Gives the fields their titles' names, which the generic page shows beside them. */
function nameInputs(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLInputElement>(".cbi-value input")) {
    const title = field.closest(".cbi-value")?.querySelector("label");
    if (title && field.labels?.length === 0) {
      title.id = `${field.name}-title`;
      field.setAttribute("aria-labelledby", title.id);
    }
  }
}

/** Gives Bootstrap's dialog the name of its heading; false where the form is in none yet. */
function nameDialog(form: HTMLFormElement): boolean {
  const dialog = form.closest("[role=dialog]");
  dialog?.setAttribute("aria-label", dialog.querySelector("h4")?.textContent ?? "");
  return dialog !== null;
}

/** Gives screen readers the names of parts that LuCI leaves without one. */
export function nameParts(form: HTMLFormElement): void {
  nameInputs(form);
  if (!nameDialog(form)) {
    const observer = new MutationObserver(() => {
      if (nameDialog(form)) {
        observer.disconnect();
      }
    });
    observer.observe(document.body, { childList: true, subtree: true });
  }
}

/** The parts of a form that ask for a password: its rows and buttons, the line above them, and Bootstrap's button beside it. */
export function passwordParts(form: HTMLFormElement): HTMLElement[] {
  const fields = [...form.querySelectorAll<HTMLElement>("input[name=luci_username], input[name=luci_password]")];
  const rows = fields.map((field) => field.closest<HTMLElement>(".cbi-value") ?? field);
  const buttons = form.querySelectorAll<HTMLElement>("input[type=submit], input[type=reset], button, .cbi-map-descr");
  const beside = form.parentElement?.querySelectorAll<HTMLElement>(":scope > button") ?? [];
  return [...rows, ...buttons, ...beside];
}

/** The element after which the link is put: the last button. Bootstrap has its own beside the form, and moves both into a dialog. */
export function placeForLink(form: HTMLFormElement): Element {
  const inForm = form.querySelectorAll("input[type=submit], input[type=reset], button");
  const beside = form.parentElement?.querySelectorAll(":scope > button");
  return inForm[inForm.length - 1] ?? beside?.[beside.length - 1] ?? form;
}

/** LuCI's answer to a password that was refused; null where none was sent. The generic page has it in its form. */
export function refusal(form: HTMLFormElement): Element | null {
  const place = form.closest("section, .modal") ?? form;
  return place.querySelector(".alert-message");
}
