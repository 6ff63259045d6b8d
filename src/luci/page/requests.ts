/** Carries out what the pages of test logins ask for, on the settings page as it is drawn. */
import { first } from "../../sso_login/base/public_names";
import type { SettingsPage } from "./settings_page";
import { takeKept, takeRequests, type SettingsRequest } from "../check/settings_request";
import { closeDialog, openDialog } from "../kit/dialog";
import { reveal } from "../kit/tabs";
import { addFields } from "../roles/add_member";

function carryOut(request: SettingsRequest, page: SettingsPage): void {
  const { kind, provider } = request;
  if (kind === "check") {
    page.check.begin();
  } else if (kind === "role") {
    const done = (): void => {
      closeDialog();
      reveal(page.table.node);
    };
    openDialog(_("Use in a role"), addFields([request.member], provider, page.model, done));
  } else if (kind === "lead") {
    page.lead(request.option === undefined ? { role: "" } : { provider, option: request.option });
  } else {
    page.set(request.option, request.value, provider);
    if (provider === first) {
      page.lead({ option: request.option });
    }
  }
}

/** Serves requests of other tabs, and the kept one by which this page was opened, once LuCI shows the form. */
export function serveTests(page: SettingsPage): void {
  const names = (): string[] => [first, ...page.model.further()];
  const take = (request: SettingsRequest): void => carryOut(request, page);
  const kept = takeKept(names());
  takeRequests(names, take);
  if (kept?.kind === "check") {
    page.check.makeRoom?.();
  }
  if (kept !== undefined) {
    window.setTimeout(() => take(kept));
  }
}
