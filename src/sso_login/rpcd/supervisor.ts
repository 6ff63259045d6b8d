/** The supervisor (`sso-login watch`), as other programs see it. */
import * as json from "io/json";
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";

/** The instance of procd. */
const instance = "watch";

/** Has the supervisor look at once, by procd's signal SIGHUP; nothing happens where there is none. */
export function tell(io: Io): void {
  io.ubus_call("service", "signal", { name: public_names.package_name, instance });
}

export function is_running(io: Io): boolean {
  const reply = io.ubus_call("service", "list", { name: public_names.package_name });
  const service = reply.ok && reply.data !== undefined ? reply.data[public_names.package_name] : undefined;
  const instances = json.is_object(service) ? service.instances : undefined;
  const found = json.is_object(instances) ? instances[instance] : undefined;
  return json.is_object(found) && found.running === true;
}
