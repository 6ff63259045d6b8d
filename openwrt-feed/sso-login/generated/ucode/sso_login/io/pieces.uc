'use strict';
// Generated from src/ucode/io/pieces.uc by "make ucode"; do not edit.

// The file of compiled modules that code.uc opens: when it counts, and how modules are taken out of it. The counterpart of
// src/lua/io/pieces.ts.

/** The line of the head that belongs to a file as it is now. */
export function line_of(path) {
	const found = require("fs").lstat(path);
	return `${path} ${found?.size}-${found?.mtime}-${found?.ctime}`;
};

/**
 * A function that takes pieces out of the file, which was read up to its head: a line for each file that it was made with and of, an
 * empty line, and the places of the pieces. `lengths` has the numbers of its first line. Throws what is wrong.
 */
export function take_from(file, lengths) {
	const head = file.read(int(lengths[1]));
	const begin = file.tell();
	// Of the open file, as another may have taken its place meanwhile.
	file.seek(0, 2);
	if (file.tell() !== begin + int(lengths[2])) {
		die("owner, mode or size");
	}
	for (let line in split(substr(head, 0, index(head, "\n\n")), "\n")) {
		const path = join(" ", slice(split(line, " "), 0, -1));
		if (line_of(path) !== line) {
			die(`made with another ${path}`);
		}
	}
	return (name) => {
		const found = index(head, `\n${name} `);
		if (found < 0) {
			return null;
		}
		// Each number ends where its digits do.
		const place = split(substr(head, found + length(name) + 2, 24), " ");
		try {
			file.seek(begin + int(place[0]));
			const text = file.read(int(place[1]));
			return name == "configuration" ? text : loadstring(text)();
		} catch (error) {
			return null;
		}
	};
};
