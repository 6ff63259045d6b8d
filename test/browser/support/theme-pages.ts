/** Login pages of our own making in the shapes in which themes of LuCI have theirs: what is around the fields, and what sends the form. */

export interface ThemePage {
  /** The themes that have this shape. */
  title: string;
  /** How often the page itself loads LuCI's script. Where it does not, uhttpd's handler sends the tag after the page. */
  scripts: 0 | 1 | 2;
  /** Whether the button takes a line for itself. */
  isWide: boolean;
  css: string;
  body: string;
}

const user = '<input type="text" name="luci_username" id="luci_username" value="root" autocomplete="username">';
const password = '<input type="password" name="luci_password" id="luci_password" autocomplete="current-password">';
const label = (name: string, text: string, inner = ""): string => `<label for="luci_${name}">${text}${inner}</label>`;
const icon =
  '<svg class="icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6"/></svg>';
const rows = `<div class="cbi-value">${label("username", "Username")}<div class="cbi-value-field">${user}</div></div>
<div class="cbi-value">${label("password", "Password")}<div class="cbi-value-field">${password}</div></div>`;
const send = '<input type="submit" value="Log in" class="btn cbi-button cbi-button-apply">';
const reset = '<input type="reset" value="Reset" class="btn cbi-button cbi-button-reset">';
const head = '<h1>Authorization Required</h1><div class="cbi-map-descr">Please enter your username and password.</div>';

/** A card in the middle of the page, at night with other colours. */
const card = `body { display: flex; min-height: 90vh; align-items: center; justify-content: center; }
form { width: 300px; padding: 24px; border-radius: 12px; background: Canvas; color: CanvasText; }
form input:not([type=submit]) { width: 100%; box-sizing: border-box; }`;

export const themePages: readonly ThemePage[] = [
  {
    title: "the button beside the form, both moved into a dialog (bootstrap)",
    scripts: 1,
    isWide: true,
    css: `section[hidden] { display: none; } .modal { width: 80%; margin: 5vh auto; display: flex; flex-direction: column; }
.modal button { font-size: 120%; padding: 6px; border: 1px solid; border-radius: 3px; }`,
    body: `<section hidden><form method="post">${rows}</form><hr><button class="btn cbi-button-positive important">Log in</button></section>
<script>addEventListener("load", () => {
  const dialog = Object.assign(document.createElement("div"), { className: "modal" });
  dialog.setAttribute("role", "dialog");
  dialog.innerHTML = "<h4>Authorization Required</h4>";
  dialog.append(...document.querySelectorAll("section > *"));
  document.body.append(dialog);
})</script>`,
  },
  {
    title: "narrow buttons in a row (material, openwrt)",
    scripts: 1,
    isWide: false,
    css: `.cbi-page-actions { text-align: right; } .btn { padding: 0 12px; height: 29px; text-transform: uppercase; font-size: 12px; border: 0; }`,
    body: `<form method="post">${head}${rows}<div class="cbi-page-actions">${send} ${reset}</div></form>`,
  },
  {
    title: "a pill as wide as its row (design)",
    scripts: 1,
    isWide: true,
    css: `${card} .btn { display: block; width: 100%; height: 42px; border-radius: 21px; border: 0; } .cbi-button-reset { display: none; }`,
    body: `<form method="post">${head}${rows}<div class="cbi-page-actions">${send}${reset}</div></form>`,
  },
  {
    title: "a wide button in the middle of its row, far letters (kucat)",
    scripts: 1,
    isWide: true,
    css: `${card} .cbi-page-actions { text-align: center; } .btn { width: 80%; padding: 9px; letter-spacing: 2px; border: 0; border-radius: 4px; }
.cbi-button-reset { display: none; } a { text-transform: uppercase !important; }`,
    body: `<form method="post">${head}${rows}<div class="cbi-page-actions">${send}${reset}</div></form>`,
  },
  {
    title: "labels around the fields, a label as a line of text, the button as wide as the page's box (alpha)",
    scripts: 1,
    isWide: true,
    css: `.box { width: 320px; margin: 20vh auto 0; text-align: center; background: #001c33; color: #fff; border-radius: 16px; overflow: hidden; }
.box label { display: block; } #do_login { width: 100%; height: 48px; border: 0; font-weight: bold; font-size: 18px; }`,
    body: `<form method="post"><div class="box"><div class="fieldset-body"><p class="field">${label("username", "Username")}${user}<span class="icon">!</span></p>
<p class="field">${label("password", "Password")}<span class="cbi-value-field">${password}</span><span class="icon">x</span></p>
<label class="line">Please Enter Username &amp; Password.</label><input type="submit" id="do_login" value="LOGIN"></div></div></form>`,
  },
  {
    title: "icons before the fields, far letters, room around the button (argon)",
    scripts: 0,
    isWide: true,
    css: `form { width: 290px; margin: 60px 24px; } .input-group { position: relative; margin: 12px 0; }
.input-group::before { content: "\\1F464"; position: absolute; } .input-group input { margin-left: 30px; }
.cbi-button { width: 100%; height: 50px; margin: 50px 0; letter-spacing: 9px; font-size: 13px; border: 0; border-radius: 5px; }`,
    body: `<form class="form-login" method="post"><div class="input-container"><div class="input-group">${user}<label class="border" for="luci_username" aria-hidden="true"></label></div>
<div class="input-group">${password}<label class="border" for="luci_password" aria-hidden="true"></label></div></div><div>${send}</div></form>`,
  },
  {
    title: "a button as element in a flexible column (aurora)",
    scripts: 0,
    isWide: true,
    css: `${card} .login-actions { display: flex; } .login-submit { flex: 1; height: 44px; border: 0; border-radius: 16px; background: #087a65; color: #fff; }`,
    body: `<form method="post"><div class="login-fields"><div class="login-field">${label("username", "Username")}<div>${user}</div></div>
<div class="login-field">${label("password", "Password")}<div>${password}</div></div></div><div class="login-actions"><button type="submit" class="login-submit">Log in</button></div></form>`,
  },
  {
    title: "an icon in the button and another button in a field, a strong rule for links (proton2025)",
    scripts: 0,
    isWide: true,
    css: `${card} html body form a { color: #8ab4f8 !important; background: none !important; } .group { position: relative; }
.eye { position: absolute; right: 4px; bottom: 0; width: 32px; } form > button { display: flex; width: 100%; height: 50px; align-items: center; justify-content: center; border: 0; }`,
    body: `<form class="login-form" method="post"><div class="group">${label("username", "Username")}<span class="icon">${icon}</span>${user}</div>
<div class="group">${label("password", "Password")}<span class="icon">${icon}</span>${password}<button class="eye" type="button" aria-label="Show password">${icon}</button></div>
<button type="submit">${icon}<span>Log in</span></button></form>`,
  },
  {
    title: "the script twice (footstrap in a language with a catalogue, and another script's tag)",
    scripts: 2,
    isWide: true,
    css: `${card} .cbi-page-actions { display: grid; } .btn { height: 44px; border: 0; border-radius: 8px; font-weight: bold; }`,
    body: `<form method="post" class="fs-login">${head}${rows}<div class="cbi-page-actions">${send}</div></form>`,
  },
];

const script = '<script src="/cgi-bin/luci/admin/translations/en"></script>';

/** The page as the browser gets it. */
export function themePage({ title, scripts, css, body }: ThemePage): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>:root { color-scheme: light dark; } body { font: 14px/1.4 sans-serif; margin: 0; }
${css}</style>${script.repeat(scripts)}</head><body><main>${body}</main></body></html>${scripts === 0 ? script : ""}\n`;
}
