import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

import { confirm, isCancel, select, text } from "@clack/prompts";

import { packageManagerNames } from "../installer.js";
import type { PromptStreams } from "../terminal.js";
import {
  defaultAnswers,
  type GivenAnswers,
  groupProblem,
  kindProblem,
  nameProblem,
  type PluginAnswers,
} from "./plugin-answers.js";

/** Asks where the plugin is to be, as seen from the working folder; `undefined` if the user cancels. */
export async function askFolder(workingFolder: string, streams: PromptStreams): Promise<string | undefined> {
  const isEmpty = readdirSync(workingFolder).every((name) => name === ".git");
  const folder = await text({ ...streams, message: "Folder of the plugin", initialValue: isEmpty ? "." : "my-plugin" });
  return isCancel(folder) ? undefined : folder;
}

/** Asks what the command line does not say, one question after another; `undefined` if the user cancels. */
export async function askAnswers(
  target: string,
  given: GivenAnswers,
  streams: PromptStreams,
): Promise<PluginAnswers | undefined> {
  const answers: { -readonly [Name in keyof GivenAnswers]: GivenAnswers[Name] } = { ...given };
  // A name from the folder is changed to one that is allowed, as far as that is a matter of letters.
  const proposed = basename(target)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^[^a-z]+|-$/g, "");
  const questions = new Map<keyof PluginAnswers, () => Promise<unknown>>([
    ["name", () => ask("Name of the plugin", proposed, nameProblem)],
    ["group", () => ask("API group of its models: a domain that you own", `${answers.name}.example.com`, groupProblem)],
    ["kind", () => ask("Kind of the first model", "Task", kindProblem)],
    ["docker", () => agree("Add a Dockerfile, and a compose.yaml with PostgreSQL?", false)],
    ["packageManager", choosePackageManager],
    ["install", () => agree("Install what the plugin needs now?", true)],
    ["git", async () => !isInRepository(target) && agree("Create a git repository?", true)],
  ]);
  for (const [name, question] of questions) {
    const isSettled = given[name] !== undefined || (name === "kind" && given.start !== undefined);
    if (isSettled) continue;
    const answer = await question();
    if (isCancel(answer)) return undefined;
    Object.assign(answers, { [name]: answer });
  }
  return defaultAnswers(target, answers);

  function ask(message: string, initialValue: string, problemOf: (answer: string) => string | undefined) {
    return text({ ...streams, message, initialValue, validate: (answer = "") => sentence(problemOf(answer)) });
  }

  function agree(message: string, initialValue: boolean) {
    return confirm({ ...streams, message, initialValue });
  }

  function choosePackageManager() {
    const { packageManager: initialValue } = defaultAnswers(target, given);
    const options = packageManagerNames.map((value) => ({ value }));
    return select({ ...streams, message: "Package manager", initialValue, options });
  }
}

function sentence(problem: string | undefined): string | undefined {
  return problem && `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
}

/** Whether a folder, which need not exist, is inside a git repository. */
export function isInRepository(folder: string): boolean {
  const parent = dirname(resolve(folder));
  return existsSync(join(folder, ".git")) || (parent !== folder && isInRepository(parent));
}
