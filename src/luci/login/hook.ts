/** Runs on every page of LuCI, after the translations: loads the rest only on the login page. */
import { findPasswordField } from "./login_form";
import { forgetReopening, isFirstPageOfTab } from "./tab_memory";

function start(): void {
  const data = window.sso_login;
  if (data === undefined) {
    return;
  }
  if (findPasswordField() !== undefined) {
    // A page may have LuCI's script twice.
    if (document.getElementById("sso-login-script") !== null) {
      return;
    }
    document.addEventListener("keydown", () => {
      (window.sso_login ?? data).is_typing = true;
    });
    const script = document.createElement("script");
    script.id = "sso-login-script";
    script.src = data.script;
    document.head.appendChild(script);
    return;
  }
  forgetReopening();
  if (data.auto_redirect) {
    // A user who has been logged in does not go to the provider unasked after logging out.
    isFirstPageOfTab();
  }
}

if (document.readyState === "loading") {
  document.addEventListener("DOMContentLoaded", start);
} else {
  start();
}
