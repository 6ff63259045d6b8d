import type { Io } from "./io/types";
import type { Settings } from "./settings";
export function run_check(_io: Io, _unsaved?: Settings): { ok: boolean; findings: object[] } {
  return { ok: true, findings: [] };
}
