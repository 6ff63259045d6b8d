/** LuCI's dialog, with a name, keys, and the focus back at its place afterwards. */
import { button } from "./panels";

/** Brings back what each open dialog has hidden, as LuCI has one at a time, and the focus. */
let below: (() => void)[] = [];

/** Takes the content out of the open dialog, before LuCI would forget its widgets. */
function hideOpen(): void {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
  const open = document.querySelector<HTMLElement>(".modal-overlay-active #modal_overlay > .modal[aria-label]");
  if (open === null) {
    const close = (): void => {
      ui.hideModal();
      document.querySelector("#modal_overlay > .modal")?.removeAttribute("aria-label");
      focused?.focus();
    };
    below = [close];
    return;
  }
  const [title, classes, parts] = [open.getAttribute("aria-label") ?? "", open.className, [...open.childNodes]];
  parts.forEach((part) => part.remove());
  below.push(() => {
    const dialog = show(title, []);
    dialog.className = classes;
    dialog.replaceChildren(...parts);
    focused?.focus();
  });
}

const stops =
  ":is(a[href], button, summary, input:not([type=hidden]), select, textarea, [tabindex='0']):not(:disabled, .hidden *)";

/** Whether an element has room, and is in no closed group. */
function isShown(element: HTMLElement): boolean {
  return element.offsetParent !== null && element.closest("details:not([open]) > :not(summary)") === null;
}

/** Tab goes round in the dialog, as the page behind it cannot be used. */
function keepFocus(event: KeyboardEvent): void {
  const dialog = event.currentTarget as HTMLElement;
  const shown = [...dialog.querySelectorAll<HTMLElement>(stops)].filter(isShown);
  const [first, last] = [shown[0], shown[shown.length - 1]];
  const edge = event.shiftKey ? first : last;
  // Browsers stop at further elements, such as scrolled lists: they know what comes after these.
  const isLost = document.activeElement === dialog;
  if (event.key === "Tab" && (document.activeElement === edge || isLost)) {
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  }
}

function show(title: string, children: LuciChildren): HTMLElement {
  const dialog = ui.showModal(title, children, "cbi-modal");
  dialog.setAttribute("aria-label", title);
  dialog.removeEventListener("keydown", keepFocus);
  dialog.addEventListener("keydown", keepFocus);
  return dialog;
}

/** Opens a dialog, above another one. Escape presses its first button; `done` is what the second one does, where it has a label. */
export function openDialog(
  title: string,
  parts: LuciChildren,
  label = "",
  done: () => unknown = closeDialog,
  dismiss: () => unknown = closeDialog,
): HTMLElement {
  hideOpen();
  return show(title, [
    E("div", { class: "sso-login-page sso-login-dialog" }, parts),
    E("div", { class: "right button-row" }, [
      button("dismiss", _("Dismiss"), dismiss),
      ...(label === "" ? [] : [" ", button("done", label, done, { kind: "positive important" })]),
    ]),
  ]);
}

/** Closes the dialog; the focus goes back to where it was, unless that is gone. */
export function closeDialog(): void {
  below.pop()?.();
}

/** Asks whether to go on; false when the dialog is dismissed, or another action is taken instead. */
export function ask(
  title: string,
  lines: string[],
  label: string,
  instead?: { label: string; act: () => void },
): Promise<boolean> {
  return new Promise((answer) => {
    const close = (isWanted: boolean): void => {
      closeDialog();
      answer(isWanted);
    };
    const items = lines.map((line) => E("li", {}, [line]));
    const leave = (): void => {
      close(false);
      instead?.act();
    };
    const dialog = openDialog(
      title,
      [E("ul", {}, items), ...(instead === undefined ? [] : [button("instead", instead.label, leave)])],
      label,
      () => close(true),
      () => close(false),
    );
    dialog.querySelector<HTMLElement>('[data-name="dismiss"]')?.focus();
  });
}

/** Says that the session has ended, in the place of LuCI's own dialog, whose button takes no key. */
export function sayLoggedOut(isKept: boolean): void {
  const kept = isKept
    ? _("What you have typed is kept in this tab of the browser, but for a client secret.")
    : _("This browser keeps nothing: copy what you have typed before you log in.");
  const words = `${_("Your login session has ended, and nothing was saved.")} ${kept} ${_("Log in again to go on.")}`;
  const text = E("p", { "data-name": "logged-out" }, [words]);
  const dialog = openDialog(_("Log in again"), [text], _("Log in"), () => window.location.reload());
  dialog.querySelector<HTMLElement>('[data-name="done"]')?.focus();
}
