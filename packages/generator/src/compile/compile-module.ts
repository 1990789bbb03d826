import { compiler } from "../read/compiler.js";
import type { CompiledModule } from "../emit/client-package/emit-client-package.js";

const options = {
  target: compiler.ScriptTarget.ES2022,
  module: compiler.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  isolatedModules: true,
};

/**
 * Compiles one module of TypeScript without looking at others. That is possible where everything it exports says its type, as generated
 * code does.
 *
 * @throws {Error} if an export does not
 */
export function compileModule(text: string): CompiledModule {
  const { outputText: code } = compiler.transpileModule(text, { compilerOptions: options });
  const { outputText: types, diagnostics = [] } = compiler.transpileDeclaration(text, { compilerOptions: options });
  const [problem] = diagnostics;
  if (problem === undefined) return { code, types };
  throw new Error(compiler.flattenDiagnosticMessageText(problem.messageText, "\n"));
}
