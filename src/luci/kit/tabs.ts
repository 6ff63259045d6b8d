/** Tabs of a form, as LuCI has them (ui.js, class `tabs`), and folded groups in them. */

/** A part of the page in one of a form's tabs, below the fields. */
export interface Panel {
  tab: string;
  node: Node;
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
    if (pane?.dataset["tabActive"] === "true") {
      return opened?.();
    }
    pane?.addEventListener("cbi-tab-active", () => void opened?.(), { once: true });
    return undefined;
  });
  await Promise.all(works);
}

/** Gives each tab of a form an address, by which links and the browser's history open it. */
export function addressTabs(root: Element): void {
  const entries = [...root.querySelectorAll<HTMLElement>(".cbi-tabmenu > [data-tab]")];
  const open = (): void => {
    const name = window.location.hash.slice(1);
    const tab = name === "" ? entries[0] : entries.find(({ dataset }) => dataset["tab"] === name);
    if (tab?.classList.contains("cbi-tab") === false) {
      tab.querySelector("a")?.click();
    }
  };
  for (const entry of entries) {
    entry.addEventListener("click", () => {
      const address = `#${entry.dataset["tab"] ?? ""}`;
      // LuCI's own link leads nowhere.
      if (address !== window.location.hash) {
        window.history.pushState(null, "", address);
      }
    });
  }
  window.addEventListener("popstate", open);
  // LuCI chooses the tab of the last visit once the form is in the page.
  window.setTimeout(() => window.location.hash !== "" && open());
}

/** Folds rows of a form into a group below its title. */
export function foldRows(title: string, rows: Node[]): void {
  const group = E("details", { class: "sso-login-fold" }, [E("summary", {}, [E("h3", {}, [title])])]);
  (rows[0] as Element | undefined)?.before(group);
  group.append(...rows);
}
