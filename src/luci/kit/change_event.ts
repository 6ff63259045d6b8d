/** The event after a change of the settings on the page by anything but the user's own input, of which browsers tell. */

const name = "sso-login-change";

export function tellChange(): void {
  document.dispatchEvent(new Event(name));
}

/** Calls a function after each change of the settings on the page, the user's own input included. */
export function onChange(work: () => void): void {
  [name, "change", "widget-change"].forEach((event) => document.addEventListener(event, work));
}
