import { existsSync } from "node:fs";
import { join } from "node:path";

import { ConfigError } from "../config/config-error.js";
import type { HostedPlugin } from "../model/model.js";
import { InputFiles } from "../read/input-files.js";
import { readManifest } from "../read/package-facts.js";
import { findPackage, realFolder } from "../config/find-package.js";
import { DESCRIPTION_FILE, parseDescription } from "./plugin-description.js";
import { relativePath } from "../paths/slashed.js";

/** The plugins that a service hosts, and what that was read from. */
export interface HostedPlugins {
  readonly hosted: readonly HostedPlugin[];
  /** Texts of the files that were read, by absolute path. */
  readonly inputs: ReadonlyMap<string, string>;
}

/**
 * Reads the packages that a config names as plugins.
 *
 * @throws {ConfigError} with every package that cannot be hosted, and what to do.
 */
export function readHostedPlugins(root: string, names: readonly string[], configFile: string): HostedPlugins {
  const inputs = new InputFiles();
  const problems: string[] = [];
  const hosted = names.flatMap((name) => {
    try {
      return [readHostedPlugin(root, name, inputs)];
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      problems.push(`The plugin ${name} ${error.message}.`);
      return [];
    }
  });
  if (problems.length > 0) throw new ConfigError(configFile, problems);
  return { hosted, inputs: inputs.texts() };
}

/** @throws {SyntaxError} whose message is the end of a sentence about the package. */
function readHostedPlugin(root: string, name: string, inputs: InputFiles): HostedPlugin {
  const folder = findPackage(root, name);
  if (folder === undefined) throw new SyntaxError(`is not installed: run \`npm install ${name}\``);
  assertDeclared(root, name, inputs);
  // A package of a workspace is watched where it is.
  const real = realFolder(folder);
  const text = inputs.read(join(real, DESCRIPTION_FILE));
  const packageFile = readManifest(real, inputs) ?? {};
  if (text === undefined) throw new SyntaxError(describeMissing(packageFile));
  const place = relativePath(root, join(folder, DESCRIPTION_FILE));
  const start = { line: 1, column: 1 };
  const description = parseDescription(text, { file: place, start, end: start });
  const openapi = inputs.read(join(real, "openapi.json"));
  if (openapi === undefined) throw new SyntaxError(lacks("openapi.json"));
  if (description.hasManifests && !existsSync(join(real, "extensions"))) throw new SyntaxError(lacks("extensions"));
  if (packageFile["exports"] === undefined && packageFile["main"] === undefined)
    throw new SyntaxError('exports nothing: its package.json needs `"exports": { ".": "./dist/generated/plugin.js" }`');
  assertOneRuntime(root, real);
  const { hasManifests: _, ...described } = description;
  return { ...described, package: name, openapi };
}

/** What a service needs is in its production install. */
function assertDeclared(root: string, name: string, inputs: InputFiles): void {
  const own = readManifest(root, inputs);
  const isDeclared = ["dependencies", "optionalDependencies", "peerDependencies"].some((list) =>
    has(own?.[list], name),
  );
  if (own === undefined || isDeclared) return;
  throw new SyntaxError(
    "is not among the `dependencies` in package.json: an installation for production would lack it",
  );
}

function has(list: unknown, name: string): boolean {
  return typeof list === "object" && list !== null && Object.hasOwn(list, name);
}

function describeMissing(packageFile: Readonly<Record<string, unknown>>): string {
  const isPlugin = ["dependencies", "peerDependencies", "devDependencies"].some((list) =>
    has(packageFile[list], "@cmgen/runtime"),
  );
  return isPlugin
    ? `has no ${DESCRIPTION_FILE}: either an older release of cmgen generated it, or \`files\` in its package.json does not have it`
    : `is not a plugin: its package has no ${DESCRIPTION_FILE}`;
}

function lacks(path: string): string {
  return `lacks ${path}: add it to \`files\` in its package.json`;
}

/** Errors, hooks and endpoints of a plugin are told by the classes of its runtime, which must be those of the service. */
function assertOneRuntime(root: string, folder: string): void {
  const [own, other] = [root, folder].map((from) => findPackage(from, "@cmgen/runtime"));
  if (own === undefined || other === undefined || realFolder(own) === realFolder(other)) return;
  const where = relativePath(root, other);
  throw new SyntaxError(
    `brings a runtime of its own (${where}): its package.json must have @cmgen/runtime in \`peerDependencies\`, and it must be installed so that it finds this service's`,
  );
}
