import type { CatalogueEntry } from "./catalogue-entry.js";

/** What is wrong with a module or with the call of `defineModel` in it. */
export const declarationsDiagnostics = {
  CM1001: {
    message: "This call of `defineModel` is not the module's default export.",
    fix: "Write `export default defineModel<…>({ … })`, one model a module.",
  },
  CM1002: {
    message: "`defineModel` is called without the model's type.",
    fix: "Name the type: `defineModel<Person>()`.",
  },
  CM1003: {
    message: "The declaration of a model is not an object that can be read without running it.",
    fix: "Pass an object literal, as in `defineModel<Person>({ indexes: [ … ] })`, or nothing.",
  },
  CM1004: {
    message: "The model has no `{attribute}`.",
    fix: "{fix}",
  },
  CM1005: {
    message: "The value of `{attribute}` is not known without running the module.",
    fix: "Write {expected} here, or the name of a constant that is one.",
  },
  CM1006: {
    message: "`{attribute}` is not an attribute of {owner}.",
    fix: "{hint}",
  },
  CM1007: {
    message: "`{type}` does not extend the envelope that every object has.",
    fix: "Declare it as `type … = Extension<Spec, Status>`, with `Extension` of @cmgen/model.",
  },
  CM1008: {
    message: "A model declares only `spec` and `status`, but this one has `{member}`.",
    fix: "Move it into `spec` or `status`.",
  },
  CM1009: {
    message: "`{member}` belongs to the envelope: a model cannot declare it.",
    fix: "Remove it; `defineModel` decides apiVersion and kind, and the service keeps metadata.",
  },
  CM1010: {
    message: "No module in {globs} declares a model.",
    fix: "Call cmgen in the plugin's folder, or name it with `--cwd`. If this is the folder, add a module with `export default defineModel<…>({ … })`, or set `models` in the config to where the models are.",
  },
  CM1011: {
    message: "`{type}` is already the type of another model.",
    fix: "Give each model a type of its own; they may share their spec and status.",
  },
  CM1012: {
    message: "The module cannot be parsed: {problem}.",
    fix: "Fix the syntax; `tsc` reports the same problem.",
  },
  CM1013: {
    message: "`{name}` cannot be recognized as that of @cmgen/model: its import cannot be resolved.",
    fix: "Import it from `@cmgen/model`, and make sure that the package is installed.",
  },
  CM1014: {
    message: "The column `{path}` does not exist: there is no `{segment}`.",
    fix: "{hint}",
  },
  CM1050: {
    message: "`{attribute}` is reserved and does nothing yet.",
    fix: "Remove it: a later release uses it for {purpose}.",
  },
  CM1060: {
    message: "The plugin is compiled to CommonJS, but generated code consists of ES modules: {reason}.",
    fix: 'Set `"type": "module"` in package.json and `"module": "NodeNext"` in tsconfig.json.',
  },
  CM1061: {
    message: "Generated code cannot import `{module}`: `{character}` has another meaning in the path of an import.",
    fix: "Rename the file or the folder to letters, digits, `-`, `_` and `.`.",
  },
} as const satisfies Record<string, CatalogueEntry>;
