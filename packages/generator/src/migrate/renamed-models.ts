import { diagnose } from "../diagnostic/diagnose.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { EarlierShapes } from "../evolve/breaking-changes.js";
import { allModels } from "../model/all-models.js";
import type { Model, ProjectModel } from "../model/model.js";
import type { DatabaseSchema } from "../storage/database-schema.js";
import { resourceNames } from "../model/resource-names.js";
import { tableName } from "../storage/table-name.js";

/** What the migrations that are there lead to. */
export interface EarlierState {
  readonly shapes: EarlierShapes;
  readonly schema: DatabaseSchema;
}

/**
 * Models whose kind or plural follows from a name that was changed, so that objects which may be stored would be left behind in a table that is
 * dropped. One that says its kind and plural is meant as it is.
 */
export function renamedModels(project: ProjectModel, { shapes, schema }: EarlierState): readonly Diagnostic[] {
  const before = keysOf(shapes.flat().map(({ apiVersion, kind }) => ({ group: groupOf(apiVersion), kind })));
  const tables = new Set(schema.tables.flatMap(({ role, name }) => (role === "objects" ? [name] : [])));
  const { models: all } = allModels(project);
  const now = keysOf(all);
  const gone = [...before].filter(([key]) => !now.has(key)).map(([, kind]) => kind);
  const known = new Set([...all, ...gone.map(({ group, kind }) => ({ group, ...resourceNames(kind) }))].map(tableName));
  const left = [...tables].filter((name) => !known.has(name));
  return project.models.flatMap((model): readonly Diagnostic[] => {
    const { kind, group, plural, derived = [], attributeSpans } = model;
    if (tables.has(tableName(model))) return [];
    if (before.has(keyOf(model))) {
      const old = derived.includes("plural") ? pluralIn(group, left) : undefined;
      return old === undefined ? [] : [diagnose("CM2010", attributeSpans.plural, pluralWays({ kind, plural, old }))];
    }
    const first = gone.find((other) => other.group === group);
    if (!derived.includes("kind") || first === undefined) return [];
    return [diagnose("CM2010", attributeSpans.kind, kindWays(model, first.kind))];
  });
}

interface OfKind {
  readonly group: string;
  readonly kind: string;
}

function keysOf(kinds: readonly OfKind[]): ReadonlyMap<string, OfKind> {
  return new Map(kinds.map((kind) => [keyOf(kind), kind]));
}

function keyOf({ group, kind }: OfKind): string {
  return `${group} ${kind}`;
}

function groupOf(apiVersion: string): string {
  return apiVersion.slice(0, apiVersion.indexOf("/"));
}

/** The plural that one of the tables of a group is named after. */
function pluralIn(group: string, tables: readonly string[]): string | undefined {
  const start = tableName({ group, plural: "x" }).slice(0, -1);
  const own = tables.find((name) => name.startsWith(start));
  return own?.slice(start.length).replaceAll("__", "-");
}

interface Ways {
  readonly problem: string;
  readonly ways: string;
}

function kindWays({ kind }: Model, old: string): Ways {
  return {
    problem: `\`${kind}\` takes the place of \`${old}\`, of which objects may be stored`,
    ways:
      `If the type was renamed, keep the kind: write \`kind: "${old}"\` in the declaration, and its \`plural\` if that was said. ` +
      `If this is a new kind, write \`kind: "${kind}"\`, and move the objects before a migration drops the table of \`${old}\`.`,
  };
}

function pluralWays({ kind, plural, old }: { kind: string; plural: string; old: string }): Ways {
  return {
    problem: `\`${plural}\` takes the place of \`${old}\`, the plural under which objects of \`${kind}\` may be stored`,
    ways:
      `To keep the objects and the URLs, write \`plural: "${old}"\` in the declaration. ` +
      `For the new plural, write \`plural: "${plural}"\`, and move the objects before a migration drops the table of \`${old}\`.`,
  };
}
