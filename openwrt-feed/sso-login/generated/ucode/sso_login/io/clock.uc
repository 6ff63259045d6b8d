'use strict';
// Generated from src/ucode/io/clock.uc by "make ucode"; do not edit.

// Time: the clock's, and in a form people read. The counterpart of src/lua/io/clock.ts.

function monotonic() {
	const now = clock(true);
	return now[0] + now[1] / 1e9;
}

/** Whether SIGHUP has come since the last wait. */
let is_told = false;

function wait(seconds) {
	signal("TERM", "default");
	signal("HUP", () => { is_told = true; });
	if (!is_told) {
		sleep(int(seconds * 1000));
	}
	is_told = false;
}

function ignore_signals() {
	// Not "ignore", which the processes that this one starts would have, too.
	signal("TERM", () => null);
	signal("HUP", () => null);
}

/** The clock functions of `Io`. */
export function make() {
	return { time: () => time(), monotonic, sleep: (seconds) => sleep(int(seconds * 1000)), wait, ignore_signals };
};

export function format_time(seconds) {
	const at = gmtime(seconds);
	return sprintf("%04d-%02d-%02d %02d:%02d:%02d UTC", at.year, at.mon, at.mday, at.hour, at.min, at.sec);
};
