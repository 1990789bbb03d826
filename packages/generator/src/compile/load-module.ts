import { compileFunction } from "node:vm";

import { compiler } from "../read/compiler.js";

/**
 * Runs one generated module of TypeScript and returns its exports.
 *
 * @param imports What each import of a value gets, by module.
 */
export function loadModule(text: string, imports: Readonly<Record<string, object>>): Readonly<Record<string, unknown>> {
  const { outputText } = compiler.transpileModule(text, {
    compilerOptions: { target: compiler.ScriptTarget.ES2022, module: compiler.ModuleKind.CommonJS },
  });
  const exports: Record<string, unknown> = {};
  compileFunction(outputText, ["exports", "require"])(exports, (name: string) => imports[name]);
  return exports;
}
