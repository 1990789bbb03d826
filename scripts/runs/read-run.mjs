import { parseArgs } from "node:util";
import { StepFailed } from "../steps/step-failed.mjs";

/**
 * Reads a command line of the form `<name> [options]`, as benches and soaks have. Prints the usage and returns `undefined` if that is what was
 * asked for, or nothing was.
 *
 * @param command how a user calls it, what a run of it is called, and its runs by name.
 * @param args what follows the command.
 * @param print prints the usage.
 * @throws {StepFailed} that says what there is, for an unknown name, option or value.
 */
export function readRun(command, args, print = console.log) {
  const [name, ...rest] = args;
  if (name === undefined || isHelp(name)) return showing(print, usage(command));
  if (!Object.hasOwn(command.runs, name)) throw failed(`There is no ${command.noun} "${name}".`, usage(command));
  if (rest.some(isHelp)) return showing(print, usageOf(command, name));
  return { name, options: readOptions(command, name, rest) };
}

/** The values of a run's options, with defaults. @throws {StepFailed} for an unknown option or value. */
export function readOptions(command, name, args) {
  const { options = {}, argument } = command.runs[name];
  const types = Object.entries(options).map(([option, { value }]) => [option, { type: value ? "string" : "boolean" }]);
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(types),
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const values = {};
  for (const [option, { fallback }] of Object.entries(options)) if (fallback !== undefined) values[option] = fallback;
  for (const token of tokens) {
    const read = token.kind === "option" ? readOption(options, token) : readArgument(argument, token, values);
    if ("problem" in read) throw failed(`${command.noun} ${name}: ${read.problem}.`, usageOf(command, name));
    values[read.name] = read.value;
  }
  return values;
}

function readOption(options, { name, rawName, value }) {
  if (!Object.hasOwn(options, name)) return { problem: `there is no option ${rawName}` };
  const { value: example, read } = options[name];
  if (example === undefined)
    return value === undefined ? { name, value: true } : { problem: `${rawName} takes no value` };
  return checked({ name, written: rawName, example, read }, value);
}

/** What follows without a name. */
function readArgument(argument, { kind, value }, values) {
  if (kind !== "positional" || argument === undefined || values[argument.name] !== undefined)
    return { problem: `${JSON.stringify(value ?? "--")} is not expected` };
  return checked(
    { name: argument.name, written: `<${argument.name}>`, example: argument.value, read: argument.read },
    value,
  );
}

function checked({ name, written, example, read }, text) {
  if (text === undefined) return { problem: `${written} needs a value, such as ${example}` };
  const value = read(text);
  return value === undefined
    ? { problem: `${written} must be like ${example}, not ${JSON.stringify(text)}` }
    : { name, value };
}

function usage({ call, noun, runs }) {
  const rows = Object.entries(runs).map(([name, { about }]) => [name, about]);
  return `Usage: ${call} <name> [options]\n\n${table(rows)}\n\n${call} <name> --help shows the options of a ${noun}.`;
}

function usageOf({ call, runs }, name) {
  const { about, options = {}, argument } = runs[name];
  const rows = Object.entries(options).map(([option, { value, about: meaning, fallback }]) => [
    `--${option}${value === undefined ? "" : ` ${value}`}`,
    meaning + (fallback === undefined ? "" : ` (default: ${[fallback].flat().join()})`),
  ]);
  if (argument !== undefined) rows.unshift([`[${argument.name}]`, argument.about]);
  const place = argument === undefined ? "" : ` [${argument.name}]`;
  const more = rows.length === 0 ? "It takes no options." : table(rows);
  return `Usage: ${call} ${name}${place}${Object.keys(options).length === 0 ? "" : " [options]"}\n\n${about}\n\n${more}`;
}

function table(rows) {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`).join("\n");
}

function showing(print, text) {
  print(text);
  return undefined;
}

function isHelp(text) {
  return text === "--help" || text === "-h";
}

function failed(problem, usageText) {
  return new StepFailed(`${problem}\n\n${usageText}`, 1);
}
