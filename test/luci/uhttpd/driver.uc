// Runs src/luci/uhttpd/login_page.uc before a handler in LuCI's place: once as it is, and once for each call of a function of ucode that
// it makes, which then throws. Prints what each run sends.
import { readfile } from 'fs';

const world = json(readfile(ARGV[0]));
// uhttpd takes its handlers for templates, which begin with a mark.
const handler = loadstring(substr(readfile(ARGV[1]), 3));
const functions = { loadfile, index, join, lc, match, substr };
const text_of = join;

/** A function that throws at its call of a number, and notes that in a result. */
function breaking(name, at, result) {
	let calls = 0;

	return function(...parts) {
		if (calls++ == at) {
			result.is_reached = true;
			die(`${name} fails`);
		}

		return name == 'loadfile' ? result.compile() : functions[name](...parts);
	};
}

/** One request; `fails` is the function that throws, at its call of that number. */
function run(fails, at) {
	const result = { fails, at, sent: '', is_run: false };
	const env = proto({}, global);
	const send = function(...parts) {
		result.sent += text_of('', parts);

		return length(parts);
	};

	env.global = env;
	env.uhttpd = world.is_bare ? null : { send };

	/** LuCI's handler as a program; a request that runs it has its own. */
	const luci = function() {
		result.is_run = true;
		env.handle_request = function(request) {
			const out = env.uhttpd ? env.uhttpd.send : send;

			for (let piece in world.pieces)
				out(piece);
			if (world.luci_fails)
				die('LuCI fails');
		};
	};

	result.compile = () => luci;
	env.loadfile = breaking('loadfile', -1, result);
	env.include = luci;

	if (fails)
		env[fails] = breaking(fails, at, result);

	try {
		call(handler, null, env);
		result.is_run_at_start = result.is_run;
		call(env.handle_request, null, env, world.request);
	}
	catch (e) {
		result.thrown = e.message;
	}

	delete result.compile;

	return result;
}

const results = [ run() ];

for (let name in keys(functions)) {
	let at = 0, result = run(name, at);

	while (result.is_reached) {
		push(results, result);
		at++;
		result = run(name, at);
	}
}

print(results, '\n');
