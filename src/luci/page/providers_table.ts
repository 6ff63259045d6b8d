/** The list of the providers beside the first; its rows are edited in a dialog. With none it is only a button. */
import type { EditedProvider } from "../saving/changes";
import { openProviderDialog } from "./provider_dialog";
import { redirectUriOf } from "../saving/providers";
import { button, panel } from "../kit/panels";
import { sectionList } from "../kit/section_list";
import { providerProblem } from "../provider/settings_problems";
import type { SettingsModel } from "../saving/settings_model";

export interface ProvidersTable {
  node: HTMLElement;
  /** Opens a provider's dialog at a field, with another value where one is given. */
  lead: (provider: string, option?: string, value?: string) => void;
}

export function providersTable(model: SettingsModel, mayWrite: boolean): ProvidersTable {
  const { providers } = model;
  const list = sectionList<EditedProvider>({
    kind: "provider",
    mayWrite,
    sections: providers,
    columns: [_("Name"), _("Label"), _("Issuer"), _("State")],
    cells: ({ values }) => [values["label"] ?? "", values["issuer_url"] ?? ""],
    state: (provider) =>
      providerProblem(provider, model) ?? (provider.values["enabled"] === "1" ? _("enabled") : _("disabled")),
    label: _("Provider %{provider}"),
    edit: (provider) => edit(provider, provider),
  });
  const edit = (provider: EditedProvider, known?: EditedProvider, option?: string): Promise<void> =>
    openProviderDialog(model, mayWrite, [provider, known, option], (edited) => {
      model.putProvider(edited, known);
      list.focus(edited, "edit");
    });
  const add = (): Promise<void> => {
    const { redirect_uri } = model.edited().values;
    const address = redirect_uri ? { redirect_uri: redirectUriOf(redirect_uri, "") } : {};
    return edit({ name: "", values: { enabled: "1", scope: "openid profile email", ...address } });
  };
  const about = _("Each has a button on the login page. Roles apply at the first provider, unless they name others.");
  const node = panel("providers-section", _("Further providers"), about, [
    list.node,
    ...(mayWrite ? [button("add-provider", _("Add provider"), add, { kind: "add" })] : []),
  ]);
  /** Without a provider the section is only the button. */
  const draw = (): void => {
    list.draw();
    const isEmpty = providers.all().length === 0;
    node.querySelectorAll("h3, .cbi-section-descr").forEach((part) => part.classList.toggle("hidden", isEmpty));
  };
  draw();
  model.onChange(draw);
  return {
    node,
    lead: (name, option, value) => {
      const known = providers.find(name);
      if (known !== undefined && mayWrite) {
        const changed = option !== undefined && value !== undefined ? { [option]: value } : {};
        void edit({ ...known, values: { ...known.values, ...changed } }, known, option);
      }
    },
  };
}
