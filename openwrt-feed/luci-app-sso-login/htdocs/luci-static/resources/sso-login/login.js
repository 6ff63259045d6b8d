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

  // src/luci/login/button_box.ts
  var gap = 10;
  var rules = `.sso-login-button { border: 0 !important; box-shadow: none !important;
  opacity: 1 !important; float: none !important; position: static !important; box-sizing: border-box !important; height: auto !important;
  max-width: 100% !important; align-items: center !important; justify-content: center !important; line-height: 1.25 !important;
  text-align: center !important; text-decoration: none !important; text-shadow: none !important; text-indent: 0 !important;
  white-space: normal !important; vertical-align: middle !important; }
.sso-login-button ~ #sso-login-password { display: table !important; margin: ${gap}px auto 0 !important; padding: 4px !important;
  color: inherit !important; text-decoration: underline !important; }
.sso-login-button:hover { text-decoration: underline !important; }
.sso-login-button:focus-visible { outline: 2px solid #fff !important; outline-offset: -4px !important; }`;
  var copied = [
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "letter-spacing",
    "text-transform",
    "padding-left",
    "padding-right",
    "border-top-left-radius",
    "border-top-right-radius",
    "border-bottom-left-radius",
    "border-bottom-right-radius"
  ];
  function style(element, values) {
    for (const [name, value] of Object.entries(values)) {
      element.style.setProperty(name, value, name === "letter-spacing" ? "" : "important");
    }
  }
  function isWide(box, button) {
    var _a, _b;
    return box.width >= 150 && box.width >= 0.6 * ((_b = (_a = button.parentElement) == null ? void 0 : _a.clientWidth) != null ? _b : 0);
  }
  function dress(link, button, box, isAlone) {
    const theme = getComputedStyle(button);
    const vertical = box.height > 0 ? "2px" : `max(4px, ${theme.paddingTop})`;
    style(link, {
      // Some themes have less contrast in such a button than WCAG 2.2 asks for (1.4.3: 4.5 : 1); here it is 5.7 : 1.
      color: "#fff",
      background: "#1565c0",
      ...Object.fromEntries(copied.map((name) => [name, theme.getPropertyValue(name)])),
      "padding-top": vertical,
      "padding-bottom": vertical,
      margin: isAlone ? "0" : `0 0 0 ${gap}px`,
      // The size of a target (WCAG 2.2, 2.5.8).
      "min-height": `${Math.max(24, box.height)}px`,
      display: isAlone ? "flex" : "inline-flex",
      width: !isAlone ? "auto" : box.width > 0 ? `${box.width}px` : "100%"
    });
  }
  function align(link, above, isAlone) {
    const boxes = () => [link.getBoundingClientRect(), above.getBoundingClientRect()];
    let [own, other] = boxes();
    if (isAlone && own.height > other.height + 1) {
      style(link, { "letter-spacing": "normal" });
      [own, other] = boxes();
    }
    if (isAlone || own.top >= other.bottom) {
      style(link, { "margin-top": `${gap + other.bottom - own.top}px` });
    }
    if (isAlone) {
      style(link, { "margin-left": `${other.left - own.left}px` });
    }
  }
  function placeLinks(links, button, place) {
    const sheet = document.createElement("style");
    sheet.textContent = rules;
    document.head.append(sheet);
    const isBeside = button.closest("form") === null;
    const fit = () => {
      const box = button.getBoundingClientRect();
      const isShown = box.width > 0;
      const isAlone = isShown ? isWide(box, button) : isBeside;
      let above = button;
      for (const link of links) {
        if (isShown) {
          dress(link, button, box, isAlone);
          align(link, above, isAlone);
          above = link;
        } else {
          style(link, { margin: `${gap}px auto 0` });
        }
      }
    };
    const first2 = button.getBoundingClientRect();
    place.after(...links.flatMap((link) => [" ", link]));
    for (const link of links) {
      link.classList.add("sso-login-button");
      dress(link, button, first2, first2.width > 0 ? isWide(first2, button) : isBeside);
    }
    const row = button.parentElement;
    if (links[0] && isWide(first2, button) && links[0].getBoundingClientRect().top < button.getBoundingClientRect().bottom) {
      row == null ? void 0 : row.after(...links);
    }
    new ResizeObserver(fit).observe(button);
    fit();
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
  var refusals = ".alert-message, .errorbox, .login-error, [role=alert]";
  var asking = "input[name=luci_username], input[name=luci_password]";
  var sending = "input[type=submit], button[type=submit], button:not([type])";
  function rowOf(field, form) {
    let row = field;
    for (let outer = field.parentElement; outer !== null && outer !== form; outer = outer.parentElement) {
      if (outer.querySelectorAll(asking).length > 1 || outer.querySelector(sending) !== null) {
        break;
      }
      row = outer;
    }
    return row;
  }
  function buttonsOf(form) {
    var _a, _b;
    const inForm = [...form.querySelectorAll(`${sending}, input[type=reset], button[type=reset]`)];
    const beside = (_b = (_a = form.parentElement) == null ? void 0 : _a.querySelectorAll(":scope > button")) != null ? _b : [];
    return inForm.length > 0 ? inForm : [...beside];
  }
  function passwordParts(form) {
    const rows = [...form.querySelectorAll(asking)].map((field) => rowOf(field, form));
    const lines = [...form.querySelectorAll("label, .cbi-map-descr")];
    return [...rows, ...lines.filter((line) => line.querySelector(refusals) === null), ...buttonsOf(form)];
  }
  function formButtons(form) {
    var _a, _b;
    const buttons = buttonsOf(form);
    return [(_a = buttons.find((button) => button.matches(sending))) != null ? _a : form, (_b = buttons[buttons.length - 1]) != null ? _b : form];
  }
  function refusal(form) {
    var _a, _b;
    return ((_b = (_a = form.closest("section, .modal")) != null ? _a : form.parentElement) != null ? _b : form).querySelector(refusals);
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
    link.href = href;
    link.append(...color === void 0 ? [] : [mark(color)], label);
    link.addEventListener("click", () => rememberProvider(name));
    return link;
  }
  function addLinks(buttons, form) {
    const links = buttons.map(makeLink);
    placeLinks(links, ...formButtons(form));
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
      passwordParts(form).forEach((part) => part.style.setProperty("display", "none", "important"));
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
