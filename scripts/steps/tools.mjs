import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/** The command line of a script that an installed package brings, run by this very Node: needs no shell and no PATH. */
export function nodeTool(script, args) {
  return [process.execPath, join(root, "node_modules", ...script.split("/")), ...args];
}

/** The command line of npm: the one that started this script where there is one, else the one beside Node. */
export function npm(args) {
  const running = process.env.npm_execpath ?? "";
  const usable = /\.c?js$/.test(running) && existsSync(running);
  if (usable) return [process.execPath, running, ...args];
  return [process.platform === "win32" ? "npm.cmd" : "npm", ...args];
}
