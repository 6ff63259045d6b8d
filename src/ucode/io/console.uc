// A terminal: lines out. The counterpart of src/lua/io/console.ts.

function print_line(line) {
	print(line, "\n");
}

export function print_error(line) {
	warn(line, "\n");
};

export { print_line as print };
