"require view";
"require dom";
"require rpc";
"require ui";

import { fill } from "../sso_login/base/texts";
import { callTestResult } from "./calls";
import { button, messageOf, notice, panelStyle, table } from "./panels";
import { readOutcome, type Outcome } from "./people";
import { grantedTable } from "./preview_panel";

/** What an administrator does about the refusals that a test finds most often; undefined where the log's words must do. */
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
    SSL_INIT_FAILED: _("The router does not trust the provider's certificate. The check shows whose it is."),
    TOKEN_ENDPOINT_NETWORK_ERROR: _("The provider's token endpoint cannot be reached."),
  };
  return texts[code];
}

/** What the test came to, in one sentence. */
function verdictOf({ code, granted }: Outcome): Node {
  if (code === "") {
    const roles = granted.map(({ role }) => role).join(", ");
    return notice("success", [fill(_("This login would be granted, with the roles %{roles}."), { roles })]);
  }
  return notice("error", [fill(_("This login would be refused: %{code}."), { code })]);
}

function renderOutcome(outcome: Outcome): Node[] {
  const { code, why, notes, email, groups, granted, claims, more } = outcome;
  const advice = code === "" ? undefined : adviceOf(code);
  const facts = [
    [_("E-mail address that counts"), email],
    [_("Groups that count"), groups.join(", ")],
    ...(notes === "" ? [] : [[_("Noticed"), notes]]),
  ];
  const rows = claims.map(({ name, value }) => [E("code", {}, [name]), value]);
  const cut = E("p", {}, [_("There are more claims than are shown here.")]);
  const user = [
    table(
      "facts",
      [_("What counts"), _("Value")],
      facts.map(([name = "", value = ""]) => [name, value || _("none")]),
    ),
    ...(granted.length > 0 ? [E("h3", {}, [_("Roles")]), grantedTable(granted)] : []),
    E("h3", {}, [_("Claims")]),
    E("div", { class: "sso-login-claims" }, [table("claims", [_("Name"), _("Value")], rows)]),
    ...(more ? [cut] : []),
  ];
  return [
    verdictOf(outcome),
    ...(advice === undefined ? [] : [E("p", {}, [advice])]),
    ...(why === "" ? [] : [E("p", {}, [E("code", {}, [why])])]),
    ...(claims.length > 0 ? user : []),
  ];
}

function render(answer: unknown): Node[] {
  try {
    const outcome = readOutcome(answer);
    if (outcome.state === "done") {
      return renderOutcome(outcome);
    }
    const text =
      outcome.state === "begun"
        ? _("The provider has not answered yet. If its page shows an error, its words say what it misses.")
        : _("There is no test login of this session in the last five minutes.");
    return [notice("info", [text])];
  } catch (problem) {
    return [notice("error", [_("The outcome could not be read:"), " ", messageOf(problem)])];
  }
}

export default view.extend({
  load: () => callTestResult().catch((problem: unknown) => ({ error: messageOf(problem) })),

  render(answer: unknown): Node {
    const body = E("div", { "data-name": "test-result", "aria-live": "polite" }, render(answer));
    const again = async (): Promise<void> => dom.content(body, render(await callTestResult()));
    return E("div", { class: "cbi-map sso-login-page" }, [
      E("style", {}, [panelStyle]),
      E("h2", {}, [_("Test login")]),
      E("div", { class: "cbi-map-descr" }, [
        _(
          "What the provider has said, to you alone. It is forgotten after five minutes, and nobody was logged in by it.",
        ),
      ]),
      body,
      E("p", {}, [
        button("again", _("Look again"), _("Look again"), again),
        " ",
        E("a", { href: "/cgi-bin/luci/admin/services/sso-login", "data-name": "back" }, [_("To the settings")]),
      ]),
    ]);
  },

  handleSave: null,
  handleSaveApply: null,
  handleReset: null,
});
