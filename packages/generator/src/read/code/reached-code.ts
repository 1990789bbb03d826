import { createHash } from "node:crypto";
import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import { CodeNames, type CodeTarget } from "./code-names.js";
import { isEffect } from "./code-unit.js";
import { type CodeFiles, OutsideCode } from "./outside-code.js";
import { printCode } from "./print-code.js";

/** What a piece of code does, and what it leads to: `#0` in the text is the first of these. */
interface PrintedCode {
  readonly text: string;
  readonly reached: readonly CodeTarget[];
}

/** Knows the code that functions run: their own, and all of the plugin that it leads to, as far as it leads there. */
export class ReachedCode {
  readonly #names: CodeNames;
  readonly #printed = new Map<ts.Node, PrintedCode>();

  constructor(program: ts.Program, files: CodeFiles) {
    this.#names = new CodeNames(program, new OutsideCode(files));
  }

  /**
   * Changes with what a function does: its own code, the functions and constants of the plugin that it uses, directly or not, and the
   * versions of packages among them. Comments, format, types and what it does not use leave it as it is, and so does where code stands.
   */
  hashOf(root: ts.Node): string {
    const numbers = new Map<CodeTarget, number>([[root, 0]]);
    const hash = createHash("sha256");
    // A map goes through what is added to it on the way.
    for (const target of numbers.keys()) {
      const { text, reached } = typeof target === "string" ? { text: target, reached: [] } : this.#print(target);
      for (const next of reached) if (!numbers.has(next)) numbers.set(next, numbers.size);
      hash.update(JSON.stringify([text, reached.map((next) => numbers.get(next))]));
    }
    return hash.digest("hex").slice(0, 32);
  }

  #print(unit: ts.Node): PrintedCode {
    const known = this.#printed.get(unit);
    if (known !== undefined) return known;
    const reached = new Map<CodeTarget, number>();
    const text = printCode(unit, (node) => {
      const targets = this.#names.targetsOf(node, unit);
      for (const target of targets) if (!reached.has(target)) reached.set(target, reached.size);
      return targets.length === 0 ? undefined : targets.map((target) => `#${reached.get(target)}`).join(" ");
    });
    const printed = { text, reached: [...reached.keys(), ...this.#effectsBeside(unit)] };
    this.#printed.set(unit, printed);
    return printed;
  }

  /** What happens when the file is loaded. */
  #effectsBeside(unit: ts.Node): readonly CodeTarget[] {
    if (compiler.isSourceFile(unit)) return [];
    const { statements } = unit.getSourceFile();
    const imported = statements.filter(compiler.isImportDeclaration);
    return [
      ...imported.flatMap((statement) => this.#names.targetsOf(statement, unit)),
      ...statements.filter((statement) => statement !== unit && isEffect(statement)),
    ];
  }
}
