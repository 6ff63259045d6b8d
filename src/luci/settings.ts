"use strict";
"require view";

export default view.extend({});
