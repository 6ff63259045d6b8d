'use strict';
// Generated from src/ucode/io/files.uc by "make ucode"; do not edit.

// Files and folders through ucode's module fs. base/io.ts documents each function.
// The counterpart of src/lua/io/files.ts.

const file_mode = 0600;
const directory_mode = 0700;

/** Modules of ucode are loaded at the first call: a program pays for what it uses. */
function fs() {
	return require("fs");
}

function read_file(path, max_bytes) {
	const text = fs().readfile(path, max_bytes + 1);
	return text !== null && length(text) <= max_bytes ? text : null;
}

function is_read_only(path) {
	return fs().access(path, "w") !== true && fs().error() == "Read-only file system";
}

function rename(from, to) {
	return fs().rename(from, to) === true;
}

function remove(path) {
	return (fs().unlink(path) ?? fs().rmdir(path)) === true;
}

/**
 * Writes all bytes to a new file; false, and no file, when that fails. The file tells: ucode's flush() answers true
 * for a failure in OpenWrt 24.10 and for success in 25.12, and close() tells no failure.
 */
function write_new(path, content) {
	const file = fs().open(path, "wx", file_mode);
	if (file === null) {
		return false;
	}
	file.write(content);
	file.close();
	if (fs().lstat(path)?.size === length(content)) {
		return true;
	}
	fs().unlink(path);
	return false;
}

function write_file(path, content) {
	const temporary = `${path}.${fs().readlink("/proc/self")}.tmp`;
	// A process of the same number may have died here before.
	fs().unlink(temporary);
	if (!write_new(temporary, content)) {
		return false;
	}
	if (rename(temporary, path)) {
		return true;
	}
	fs().unlink(temporary);
	return false;
}

function user_id() {
	return fs().stat("/proc/self").uid;
}

/** The parent exists on a router; below a test's root it may not. */
function make_dir(path) {
	if (fs().mkdir(path, directory_mode)) {
		return "created";
	}
	const known = fs().lstat(path);
	if (known?.type != "directory" || known.uid != user_id()) {
		return "failed";
	}
	return known.mode == directory_mode || fs().chmod(path, directory_mode) ? "exists" : "failed";
}

function list_dir(path) {
	return fs().lsdir(path);
}

function file_info(path) {
	const found = fs().lstat(path);
	if (found === null) {
		return null;
	}
	return {
		kind: found.type in ["file", "directory"] ? found.type : "other",
		mode: found.mode,
		uid: found.uid,
		size: found.size,
		mtime: found.mtime,
		ctime: found.ctime,
	};
}

function append_byte(path) {
	const file = fs().open(path, "a", file_mode);
	if (file === null) {
		return null;
	}
	file.write(".");
	file.flush();
	// The kernel moves the position to the end of what this very call appended, from the beginning where it could not.
	const place = file.tell();
	file.close();
	return place > 0 ? place : null;
}

function fnmatch(pattern, text) {
	return wildcard(text, pattern);
}

/** Runs a program to its end, without any of its input and output. */
function succeeds(program, words) {
	return system(`'${program}' ${words} </dev/null >/dev/null 2>&1`) === 0;
}

/** With nothing of this process open but what no program inherits. */
function start(program, words) {
	system(`'${program}' ${words} </dev/null >/dev/null 2>&1 &`);
}

/** The file functions of `Io`, and what else POSIX gives. */
export function make() {
	return {
		read_file,
		is_read_only,
		write_file,
		rename,
		remove,
		make_dir,
		list_dir,
		file_info,
		append_byte,
		user_id,
		fnmatch,
		succeeds,
		start,
	};
};
