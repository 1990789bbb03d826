import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { main } from "cmgen/main";
import { repositoryRoot } from "../boundaries/repository.js";

import { readTree, writeTree, type FileTree } from "../golden/harness/file-tree.js";

/** What a user does in a folder, and what of it may differ from one machine to another. */
export interface TerminalSession {
  readonly title: string;
  /** The folder's files. */
  readonly files: FileTree;
  /** Commands, and what the user does between them. */
  readonly commands: readonly (readonly string[] | Deed)[];
}

interface Deed {
  readonly told: string;
  readonly does: (root: string) => void;
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

/** The example as it is where its service runs: with migrations, and compiled elsewhere. */
const example = join(repositoryRoot, "examples/people");
const compiled = join(example, "dist/generated/plugin.js");
const installed: FileTree = new Map([
  ["package.json", '{ "name": "@example/people" }'],
  ...[...readTree(join(example, "prisma/migrations"))].map(
    ([path, text]) => [`prisma/migrations/${path}`, text] as const,
  ),
]);
const later = "prisma/migrations/20990101000000_later/migration.sql";

/** Sessions with a running service, which they follow each other on. */
export const servedSessions: readonly TerminalSession[] = [
  {
    title: "Objects of a service",
    files: only("dora.yaml", object("spec: { name: Dora Dunn, age: 42 }")),
    commands: [
      ["apply", "-f", "dora.yaml"],
      ["apply", "-f", "dora.yaml"],
      ["get", "people"],
      ["describe", "people", "dora"],
    ],
  },
  {
    title: "A resource or field that the service does not have",
    files: nothing,
    commands: [
      ["get", "persons"],
      ["get", "people", "--field-selector", "spec.agge>3"],
      ["get", "people", "eve"],
    ],
  },
  {
    title: "An object with two problems",
    files: only("dora.yaml", object("spec:\n  name: Dora Dunn\n  age: 200\n  gendre: FEMALE")),
    commands: [["apply", "-f", "dora.yaml"]],
  },
  {
    title: "An object that was changed meanwhile",
    files: only("dora.yaml", object("spec: { name: Dora Dunn, age: 43 }").replace("dora }", "dora, version: 7 }")),
    commands: [["apply", "-f", "dora.yaml"]],
  },
  {
    title: "A wrong token",
    files: only("token", "wrong"),
    commands: [["get", "people", "--token-file", "token"]],
  },
  { title: "An editor without a terminal", files: nothing, commands: [["edit", "people", "ann"]] },
];

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
  { title: "A missing argument", files: nothing, commands: [["get"], ["add", "field", "Person"]] },
  {
    title: "A folder that is not a plugin",
    files: nothing,
    commands: [["generate"], ["migrate", "status"], ["start"], ["dev"], ["explain"]],
  },
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
  { title: "A new plugin", files: nothing, commands: [["init", "notes"]] },
  {
    title: "Explaining",
    files: people,
    commands: [["explain"], ["explain", "person.spec"], ["explain", "person.spec.age"]],
  },
  {
    title: "An unknown model",
    files: people,
    commands: [
      ["explain", "persn"],
      ["add", "field", "Persn", "spec.email", "string"],
    ],
  },
  {
    title: "An unknown field",
    files: people,
    commands: [
      ["explain", "person.spec.agge"],
      ["add", "index", "Person", "spec.agge"],
      ["add", "manifest", "Person", "--set", "spec.agge=3"],
    ],
  },
  {
    title: "Generated files that drift",
    files: people,
    commands: [
      ["generate", "--quiet"],
      { told: "edits the model", does: (root) => writeFileSync(join(root, model), person.replace("150", "130")) },
      ["generate", "--check", "--only", "validator"],
    ],
  },
  {
    title: "Examining",
    files: installed,
    commands: [
      ["doctor", "--no-drift", "--plugin", compiled],
      ["migrate", "deploy", "--database-url", "file:other.db"],
      ["doctor", "--no-drift", "--plugin", compiled, "--database-url", "file:other.db"],
    ],
  },
  {
    title: "A database in a folder that does not exist",
    files: installed,
    commands: [["migrate", "deploy", "--database-url", "file:/vloume/people.db"]],
  },
  {
    title: "A database of a newer version",
    files: new Map([...installed, [later, "CREATE TABLE later (id INTEGER);"]]),
    commands: [
      ["migrate", "deploy"],
      { told: "checks the older version out", does: (root) => rmSync(join(root, dirname(later)), { recursive: true }) },
      ["migrate", "status"],
    ],
  },
  { title: "A plugin's name that cannot be one", files: nothing, commands: [["init", "My Plugin"]] },
];

function object(spec: string): string {
  return `apiVersion: people.example.com/v1alpha1\nkind: Person\nmetadata: { name: dora }\n${spec}\n`;
}

/** The session as it looks on a terminal: each command, what it prints, and how it ends. `root` is emptied first. */
export async function printSession(
  { title, files, commands }: TerminalSession,
  root: string,
  now: () => Date = () => new Date("2026-01-31T09:59:59.000Z"),
): Promise<string> {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  writeTree(root, files);
  let text = `## ${title}\n\n`;
  for (const args of commands) {
    if ("does" in args) {
      text += `(The user ${args.told}.)\n\n`;
      args.does(root);
      continue;
    }
    text += `$ ${["cmgen", ...args].join(" ")}\n`;
    const code = await main(args, {
      workingFolder: root,
      columns: 100,
      color: false,
      now,
      interrupted: () => new AbortController().signal,
      out: (part) => (text += part),
      error: (part) => (text += part),
    });
    text += `[ends with ${code}]\n\n`;
  }
  return text.replaceAll(repositoryRoot, "/cmgen/");
}
