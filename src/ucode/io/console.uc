// A terminal: lines out. The counterpart of src/lua/io/console.ts.

/** Writes a line to standard output. */
function print_line(line) {
	print(line, "\n");
}

/** Writes a line to standard error. */
export function print_error(line) {
	warn(line, "\n");
};

export { print_line as print };
