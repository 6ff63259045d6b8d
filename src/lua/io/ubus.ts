/** ubus through its Lua binding. */
import { err, ok, type Meaning, type Result } from "../../sso_login/result";
import type { Io } from "../../sso_login/base/io";
import * as clock from "./clock";

type UbusReply = { [key: string]: unknown };

/** Seconds for one call: a login makes a dozen of them, and the web server ends it after 60. */
const call_timeout = 3;

/** Calls after the first, where that was lost. */
const max_repeats = 2;

/** Tenths of a second to wait for an object that is not there. */
const max_waits = 20;

/** libubus's statuses for what does not exist, for a call without an answer, and for what is not permitted. */
const not_found = 4;
const timed_out = 7;
const denied = 6;

/** The meaning of a failure by its status; undefined where nothing is decided by that. */
function meaning_of(status: number): Meaning | undefined {
  const others = status === denied ? "denied" : undefined;
  return status === not_found ? "absent" : others;
}

/** Replies that a call may have; below Lua's limit of 8000 values. */
const max_replies = 7000;

/**
 * Runs a call that may have many replies. libubus-lua pushes them all without growing Lua's stack, so the stack grows
 * first, and the collector, which would take it away, waits.
 */
function with_large_stack<T>(run: (this: void) => T): T {
  collectgarbage("collect");
  collectgarbage("stop");
  unpack<unknown>([], 1, max_replies);
  const result = run();
  collectgarbage("restart");
  return result;
}

/** Whether an object is there, or comes within two seconds. */
function is_there(connection: UbusConnection, object: string): boolean {
  for (let waits = 0; waits < max_waits; waits++) {
    const [signatures] = connection.signatures(object);
    if (signatures !== undefined) {
      return true;
    }
    clock.sleep(0.1);
  }
  return false;
}

/** The ubus functions on one connection, opened when first used. */
export function make(root: string): Pick<Io, "ubus_call" | "ubus_call_all"> {
  let connection: UbusConnection | undefined;
  const call_all = (object: string, method: string, args: object): Result<UbusReply[]> => {
    if (connection === undefined) {
      const ubus = require("ubus") as {
        connect: (this: void, path: string | undefined, timeout: number) => UbusConnection | undefined;
      };
      connection = ubus.connect(root !== "" ? root + "/var/run/ubus/ubus.sock" : undefined, call_timeout);
    }
    if (connection === undefined) {
      return err("UBUS_ERROR", "cannot connect to ubus");
    }
    // Nothing at all when a method without a reply succeeds, one value a reply, or nil and a status.
    let answer: unknown[] = [...connection.call(object, method, args)];
    const may_be_lost = [not_found, timed_out];
    // While rpcd reloads its objects are gone, and what it had not answered is lost.
    for (let repeats = 0; repeats < max_repeats && may_be_lost.includes(answer[1] as number); repeats++) {
      // Without its object rpcd has not said that there is no such session.
      if (answer[1] === not_found && !is_there(connection, object)) {
        return err("UBUS_ERROR", { reason: "no object " + object });
      }
      answer = [...connection.call(object, method, args)];
    }
    const status = answer[1];
    if (typeof status === "number") {
      return err("UBUS_ERROR", { status }, meaning_of(status));
    }
    return ok(answer as UbusReply[]);
  };
  return {
    ubus_call_all: (object, method, args) => with_large_stack(() => call_all(object, method, args)),
    ubus_call: (object, method, args) => {
      const replies = call_all(object, method, args);
      return replies.ok ? ok(replies.data[0]) : replies;
    },
  };
}
