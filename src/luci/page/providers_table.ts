/** The list of the providers beside the first; its rows are edited in a dialog. With none it is only a button. */
import { fill } from "../../sso_login/base/log_texts";
import type { SavedAnswer } from "../../sso_login/entry_points/ubus_answers";
import type { EditedProvider, EditedSettings } from "../saving/changes";
import { openProviderDialog } from "./provider_dialog";
import { newProvider } from "../saving/providers";
import { titledText } from "../kit/problems";
import { sectionList, type SectionList } from "../kit/section_list";
import { titleOf } from "../provider/fields";
import { providerNameProblem, valueProblem } from "../saving/validation";

export interface ProvidersTable {
  node: HTMLElement;
  providers(): EditedProvider[];
  /** The problems of providers, each with the name to lead to. */
  problems(): { provider: string; text: string }[];
  /** Opens a provider's dialog at a field, with another value where one is given. */
  lead: (provider: string, option?: string, value?: string) => void;
}

export interface ProvidersTask {
  saved: SavedAnswer;
  mayWrite: boolean;
  restored?: EditedProvider[];
  /** All settings on the page. */
  shown: () => EditedSettings;
  /** Whether the failure of a call has been reported, and the settings on the page have been kept. */
  failed: (failure: unknown, shown: () => EditedSettings) => boolean;
  roleNames: () => string[];
  /** Called when a provider was added, renamed or deleted: parts that name it must be drawn anew. */
  changed: (from: string, to: string) => void;
}

export function providersTable({ saved, mayWrite, restored, ...page }: ProvidersTask): ProvidersTable {
  const { shown, failed, roleNames, changed } = page;
  const optionProblem = ({ name, values }: EditedProvider): string | undefined => {
    for (const option of ["issuer_url", "redirect_uri"]) {
      const problem = valueProblem(option, values[option] ?? "", values["enabled"] === "1", name);
      if (problem !== undefined) {
        return titledText(titleOf(option), problem);
      }
    }
    return undefined;
  };
  const list: SectionList<EditedProvider> = sectionList<EditedProvider>({
    ...{ kind: "provider", mayWrite, restored },
    saved: saved.providers.map((provider) => ({ ...provider, savedName: provider.name })),
    columns: [_("Name"), _("Label"), _("Issuer"), _("State")],
    cells: ({ values }) => [values["label"] ?? "", values["issuer_url"] ?? ""],
    state: ({ values }) => (values["enabled"] === "1" ? _("enabled") : _("disabled")),
    problemOf: (provider, others) =>
      providerNameProblem(provider.name, [...others, ...roleNames()]) ?? optionProblem(provider),
    label: _("Provider %{provider}"),
    edit: (provider) => edit(provider, provider),
    changed: ({ name }) => changed(name, name),
  });
  const edit = (provider: EditedProvider, known?: EditedProvider, option?: string): Promise<void> =>
    openProviderDialog({
      ...{ provider, known, saved, option, shown, failed, mayWrite },
      nameProblem: (name) => providerNameProblem(name, [...list.names(known), ...roleNames()]),
      done: (edited) => {
        list.put(edited, known);
        draw();
        changed(known?.name ?? edited.name, edited.name);
      },
    });
  const add = (): Promise<void> => edit(newProvider(shown().values["redirect_uri"] ?? ""));
  const node = E("div", { class: "cbi-section", "data-name": "providers-section" });
  const heading = [
    E("h3", {}, [_("Further providers")]),
    E("div", { class: "cbi-section-descr" }, [
      _("Each has a button on the login page. Roles apply at the first provider, unless they name others."),
    ]),
  ];
  const button = E("button", { class: "btn cbi-button cbi-button-add", "data-name": "add-provider", click: add }, [
    _("Add provider"),
  ]);
  /** Without a provider the section is only the button. */
  const draw = (): void => {
    const isUsed = list.sections().length + saved.providers.length > 0;
    const focused = document.activeElement;
    node.replaceChildren(...(isUsed ? heading : []), list.node, ...(mayWrite ? [button] : []));
    (focused as HTMLElement | null)?.focus();
  };
  draw();
  return {
    node,
    providers: list.sections,
    problems: () =>
      list.sections().flatMap((provider) => {
        const problem = list.problemOf(provider);
        const name = fill(_("Provider %{provider}"), { provider: provider.name });
        return problem === undefined ? [] : [{ provider: provider.name, text: titledText(name, problem) }];
      }),
    lead: (name, option, value) => {
      const known = list.sections().find((provider) => provider.name === name);
      if (known !== undefined && mayWrite) {
        const changed = option !== undefined && value !== undefined ? { [option]: value } : {};
        void edit({ ...known, values: { ...known.values, ...changed } }, known, option);
      }
    },
  };
}
