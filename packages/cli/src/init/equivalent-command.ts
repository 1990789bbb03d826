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

/** What follows `cmgen` to do without a question what answers to questions led to. */
export function equivalentCommand(folder: string, target: string, answers: PluginAnswers): string {
  const { name } = answers;
  const defaults = defaultAnswers(target, nothingGiven);
  const expected = { ...defaults, group: `${name}.example.com` };
  const flags = options
    .filter(([answer]) => answers[answer] !== expected[answer])
    .map(([answer, option]) =>
      answers[answer] === true ? option : `${option} ${shellQuote(String(answers[answer]))}`,
    );
  return ["init", shellQuote(folder), ...flags, "--yes"].join(" ");
}
