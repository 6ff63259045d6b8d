// Values as notation.lua writes them.

/** A written value as a value; `empty` stands for tables of which no one knows what they are. */
export function revive(written, empty) {
	if (type(written) == "string") {
		return hexdec(substr(written, 1)) ?? "";
	}
	if (type(written) == "array") {
		return map(written, (item) => revive(item, empty));
	}
	if (type(written) != "object") {
		return written;
	}
	if (written.e) {
		return empty == "array" ? [] : {};
	}
	const made = {};
	for (let key, item in written.o) {
		made[revive(key, empty)] = revive(item, empty);
	}
	return made;
};

/** A value as it is written. */
export function written(value) {
	switch (type(value)) {
	case "string":
		return "s" + hexenc(value);
	case "array":
		return map(value, written);
	case "object":
		const members = {};
		for (let key, item in value) {
			members[written(key)] = written(item);
		}
		return { o: members };
	}
	return value;
};
