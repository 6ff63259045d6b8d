// Runs one action of src/luci/controller/sso_login.uc in a world that a JSON file describes, and prints what came of it.
import { readfile, stat } from 'fs';

const world = json(readfile(ARGV[0]));
const controller = loadstring(readfile(ARGV[1]))();
const result = { written: '', destroyed: [] };

function fail_on(name) {
	if (world.fails == name)
		die(`${name} fails`);
}

/** The package's sections as uci has them, the first provider's before the others. */
function sections() {
	const all = {};

	for (let name, options in { ...(world.settings ? { default: world.settings } : {}), ...(world.providers ?? {}) })
		all[name] = { '.name': name, '.type': 'oidc', ...options };

	return world.settings ? all : null;
}

const env = proto({
	http: {
		getenv: name => world.env[name],
		write: text => { result.written += text; },
		header: (name, value) => { result.header = `${name}: ${value}`; },
		redirect: url => { result.redirect ??= url; },
		urlencode: text => text
	},
	ubus: {
		call: function(object, method, args) {
			const id = args.ubus_rpc_session;

			if (method == 'destroy')
				push(result.destroyed, id);
			else if (match(id, /^0+$/))
				return world.silent ? null : { values: {} };
			else
				fail_on('ubus');

			return (method == 'get' && !stat(world.expired) && (!(id in result.destroyed) || world.stays) && world.sessions[id]) ? { values: world.sessions[id] } : null;
		}
	},
	uci: {
		get: (config, section, option) => config == 'luci' ? world.rollback : world.settings?.[option],
		get_all: function(config, section) {
			fail_on('uci');

			return section ? world.settings : (config == 'sso-login' ? sections() : world[config]);
		}
	},
	ctx: { authsession: world.authsession, refusal: world.refusal },
	dispatcher: { build_url: () => '/cgi-bin/luci/' },
	_: text => world.texts?.[text] ?? text
}, global);

env.http.status = code => { env.http.status_code = code; };
call(controller[world.action], controller, env, 'de');
result.destroyed = sort(result.destroyed);
print(result, '\n');
