/** The table of roles with their members and rights. Its rows are edited in a dialog. */
import { fill } from "../../sso_login/base/log_texts";
import type { RightsAnswer, SavedAnswer } from "../../sso_login/entry_points/ubus_answers";
import { callRights } from "../saving/calls";
import type { EditedRole } from "../saving/changes";
import { failureText } from "../kit/failure";
import { liveRegion, notice } from "../kit/panels";
import { countsAt, type Providers } from "../saving/providers";
import { inOneLine, reachTexts } from "./reach";
import { openRoleDialog } from "./role_dialog";
import { freeName } from "../saving/renames";
import { copyOf, firstFew, newRole, templates, whoText, withMember, type Member } from "./roles";
import { sectionList, type SectionList } from "../kit/section_list";
import { reveal } from "../kit/tabs";
import { goneProblem, roleNameProblem } from "../saving/validation";

const nothing = { read: [], write: [] };

export interface RolesTable {
  node: HTMLElement;
  /** Loads the rights that roles may give. */
  load: () => Promise<void>;
  roles: () => EditedRole[];
  /** The problems of roles, each with the name to lead to. */
  problems(): { role: string; text: string }[];
  /** Opens a role's dialog; where there is none of that name, shows the table. */
  lead: (role: string) => void;
  /** The names of the roles that apply at a provider. */
  namesAt(provider: string): string[];
  /** Adds a member of a provider to a role, or to a new one of that name; false where its subjects are another issuer's. */
  add(role: string, member: Member, provider: string): boolean;
  /** Gives a provider another name. */
  follow(from: string, to: string): void;
}

export interface RolesTask {
  saved: SavedAnswer;
  mayWrite: boolean;
  /** The providers of the page. */
  providers: Providers;
  /** Roles of a draft, in the place of the saved ones. */
  restored?: EditedRole[];
  /** Whether the failure of a call has been reported. */
  failed: (failure: unknown) => boolean;
}

export function rolesTable({ saved, mayWrite, providers, restored, failed }: RolesTask): RolesTable {
  /** The rights that roles may give: none before they are loaded. */
  let known: RightsAnswer = { access_groups: [], pages: [] };
  let loading: Promise<void> | undefined;
  const message = liveRegion("roles-message");
  const load = (): Promise<void> =>
    (loading ??= callRights().then(
      (answer) => {
        known = answer;
        list.restate();
      },
      (failure: unknown) => {
        loading = undefined;
        if (!failed(failure)) {
          dom.content(message, [notice("error", [failureText(failure)])]);
        }
        throw failure;
      },
    ));
  const few = (members: string[]): string => (mayWrite ? firstFew(members) : members.join(", "));
  const list: SectionList<EditedRole> = sectionList<EditedRole>({
    ...{ kind: "role", mayWrite, restored, saved: saved.roles.map((role) => ({ ...role, savedName: role.name })) },
    // The service names members only to users who may write.
    columns: [_("Name"), ...(mayWrite ? [_("Who")] : []), _("May read"), _("May change"), _("What it can do")],
    cells: (role) => [
      ...(mayWrite ? [whoText(role, providers, few) || _("nobody yet")] : []),
      ...[few(role.read), few(role.write)],
    ],
    state: (role) => (known.access_groups.length === 0 ? "" : inOneLine(reachTexts(known, role))),
    problemOf: (role, others) =>
      roleNameProblem(role.name, [...others, ...providers.further()], saved.logins) ??
      goneProblem(role.provider, providers),
    none: _("There is no role yet."),
    label: _("Role %{role}"),
    edit: (role) => edit(fill(_("Role %{role}"), { role: role.name }), role, role),
    copy: (role) => edit(_("New role"), copyOf(role, list.names())),
  });
  const edit = async (title: string, role: EditedRole, before?: EditedRole): Promise<void> => {
    await load();
    await openRoleDialog({
      ...{ title, role, saved, rights: known, others: [...list.names(before), ...providers.further()], providers },
      done: (edited) => list.put(edited, before),
    });
  };

  const adders = templates([]).flatMap(({ id, title }): (Node | string)[] => {
    const click = async (): Promise<void> => {
      await load();
      const { name = "", rights = nothing } = templates(known.access_groups).find((one) => one.id === id) ?? {};
      await edit(_("New role"), newRole(name === "" ? "" : freeName(name, list.names()), rights));
    };
    return [E("button", { class: "btn cbi-button cbi-button-add", "data-name": `add-${id}`, click }, [title]), " "];
  });
  const about = _(
    "A role gives users rights on this router. Rights of several roles add up; the session is named after the first matching role. Without a role no one gets in.",
  );
  const node = E("div", { class: "cbi-section", "data-name": "roles-section" }, [
    E("h3", {}, [_("Roles")]),
    E("div", { class: "cbi-section-descr" }, [about]),
    list.node,
    ...(mayWrite ? [E("div", { class: "cbi-section-create" }, adders)] : []),
    message,
  ]);
  return {
    node,
    load: () => load().catch(() => undefined),
    roles: list.sections,
    namesAt: (provider) =>
      list
        .sections()
        .filter((role) => countsAt(role, provider))
        .map(({ name }) => name),
    add: (name, member, provider) => {
      const before = list.sections().find((role) => role.name === name);
      const role = before ?? newRole(name, nothing, provider);
      const edited = withMember(role, member, providers.issuerOf(provider));
      if (edited === undefined) {
        return false;
      }
      list.put(edited, before);
      return true;
    },
    follow: (from, to) =>
      list.change((role) => ({ ...role, provider: role.provider.map((name) => (name === from ? to : name)) })),
    problems: () =>
      list.sections().flatMap((role) => {
        const problem = list.problemOf(role);
        const text = fill(_("Role %{role}: %{problem}"), { role: role.name, problem });
        return problem === undefined ? [] : [{ role: role.name, text }];
      }),
    lead: (name) => {
      const role = list.sections().find((candidate) => candidate.name === name);
      reveal(node);
      node.scrollIntoView({ block: "nearest" });
      if (role !== undefined && mayWrite) {
        void edit(fill(_("Role %{role}"), { role: name }), role, role);
      } else {
        node.querySelector<HTMLElement>(".cbi-section-create button")?.focus();
      }
    },
  };
}
