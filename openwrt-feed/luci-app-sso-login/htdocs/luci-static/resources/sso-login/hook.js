// Generated from src/luci/login/hook.ts by "make luci"; do not edit.
"use strict";
(() => {
  // src/luci/login/login_form.ts
  function findPasswordField() {
    const fields = document.querySelectorAll("form[method=post] input[name=luci_password]");
    return fields.length === 1 ? fields[0] : void 0;
  }

  // src/luci/login/tab_memory.ts
  var key = "sso-login.seen";
  var reopening = "sso-login.reopening";
  function isFirstPageOfTab() {
    try {
      const isFirst = sessionStorage.getItem(key) === null;
      sessionStorage.setItem(key, "1");
      return isFirst;
    } catch (e) {
      return false;
    }
  }
  function forgetReopening() {
    try {
      sessionStorage.removeItem(reopening);
    } catch (e) {
    }
  }

  // src/luci/login/hook.ts
  function start() {
    const data = window.sso_login;
    if (data === void 0) {
      return;
    }
    if (findPasswordField() !== void 0) {
      document.addEventListener("keydown", () => {
        data.is_typing = true;
      });
      const script = document.createElement("script");
      script.src = data.script;
      document.head.appendChild(script);
      return;
    }
    forgetReopening();
    if (data.auto_redirect) {
      isFirstPageOfTab();
    }
  }
  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", start);
  } else {
    start();
  }
})();
