import { kindVersions, storageVersionOf } from "../model/kind-versions.js";
import { pascalCase } from "../model/name-case.js";
import { oncePer } from "../model/once-per.js";
import { modelNamePool, type NamePool } from "./client-names.js";
import type { DatabaseSchema } from "./database-schema.js";
import { modelTables } from "./model-tables.js";
import type { StoredModel } from "./stored-model.js";
import { systemTables } from "./system-tables.js";

/** What the tables of a service follow from. */
interface StoredProject {
  readonly models: readonly StoredModel[];
  readonly subscriptions?: true;
  readonly tenants?: true;
}

/**
 * The tables of a service: those of its models, in the models' order, then the system's. Versions of a kind share their tables, which have
 * the indexes of the version that objects are stored as.
 *
 * @throws {TypeError} for a model that checks would have refused: an index without a type.
 */
export const databaseSchemaOf = oncePer((project: StoredProject): DatabaseSchema => {
  const models = kindVersions(project).map(storageVersionOf);
  const names = modelNamePool();
  const modelNames = namesOf(models, names);
  const tables = models.flatMap((model, position) => modelTables(model, modelNames[position] ?? "", names));
  return { tables: [...tables, ...systemTables(names, project)] };
});

/** Kinds first, before the tables that hang on them; a kind that several groups have is told apart by its group. */
function namesOf(models: readonly StoredModel[], names: NamePool): string[] {
  const seen = new Set<string>();
  const shared = new Set(models.map(({ kind }) => kind).filter((kind) => seen.size === seen.add(kind).size));
  return models.map(({ kind, group }) => {
    const long = `${pascalCase(group)}${pascalCase(kind)}`;
    const legal = /^[A-Z]/.test(long) ? long : `X${long}`;
    return shared.has(kind) ? names.take(legal) : names.take(pascalCase(kind), legal);
  });
}
