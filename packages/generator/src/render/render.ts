import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { docComment, lineText, markdownText, stringLiteral } from "./text.js";

/** The templates, without `.hbs`: those of `templates/add`, which are written once, and those of `templates/generate`. */
export type TemplateName =
  | "access"
  | "add/access"
  | "add/console"
  | "add/console-tsconfig"
  | "add/controller"
  | "add/endpoint"
  | "add/hooks"
  | "add/model"
  | "add/roles"
  | "add/subscriptions"
  | "add/users"
  | "client"
  | "client-readme"
  | "console"
  | "endpoint-checks"
  | "step-checks"
  | "models"
  | "plugin"
  | "plugins"
  | "react"
  | "resource"
  | "server"
  | "types"
  | "validator";

/** Data a template is filled with: texts, lists and flags. Every field the template names must be there. */
export type View = Readonly<Record<string, unknown>>;

type Renderer = (view: View) => string;

const require = createRequire(import.meta.url);
const renderers = new Map<TemplateName, Renderer>();
let compiler: ((source: string) => Renderer) | undefined;

/**
 * Fills in a template. A pure function of its arguments and the template's text; compiled templates are kept.
 *
 * @throws {Error} when the template names a field the view lacks.
 */
export function render(name: TemplateName, view: View): string {
  let renderer = renderers.get(name);
  if (renderer === undefined) {
    compiler ??= createCompiler();
    renderer = compiler(templateText(name));
    renderers.set(name, renderer);
  }
  return renderer(view);
}

function templateText(name: TemplateName): string {
  // Templates are a package of their own, found as any package is.
  const folder = dirname(require.resolve("@cmgen/templates/package.json"));
  return readFileSync(join(folder, name.includes("/") ? "" : "generate", `${name}.hbs`), "utf8");
}

/**
 * Compiles a template of somebody's own, with the helpers that the built-in ones have: `string`, `doc`, `line` and `markdown`, and Handlebars' `each`, `if` and
 * `unless`. Nothing is escaped.
 *
 * @returns What fills it in; it throws an `Error` if the template names a field that the view lacks.
 */
export function compileTemplate(source: string): (view: View) => string {
  compiler ??= createCompiler();
  return compiler(source);
}

/**
 * An environment of its own, so that helpers are ours alone. Handlebars is loaded when first needed, not by importing this: its one file,
 * which takes a third of the time of its 44 modules.
 */
function createCompiler(): (source: string) => Renderer {
  const handlebars = (require("handlebars/dist/handlebars.js") as typeof import("handlebars")).create();
  const builtIn = { ...handlebars.helpers };
  for (const name of Object.keys(builtIn)) handlebars.unregisterHelper(name);
  for (const name of ["each", "if", "unless"]) handlebars.registerHelper(name, strictBlock(name, builtIn[name]));
  handlebars.registerHelper("string", (text: unknown) => stringLiteral(asText(text)));
  handlebars.registerHelper("doc", (text: unknown) => docComment(asText(text)));
  handlebars.registerHelper("line", (text: unknown) => lineText(asText(text)));
  handlebars.registerHelper("markdown", (text: unknown) => markdownText(asText(text)));
  return (source) => handlebars.compile<View>(source, { strict: true, noEscape: true });
}

/** Handlebars' strict mode lets a missing field through where it is a block's argument; this does not. */
function strictBlock(name: string, block: Handlebars.HelperDelegate | undefined): Handlebars.HelperDelegate {
  return function (this: unknown, subject: unknown, options: Handlebars.HelperOptions): unknown {
    if (subject === undefined) throw new TypeError(`{{#${name}}} was given a field that the view lacks.`);
    return block?.call(this, subject, options);
  };
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  throw new TypeError(`A template passed ${value === null ? "null" : typeof value} where a text belongs.`);
}
