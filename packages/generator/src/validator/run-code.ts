import { compileFunction } from "node:vm";

import type { Violation } from "@cmgen/model";

import type { StandaloneCode } from "./standalone.js";

/** Finds every violation in a value; writes its defaults, where the code does. */
export type Check = (value: unknown) => readonly Violation[];

/**
 * Runs code here as a generated module has it.
 *
 * @param runtime What the code calls of the runtime, by its names there.
 * @param defaults The statement that writes defaults into `value` before it is checked.
 */
export function runCode({ roots: [root], functions, memories }: StandaloneCode, runtime: object, defaults = ""): Check {
  const body = [
    ...memories.map((name) => `let ${name};`),
    ...functions,
    "return (value) => {",
    ...memories.map((name) => `${name} = new WeakMap();`),
    defaults,
    `return ${root}(value) ? [] : violationsOf(${root}.errors);`,
    "};",
  ];
  // Boundary: the text is made by our own compiler.
  return compileFunction(body.join("\n"), Object.keys(runtime))(...Object.values(runtime)) as Check;
}
