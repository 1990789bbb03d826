import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { DatabaseProvider } from "../config/config.js";
import { prismaFolder } from "../emit/prisma/prisma-emitter.js";
import { modelShapes } from "../evolve/model-shape.js";
import type { ProjectModel } from "../model/model.js";
import { allModels, allPlugins } from "../model/all-models.js";
import { databaseSchemaOf } from "../storage/database-schema-of.js";

/** Where migrations are, and of which databases. */
export interface MigrationPlaces {
  readonly prismaDir: string;
  readonly databases: readonly DatabaseProvider[];
}

/** A hash of the tables that models need, of what their objects may be and of all migrations that are there: whether a new one is needed follows from these. */
export function migrationsKey(project: ProjectModel, root: string, { prismaDir, databases }: MigrationPlaces): string {
  const hash = createHash("sha256").update(
    JSON.stringify([databaseSchemaOf({ models: allModels(project) }), allPlugins(project).flatMap(modelShapes)]),
  );
  for (const provider of databases) {
    const folder = `${prismaFolder(prismaDir, provider)}/migrations`;
    for (const path of filesBelow(join(root, folder))) {
      const text = readFileSync(join(root, folder, path), "utf8");
      hash.update(JSON.stringify([provider, folder, path, text]));
    }
  }
  return hash.digest("hex");
}

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
      .toSorted();
  } catch {
    // No migrations yet.
    return [];
  }
}
