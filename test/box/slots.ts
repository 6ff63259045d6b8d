/** uhttpd's script slots for a box, whose web server starts as many programs at once as there are requests. */
import { chmodSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Lets so many programs of a box's `/cgi-bin` run at a time; the others wait. A slot is free when its program has ended. */
export function limitSlots(root: string, slots: number): void {
  const folder = join(root, "lighttpd/slots");
  mkdirSync(folder, { recursive: true });
  for (const name of ["sso-login", "webui", "luci"]) {
    const program = join(root, "www/cgi-bin", name);
    renameSync(program, join(folder, name));
    const numbers = Array.from({ length: slots }, (_, number) => String(number)).join(" ");
    writeFileSync(
      program,
      `#!/bin/sh
# Written by test/box/slots.ts.
cd '${folder}' || exit
while :; do
	for slot in ${numbers}; do
		exec 9>"$slot"
		flock -n 9 && exec './${name}'
	done
	sleep 0.02
done
`,
    );
    chmodSync(program, 0o755);
  }
}
