/** The buttons on LuCI's login page, and the automatic redirect. */
import {
  automaticStep,
  formShown,
  isLoginData,
  loginButtons,
  samePage,
  startOf,
  type LoginButton,
  type LoginData,
  type PasswordsOff,
} from "./login_data";
import { placeLinks } from "./button_box";
import { findPasswordField, formButtons, nameParts, passwordParts, refusal } from "./login_form";
import { isFirstPageOfTab, lastProvider, rememberProvider, takeReopening } from "./tab_memory";

/** The mark on a button by which a provider is told from others. */
function mark(color: string): HTMLElement {
  const dot = document.createElement("span");
  dot.setAttribute("aria-hidden", "true");
  Object.assign(dot.style, {
    display: "inline-block",
    width: ".7em",
    height: ".7em",
    marginRight: ".5em",
    borderRadius: "50%",
    border: "1px solid #fff",
    background: color,
  });
  return dot;
}

/** A link, because it leads somewhere, and because Bootstrap's page takes the first button for its own. */
function makeLink({ name, label, href, color }: LoginButton, at: number): HTMLAnchorElement {
  const link = document.createElement("a");
  link.id = at === 0 ? "sso-login" : `sso-login-to-${name}`;
  link.href = href;
  link.append(...(color === undefined ? [] : [mark(color)]), label);
  link.addEventListener("click", () => rememberProvider(name));
  return link;
}

function addLinks(buttons: LoginButton[], form: HTMLFormElement): HTMLAnchorElement[] {
  const links = buttons.map(makeLink);
  placeLinks(links, ...formButtons(form));
  return links;
}

/** Milliseconds in which a provider that is up has answered. */
const patience = 8000;

function addFormLink(label: string, link: HTMLAnchorElement): void {
  const other = document.createElement("a");
  other.id = "sso-login-password";
  other.href = `${location.pathname}?local=1`;
  other.textContent = label;
  link.after(" ", other);
}

function paragraph(id: string, text: string): HTMLParagraphElement {
  const made = document.createElement("p");
  made.id = id;
  made.textContent = text;
  return made;
}

/** Whether the provider answers this browser, whatever it says. */
async function isUp(address: string): Promise<boolean> {
  const patient = new AbortController();
  const timer = setTimeout(() => patient.abort(), patience);
  try {
    await fetch(address, { mode: "no-cors", credentials: "omit", cache: "no-store", signal: patient.signal });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function countdown({ text, seconds }: { text: string; seconds: number }): HTMLParagraphElement {
  const line = paragraph("sso-login-trial", "");
  const end = performance.now() + seconds * 1000;
  const show = (): void => {
    const left = Math.max(0, end - performance.now());
    line.textContent = `${text} ${new Date(left).toISOString().slice(14, 19)}`;
  };
  show();
  window.setInterval(show, 1000);
  return line;
}

/** Explains why there is no form, and LuCI's answer to a password; gives advice while no provider answers. */
function explain(off: PasswordsOff, form: HTMLFormElement, link: HTMLAnchorElement): void {
  link.before(paragraph("sso-login-reason", off.reason), ...(off.trial === undefined ? [] : [countdown(off.trial)]));
  refusal(form)?.append(paragraph("sso-login-refused", off.refused));
  const down = paragraph("sso-login-down", "");
  down.setAttribute("role", "status");
  link.parentElement?.append(down);
  if (off.addresses !== undefined) {
    void Promise.all(off.addresses.map(isUp)).then((up) => {
      down.textContent = up.includes(true) ? "" : off.provider_down;
    });
  }
}

function improve(data: LoginData, form: HTMLFormElement): void {
  const isFirstPage = data.auto_redirect !== false && isFirstPageOfTab();
  const isTyping = data.is_typing === true;
  const { pathname, search } = location;
  const buttons = loginButtons(data, pathname, lastProvider());
  const links = addLinks(buttons, form);
  const link = links[0];
  if (link === undefined) {
    return;
  }
  nameParts(form);
  const shown = formShown(data, search, isTyping);
  if (data.passwords_off !== undefined) {
    explain(data.passwords_off, form, link);
  }
  if (shown !== "form") {
    passwordParts(form).forEach((part) => part.style.setProperty("display", "none", "important"));
    link.focus();
  }
  if (shown === "link" && data.password_label !== undefined) {
    addFormLink(data.password_label, links[links.length - 1] ?? link);
  }
  const step = automaticStep({ data, pathname, search, isFirstPage, isTyping });
  // The form does not stay in the tab's history: Back leads to where the user came from.
  const start = startOf(data, buttons);
  if (step === "login" && start !== undefined) {
    location.replace(start.href);
  } else if (step === "reload" && takeReopening()) {
    location.replace(samePage(location));
  }
}

const data = window.sso_login;
const password = findPasswordField();
if (isLoginData(data) && (location.protocol === "https:" || data.passwords_off) && password?.form) {
  improve(data, password.form);
}
