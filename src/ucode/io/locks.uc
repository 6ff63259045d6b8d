// Locks of the kernel on files. base/io.ts documents each function. The counterpart of src/lua/io/locks.ts.

const file_mode = 0600;

/** The locks of this process by path. A file that nothing refers to is closed, and its lock with it. */
const locked = {};

/** The kernel keeps the lock while any process has the file open: a program that this one starts must not inherit it. */
export function lock(path) {
	const file = locked[path] ?? require("fs").open(path, "ae", file_mode);
	if (file === null) {
		return true;
	}
	if (!locked[path] && !file.lock("xn")) {
		file.close();
		return false;
	}
	locked[path] = file;
	file.write(".");
	file.flush();
	return true;
};

export function has_lock(path) {
	return locked[path] != null;
};

export function unlock(path) {
	if (locked[path]) {
		locked[path].close();
		locked[path] = null;
	}
};
