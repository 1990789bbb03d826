import { closestName } from "@cmgen/model/closest-name";

import { exitCode, type ExitCode } from "../exit-code.js";
import { findResource } from "../objects/find-resource.js";
import { asRecord } from "../objects/served-object.js";
import { resourcesOf, type ServedResource } from "../objects/served-resource.js";
import { ownCommand } from "../own-command.js";
import type { ConnectOptions } from "../server/connect.js";
import { printable } from "../server/printable.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { explanation } from "./explanation.js";
import { readDescription } from "./read-description.js";
import { resourceItem, resourceView } from "../objects/resource-view.js";
import { SchemaReader, type SchemaView } from "../objects/schema-view.js";

export interface ExplainOptions extends ConnectOptions {
  readonly field: string | undefined;
  readonly recursive: boolean;
}

/** Explains a kind or a field of one, or lists the kinds; see the command. */
export async function explain(options: ExplainOptions, terminal: Terminal): Promise<ExitCode> {
  const document = await readDescription(options, terminal);
  if (document === undefined) {
    terminal.error(`The models have problems. \`${ownCommand("generate", terminal)}\` shows them.\n`);
    return exitCode.invalidModels;
  }
  const resources = resourcesOf(document);
  const { field } = options;
  terminal.out(
    printable(field === undefined ? kinds(resources) : explained({ ...options, field }, document, resources)),
  );
  return exitCode.ok;
}

function kinds(resources: readonly ServedResource[]): string {
  if (resources.length === 0) return "There are no kinds.\n";
  const width = Math.max(...resources.map(({ singular }) => singular.length));
  return resources
    .map(({ singular, kind, group, version }) => `${singular.padEnd(width)}  ${kind} (${group}/${version})\n`)
    .join("");
}

function explained(
  { field, recursive }: { readonly field: string; readonly recursive: boolean },
  document: unknown,
  resources: readonly ServedResource[],
): string {
  const { resource, path } = locate(field, resources);
  const reader = new SchemaReader(document);
  const item = resourceItem(document, resource);
  let view = resourceView(reader, document, resource);
  let isRequired = true;
  for (const [at, name] of path.entries()) {
    const schema = view.fields.get(name);
    if (schema === undefined)
      throw new UsageError(printable(unknownField([resource.singular, ...path.slice(0, at)], name, view)));
    isRequired = view.required.has(name);
    view = reader.view(schema);
  }
  const subject = { resource, path, isRequired, view, indexes: indexTexts(item) };
  return explanation(subject, reader, recursive);
}

/** The resource that a path begins with, whose full name has dots in it, too. */
function locate(
  field: string,
  resources: readonly ServedResource[],
): { readonly resource: ServedResource; readonly path: readonly string[] } {
  const segments = field.split(".");
  for (let length = segments.length; length > 1; length -= 1) {
    const path = segments.slice(length);
    const name = segments.slice(0, length).join(".");
    try {
      return { resource: findResource(resources, name), path };
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
    }
  }
  return { resource: findResource(resources, segments[0] ?? ""), path: segments.slice(1) };
}

function unknownField(before: readonly string[], name: string, { fields }: SchemaView): string {
  const names = [...fields.keys()];
  const parent = before.join(".");
  if (names.length === 0) return `${parent} has no fields, and so no ${JSON.stringify(name)}.`;
  const near = closestName(name, names);
  const there = names.length > 20 ? `${names.slice(0, 20).join(", ")}, …` : names.join(", ");
  const guess = near === undefined ? "" : ` Did you mean ${parent}.${near}?`;
  return `${parent} has no field ${JSON.stringify(name)}.${guess} It has: ${there}.`;
}

/** What is said of a field by the indexes that are named after it. */
function indexTexts(item: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const { indexes, references } = asRecord(item["x-cmgen-resource"]);
  const texts = new Map<string, string>();
  for (const index of Array.isArray(indexes) ? indexes.map(asRecord) : []) {
    const facts = [
      index["unique"] === true ? "unique" : "",
      index["multi"] === true ? "several values" : "",
      index["order"] === "DESC" ? "descending" : "",
    ].filter((fact) => fact !== "");
    texts.set(String(index["name"]), `index${facts.length === 0 ? "" : ` (${facts.join(", ")})`}`);
  }
  for (const reference of Array.isArray(references) ? references.map(asRecord) : []) {
    const name = String(reference["index"]);
    texts.set(
      name,
      [texts.get(name), `refers to ${String(reference["kind"])}`].filter((text) => text !== undefined).join(", "),
    );
  }
  return texts;
}
