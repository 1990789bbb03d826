// Run by lint.ts in a process of its own, with resolve-typescript.cjs: prints what typescript-eslint has against files, a line each.
import { relative } from "node:path";

import { ESLint } from "eslint";
import tseslint from "typescript-eslint";

const [folder, rules, ...patterns] = process.argv.slice(2);
const eslint = new ESLint({
  cwd: folder,
  overrideConfigFile: true,
  overrideConfig: [
    ...tseslint.configs.recommendedTypeChecked,
    {
      languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: folder } },
      linterOptions: { reportUnusedDisableDirectives: "error" },
      rules: JSON.parse(rules),
    },
  ],
});
for (const { filePath, messages } of await eslint.lintFiles(patterns)) {
  for (const { line, ruleId, message } of messages)
    process.stdout.write(`${relative(folder, filePath)}:${line} ${ruleId ?? "parser"}: ${message.split("\n")[0]}\n`);
}
