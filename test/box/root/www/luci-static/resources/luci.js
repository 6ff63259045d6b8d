/**
 * Stand-in for LuCI's client library, as far as the package's pages call it: the loader of views, elements, translations,
 * remote calls and dialogs. form.js has the forms. Each part names LuCI's file (modules/luci-base, below
 * htdocs/luci-static/resources), whose markup it keeps; what it does not offer is an exception.
 */
(() => {
  /** Lets nothing of an object be read or written that it has not. */
  function strict(name, target) {
    const refuse = (key) => {
      throw new Error(`the box's LuCI has no ${name}.${String(key)}`);
    };
    return new Proxy(target, {
      // A promise asks whatever it is given for `then`.
      get: (_, key) => (key in target || key === "then" || typeof key === "symbol" ? target[key] : refuse(key)),
      set: (_, key, value) => (key in target ? Reflect.set(target, key, value) : refuse(key)),
    });
  }

  /** luci.js, `dom.append`: a list's texts become text nodes; only a text alone is HTML. */
  function append(node, children) {
    for (const child of Array.isArray(children) ? children : [children]) {
      if (child === undefined || child === null) {
        continue;
      } else if (Array.isArray(children) || child instanceof Node) {
        node.append(child);
      } else {
        node.innerHTML = child;
      }
    }
    return node;
  }

  /** luci.js, `E`. */
  function E(name, attributes = {}, children = []) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (typeof value === "function") {
        node.addEventListener(key, value);
      } else if (value !== null && value !== undefined) {
        node.setAttribute(key, value);
      }
    }
    return append(node, children);
  }

  /** cbi.js, `_`. LuCI's texts are keyed by a hash, the box's by themselves. */
  function _(text) {
    return window.TR[text] ?? text;
  }

  /** luci.js, class `dom`. */
  const dom = {
    content(node, children) {
      node.textContent = "";
      append(node, children);
    },
  };

  /** luci.js, `setupDOM`, which asks for a right that everybody has. */
  async function isSessionOver() {
    const body = { id: 1, jsonrpc: "2.0", method: "call" };
    const params = [window.L.env.sessionid, "session", "access", { scope: "uci", object: "luci", function: "read" }];
    const answer = await fetch("/ubus", { method: "POST", body: JSON.stringify({ ...body, params }) });
    return (await answer.json()).result?.[1]?.access !== true;
  }

  /** luci.js, with the stack that `raise` writes into the message. */
  function notifySessionExpiry() {
    ui.showModal("Session expired", [
      E("div", { class: "alert-message warning" }, [
        "A new login is required since the authentication session expired.",
      ]),
      E("div", { class: "right" }, [E("div", { class: "btn primary" }, ["Log in…"])]),
    ]);
    const error = new Error("Login session is expired\n  at notifySessionExpiry (luci.js:2679:19)");
    error.name = "SessionError";
    throw error;
  }

  /** rpc.js, `declare`, over /ubus (uhttpd-mod-ubus). */
  const rpc = {
    declare({ object, method, params = [], ...options }) {
      const unknown = Object.keys(options).filter((name) => !["reject", "nobatch"].includes(name));
      if (options.reject !== true || unknown.length > 0) {
        throw new Error(`the box's LuCI has no such rpc.declare: ${unknown.join(" ")}`);
      }
      return async (...values) => {
        const parameters = Object.fromEntries(params.map((name, index) => [name, values[index]]));
        const call = [window.L.env.sessionid, object, method, parameters];
        const answer = await fetch("/ubus", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "call", params: call }),
          signal: AbortSignal.timeout(20_000),
        });
        const { error, result } = await answer.json();
        if (error?.code === -32002 && (await isSessionOver())) {
          notifySessionExpiry();
        }
        if (error !== undefined) {
          throw new Error(`RPC call to ${object}/${method} failed with error ${error.code}: ${error.message}`);
        }
        if (result[0] !== 0) {
          throw new Error(`RPC call to ${object}/${method} failed with ubus code ${result[0]}`);
        }
        return result[1] ?? 0;
      };
    },
  };

  /** ui.js. */
  function cancelModal(event) {
    if (event.key === "Escape") {
      event.currentTarget.querySelector(".right > button, .right > .btn, .button-row > .btn")?.click();
    }
  }

  /** ui.js: the one dialog of a page. */
  function overlay() {
    const known = document.querySelector("#modal_overlay");
    const attributes = { id: "modal_overlay", tabindex: "-1", keydown: cancelModal };
    const made = known ?? E("div", attributes, [E("div", { class: "modal", role: "dialog", "aria-modal": "true" })]);
    document.body.append(made);
    return made;
  }

  async function post(path, fields) {
    const query = new URLSearchParams(fields).toString();
    return fetch(`/cgi-bin/luci/admin/uci/${path}?${query}`, { method: "POST" });
  }

  /** ui.js. */
  const ui = {
    showModal(title, children, ...classes) {
      const place = overlay();
      const dialog = place.firstElementChild;
      place.hidden = false;
      dialog.className = ["modal", ...classes].join(" ");
      dom.content(dialog, [E("h4", {}, [title])]);
      append(dialog, children);
      document.body.classList.add("modal-overlay-active");
      place.focus();
      return dialog;
    },
    /** LuCI leaves the dialog's content where it is, and hides it. */
    hideModal() {
      document.body.classList.remove("modal-overlay-active");
      overlay().hidden = true;
    },
    createHandlerFn(owner, handler) {
      return (event) => {
        const button = event.currentTarget;
        button.classList.add("spinning");
        button.disabled = true;
        button.blur();
        return Promise.resolve(handler.call(owner, event)).finally(() => {
          button.classList.remove("spinning");
          button.disabled = false;
        });
      };
    },
    /** class `ui.changes`; LuCI also waits a few seconds. */
    changes: strict("ui.changes", {
      async apply(checked) {
        if (checked !== true) {
          throw new Error("the box's LuCI applies with the possibility of a rollback alone");
        }
        const dialog = ui.showModal("", ["Applying changes"]);
        const applied = await post("apply_rollback", { sid: window.L.env.sessionid, token: window.L.env.token });
        const confirmed = applied.ok && (await post("confirm", { token: (await applied.json()).token }));
        if (confirmed && confirmed.ok) {
          window.location.reload();
        } else {
          dialog.textContent = `Apply request failed with status ${applied.status}`;
        }
      },
    }),
  };

  /** luci.js, class `view`: what `extend` makes is run by the page. */
  const view = { extend: (members) => members };

  /** luci.js, `view.addFooter`: LuCI's button is a choice, of which only the first entry is here. */
  function footer(page) {
    const buttons = [];
    if (page.handleSaveApply) {
      const click = ui.createHandlerFn(page, (event) => page.handleSaveApply(event, "0"));
      const classes = "cbi-dropdown btn cbi-button cbi-button-apply important";
      buttons.push(E("div", { class: classes, click, tabindex: 0 }, [E("ul", {}, [E("li", {}, [_("Save & Apply")])])]));
    }
    if (page.handleSave) {
      throw new Error("the box's LuCI has no button that saves without applying");
    }
    if (page.handleReset) {
      const click = ui.createHandlerFn(page, (event) => page.handleReset(event));
      buttons.push(E("button", { class: "cbi-button cbi-button-reset", click }, [_("Reset")]));
    }
    return buttons.length > 0 ? [E("div", { class: "cbi-page-actions" }, buttons)] : [];
  }

  /** luci.js, `require`: the file's directives name what its body is given. */
  async function load(path, modules) {
    const source = await (await fetch(`/luci-static/resources/${path}.js`)).text();
    const wanted = [...source.matchAll(/^"require (\w+)";$/gm)].map(([, name]) => name);
    const given = wanted.map((name) => strict(name, modules[name]));
    return new Function("window", "document", "L", ...wanted, source)(window, document, window.L, ...given);
  }

  /** ui.js, `instantiateView`, and luci.js, `view.__init__`. */
  async function showView(path, env) {
    const nodespec = env.nodespec;
    const L = { env, hasViewPermission: () => !nodespec.readonly };
    Object.assign(window, { L: strict("L", L), E, _ });
    const form = window.boxForm({ E, dom, strict });
    const page = Object.create(await load(`view/${path}`, { view, dom, rpc, ui, form }));
    const place = document.querySelector("#view");
    try {
      const nodes = await page.render(await page.load?.());
      dom.content(place, [nodes, ...footer(page)]);
    } catch (problem) {
      dom.content(place, [E("div", { class: "alert-message error" }, [problem.message])]);
      throw problem;
    }
  }

  window.boxLuci = { showView };
})();
