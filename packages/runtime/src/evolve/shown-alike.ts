import { jsonEqual } from "@cmgen/model/internal";
import type { StepState } from "@cmgen/store";
import type { IndexedTable } from "../indexes/indexed-table.js";
import { parseStored, type StoredObject } from "../resource/stored-object.js";
import { isDefaultsStep, shapeOfStep } from "./default-steps.js";

/**
 * Whether readers could not tell a logged object from the stored one: their bytes differ in defaults alone, which were written without a change.
 * Of defaults that the database does not hold only the version is compared.
 */
export function areShownAlike(
  table: IndexedTable,
  steps: readonly StepState[],
  { logged, stored }: Readonly<Record<"logged" | "stored", Uint8Array>>,
): boolean {
  const [one, other] = [parseStored({ data: logged }), parseStored({ data: stored })];
  const shapes = steps.filter(isDefaultsStep).map(shapeOfStep);
  if (shapes.includes(undefined)) return one.metadata.version === other.metadata.version;
  const fill = (object: StoredObject): StoredObject => {
    for (const shape of [...shapes, table.shape]) shape?.fillIn(object, object.apiVersion);
    return object;
  };
  return jsonEqual(fill(one), fill(other));
}
