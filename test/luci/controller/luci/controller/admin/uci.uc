// LuCI's own actions (luci-base, ucode/controller/admin/uci.uc), as far as those that replace them can tell.
return {
	action_apply_rollback: function() {
		http.write('applied for a time');
	},

	action_apply_unchecked: function() {
		http.write('applied');
	}
};
