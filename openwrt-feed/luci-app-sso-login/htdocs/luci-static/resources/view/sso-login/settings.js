// Generated from src/luci/settings.ts by "make luci"; do not edit.
"require view";

// src/luci/settings.ts
var settings_default = view.extend({});
return settings_default;
