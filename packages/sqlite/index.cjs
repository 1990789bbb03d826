"use strict";

const { readFileSync } = require("node:fs");

// On an older Node.js the binary ends the process with a segmentation fault.
if (Number.parseInt(process.versions.node, 10) < 22) {
  throw new Error(
    `@cmgen/sqlite needs Node.js 22 or later; this is ${process.versions.node}, which needs @cmgen/sqlite-node20`,
  );
}

const system = process.platform === "linux" && usesMusl() ? "linuxmusl" : process.platform;
const binary = `@cmgen/sqlite-${system}-${process.arch}`;

module.exports = require("./better-sqlite3/lib/database")(() => require(binary), false);
module.exports.SqliteError = require("./better-sqlite3/lib/sqlite-error");

/** Whether this Linux has musl in place of glibc, as Alpine has. Where `/proc` is not there to say so, a report does, which takes longer. */
function usesMusl() {
  try {
    return /\/ld-musl-[^/\s]*\.so/.test(readFileSync("/proc/self/maps", "latin1"));
  } catch {
    return process.report.getReport().header.glibcVersionRuntime === undefined;
  }
}
