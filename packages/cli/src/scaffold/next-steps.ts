import { shellQuote } from "../shell-quote.js";
import { differingScripts, missingEntries, type Manifest } from "./missing-entries.js";
import { type PackageManager, packageManagers } from "../installer.js";

export interface NextSteps {
  /** The plugin's folder relative to the working folder; empty if it is the same. */
  readonly place: string;
  readonly manager: PackageManager;
  /** Whether what the plugin needs is installed already. */
  readonly installed: boolean;
  /** A plugin without models cannot be started. */
  readonly hasModels: boolean;
  /** The scaffold's `package.json`. */
  readonly wanted: Manifest;
  /** The `package.json` that was there before. */
  readonly kept: Manifest | undefined;
}

/** How to go on after a scaffold was written: what to add to a `package.json` that was kept, and commands that work then. */
export function printNextSteps({ place, manager, installed, hasModels, wanted, kept = wanted }: NextSteps): string {
  const { install, run, execute } = packageManagers[manager];
  const ownScripts = differingScripts(wanted, kept);
  const dev = ownScripts.includes("dev") ? `${execute} cmgen dev` : `${run} dev`;
  const firstModel = `${execute} cmgen add model Note text:string`;
  const commands = [...enter(place), ...(installed ? [] : [install]), ...(hasModels ? [] : [firstModel]), dev];
  const additions = printAdditions(missingEntries(wanted, kept)) + printOwnScripts(ownScripts, wanted);
  return `${additions}Continue with:\n\n${indented(commands)}`;
}

export interface ContainerSteps {
  readonly place: string;
  /** The plugin's `package.json`. */
  readonly manifest: Manifest;
  /** Whether the plugin's `.gitignore` names `.env`. */
  readonly ignoresEnv: boolean;
}

/** How to run the containers after their files were written. */
export function printContainerSteps({ place, manifest, ignoresEnv }: ContainerSteps): string {
  const commands = [...enter(place), "cp .env.example .env", "docker compose up --build --wait"];
  const outside = packagesOutside(manifest);
  return [
    `In containers, with the values set in .env before the last command:\n\n${indented(commands)}`,
    ignoresEnv ? "" : "\nKeep .env out of the repository: add it to .gitignore.\n",
    outside.length === 0
      ? ""
      : `\nThe image is built from the plugin's folder alone. It cannot be built while package.json takes packages from other folders:\n${outside.join(", ")}.\n`,
  ].join("");
}

function enter(place: string): readonly string[] {
  return place === "" ? [] : [`cd ${shellQuote(place)}`];
}

function printAdditions(missing: Manifest): string {
  if (Object.keys(missing).length === 0) return "";
  const members = JSON.stringify(missing, undefined, 2).split("\n").slice(1, -1);
  return `Add to package.json:\n\n${members.join("\n")}\n\n`;
}

function printOwnScripts(names: readonly string[], { scripts }: Manifest): string {
  if (names.length === 0) return "";
  const ours = Object.entries(Object(scripts) as object).filter(([name]) => names.includes(name));
  const lines = ours.map(([name, script]) => `${JSON.stringify(name)}: ${JSON.stringify(script)}`);
  return `package.json has scripts of its own under names that a plugin uses. A plugin's are:\n\n${indented(lines)}\n`;
}

function packagesOutside({ dependencies, devDependencies }: Manifest): readonly string[] {
  const entries = [dependencies, devDependencies].flatMap((section) => Object.entries(Object(section) as object));
  return entries.filter(([, source]) => /^(?:file|link):\.\./.test(String(source))).map(([name]) => name);
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}\n`).join("");
}
