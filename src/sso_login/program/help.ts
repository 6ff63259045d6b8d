/** The help of the command line. */
import type { Io } from "../base/io";

/** A command as the help shows it; a line without `run` belongs to the one above it or is answered by the table itself. */
export interface Command {
  name: string;
  /** Decides what the command takes: nothing when "". */
  arguments: string;
  help: string;
  option?: string;
  /** Judges its arguments by itself. */
  takes_all?: boolean;
  /** Gets the arguments but the option, and whether that was among them. */
  run?: (this: void, io: Io, operands: string[], has_option: boolean) => number;
}

/** As wide as the first column of the help. */
const indent = "                                   ";

/** The help: a line a command, in two columns. */
export function usage(commands: Command[]): string {
  const lines = commands.map((command) => {
    const head = "  " + command.name + " " + command.arguments + indent;
    return head.substring(0, indent.length) + command.help.split("\n").join("\n" + indent);
  });
  const status = "Exit status: 0 done, 1 could not be done, 2 wrong usage.";
  return "Usage: sso-login COMMAND\n\n" + lines.join("\n") + "\n\n" + status;
}

/** What a command's arguments lack or have too many of, by its line of the help; `operands` are those without the option. */
export function arity_problem(command: Command, args: string[], operands: string[]): string | undefined {
  if (command.arguments.includes("...")) {
    return operands.length === 0 ? "needs an e-mail address" : undefined;
  }
  if (command.arguments.includes("EMAIL")) {
    return args.length !== 1 ? "takes one e-mail address, or a sub" : undefined;
  }
  if (command.arguments.includes("[PROVIDER]")) {
    return operands.length > 1 ? "takes one provider" : undefined;
  }
  const but = command.option !== undefined ? " but " + command.option : "";
  return operands.length > 0 || args.length > 1 ? "takes no argument" + but : undefined;
}
