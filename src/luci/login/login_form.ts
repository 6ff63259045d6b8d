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

/** LuCI's answer to a password that was refused, as themes have it. */
const refusals = ".alert-message, .errorbox, .login-error, [role=alert]";
const asking = "input[name=luci_username], input[name=luci_password]";
const sending = "input[type=submit], button[type=submit], button:not([type])";

/** The part of a form that a theme puts around a field alone, with its label and its icon. */
function rowOf(field: HTMLElement, form: HTMLFormElement): HTMLElement {
  let row = field;
  for (let outer = field.parentElement; outer !== null && outer !== form; outer = outer.parentElement) {
    if (outer.querySelectorAll(asking).length > 1 || outer.querySelector(sending) !== null) {
      break;
    }
    row = outer;
  }
  return row;
}

/** The buttons of a form, in their order. Bootstrap has its own beside the form, and moves both into a dialog. */
function buttonsOf(form: HTMLFormElement): HTMLElement[] {
  const inForm = [...form.querySelectorAll<HTMLElement>(`${sending}, input[type=reset], button[type=reset]`)];
  const beside = form.parentElement?.querySelectorAll<HTMLElement>(":scope > button") ?? [];
  return inForm.length > 0 ? inForm : [...beside];
}

/** The parts of a form that ask for a password: its fields with what belongs to them, its lines of text, and its buttons. */
export function passwordParts(form: HTMLFormElement): HTMLElement[] {
  const rows = [...form.querySelectorAll<HTMLElement>(asking)].map((field) => rowOf(field, form));
  const lines = [...form.querySelectorAll<HTMLElement>("label, .cbi-map-descr")];
  return [...rows, ...lines.filter((line) => line.querySelector(refusals) === null), ...buttonsOf(form)];
}

/** The button that sends a form, and the last one of its row, after which the links are put. */
export function formButtons(form: HTMLFormElement): [sending: HTMLElement, last: HTMLElement] {
  const buttons = buttonsOf(form);
  return [buttons.find((button) => button.matches(sending)) ?? form, buttons[buttons.length - 1] ?? form];
}

/** LuCI's answer to a password that was refused; null where none was sent. Most pages have it in the form. */
export function refusal(form: HTMLFormElement): Element | null {
  return (form.closest("section, .modal") ?? form.parentElement ?? form).querySelector(refusals);
}
