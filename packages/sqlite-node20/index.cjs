"use strict";

const { version } = require("better-sqlite3/package.json");

// better-sqlite3 13 ends Node.js 20 with a segmentation fault, and 12 now and then ends Node.js 24 with a failed assertion.
if (Number.parseInt(process.versions.node, 10) >= 22) {
  throw new Error(
    `@cmgen/sqlite-node20 is for Node.js 20; this is ${process.versions.node}, which needs @cmgen/sqlite`,
  );
}
if (!version.startsWith("12.")) {
  throw new Error(`better-sqlite3 ${version} is installed, and Node.js ${process.versions.node} needs version 12`);
}

module.exports = require("better-sqlite3");
