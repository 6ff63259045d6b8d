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
  function isPage(pathname) {
    return /^\/cgi-bin\/luci(\/[\w.~-]+)*\/?$/.test(pathname) && !/\/admin\/logout(\/|$)/.test(pathname);
  }
  function loginUrl(url, pathname) {
    const isFirst = /^\/cgi-bin\/luci\/?$/.test(pathname);
    return isPage(pathname) && !isFirst ? `${url}?return_to=${encodeURIComponent(pathname)}` : url;
  }
  function automaticStep(at) {
    if (at.isTyping || isLocalLogin(at.search)) {
      return "none";
    }
    if (at.data.logged_in) {
      return isPage(at.pathname) ? "reload" : "none";
    }
    return at.data.auto_redirect && at.isFirstPage ? "login" : "none";
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
  function passwordParts(form) {
    var _a, _b;
    const fields = [...form.querySelectorAll("input[name=luci_username], input[name=luci_password]")];
    const rows = fields.map((field) => {
      var _a2;
      return (_a2 = field.closest(".cbi-value")) != null ? _a2 : field;
    });
    const buttons = form.querySelectorAll("input[type=submit], input[type=reset], button");
    const beside = (_b = (_a = form.parentElement) == null ? void 0 : _a.querySelectorAll(":scope > button")) != null ? _b : [];
    return [...rows, ...buttons, ...beside];
  }
  function placeForLink(form) {
    var _a, _b, _c;
    const inForm = form.querySelectorAll("input[type=submit], input[type=reset], button");
    const beside = (_a = form.parentElement) == null ? void 0 : _a.querySelectorAll(":scope > button");
    return (_c = (_b = inForm[inForm.length - 1]) != null ? _b : beside == null ? void 0 : beside[beside.length - 1]) != null ? _c : form;
  }

  // src/luci/tab_memory.ts
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
  function takeReopening() {
    try {
      const isFirst = sessionStorage.getItem(reopening) === null;
      sessionStorage.setItem(reopening, "1");
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
    link.href = loginUrl(data2.url, location.pathname);
    link.textContent = data2.label;
    link.style.whiteSpace = "normal";
    const place = placeForLink(form);
    if (!form.contains(place)) {
      Object.assign(link.style, { display: "block", textAlign: "center", fontSize: "120%" });
    }
    place.after(" ", link);
    return link;
  }
  function hideForm(label, form, link) {
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
  async function improve(data2, password2, form) {
    const isFirstPage = data2.auto_redirect && isFirstPageOfTab();
    let isTyping = false;
    form.addEventListener("keydown", () => {
      isTyping = true;
    });
    if (!await isEnabled() || !password2.isConnected) {
      return;
    }
    const link = addLink(data2, form);
    const { pathname, search } = location;
    if (data2.password_label !== void 0 && !isLocalLogin(search) && !isTyping) {
      hideForm(data2.password_label, form, link);
    }
    const step = automaticStep({ data: data2, pathname, search, isFirstPage, isTyping });
    if (step === "login") {
      location.replace(link.href);
    } else if (step === "reload" && takeReopening()) {
      location.replace(samePage(location));
    }
  }
  var data = window.sso_login;
  var password = findPasswordField();
  if (location.protocol === "https:" && isLoginData(data) && (password == null ? void 0 : password.form)) {
    void improve(data, password, password.form);
  }
})();
