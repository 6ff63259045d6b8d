/** The page with the outcome of a test login, in a tab of its own. */
import { first } from "../../sso_login/base/public_names";
import { fill } from "../../sso_login/base/log_texts";
import type { Finding } from "../../sso_login/check/report";
import type { TestAnswer } from "../../sso_login/answers/ubus_answers";
import type { TestOutcome } from "../../sso_login/login/test/test_result";
import type { Facts } from "../../sso_login/result";
import { callTestResult } from "../saving/calls";
import { renderFindings, type FindingActions } from "./findings";
import { attempt, button, notice, small, table } from "../kit/panels";
import { rolesOfUser } from "../roles/preview_panel";
import { pageStyle } from "../kit/style";
import type { Member } from "../roles/roles";
import { askSettings, keepRequest, tellOutcome, type SettingsRequest } from "./settings_request";
import { visible, visibleTexts } from "../kit/visible";

const settingsPath = "/cgi-bin/luci/admin/services/sso-login";

/** Has the settings page do something; opens it here where no tab has it. */
async function ask(request: SettingsRequest): Promise<void> {
  if (!(await askSettings(request))) {
    keepRequest(request);
    window.location.assign(settingsPath);
  }
}

/** Has the settings page do something, and says so beside what was pressed. */
async function askAloud(request: SettingsRequest, said: HTMLElement): Promise<void> {
  await ask(request);
  dom.content(said, [" ", _("Done on the settings page, in its own tab.")]);
}

function requestButton(name: string, title: string, request: SettingsRequest, label?: string): HTMLElement {
  const said = E("span", { role: "status" });
  return E("span", {}, [button(name, title, () => askAloud(request, said), { label }), said]);
}

/** The findings about a refusal; what they lead to is on the settings page, whose values this page does not know. */
function findingParts(findings: Finding[]): Node[] {
  const said = E("div", { role: "status" });
  const actions: FindingActions = {
    lead: (place) => {
      const { provider = first, option = "issuer_url" } = "role" in place ? {} : place;
      return askAloud({ kind: "lead", provider, ...("role" in place ? {} : { option }) }, said);
    },
    set: (option, value, provider = first) => ask({ kind: "set", option, value, provider }),
    valueOf: () => "",
    here: _("on the settings page"),
  };
  return [renderFindings(findings, actions), said];
}

/** A member with a button that puts it into a role. */
function usable(list: Member["list"], member: string, provider: string): Node[] {
  const label = fill(_("Use in a role: %{member}"), { member });
  const request: SettingsRequest = { kind: "role", member: { list, member }, provider };
  return [E("span", {}, [visible(member), " "]), requestButton("use", _("Use in a role"), request, label)];
}

function factsText(facts: Facts): string {
  const show = (text: string): string => (/[ "=]/.test(text) ? JSON.stringify(text) : text);
  const all = Object.entries(facts).map(([name, fact]) => [name, show(typeof fact === "object" ? fact.id : `${fact}`)]);
  return all.map((pair) => pair.join("=")).join(" ");
}

/** The user's data, as far as they count, and all claims. */
function userParts(outcome: TestOutcome): Node[] {
  const { notes = {}, email, groups = [], roles = [], claims = [], more, provider = first } = outcome;
  const { unverified_by: denier, ...others } = notes;
  const noticed = factsText(others);
  const noAddress = denier === undefined ? _("none") : _("not verified at the provider, so it counts for no role");
  const items = groups.map((member) => E("li", {}, usable("group", member, provider)));
  const facts = [
    [_("E-mail address"), email ? E("span", {}, usable("email", email, provider)) : noAddress],
    [_("Groups"), groups.length > 0 ? E("ul", {}, items) : _("none")],
    ...(noticed === "" ? [] : [[_("Noticed"), noticed]]),
  ];
  const rows = claims.map(({ name, value }) => [E("code", {}, [name]), value]);
  return [
    table("facts", [_("From the provider"), _("Value")], facts),
    ...(roles.length > 0 ? [E("h3", {}, [_("Roles")]), ...rolesOfUser(outcome)] : []),
    E("h3", {}, [_("All that the provider says of the user"), ...small("claims")]),
    E("div", { class: "sso-login-claims" }, [table("claims", [_("Name"), _("Value")], rows)]),
    ...(more === true ? [E("p", {}, [_("There are more claims than are shown here.")])] : []),
  ];
}

function renderOutcome(outcome: TestOutcome, findings: Finding[]): Node[] {
  const { code, facts = {}, roles = [], claims, provider = first } = outcome;
  const granted = fill(_("This login would be granted, with the roles %{roles}."), { roles: roles.join(", ") });
  const why = factsText(facts);
  const check = requestButton("check", _("Check the settings"), { kind: "check", provider });
  return [
    code === undefined ? notice("success", [granted]) : notice("error", [_("This login would be refused.")]),
    ...findingParts(findings),
    ...(why === "" ? [] : [E("p", {}, [E("code", {}, [why])])]),
    ...(code === undefined || code === "USER_NOT_AUTHORIZED" ? [] : [E("p", {}, [check])]),
    ...(claims === undefined ? [] : userParts(outcome)),
  ];
}

function renderResult({ state, outcome, findings }: TestAnswer): Node[] {
  if (outcome !== undefined) {
    tellOutcome();
    const { email, groups } = outcome;
    return renderOutcome({ ...visibleTexts(outcome), email, groups }, visibleTexts(findings));
  }
  const text =
    state === "begun"
      ? _("The provider has not answered yet. If its page shows an error, its words say what it misses.")
      : _("There is no test login of this session in the last five minutes.");
  return [notice("info", [text])];
}

export const testPage = {
  async render(): Promise<Node> {
    const body = E("div", { "data-name": "test-result", "aria-live": "polite" });
    const read = async (): Promise<void> => dom.content(body, renderResult(await callTestResult()));
    const look = (): Promise<void> => attempt(body, read, _("The outcome could not be read:"));
    await look();
    return E("div", { class: "cbi-map sso-login-page" }, [
      pageStyle(),
      E("h2", {}, [_("Test login")]),
      E("div", { class: "cbi-map-descr" }, [
        _("The provider's answer. Only you see it; it is deleted after five minutes. You were not logged in."),
      ]),
      body,
      E("p", {}, [
        button("again", _("Look again"), look),
        " ",
        E("a", { href: settingsPath, "data-name": "back" }, [_("To the settings")]),
      ]),
    ]);
  },

  handleSave: null,
  handleSaveApply: null,
  handleReset: null,
};
