import type { PluginStart } from "../scaffold/plugin-start.js";
import { shellQuote } from "../shell-quote.js";
import { defaultAnswers, type PluginAnswers } from "./plugin-answers.js";

const options = [
  ["name", "--name"],
  ["group", "--group"],
  ["kind", "--kind"],
  ["docker", "--docker"],
  ["packageManager", "--package-manager"],
  ["install", "--install"],
  ["git", "--git"],
] as const satisfies readonly (readonly [keyof PluginAnswers, string])[];

const nothingGiven = Object.fromEntries(options.map(([name]) => [name, undefined])) as Record<
  keyof PluginAnswers,
  undefined
>;

/** What follows `cmgen init` to do without a question what answers to questions led to. */
export function equivalentCommand(folder: string, target: string, answers: PluginAnswers): string {
  const { name } = answers;
  const defaults = defaultAnswers(target, nothingGiven);
  const expected = { ...defaults, group: `${name}.example.com` };
  const flags = options
    .filter(([answer]) => answers[answer] !== expected[answer])
    .map(([answer, option]) =>
      answers[answer] === true ? option : `${option} ${shellQuote(String(answers[answer]))}`,
    );
  return [shellQuote(folder), ...flags, ...startFlag(answers.start), "--yes"].join(" ");
}

function startFlag(start: PluginStart): readonly string[] {
  if (start === "sample") return [];
  return [start === "empty" ? "--empty" : `--example ${start}`];
}
