// LuCI's own actions (luci-base, ucode/controller/admin/index.uc), as far as those that replace them can tell.
return {
	action_translations: function(lang) {
		http.write(`stock ${lang};`);
	},

	action_logout: function() {
		if (ctx.authsession)
			ubus.call('session', 'destroy', { ubus_rpc_session: ctx.authsession });

		http.redirect(dispatcher.build_url());
	}
};
