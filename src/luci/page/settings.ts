"require view";
"require dom";
"require form";
"require rpc";
"require ui";

import type { SavedAnswer } from "../../sso_login/answers/ubus_answers";
import { testPage } from "../check/test_outcome";
import { pressSaveByKey } from "../kit/buttons";
import { styledPage } from "../kit/style";
import { callSaved } from "../saving/calls";
import { restoreDraft } from "../saving/draft";
import { createModel } from "../saving/settings_model";
import { askBeforeLeaving, discard } from "./leaving";
import { drawForm } from "./page_panels";
import { serveTests } from "./requests";
import { save } from "./saving";
import { createPage } from "./settings_page";

function draftNote(hadSecret: boolean): Node {
  const secret = hadSecret ? _("The client secret was not kept: type it once more.") : "";
  const words = `${_("What you had typed is here again. It is not saved yet.")} ${secret}`.trim();
  return E("p", { class: "alert-message notice", role: "status", "data-name": "restored" }, [words]);
}

/** LuCI's page object; `handle…` are its buttons, and null means that there is none. */
const settingsPage = {
  load: () => callSaved(),

  async render(this: { handleSaveApply: unknown; handleReset: unknown }, saved: SavedAnswer): Promise<Node> {
    const mayWrite = L.hasViewPermission() === true;
    const restored = mayWrite ? restoreDraft(saved) : undefined;
    const page = createPage(createModel(restored ?? { base: saved }), mayWrite);
    const about = _("On the router, sso-login --help lists the commands.");
    const form = await drawForm(page, () => save(page, true));
    const node = styledPage([
      ...(restored === undefined ? [] : [draftNote(restored.hadSecret)]),
      form,
      E("p", { class: "cbi-section-descr", "data-name": "version" }, [`sso-login ${saved.version}. ${about}`]),
      page.messages.node,
    ]);
    if (mayWrite) {
      serveTests(page);
      this.handleSaveApply = (_event: Event, mode: string) => save(page, mode === "0");
      this.handleReset = discard;
      pressSaveByKey();
      askBeforeLeaving(page.model, restored !== undefined);
    }
    return node;
  },

  // Staged changes could not be shown without the right to read the package: they are saved and applied, or neither.
  handleSave: null,
  handleSaveApply: null,
  handleReset: null,
};

// One file for both pages: what they share is loaded once.
export default view.extend(window.location.pathname.endsWith("/test") ? testPage : settingsPage);
