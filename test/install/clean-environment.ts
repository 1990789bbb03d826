import { delimiter, dirname } from "node:path";

/**
 * The environment of somebody who types a command in a terminal: without what `npm test` sets for its scripts, which holds this
 * repository's `.npmrc`, and with the running Node.js first.
 */
export function cleanEnvironment(added: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => kept.has(name.toLowerCase()) || !/^(npm|vite|vitest|node_env|init_cwd)/i.test(name),
  );
  const path = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  return { ...Object.fromEntries(own), PATH: path, ...added };
}

/** Where the machine's own settings of npm are. */
const kept = new Set([
  "npm_config_userconfig",
  "npm_config_globalconfig",
  "npm_config_cache",
  "npm_config_registry",
  "npm_config_nodedir",
]);
