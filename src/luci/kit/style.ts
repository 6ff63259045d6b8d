/** The rules of the settings page. */
import { nameFields } from "./field_names";

/** Addresses are long: fields give them room, and what is shown of them wraps on a phone. */
const style = `
.sso-login-page .cbi-value-field .cbi-input-text, .sso-login-page .cbi-value-field .cbi-input-password {
  box-sizing: border-box; width: 100%; max-width: 32em;
}
.sso-login-page [data-name="client_secret"] .control-group { display: flex; max-width: 32em; }
.sso-login-page [data-tab-active="false"] { display: none; }
.sso-login-page :is(.cbi-map-descr, .cbi-section-descr, .cbi-value-description, .cbi-value-description *) { color: inherit; }
.sso-login-page .cbi-input-invalid { color: inherit !important; }
.sso-login-state { display: flex; flex-wrap: wrap; gap: .5em 1em; align-items: center; min-height: 2.5em; }
.sso-login-fold { margin: .5em 0; border: 1px solid #8886; padding: 0 .5em; }
.sso-login-fold > summary { padding: .5em 0; cursor: pointer; }
.sso-login-fold > summary > h3 { display: inline; }
.modal .sso-login-fold > summary > h3 { font-size: 1em; }
.sso-login-buttons { margin-top: .25em; }
.sso-login-page { overflow-wrap: anywhere; }
.sso-login-here, .sso-login-page code { white-space: normal; }
.sso-login-groups { margin: .5em 0; }
.sso-login-groups label { display: flex; gap: .5em; align-items: center; text-align: left; width: auto; float: none; }
.sso-login-places label { display: block; width: auto; float: none; text-align: left; }
.sso-login-groups select { width: auto; min-width: 7em; flex: none; }
.sso-login-groups .hidden { display: none; }
.sso-login-pattern input { width: 14em; }
.sso-login-dialog { text-align: left; }
.sso-login-page .cbi-button-action { color: #fff !important; background: #1565c0 !important; }
.sso-login-page pre, .sso-login-claims td { white-space: pre-wrap; }
.sso-login-dialog textarea { width: 100%; box-sizing: border-box; font-family: monospace; }
@media (min-width: 600px) { .sso-login-page .cbi-section-table .td { min-width: 6em; } }
@media (min-width: 600px) { .sso-login-page .td:has(> .drag-handle) { white-space: nowrap; } }
@media (min-width: 600px) and (max-width: 1100px) { .sso-login-page .cbi-section-actions > div { display: grid; } }
@media (min-width: 900px) { .sso-login-page :is(.cbi-section-table, [data-name="sessions"]) .td { overflow-wrap: break-word; } }
.sso-login-page .cbi-section-table .td { vertical-align: top; }
.sso-login-page .cbi-section-create { display: flex; flex-wrap: wrap; gap: .25em; }
.sso-login-page .cbi-section-create > * { flex: none; width: auto; }
.sso-login-report { min-height: 100vh; }
.sso-login-findings { list-style: none; margin: 0; padding: 0; }
.sso-login-page .alert-message, .sso-login-dialog .alert-message {
  background: none; color: inherit; text-shadow: none; border: 1px solid #8886; border-left: .5em solid #58a; box-shadow: none;
}
.sso-login-page .alert-message ul { margin: 0 0 0 1.5em; }
.sso-login-page .alert-message.success { border-left-color: #5a5; }
.sso-login-page .alert-message:is(.notice, .warning) { border-left-color: #da3; }
.sso-login-page .alert-message.error, .sso-login-dialog .alert-message.error { border-left-color: #c33; }
.sso-login-page .alert-message a, .sso-login-finding a { color: inherit; text-decoration: underline; }
.sso-login-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.sso-login-page .td > .drag-handle { display: inline-block; width: auto; padding: 0 .4em; cursor: move; touch-action: none; }
.sso-login-page tr:has(.drag-handle:active) { opacity: .5; }
.sso-login-gone > .td:not(:last-child) { text-decoration: line-through; }
.sso-login-finding { color: inherit; margin: .5em 0; padding-left: .5em; border-left: .25em solid #5a5; }
.sso-login-warning { border-color: #da3; }
.sso-login-error { border-color: #c33; }
.sso-login-page li, .modal .sso-login-dialog li { color: inherit; }
.sso-login-field { display: inline-flex; flex-direction: column; margin: 0 1em .5em 0; width: auto; text-align: left; float: none; }
.sso-login-field input { width: 18em; max-width: 100%; box-sizing: border-box; }
.sso-login-page :is([data-name="history"], [data-name="granted"]) :is(.th, .td:not(:last-child)) { overflow-wrap: break-word; }
@media (max-width: 600px) {
  .sso-login-table, .sso-login-table tbody, .sso-login-table .tr, .sso-login-table .td { display: block; width: auto; }
  .sso-login-table .table-titles { display: none; }
}
.sso-login-later:has(.spinning) { min-height: 12em; }
.sso-login-add { display: flex; flex-wrap: wrap; align-items: end; margin: .5em 0; }
.sso-login-add > .btn { margin: 0 0 .5em; }
`;

export function pageStyle(): Node {
  return E("style", {}, [style]);
}

/** A page with these rules, and with names for its fields. */
export function styledPage(parts: Node[]): HTMLElement {
  const node = E("div", { class: "sso-login-page" }, [pageStyle(), ...parts]);
  nameFields(node);
  return node;
}
