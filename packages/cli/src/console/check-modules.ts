import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { closestName } from "@cmgen/model/closest-name";

import { resourceView } from "../objects/resource-view.js";
import { SchemaReader, type SchemaView } from "../objects/schema-view.js";
import { resourcesOf } from "../objects/served-resource.js";
import type { PluginPlace } from "../plugin-place.js";
import { moduleSyntax, type ModuleSyntax, type NamedField, type Parse } from "./module-syntax.js";

/** A module by its path relative to the plugin. */
type Module = ModuleSyntax & { readonly file: string };

/**
 * What is wrong with the modules of `src/console` that the compiler does not say, or not so that one knows what to do.
 *
 * @param files paths relative to the plugin.
 */
export function problemsOfModules(place: PluginPlace, files: readonly string[], parse: Parse): readonly string[] {
  const modules = files.flatMap((file) => {
    const syntax = moduleSyntax(file, readFileSync(join(place.root, file), "utf8"), parse);
    return syntax === undefined ? [] : [{ ...syntax, file }];
  });
  const { shown } = place;
  return [
    ...modules.flatMap((module) => problemsOfExport(module, shown)),
    ...problemsOfFields(modules, place),
    ...problemsOfPages(modules, shown),
  ];
}

function problemsOfExport({ file, isExtension }: Module, shown: PluginPlace["shown"]): readonly string[] {
  if (isExtension === true) return [];
  const what = isExtension === undefined ? "has no default export" : "does not export an extension as its default";
  return [
    `${shown(file)} ${what}. Write \`export default defineConsole({ … })\`, with the defineConsole of ` +
      `${shown("src/generated/console.ts")}. What other modules import belongs into a folder, such as ${shown("src/console/parts")}.`,
  ];
}

function problemsOfFields(modules: readonly Module[], { root, shown }: PluginPlace): readonly string[] {
  const path = join(root, "openapi.json");
  if (!existsSync(path)) return [];
  const document: unknown = JSON.parse(readFileSync(path, "utf8"));
  const reader = new SchemaReader(document);
  const resources = resourcesOf(document);
  return modules.flatMap(({ file, fields }) =>
    fields.flatMap((field) => {
      // Of a model that does not exist the compiler tells. An extension is about one of its versions.
      const found = resources
        .filter(({ plural }) => plural === field.model)
        .map((resource) => problemOfField(field, resourceView(reader, document, resource), reader));
      const [problem] = found.includes(undefined) ? [] : found;
      return problem === undefined ? [] : [`${shown(file)}:${field.line}:${field.column}: ${problem}`];
    }),
  );
}

/** What is wrong with the path of a column or field; undefined where the model has the field. */
function problemOfField({ model, path }: NamedField, view: SchemaView, reader: SchemaReader): string | undefined {
  const segments = path.split(".");
  if (segments.length < 2 || !/^(?:spec|status)$/.test(segments[0] ?? ""))
    return `${JSON.stringify(path)} of ${model} is not the path of a field. It begins with spec. or status.`;
  const [first = "", ...rest] = segments;
  const part = view.fields.get(first);
  if (part !== undefined && reader.typesAt(part, rest).size > 0) return undefined;
  let at = view;
  for (const [index, segment] of segments.entries()) {
    const next = at.fields.get(segment);
    if (next === undefined) {
      const parent = segments.slice(0, index);
      return `${model} has no field ${path}.${namesBeside(segment, parent, [...at.fields.keys()])}`;
    }
    at = reader.view(next);
  }
  return undefined;
}

/** The name that may be meant, and all that there are. */
function namesBeside(name: string, parent: readonly string[], names: readonly string[]): string {
  const near = closestName(name, names);
  const guess = near === undefined ? "" : ` Did you mean ${[...parent, near].join(".")}?`;
  const listed = names.length > 20 ? `${names.slice(0, 20).join(", ")}, …` : names.join(", ");
  return `${guess} ${parent.length === 0 ? "It" : parent.join(".")} has: ${listed}.`;
}

/** Pages are at addresses of their plugin. */
function problemsOfPages(modules: readonly Module[], shown: PluginPlace["shown"]): readonly string[] {
  const first = new Map<string, string>();
  return modules.flatMap(({ file, pages }) =>
    pages.flatMap(({ path, line, column }) => {
      const place = `${shown(file)}:${line}:${column}`;
      const other = first.get(path);
      if (other !== undefined)
        return [`${place}: a page has the path ${path} already, at ${other}. Each page of a plugin needs its own.`];
      first.set(path, place);
      return /^[a-z0-9-]+$/.test(path)
        ? []
        : [`${place}: ${JSON.stringify(path)} is not the path of a page: lower-case letters, digits and hyphens.`];
    }),
  );
}
