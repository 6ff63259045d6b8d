/** Tabs of a form, as LuCI has them (ui.js, class `tabs`), and folded groups in them. */

/** A part of the page in one of a form's tabs, below the fields. */
export interface Panel {
  tab: string;
  node: Node;
  /** Called when the tab is opened for the first time. */
  opened?: () => unknown;
}

/** Opens the tab and the folded groups that an element is in. */
export function reveal(element: Element | null | undefined): void {
  for (let fold = element?.closest("details"); fold; fold = fold.parentElement?.closest("details")) {
    fold.open = true;
  }
  const pane = element?.closest<HTMLElement>("[data-tab-title]");
  const name = pane?.dataset["tab"] ?? "";
  pane?.closest(".cbi-map")?.querySelector<HTMLElement>(`.cbi-tabmenu [data-tab="${name}"] a`)?.click();
}

/** Calls a function when a pane is shown for the first time, at once where it is; returns what it returns then. */
function whenOpened(pane: HTMLElement, work: () => unknown): unknown {
  if (pane.dataset["tabActive"] === "true") {
    return work();
  }
  pane.addEventListener("cbi-tab-active", work, { once: true });
  return undefined;
}

/** Adds panels to a section's tabs; each is an option that draws itself. */
export function addPanels(section: LuciSection, panels: Panel[]): void {
  panels.forEach(({ tab, node }, at) => {
    const place = section.taboption(tab, form.DummyValue, `_panel_${at}`, "");
    place.render = () => node;
    place.isActive = () => true;
  });
}

/** Has the panels of a drawn form called when their tabs are opened; waits for those that are open, which would jump. */
export async function watchPanels(root: Element, panels: Panel[]): Promise<void> {
  const works = panels.map(({ tab, opened }) => {
    const pane = root.querySelector<HTMLElement>(`[data-tab-title][data-tab="${tab}"]`);
    return pane === null || opened === undefined ? undefined : whenOpened(pane, opened);
  });
  await Promise.all(works);
}

/** Folds rows of a form into a group below its title. */
export function foldRows(title: string, rows: Node[]): void {
  const group = E("details", { class: "sso-login-fold" }, [E("summary", {}, [E("h3", {}, [title])])]);
  (rows[0] as Element | undefined)?.before(group);
  group.append(...rows);
}
