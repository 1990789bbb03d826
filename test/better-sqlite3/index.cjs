"use strict";

module.exports =
  Number.parseInt(process.versions.node, 10) < 22 ? require("@cmgen/sqlite-node20") : require("@cmgen/sqlite");
