/** The button on LuCI's login page, and the way to the provider that needs no button. */
import {
  automaticStep,
  isLocalLogin,
  isLoginData,
  loginUrl,
  samePage,
  saysEnabled,
  type LoginData,
} from "./login_data";
import { findPasswordField, passwordParts, placeForLink } from "./login_form";
import { isFirstPageOfTab, takeReopening } from "./tab_memory";

/** The service at the address by which the page was opened. */
const probe = "/cgi-bin/sso-login/?action=enabled";

/** Whether the service says that it is on; anything but a clear yes is no. */
async function isEnabled(): Promise<boolean> {
  try {
    const response = await fetch(probe, { cache: "no-store", credentials: "omit" });
    return response.ok && saysEnabled(await response.json());
  } catch {
    return false;
  }
}

/** A link, because it leads somewhere, and because Bootstrap's page takes the first button for its own. */
function addLink(data: LoginData, form: HTMLFormElement): HTMLAnchorElement {
  const link = document.createElement("a");
  link.id = "sso-login";
  link.className = "btn cbi-button cbi-button-action important";
  link.href = loginUrl(data.url, location.pathname);
  link.textContent = data.label;
  // A long label on a narrow screen.
  link.style.whiteSpace = "normal";
  const place = placeForLink(form);
  if (!form.contains(place)) {
    // As wide and large as Bootstrap's own button, which no class makes so.
    Object.assign(link.style, { display: "block", textAlign: "center", fontSize: "120%" });
  }
  place.after(" ", link);
  return link;
}

/** Leaves the link to the provider, and one to the page with the form. */
function hideForm(label: string, form: HTMLFormElement, link: HTMLAnchorElement): void {
  for (const part of passwordParts(form)) {
    part.style.display = "none";
  }
  const other = document.createElement("a");
  other.id = "sso-login-password";
  other.href = `${location.pathname}?local=1`;
  other.textContent = label;
  link.after(" ", other);
  link.focus();
}

async function improve(data: LoginData, password: HTMLInputElement, form: HTMLFormElement): Promise<void> {
  const isFirstPage = data.auto_redirect && isFirstPageOfTab();
  let isTyping = false;
  form.addEventListener("keydown", () => {
    isTyping = true;
  });
  if (!(await isEnabled()) || !password.isConnected) {
    return;
  }
  const link = addLink(data, form);
  const { pathname, search } = location;
  if (data.password_label !== undefined && !isLocalLogin(search) && !isTyping) {
    hideForm(data.password_label, form, link);
  }
  const step = automaticStep({ data, pathname, search, isFirstPage, isTyping });
  // The form does not stay in the tab's history: Back leads to where the user came from.
  if (step === "login") {
    location.replace(link.href);
  } else if (step === "reload" && takeReopening()) {
    location.replace(samePage(location));
  }
}

const data = window.sso_login;
const password = findPasswordField();
if (location.protocol === "https:" && isLoginData(data) && password?.form) {
  void improve(data, password, password.form);
}
