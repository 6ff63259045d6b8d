/** The line above the tabs: what is not done, and the next step as a button. */
import { redirectUriHere } from "../provider/addresses";
import { addScopesTitle } from "../check/report";
import { fill } from "../../sso_login/base/log_texts";
import { withScopes } from "../saving/scopes";
import { nextStep } from "./next_step";
import type { SettingsPage } from "./settings_page";
import { button } from "../kit/panels";

/** The text of the line, and the button's title and work; without a title there is no button. */
function lineOf(page: SettingsPage, save: () => unknown): [string, string?, (() => unknown)?] {
  const { model, mayWrite, lead, table } = page;
  const shown = model.edited();
  // Users who may only look are not told who has a role.
  if (!mayWrite) {
    return [shown.values["enabled"] === "1" ? _("Single sign-on is on.") : _("Single sign-on is off.")];
  }
  const enable = (): unknown => {
    model.set("enabled", "1");
    return save();
  };
  const next = nextStep(model, redirectUriHere(window.location));
  switch (next.step) {
    case "field":
      return [
        _("Single sign-on is not set up yet: the provider's data are incomplete."),
        _("Fill in the next field"),
        () => lead({ option: next.option }),
      ];
    case "wrong":
      return [
        fill(_("Single sign-on cannot work like this: %{problem}"), { problem: next.problem }),
        _("Correct it"),
        () => lead(next.place),
      ];
    case "scope": {
      const { provider, scopes } = next;
      const text = _("Roles need the scope %{scopes}, which is not requested: their users are refused.");
      const value = withScopes(page.valueOf("scope", provider), scopes);
      return [
        fill(text, { scopes: scopes.join(", ") }),
        addScopesTitle(scopes),
        () => page.set("scope", value, provider),
      ];
    }
    case "check": {
      const text = _("Single sign-on is on, but roles may need the scope %{scopes}, which is not requested.");
      return [fill(text, { scopes: next.scopes.join(", ") }), _("Check now"), page.check.begin];
    }
    case "role":
      return [_("Nobody can log in yet."), _("Add an administrator"), () => table.add("admin")];
    case "enable":
      return [_("Single sign-on is off."), _("Enable single sign-on and save"), enable];
    case "save":
      return [_("There are changes that are not saved."), _("Save now"), save];
    case "none":
      return [_("Single sign-on is on.")];
  }
}

export function stateLine(page: SettingsPage, save: () => unknown): HTMLElement {
  const text = E("span", { role: "status" });
  const place = E("span", {});
  let last = "";
  const draw = (): void => {
    const [words, title] = lineOf(page, save);
    if (words !== last) {
      last = words;
      // It grows where it must, and never moves the page back.
      line.style.minHeight = line.offsetHeight > 0 ? `${line.offsetHeight}px` : "";
      dom.content(text, [words]);
      dom.content(place, title === undefined ? [] : [button("next-step", title, () => lineOf(page, save)[2]?.())]);
    }
  };
  const line = E("p", { class: "sso-login-state", "data-name": "state" }, [text, " ", place]);
  page.model.onChange(draw);
  draw();
  return line;
}
