'use strict';
// Generated from src/sso_login/program/help.ts by "make ucode"; do not edit.

/** The help of the command line. */

import { substring } from 'sso_login.ecma';

/** As wide as the first column of the help. */
const indent = "                                   ";

/** The help: a line a command, in two columns. */
export function usage(commands) {
	const lines = map(commands, (command) => {
		const head = "  " + command.name + " " + command.arguments + indent;
		return substring(head, 0, length(indent)) + join("\n" + indent, split(command.help, "\n"));
	});
	const status = "Exit status: 0 done, 1 could not be done, 2 wrong usage.";
	return "Usage: sso-login COMMAND\n\n" + join("\n", lines) + "\n\n" + status;
};

/** What a command's arguments lack or have too many of, by its line of the help; `operands` are those without the option. */
export function arity_problem(command, args, operands) {
	if ((index(command.arguments, "...") >= 0)) {
		return length(operands) == 0 ? "needs an e-mail address" : null;
	}
	if ((index(command.arguments, "EMAIL") >= 0)) {
		return length(args) != 1 ? "takes one e-mail address, or a sub" : null;
	}
	if ((index(command.arguments, "[PROVIDER]") >= 0)) {
		return length(operands) > 1 ? "takes one provider" : null;
	}
	const but = command.option !== null ? " but " + command.option : "";
	return length(operands) > 0 || length(args) > 1 ? "takes no argument" + but : null;
};
