/** Who is logged in by single sign-on, and until when. */
import type { Session } from "./answers";

function timeOf(date: Date | undefined): string {
  return date?.toLocaleString() ?? "";
}

/** The sessions as a table like LuCI's own; its last column is there where a session has a longest life. */
export function sessionsPanel(sessions: Session[]): Node {
  const limited = sessions.some(({ latest }) => latest !== undefined);
  const titles = [_("User"), _("Role"), _("Ends if nothing is done"), ...(limited ? [_("Ends at the latest")] : [])];
  const head = titles.map((title) => E("th", { class: "th" }, [title]));
  const rows = sessions.map(({ who, role, until, latest }) => {
    const cells = [who, role, timeOf(until), ...(limited ? [timeOf(latest)] : [])];
    const tds = cells.map((text, at) => E("td", { class: "td", "data-title": titles[at] ?? "" }, [text]));
    return E("tr", { class: "tr" }, tds);
  });
  const table = E("table", { class: "table", "data-name": "sessions" }, [
    E("tr", { class: "tr table-titles" }, head),
    ...rows,
  ]);
  const none = E("p", {}, [E("em", {}, [_("Nobody is logged in by single sign-on.")])]);
  return E("div", { class: "cbi-section" }, [E("h3", {}, [_("Sessions")]), sessions.length > 0 ? table : none]);
}
