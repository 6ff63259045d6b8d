"require view";
"require dom";
"require rpc";
"require ui";

import { first } from "../sso_login/base/names";
import { fill } from "../sso_login/base/texts";
import type { TestOutcome, TestResult } from "../sso_login/login/test/result";
import { callTestResult } from "./calls";
import { failureText } from "./failure";
import { button, notice, panelStyle, table } from "./panels";
import { rolesOfUser } from "./preview_panel";
import { askSettings, type SettingsRequest } from "./tab_channel";
import { visible, visibleTexts } from "./visible";

const settingsPath = "/cgi-bin/luci/admin/services/sso-login";

/** The check's own words about this refusal. */
function atHashAdvice(): string {
  return `${_("Option at_hash is required, and this provider does not say whether its ID Tokens have at_hash: without it every login fails.")} ${_("Set option at_hash to optional: at_hash is then checked when it is there.")}`;
}

/** A button that has the settings page do something; opens that page where no tab has it. */
function requestButton(name: string, title: string, label: string, request: SettingsRequest): HTMLElement {
  const said = E("span", { role: "status" });
  const ask = async (): Promise<void> => {
    if (await askSettings(request)) {
      dom.content(said, [" ", _("Done on the settings page, in its own tab.")]);
    } else {
      window.location.assign(settingsPath);
    }
  };
  return E("span", {}, [button(name, title, label, ask), said]);
}

/** The buttons that follow the refusal: the repair, and the check, which says more. */
function repairButtons({ code, provider = first }: TestOutcome): HTMLElement[] {
  const [optional, check] = [_("Make it optional"), _("Check the settings")];
  const set: SettingsRequest = { kind: "set", option: "at_hash", value: "optional", provider };
  return [
    ...(code === "AT_HASH_MISMATCH" ? [requestButton("repair", optional, optional, set)] : []),
    ...(code === "USER_NOT_AUTHORIZED" ? [] : [requestButton("check", check, check, { kind: "check", provider })]),
  ];
}

/** The groups of the user, each with a button that puts it into a role. */
function groupList({ groups = [], provider = first }: TestOutcome): Node {
  const items = groups.map((member) => {
    const label = fill(_("Use in a role: %{group}"), { group: member });
    const request: SettingsRequest = { kind: "role", member: { list: "group", member }, provider };
    return E("li", {}, [visible(member), " ", requestButton("use", _("Use in a role"), label, request)]);
  });
  return groups.length === 0 ? E("span", {}, [_("none")]) : E("ul", {}, items);
}

/** Advice about the refusals that a test finds most often; undefined for all others. */
function adviceOf(code: string): string | undefined {
  const texts: { [code: string]: string } = {
    USER_NOT_AUTHORIZED: _(
      "The provider knows you, and no role fits. Put your e-mail address, a group or the subject below into a role.",
    ),
    IDP_ERROR: _(
      "The provider refused. Its words are below; most often a scope or the client's registration is the cause.",
    ),
    TOKEN_EXCHANGE_FAILED: _(
      "The provider did not take the client's secret or the way it is sent, or the client is a public one there.",
    ),
    DISCOVERY_ISSUER_MISMATCH: _(
      "The issuer is not written as the provider writes it. The check shows the difference.",
    ),
    OIDC_DISCOVERY_FAILED: _("The provider cannot be reached at the issuer's address, or answers something else."),
    AT_HASH_MISMATCH: atHashAdvice(),
    SSL_INIT_FAILED: _("The router does not trust the provider's certificate. The check shows whose it is."),
    TOKEN_ENDPOINT_NETWORK_ERROR: _("The provider's token endpoint cannot be reached."),
  };
  return texts[code];
}

/** The verdict of the test, in one sentence. */
function verdictOf({ code, roles = [] }: TestOutcome): Node {
  if (code === undefined) {
    return notice("success", [
      fill(_("This login would be granted, with the roles %{roles}."), { roles: roles.join(", ") }),
    ]);
  }
  return notice("error", [fill(_("This login would be refused: %{code}."), { code })]);
}

/** The user's data, as far as they count, and all claims. */
function userParts(outcome: TestOutcome): Node[] {
  const { notes, email, roles = [], claims = [], more } = outcome;
  const facts = [
    [_("E-mail address"), email || _("none")],
    [_("Groups"), groupList(outcome)],
    ...(notes === undefined ? [] : [[_("Noticed"), notes]]),
  ];
  const rows = claims.map(({ name, value }) => [E("code", {}, [name]), value]);
  return [
    table("facts", [_("From the provider"), _("Value")], facts),
    ...(roles.length > 0 ? [E("h3", {}, [_("Roles")]), ...rolesOfUser(outcome)] : []),
    E("h3", {}, [_("Claims")]),
    E("div", { class: "sso-login-claims" }, [table("claims", [_("Name"), _("Value")], rows)]),
    ...(more === true ? [E("p", {}, [_("There are more claims than are shown here.")])] : []),
  ];
}

function renderOutcome(outcome: TestOutcome): Node[] {
  const { code, why, claims } = outcome;
  const advice = adviceOf(code ?? "");
  return [
    verdictOf(outcome),
    ...(advice === undefined ? [] : [E("p", {}, [advice])]),
    ...(why ? [E("p", {}, [E("code", {}, [why])])] : []),
    ...(code === undefined ? [] : [E("p", {}, repairButtons(outcome))]),
    ...(claims === undefined ? [] : userParts(outcome)),
  ];
}

function renderResult({ state, outcome }: TestResult): Node[] {
  if (outcome !== undefined) {
    return renderOutcome({ ...visibleTexts(outcome), groups: outcome.groups });
  }
  const text =
    state === "begun"
      ? _("The provider has not answered yet. If its page shows an error, its words say what it misses.")
      : _("There is no test login of this session in the last five minutes.");
  return [notice("info", [text])];
}

/** The result of the session's last test login, or the reason for which it could not be read. */
function loadResult(): Promise<Node[]> {
  return callTestResult().then(renderResult, (failure: unknown) => [
    notice("error", [_("The outcome could not be read:"), " ", failureText(failure)]),
  ]);
}

export default view.extend({
  load: loadResult,

  render(result: Node[]): Node {
    const body = E("div", { "data-name": "test-result", "aria-live": "polite" }, result);
    const again = async (): Promise<void> => dom.content(body, await loadResult());
    return E("div", { class: "cbi-map sso-login-page" }, [
      E("style", {}, [panelStyle]),
      E("h2", {}, [_("Test login")]),
      E("div", { class: "cbi-map-descr" }, [
        _("The provider's answer. Only you see it; it is deleted after five minutes. You were not logged in."),
      ]),
      body,
      E("p", {}, [
        button("again", _("Look again"), _("Look again"), again),
        " ",
        E("a", { href: settingsPath, "data-name": "back" }, [_("To the settings")]),
      ]),
    ]);
  },

  handleSave: null,
  handleSaveApply: null,
  handleReset: null,
});
