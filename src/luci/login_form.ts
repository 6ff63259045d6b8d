/** LuCI's login form, as every theme has it. */

/** The password field of the page's login form; undefined on every other page. */
export function findPasswordField(): HTMLInputElement | undefined {
  const fields = document.querySelectorAll<HTMLInputElement>("form[method=post] input[name=luci_password]");
  return fields.length === 1 ? fields[0] : undefined;
}

/** What of a form takes a password: its rows and buttons, and Bootstrap's button beside it. */
export function passwordParts(form: HTMLFormElement): HTMLElement[] {
  const fields = [...form.querySelectorAll<HTMLElement>("input[name=luci_username], input[name=luci_password]")];
  const rows = fields.map((field) => field.closest<HTMLElement>(".cbi-value") ?? field);
  const buttons = form.querySelectorAll<HTMLElement>("input[type=submit], input[type=reset], button");
  const beside = form.parentElement?.querySelectorAll<HTMLElement>(":scope > button") ?? [];
  return [...rows, ...buttons, ...beside];
}

/**
 * What the link to the provider stands behind. Most themes have their buttons in the form. Bootstrap has its own beside
 * the form, takes the first button of the page for it, and moves both into a dialog, before or after this is asked.
 */
export function placeForLink(form: HTMLFormElement): Element {
  const inForm = form.querySelectorAll("input[type=submit], input[type=reset], button");
  const beside = form.parentElement?.querySelectorAll(":scope > button");
  return inForm[inForm.length - 1] ?? beside?.[beside.length - 1] ?? form;
}
