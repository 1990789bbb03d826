"use strict";

// On an older Node.js the binary ends the process with a segmentation fault.
if (Number.parseInt(process.versions.node, 10) < 22) {
  throw new Error(
    `@cmgen/sqlite needs Node.js 22 or later; this is ${process.versions.node}, which needs @cmgen/sqlite-node20`,
  );
}

module.exports = require("./dist/better-sqlite3/lib/index.js");
