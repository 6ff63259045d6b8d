/** The supervisor (`sso-login watch`), as other programs see it: a service of procd, which the init script starts, too. */
import * as json from "io/json";
import type { Io } from "../base/io";

/** procd's names. A service of its own has no triggers that an older procd would forget. */
const service = "sso-login-watch";
const instance = "watch";

/** Has procd run the supervisor. Where it runs, nothing changes; where it is ending, it is started again. */
export function start(io: Io): void {
  const watch = { command: [io.paths.program, "watch"], respawn: ["3600", "5", "0"] };
  io.ubus_call("service", "set", { name: service, instances: { watch } });
}

/** Has the supervisor look at once, by procd's signal SIGHUP, or starts it where it does not run. */
export function tell(io: Io): void {
  io.ubus_call("service", "signal", { name: service, instance });
  // Also where procd has sent the signal: it may have gone to a process that is ending, which ignores it.
  start(io);
}

/** Has procd end the supervisor and forget it, until it is started again. */
export function stop(io: Io): void {
  io.ubus_call("service", "delete", { name: service });
}

export function is_running(io: Io): boolean {
  const reply = io.ubus_call("service", "list", { name: service });
  const listed = reply.ok && reply.data !== undefined ? reply.data[service] : undefined;
  const instances = json.is_object(listed) ? listed.instances : undefined;
  const found = json.is_object(instances) ? instances[instance] : undefined;
  return json.is_object(found) && found.running === true;
}
