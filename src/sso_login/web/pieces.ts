/**
 * The plan of the compiled modules (io/compile): the programs that requests run, and what is not worth its memory. All else follows from the
 * sources, as what a program loads late is compiled, too.
 */
import type { UciSection } from "../base/io";
import * as routes from "./routes";

/** A program as requests of a path run it, with modules that each of them loads late. */
export interface Run {
  program: string;
  /** The first part of the path; "/" for all that have no run of their own. */
  path: string;
  modules: string[];
}

/** The runs, and the modules that stay sources even where something loads them late. */
export interface Plan {
  runs: Run[];
  left_out: string[];
}

/** Modules that only routers with one of these options need; without an option, what only an administrator's own doing needs. */
const owners: [string, string[]][] = [
  ["login.revalidation.revalidation_turn", ["session_revalidate"]],
  ["passwords.password_events", ["password_login"]],
  ["rpcd.reconcile", []],
  ["rpcd.refresh_tokens", ["session_revalidate"]],
  ["web.client_limit", ["client_limit", "password_login"]],
  ["web.endpoints.backchannel_logout", ["backchannel_logout"]],
  ["web.endpoints.test_login", []],
  ["web.endpoints.token_exchange", ["api_audience"]],
];

/** The options for which the supervisor runs. */
const supervised = ["session_revalidate", "api_audience", "session_max_lifetime"];

/** Whether a section has one of the options, with a value that asks for something. */
function has_one(sections: UciSection[], options: string[]): boolean {
  const values = (section: UciSection): (string | string[])[] => options.map((name) => section.options[name] ?? "");
  return sections.some((section) => values(section).some((value) => value !== "" && value !== "0" && value !== "on"));
}

/** The plan for the configuration of these sections. */
export function plan(sections: UciSection[]): Plan {
  const left_out = owners.filter((owner) => !has_one(sections, owner[1])).map((owner) => owner[0]);
  const of_requests = routes.endpoints().map((found): Run => {
    const modules = ["web.web_request", "web.routes", found.module];
    return { program: "entry_points.cgi", path: found.path, modules };
  });
  const landing: Run = { program: "entry_points.landing", path: "/", modules: ["web.web_request"] };
  const watch: Run[] = [
    { program: "entry_points.watch", path: "/", modules: [] },
    { program: "entry_points.watch", path: "/turn", modules: ["login.revalidation.revalidation_turn"] },
  ];
  const runs = of_requests.concat([landing], has_one(sections, supervised) ? watch : []);
  const is_served = (run: Run): boolean => !run.modules.some((name) => left_out.includes(name));
  return { runs: runs.filter((run) => is_served(run)), left_out };
}
