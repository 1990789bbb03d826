import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { main } from "cmgen/main";

import { readTree, writeTree, type FileTree } from "../golden/harness/file-tree.js";

/** What a user does in a folder, and what of it may differ from one machine to another. */
export interface TerminalSession {
  readonly title: string;
  /** The folder's files. */
  readonly files: FileTree;
  readonly commands: readonly (readonly string[])[];
}

const people = readTree(join(import.meta.dirname, "../golden/person/input"));
const model = "src/models/person.ts";
const person = people.get(model) ?? "";
const peopleWith = (path: string, text: string): FileTree => new Map([...people, [path, text]]);
const only = (path: string, text: string): FileTree => new Map([[path, text]]);
const nothing: FileTree = new Map();
const manifest =
  "apiVersion: people.example.com/v1alpha1\nkind: Person\nmetadata: { name: ann }\nspec: { name: Ann, agee: 3 }\n";

const generate = [["generate"]];

export const terminalSessions: readonly TerminalSession[] = [
  {
    title: "Generating",
    files: people,
    commands: [["generate", "--dry-run"], ["generate"], ["generate"], ["migrate", "status"]],
  },
  { title: "No command", files: nothing, commands: [[]] },
  { title: "An unknown command", files: nothing, commands: [["genrate"]] },
  { title: "A typo in an option", files: nothing, commands: [["generate", "--chek"]] },
  { title: "An option without its value", files: nothing, commands: [["generate", "--only"]] },
  { title: "Options that exclude each other", files: nothing, commands: [["generate", "--watch", "--diff"]] },
  { title: "A folder that does not exist", files: nothing, commands: [["generate", "--cwd", "plugins/people"]] },
  { title: "A config that does not exist", files: nothing, commands: [["generate", "--config", "cmgen.ts"]] },
  { title: "A folder that is not a plugin", files: nothing, commands: [["generate"], ["migrate", "status"]] },
  {
    title: "A typo in the config",
    files: only("cmgen.config.ts", 'export default { outdir: "a" };'),
    commands: generate,
  },
  {
    title: "A model that cannot be parsed",
    files: peopleWith(model, person.replace("Spec {", "Spec")),
    commands: generate,
  },
  {
    title: "A kind that is there twice",
    files: peopleWith("src/models/again.ts", person.replaceAll('"people"', '"persons"')),
    commands: generate,
  },
  { title: "A manifest with a typo", files: peopleWith("extensions/ann.yaml", manifest), commands: generate },
  { title: "Migrations before generating", files: people, commands: [["migrate", "status"]] },
  { title: "A plugin's name that cannot be one", files: nothing, commands: [["init", "My Plugin"]] },
];

/** The session as it looks on a terminal: each command, what it prints, and how it ends. `root` is emptied first. */
export async function printSession({ title, files, commands }: TerminalSession, root: string): Promise<string> {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  writeTree(root, files);
  let text = `## ${title}\n\n`;
  for (const args of commands) {
    text += `$ ${["cmgen", ...args].join(" ")}\n`;
    const code = await main(args, {
      workingFolder: root,
      columns: 100,
      color: false,
      now: () => new Date("2026-01-31T09:59:59.000Z"),
      interrupted: () => new AbortController().signal,
      out: (part) => (text += part),
      error: (part) => (text += part),
    });
    text += `[ends with ${code}]\n\n`;
  }
  return text;
}
