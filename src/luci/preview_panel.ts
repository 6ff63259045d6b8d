/** What somebody would get by the roles that the page shows, saved or not. */
import { fill } from "../sso_login/base/texts";
import { callPreview } from "./calls";
import { first } from "../sso_login/base/names";
import type { EditedSettings } from "./changes";
import { requestArguments } from "./request";
import { button, choice, labelled, messageOf, notice, panel, place, table, textField } from "./panels";
import { readPreview, type Granted } from "./people";
import { partText } from "./parts";

/** Why somebody has a role. */
function reasonText({ rule, claim, value }: Granted["because"][number]): string {
  const texts = {
    email: _("by the e-mail address %{value}"),
    group: _("by the group %{value} (claim %{claim})"),
    sub: _("by the subject %{value}"),
  };
  return fill(texts[rule], { value, claim });
}

/** The roles as a table: why, and how far each reaches. */
export function grantedTable(granted: Granted[]): Node {
  const rows = granted.map(({ role, because, verdict }) => {
    const what = fill(_("This role %{verdict}."), { verdict: partText({ id: `can_${verdict}` }) });
    return [role, because.map(reasonText).join(", "), what];
  });
  return table("granted", [_("Role"), _("Why"), _("What it can do")], rows);
}

/** The panel. `collect` gives what the page shows, or undefined after it has said what is wrong with it; `names` are further providers. */
export function previewPanel(collect: () => EditedSettings | undefined, names: string[]): Node {
  const provider = choice(
    "preview-provider",
    [first, ...names].map((name) => [name, name] as const),
  );
  const email = textField("preview-email");
  const groups = textField("preview-groups");
  const sub = textField("preview-sub");
  const result = place("preview-result");
  const show = async (): Promise<void> => {
    dom.content(result, []);
    const edited = collect();
    if (edited === undefined) {
      return;
    }
    const asked = requestArguments(edited, provider.value);
    const names = groups.value.split(",").map((name) => name.trim());
    try {
      const listed = names.filter((name) => name !== "");
      const granted = readPreview(await callPreview(...asked, email.value.trim(), listed, sub.value.trim()));
      const nothing = notice("info", [_("No role fits: this user would be refused.")]);
      dom.content(result, [granted.length > 0 ? grantedTable(granted) : nothing]);
    } catch (problem) {
      dom.content(result, [notice("error", [_("This could not be found out:"), " ", messageOf(problem)])]);
    }
  };
  const about = _("By the roles as this page shows them, saved or not. Groups are separated by commas.");
  return panel("preview-panel", _("What would somebody get?"), about, [
    E("div", { class: "sso-login-add" }, [
      ...(names.length > 0 ? [labelled(_("Provider"), provider)] : []),
      labelled(_("E-mail address"), email),
      labelled(_("Groups"), groups),
      labelled(_("Subject (sub)"), sub),
      button("preview", _("Show"), _("Show"), show),
    ]),
    result,
  ]);
}
