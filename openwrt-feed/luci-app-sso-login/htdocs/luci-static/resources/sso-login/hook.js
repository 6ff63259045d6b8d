// Generated from src/luci/login/hook.ts by "make luci"; do not edit.
"use strict";
(() => {
  // src/luci/login/login_form.ts
  function findPasswordField() {
    const fields = document.querySelectorAll("form[method=post] input[name=luci_password]");
    return fields.length === 1 ? fields[0] : void 0;
  }

  // src/luci/login/tab_memory.ts
  var reopening = "sso-login.reopening";
  function tried(access) {
    try {
      return access();
    } catch (e) {
      return void 0;
    }
  }
  function isFirst(key) {
    var _a;
    const take = () => {
      const isFirst2 = sessionStorage.getItem(key) === null;
      sessionStorage.setItem(key, "1");
      return isFirst2;
    };
    return (_a = tried(take)) != null ? _a : false;
  }
  function isFirstPageOfTab() {
    return isFirst("sso-login.seen");
  }
  function forgetReopening() {
    tried(() => sessionStorage.removeItem(reopening));
  }

  // src/luci/login/hook.ts
  function start() {
    const data = window.sso_login;
    if (data === void 0) {
      return;
    }
    if (findPasswordField() !== void 0) {
      if (document.getElementById("sso-login-script") !== null) {
        return;
      }
      document.addEventListener("keydown", () => {
        var _a;
        ((_a = window.sso_login) != null ? _a : data).is_typing = true;
      });
      const script = document.createElement("script");
      script.id = "sso-login-script";
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
