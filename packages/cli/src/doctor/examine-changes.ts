import { parseJsonText } from "@cmgen/model/internal";
import { areShownAlike } from "@cmgen/runtime/database";
import { type DatabaseSnapshot, loggedChanges, unloggedObjects, WalkRecords } from "@cmgen/store/inspect";
import type { ChangeType } from "@cmgen/store";
import type { ExaminedTable } from "./examined-table.js";
import type { Finding } from "./finding.js";

interface LoggedRow {
  readonly revision: number | bigint;
  readonly type: ChangeType;
  readonly name: string;
  readonly object_id: number | bigint;
  readonly data: Uint8Array;
  /** The id of the object that has the name now. */
  readonly current: number | bigint | null;
  /** 1 where that object's bytes are the change's. */
  readonly same: number | bigint;
  /** Where it is the last of its name: that object's bytes, if they are others. */
  readonly other: Uint8Array | null;
}

interface ChangeExamination {
  readonly snapshot: DatabaseSnapshot;
  readonly table: ExaminedTable;
  /** Whether no change was ever trimmed. */
  readonly isWhole: boolean;
}

/**
 * Holds what is kept of the change log against the objects: the changes of each follow from one another, and the newest leads to what is
 * there, or to nothing where it is a deletion.
 */
export async function* examineChanges(examination: ChangeExamination): AsyncGenerator<Finding, void> {
  const { snapshot, table, isWhole } = examination;
  const isShown = await shownAlike(snapshot, table);
  let before: LoggedRow | undefined;
  for await (const rows of snapshot.stream<LoggedRow>(loggedChanges(table.stored))) {
    for (const row of rows) {
      const isNext = before?.name === row.name;
      if (before !== undefined && !isNext) yield* told(table, before, wrongEnd(before, isShown));
      yield* told(table, row, isNext ? wrongStep(before, row) : wrongStart(row, isWhole));
      before = row;
    }
  }
  if (before !== undefined) yield* told(table, before, wrongEnd(before, isShown));
  if (isWhole) yield* examineUnlogged(snapshot, table);
}

/** Finds out whether the last change of an object and the object differ in nothing that readers see. A database of an earlier release has no steps. */
async function shownAlike(
  snapshot: DatabaseSnapshot,
  { indexed }: ExaminedTable,
): Promise<(row: LoggedRow) => boolean> {
  const hasSteps = (await snapshot.tables()).includes("cmgen_evolutions");
  const steps = hasSteps ? await new WalkRecords(snapshot.dialect, snapshot.rows).steps(indexed.name) : [];
  return ({ data, other }) => {
    if (other === null) return false;
    try {
      return areShownAlike(indexed, steps, { logged: data, stored: other });
    } catch {
      // One of them is no object.
      return false;
    }
  };
}

function* told(
  { indexed }: ExaminedTable,
  { revision, name }: LoggedRow,
  wrong: string | undefined,
): Generator<Finding> {
  if (wrong === undefined) return;
  yield { code: "change", resource: indexed.resource, object: name, message: `The change ${revision} ${wrong}.` };
}

function wrongStart(row: LoggedRow, isWhole: boolean): string | undefined {
  if (isWhole && row.type !== "ADDED") return `is ${row.type}, but no earlier change of the object is logged`;
  // Before a creation there may have been a deletion that was trimmed.
  return row.type === "ADDED" && !isWhole ? undefined : wrongVersion(undefined, row);
}

function wrongStep(before: LoggedRow | undefined, row: LoggedRow): string | undefined {
  const wasThere = before !== undefined && before.type !== "DELETED";
  if (wasThere === (row.type === "ADDED")) return `is ${row.type} after ${before?.type ?? "nothing"}`;
  if (wasThere && Number(before.object_id) !== Number(row.object_id)) return "is of another object of the name";
  return wrongVersion(before, row);
}

/**
 * An object begins with version 1, or one after the last of its name, and each change adds 1. (Earlier releases always began with 1.) A
 * deletion keeps the last state, and an update that takes an object's last finalizer is a change that deletes it.
 */
function wrongVersion(before: LoggedRow | undefined, row: LoggedRow): string | undefined {
  const version = versionOf(row.data);
  if (version === undefined) return "holds no object";
  const last = before === undefined ? undefined : versionOf(before.data);
  if (row.type === "ADDED") return version === 1 || version === (last ?? 0) + 1 ? undefined : `adds version ${version}`;
  if (last === undefined) return undefined;
  const isDue = version === last + 1 || (row.type === "DELETED" && version === last);
  return isDue ? undefined : `has version ${version} after version ${last}`;
}

function wrongEnd(row: LoggedRow, isShown: (row: LoggedRow) => boolean): string | undefined {
  const { type, object_id: id, current, same } = row;
  if (type === "DELETED") return current === null ? undefined : "deletes it, and it is there";
  if (current === null) return "is its last, and it is not there";
  if (Number(current) !== Number(id)) return "is its last, and is of another object of the name";
  return Number(same) === 1 || isShown(row) ? undefined : "is its last, and holds something else than the object";
}

function versionOf(data: Uint8Array): number | undefined {
  try {
    const object = parseJsonText(new TextDecoder("utf-8", { fatal: true }).decode(data)) as {
      readonly metadata?: { readonly version?: number } | null;
    } | null;
    return object?.metadata?.version;
  } catch {
    return undefined;
  }
}

async function* examineUnlogged(
  snapshot: DatabaseSnapshot,
  { stored, indexed }: ExaminedTable,
): AsyncGenerator<Finding, void> {
  const message = "No change of the log tells of the object, though the log has all changes there ever were.";
  for await (const rows of snapshot.stream<{ readonly name: string }>(unloggedObjects(stored))) {
    for (const { name } of rows) yield { code: "change", resource: indexed.resource, object: name, message };
  }
}
