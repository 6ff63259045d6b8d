/** Carries out what the pages of test logins ask for, on the settings page as it is drawn. */
import { first } from "../../sso_login/base/public_names";
import type { SettingsPage } from "./settings_page";
import { takeKept, type SettingsRequest } from "../check/settings_request";
import { takeRequests } from "../check/tab_channel";
import { closeDialog, openDialog } from "../kit/dialog";
import { button } from "../kit/panels";
import { tabShelf } from "../kit/tab_shelf";
import { reveal } from "../kit/tabs";
import { addFields } from "../roles/add_member";
import type { Member } from "../roles/roles";

/** Opens the dialog that puts somebody into a role. */
function openMemberDialog(member: Member, provider: string, { model, table }: SettingsPage): void {
  const done = (): void => {
    closeDialog();
    reveal(table.node);
  };
  const fields = addFields([member], provider, model, done);
  const dismiss = button("dismiss", _("Dismiss"), _("Dismiss"), closeDialog);
  openDialog(
    _("Use in a role"),
    [
      E("div", { class: "sso-login-page sso-login-dialog" }, fields),
      E("div", { class: "right button-row" }, [dismiss]),
    ],
    "cbi-modal",
  );
}

function carryOut(request: SettingsRequest, page: SettingsPage, drawn: Element): void {
  const { provider } = request;
  if (request.kind === "check") {
    const check = drawn.querySelector<HTMLElement>('button[data-name="check"]');
    reveal(check);
    check?.click();
  } else if (request.kind === "roles") {
    page.lead({ role: "" });
  } else if (request.kind === "role") {
    openMemberDialog(request.member, provider, page);
  } else if (request.kind === "field") {
    page.lead({ provider, option: request.option });
  } else {
    page.set(request.option, request.value, provider);
    if (provider === first) {
      page.lead({ option: request.option });
    }
  }
}

/** Serves requests of other tabs, and the kept one by which this page was opened, once LuCI shows the form. */
export function serveTests(page: SettingsPage, drawn: Element): void {
  const names = (): string[] => [first, ...page.model.further()];
  const take = (request: SettingsRequest): void => carryOut(request, page, drawn);
  const kept = takeKept(tabShelf, names());
  takeRequests(names, take);
  if (kept !== undefined) {
    window.setTimeout(() => take(kept));
  }
}
