import type { Model, ProjectModel } from "../model/model.js";
import { modelNamePool, pascalCased, type NamePool } from "./client-names.js";
import type { DatabaseSchema } from "./database-schema.js";
import { modelTables } from "./model-tables.js";
import { systemTables } from "./system-tables.js";
import { tableName } from "./table-name.js";

type Resource = [Model, ...Model[]];

/**
 * The tables of a service: those of its models, in the models' order, then the system's. Versions of one resource share their tables.
 *
 * @throws {TypeError} for a model that checks would have refused: an index without a type, or one that differs between versions.
 */
export function databaseSchemaOf(project: Pick<ProjectModel, "models">): DatabaseSchema {
  const resources = groupByTable(project.models);
  const names = modelNamePool();
  const modelNames = namesOf(resources, names);
  const tables = resources.flatMap((resource, position) => modelTables(resource, modelNames[position] ?? "", names));
  return { tables: [...tables, ...systemTables(names)] };
}

function groupByTable(models: readonly Model[]): Resource[] {
  const resources = new Map<string, Resource>();
  for (const model of models) {
    const table = tableName(model);
    const resource = resources.get(table);
    if (resource === undefined) resources.set(table, [model]);
    else resource.push(model);
  }
  return [...resources.values()];
}

/** Kinds first, before the tables that hang on them; a kind that several groups have is told apart by its group. */
function namesOf(resources: readonly Resource[], names: NamePool): string[] {
  const seen = new Set<string>();
  const shared = new Set(resources.map(([{ kind }]) => kind).filter((kind) => seen.size === seen.add(kind).size));
  return resources.map(([{ kind, group }]) => {
    const long = `${pascalCased(group)}${pascalCased(kind)}`;
    const legal = /^[A-Z]/.test(long) ? long : `X${long}`;
    return shared.has(kind) ? names.take(legal) : names.take(pascalCased(kind), legal);
  });
}
