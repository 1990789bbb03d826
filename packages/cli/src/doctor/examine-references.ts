import { apiVersionOf } from "@cmgen/model";
import type { ModelDescriptor } from "@cmgen/runtime/database";
import { type DatabaseSnapshot, danglingNames } from "@cmgen/store/inspect";
import type { ExaminedTable } from "./examined-table.js";
import type { Finding } from "./finding.js";

export interface ReferenceExamination {
  readonly snapshot: DatabaseSnapshot;
  readonly table: ExaminedTable;
  /** Names of the indexes that are built: the others need not say what objects refer to. */
  readonly built: readonly string[];
  /** Every model with objects in the database. */
  readonly models: readonly ModelDescriptor[];
}

/**
 * Finds references to objects that do not exist. No write makes one, but objects that were stored before a reference was declared, or while
 * it was not checked, may have some.
 */
export async function* examineReferences(examination: ReferenceExamination): AsyncGenerator<Finding, void> {
  const { snapshot, table, built, models } = examination;
  const { model, resource } = table.indexed;
  for (const { index: name, target, onDelete } of model.references ?? []) {
    const index = model.indexes.find((candidate) => candidate.name === name);
    const other = models.find(({ kind, ...of }) => kind === target.kind && apiVersionOf(of) === target.apiVersion);
    if (onDelete === "none" || index === undefined || other === undefined || !built.includes(name)) continue;
    const names = index.multi ? { table: index.table } : { column: index.column };
    const dangling = danglingNames({ table: model.table, names, target: other.table });
    for await (const rows of snapshot.stream<DanglingRow>(dangling)) {
      for (const { name: object, missing } of rows) {
        const message = `It refers to the ${other.singular} ${JSON.stringify(missing)}, which does not exist.`;
        yield { code: "reference", resource, object, index: name, message };
      }
    }
  }
}

interface DanglingRow {
  readonly name: string;
  readonly missing: string;
}
