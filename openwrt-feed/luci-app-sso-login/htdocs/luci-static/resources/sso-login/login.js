// Generated from src/luci/login/login.ts by "make luci"; do not edit.
"use strict";
(() => {
  // src/sso_login/base/public_names.ts
  var first = "default";

  // src/luci/login/login_data.ts
  function isLoginData(value) {
    const { script, providers = [], ...own } = value != null ? value : {};
    return typeof script === "string" && Array.isArray(providers) && [{ ...own, name: first }, ...providers].every(isProvider);
  }
  function isProvider(value) {
    const { name, url, label, color = "" } = value;
    const isShown = typeof label === "string" && label !== "" && /^(#[0-9a-f]{6})?$/i.test(color);
    return isShown && typeof url === "string" && isLoginUrl(url) && /^[a-z0-9_]{1,32}$/.test(name);
  }
  function isLoginUrl(url) {
    return /^https:\/\/[^/?#@\\\s]+\/cgi-bin\/sso-login\/$/.test(url);
  }
  function isPage(pathname) {
    return /^\/cgi-bin\/luci(\/[\w.~-]+)*\/?$/.test(pathname) && !/\/admin\/logout(\/|$)/.test(pathname);
  }
  function loginUrl(url, pathname) {
    const isFirst2 = /^\/cgi-bin\/luci\/?$/.test(pathname);
    return isPage(pathname) && !isFirst2 ? `${url}?return_to=${encodeURIComponent(pathname)}` : url;
  }
  function loginButtons({ url, label, providers }, pathname, last) {
    const all = providers != null ? providers : [{ name: first, url, label }];
    const sorted = [...all.filter(({ name }) => name === last), ...all.filter(({ name }) => name !== last)];
    return sorted.map((provider2) => {
      const href = loginUrl(provider2.url, pathname);
      const query = `${href.includes("?") ? "&" : "?"}provider=${provider2.name}`;
      return { ...provider2, href: provider2.name === first ? href : href + query };
    });
  }
  function startOf(data2, buttons) {
    const named = typeof data2.auto_redirect === "string" ? data2.auto_redirect : first;
    return buttons.find(({ name }) => name === named);
  }
  function automaticStep(at) {
    if (at.isTyping || isLocalLogin(at.search)) {
      return "none";
    }
    if (at.data.logged_in) {
      return isPage(at.pathname) ? "reload" : "none";
    }
    return at.data.auto_redirect !== false && at.isFirstPage ? "login" : "none";
  }
  function samePage({ origin, pathname, search }) {
    return origin + pathname + search;
  }
  function formShown(data2, search, isTyping) {
    var _a;
    if (((_a = data2.passwords_off) == null ? void 0 : _a.is_kept) === false) {
      return "none";
    }
    return data2.password_label === void 0 || isLocalLogin(search) || isTyping ? "form" : "link";
  }
  function isLocalLogin(search) {
    return /[?&]local=1(&|$)/.test(search);
  }

  // src/luci/login/login_form.ts
  function findPasswordField() {
    const fields = document.querySelectorAll("form[method=post] input[name=luci_password]");
    return fields.length === 1 ? fields[0] : void 0;
  }
  function nameInputs(form) {
    var _a, _b;
    for (const field of form.querySelectorAll(".cbi-value input")) {
      const title = (_a = field.closest(".cbi-value")) == null ? void 0 : _a.querySelector("label");
      if (title && ((_b = field.labels) == null ? void 0 : _b.length) === 0) {
        title.id = `${field.name}-title`;
        field.setAttribute("aria-labelledby", title.id);
      }
    }
  }
  function nameDialog(form) {
    var _a, _b;
    const dialog = form.closest("[role=dialog]");
    dialog == null ? void 0 : dialog.setAttribute("aria-label", (_b = (_a = dialog.querySelector("h4")) == null ? void 0 : _a.textContent) != null ? _b : "");
    return dialog !== null;
  }
  function nameParts(form) {
    nameInputs(form);
    if (!nameDialog(form)) {
      const observer = new MutationObserver(() => {
        if (nameDialog(form)) {
          observer.disconnect();
        }
      });
      observer.observe(document.body, { childList: true, subtree: true });
    }
  }
  function passwordParts(form) {
    var _a, _b;
    const fields = [...form.querySelectorAll("input[name=luci_username], input[name=luci_password]")];
    const rows = fields.map((field) => {
      var _a2;
      return (_a2 = field.closest(".cbi-value")) != null ? _a2 : field;
    });
    const buttons = form.querySelectorAll("input[type=submit], input[type=reset], button, .cbi-map-descr");
    const beside = (_b = (_a = form.parentElement) == null ? void 0 : _a.querySelectorAll(":scope > button")) != null ? _b : [];
    return [...rows, ...buttons, ...beside];
  }
  function placeForLink(form) {
    var _a, _b, _c;
    const inForm = form.querySelectorAll("input[type=submit], input[type=reset], button");
    const beside = (_a = form.parentElement) == null ? void 0 : _a.querySelectorAll(":scope > button");
    return (_c = (_b = inForm[inForm.length - 1]) != null ? _b : beside == null ? void 0 : beside[beside.length - 1]) != null ? _c : form;
  }
  function refusal(form) {
    var _a;
    const place = (_a = form.closest("section, .modal")) != null ? _a : form;
    return place.querySelector(".alert-message");
  }

  // src/luci/login/tab_memory.ts
  var reopening = "sso-login.reopening";
  var provider = "sso-login.provider";
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
  function takeReopening() {
    return isFirst(reopening);
  }
  function lastProvider() {
    var _a;
    return (_a = tried(() => localStorage.getItem(provider))) != null ? _a : null;
  }
  function rememberProvider(name) {
    tried(() => localStorage.setItem(provider, name));
  }

  // src/luci/login/login.ts
  function mark(color) {
    const dot = document.createElement("span");
    dot.setAttribute("aria-hidden", "true");
    Object.assign(dot.style, {
      display: "inline-block",
      width: ".7em",
      height: ".7em",
      marginRight: ".5em",
      borderRadius: "50%",
      border: "1px solid #fff",
      background: color
    });
    return dot;
  }
  function makeLink({ name, label, href, color }, at) {
    const link = document.createElement("a");
    link.id = at === 0 ? "sso-login" : `sso-login-to-${name}`;
    link.className = "btn cbi-button cbi-button-action important";
    link.href = href;
    link.append(...color === void 0 ? [] : [mark(color)], label);
    link.style.whiteSpace = "normal";
    link.style.setProperty("color", "#fff", "important");
    link.style.setProperty("background", "#1565c0", "important");
    link.addEventListener("click", () => rememberProvider(name));
    return link;
  }
  function addLinks(buttons, form) {
    const links = buttons.map(makeLink);
    const place = placeForLink(form);
    if (!form.contains(place)) {
      for (const link of links) {
        Object.assign(link.style, { display: "block", textAlign: "center", fontSize: "120%" });
      }
      links.slice(1).forEach((link) => link.style.marginTop = ".5em");
    }
    place.after(...links.flatMap((link) => [" ", link]));
    return links;
  }
  var patience = 8e3;
  function addFormLink(label, link) {
    const other = document.createElement("a");
    other.id = "sso-login-password";
    other.href = `${location.pathname}?local=1`;
    other.textContent = label;
    link.after(" ", other);
  }
  function paragraph(id, text) {
    const made = document.createElement("p");
    made.id = id;
    made.textContent = text;
    return made;
  }
  async function isUp(address) {
    const patient = new AbortController();
    const timer = setTimeout(() => patient.abort(), patience);
    try {
      await fetch(address, { mode: "no-cors", credentials: "omit", cache: "no-store", signal: patient.signal });
      return true;
    } catch (e) {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }
  function countdown({ text, seconds }) {
    const line = paragraph("sso-login-trial", "");
    const end = performance.now() + seconds * 1e3;
    const show = () => {
      const left = Math.max(0, end - performance.now());
      line.textContent = `${text} ${new Date(left).toISOString().slice(14, 19)}`;
    };
    show();
    window.setInterval(show, 1e3);
    return line;
  }
  function explain(off, form, link) {
    var _a, _b;
    link.before(paragraph("sso-login-reason", off.reason), ...off.trial === void 0 ? [] : [countdown(off.trial)]);
    (_a = refusal(form)) == null ? void 0 : _a.append(paragraph("sso-login-refused", off.refused));
    const down = paragraph("sso-login-down", "");
    down.setAttribute("role", "status");
    (_b = link.parentElement) == null ? void 0 : _b.append(down);
    if (off.addresses !== void 0) {
      void Promise.all(off.addresses.map(isUp)).then((up) => {
        down.textContent = up.includes(true) ? "" : off.provider_down;
      });
    }
  }
  function improve(data2, form) {
    var _a;
    const isFirstPage = data2.auto_redirect !== false && isFirstPageOfTab();
    const isTyping = data2.is_typing === true;
    const { pathname, search } = location;
    const buttons = loginButtons(data2, pathname, lastProvider());
    const links = addLinks(buttons, form);
    const link = links[0];
    if (link === void 0) {
      return;
    }
    nameParts(form);
    const shown = formShown(data2, search, isTyping);
    if (data2.passwords_off !== void 0) {
      explain(data2.passwords_off, form, link);
    }
    if (shown !== "form") {
      passwordParts(form).forEach((part) => part.style.display = "none");
      link.focus();
    }
    if (shown === "link" && data2.password_label !== void 0) {
      addFormLink(data2.password_label, (_a = links[links.length - 1]) != null ? _a : link);
    }
    const step = automaticStep({ data: data2, pathname, search, isFirstPage, isTyping });
    const start = startOf(data2, buttons);
    if (step === "login" && start !== void 0) {
      location.replace(start.href);
    } else if (step === "reload" && takeReopening()) {
      location.replace(samePage(location));
    }
  }
  var data = window.sso_login;
  var password = findPasswordField();
  if (isLoginData(data) && (location.protocol === "https:" || data.passwords_off) && (password == null ? void 0 : password.form)) {
    improve(data, password.form);
  }
})();
