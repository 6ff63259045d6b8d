// Generated from src/luci/login.ts by "make luci"; do not edit.
"use strict";
(() => {
  // src/luci/login_data.ts
  function isLoginData(value) {
    if (typeof value !== "object" || value === null) {
      return false;
    }
    const data2 = value;
    return typeof data2.url === "string" && isLoginUrl(data2.url) && typeof data2.label === "string" && data2.label !== "" && typeof data2.script === "string";
  }
  function isLoginUrl(url) {
    return /^https:\/\/[^/?#@\\\s]+\/cgi-bin\/sso-login\/$/.test(url);
  }
  function saysEnabled(answer) {
    return typeof answer === "object" && answer !== null && answer.enabled === true;
  }
  function automaticStep({ data: data2, search, isFirstPage, isTyping }) {
    if (!data2.auto_redirect || !isFirstPage || isTyping || isLocalLogin(search)) {
      return "none";
    }
    return data2.logged_in ? "reload" : "login";
  }
  function samePage({ origin, pathname, search }) {
    return origin + pathname + search;
  }
  function isLocalLogin(search) {
    return search.replace(/^\?/, "").split("&").some((pair) => pair === "local=1");
  }

  // src/luci/login_form.ts
  function findPasswordField() {
    const fields = document.querySelectorAll("form[method=post] input[name=luci_password]");
    return fields.length === 1 ? fields[0] : void 0;
  }
  function placeForLink(form) {
    var _a, _b, _c;
    const inForm = form.querySelectorAll("input[type=submit], input[type=reset], button");
    const beside = (_a = form.parentElement) == null ? void 0 : _a.querySelectorAll(":scope > button");
    return (_c = (_b = inForm[inForm.length - 1]) != null ? _b : beside == null ? void 0 : beside[beside.length - 1]) != null ? _c : form;
  }

  // src/luci/tab_memory.ts
  var key = "sso-login.seen";
  function isFirstPageOfTab() {
    try {
      const isFirst = sessionStorage.getItem(key) === null;
      sessionStorage.setItem(key, "1");
      return isFirst;
    } catch (e) {
      return false;
    }
  }

  // src/luci/login.ts
  var probe = "/cgi-bin/sso-login/?action=enabled";
  async function isEnabled() {
    try {
      const response = await fetch(probe, { cache: "no-store", credentials: "omit" });
      return response.ok && saysEnabled(await response.json());
    } catch (e) {
      return false;
    }
  }
  function addLink(data2, form) {
    const link = document.createElement("a");
    link.id = "sso-login";
    link.className = "btn cbi-button cbi-button-action important";
    link.href = data2.url;
    link.textContent = data2.label;
    link.style.whiteSpace = "normal";
    const place = placeForLink(form);
    if (!form.contains(place)) {
      Object.assign(link.style, { display: "block", textAlign: "center", fontSize: "120%" });
    }
    place.after(" ", link);
  }
  async function improve(data2, password2, form) {
    const isFirstPage = data2.auto_redirect && isFirstPageOfTab();
    let isTyping = false;
    form.addEventListener("keydown", () => {
      isTyping = true;
    });
    if (!await isEnabled() || !password2.isConnected) {
      return;
    }
    addLink(data2, form);
    const step = automaticStep({ data: data2, search: location.search, isFirstPage, isTyping });
    if (step !== "none") {
      location.replace(step === "login" ? data2.url : samePage(location));
    }
  }
  var data = window.sso_login;
  var password = findPasswordField();
  if (location.protocol === "https:" && isLoginData(data) && (password == null ? void 0 : password.form)) {
    void improve(data, password, password.form);
  }
})();
