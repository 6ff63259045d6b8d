// LuCI's own actions (luci-base, ucode/controller/admin/uci.uc), as far as those that replace them can tell.
function apply(words) {
	if (ctx.refusal)
		http.status(ctx.refusal);
	http.write(words);
}

return {
	action_apply_rollback: function() {
		apply('applied for a time');
	},

	action_apply_unchecked: function() {
		apply('applied');
	}
};
