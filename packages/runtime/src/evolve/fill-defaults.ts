import type { RewrittenObject, StepState, Store, WalkedObject } from "@cmgen/store";
import type { IndexedTable } from "../indexes/indexed-table.js";
import { passOver, walkTable } from "../indexes/walk-table.js";
import { parseStored, printStored } from "../resource/stored-object.js";
import type { StoredShape } from "../version/stored-shape.js";
import { stoppedError } from "./evolution-error.js";
import { shapeOfStep, unfinished } from "./default-steps.js";

/** Steps of defaults that are to be ended. */
export interface DefaultsFill {
  readonly table: IndexedTable;
  /** Which of those that are not done; they are made one after another, each on the objects of an earlier schema. */
  readonly isMeant: (state: StepState) => boolean;
  /** Asked when all objects have been gone through: whether others may have stored more of them. Then the step stays. Default: none may. */
  readonly mayLack?: () => Promise<boolean>;
  readonly pause?: () => Promise<void>;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Writes defaults into the objects that lack them. Readers have seen them there, so nothing else of an object changes, its version included,
 * and no watch hears of it. One process does it at a time; it goes on where it was left.
 */
export async function fillDefaults(walks: Store["walks"], fill: DefaultsFill): Promise<void> {
  const { table, isMeant, signal } = fill;
  const due = async (): Promise<readonly StepState[]> => unfinished(await walks.steps(table.name)).filter(isMeant);
  let isAsked = false;
  await walkTable(walks, {
    // A lock of its own: a release that takes the table meanwhile need not wait for it.
    table: { name: `${table.name} defaults` },
    signal,
    isDue: async () => !isAsked && (await due()).length > 0,
    walk: async (lost) => {
      for (const state of await due()) isAsked = !(await fillTable(walks, { ...fill, state, lost })) || isAsked;
    },
  });
}

interface TableFill extends DefaultsFill {
  readonly state: StepState;
  readonly lost: AbortSignal;
}

/** Returns whether the step is done. */
async function fillTable(walks: Store["walks"], fill: TableFill): Promise<boolean> {
  const { table, state, lost, mayLack, pause, onProgress, signal } = fill;
  // What a release has shown whose defaults are not known here is not known either.
  const shape = shapeOfStep(state) ?? table.shape;
  const end = await passOver(walks, {
    table,
    marks: [{ step: state }],
    position: state.position ?? 0,
    transform: (object) => filled({ shape, place: state.place }, object),
    schema: state.place,
    isSeen: true,
    signal,
    lost,
    ...(pause !== undefined && { pause }),
    ...(onProgress !== undefined && { onProgress }),
  });
  if ("stopped" in end) throw stoppedError(table, end.stopped);
  if ((await mayLack?.()) === true) return false;
  const steps = end.marks.flatMap((mark) => ("step" in mark ? [mark.step] : []));
  await walks.move(
    table.name,
    steps.map((from) => ({ step: { from, to: { ...from, state: "done", position: null } } })),
  );
  return true;
}

/** What is to be stored of an object of an earlier schema. What lacks nothing stays: it would be looked at once more at most. */
export function filled(
  { shape, place }: { readonly shape: StoredShape; readonly place: number },
  { id, name, version, schema, data }: WalkedObject,
): RewrittenObject | undefined {
  if (schema >= place) return undefined;
  const object = readOrNothing(data);
  // `cmgen doctor` finds damaged objects.
  if (object === undefined || object.metadata.version !== version) return undefined;
  return shape.fillIn(object, object.apiVersion) ? { id, name, version, data: printStored(object) } : undefined;
}

function readOrNothing(data: Uint8Array): ReturnType<typeof parseStored> | undefined {
  try {
    return parseStored({ data });
  } catch {
    return undefined;
  }
}
