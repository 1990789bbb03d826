import type { BoundList } from "./bound-list.js";
import { answerSteps, firstWindow, type StoredData } from "./answer-steps.js";
import { isCut } from "./held-rows.js";
import { planRows } from "./plan-rows.js";
import type { RowAccess } from "./row-access.js";
import { type ChangeOfSelection, type Selection, updated } from "./selection.js";
import type { SelectionMemory } from "./selection-memory.js";
import {
  type Driver,
  FEW_OF_ALL,
  leastFound,
  probeLimit,
  selectionSteps,
  type SelectionRequest,
  snapshotOf,
  updatedSteps,
} from "./selection-steps.js";
import { type BoundStatement, type ListAnswer, type ListRow, readRows, type Rows, type Steps } from "./steps.js";

/** How much further than the end of its window a list looks before it finds out what it selects. */
const PATIENCE = 2;

/** How much further it looks in its last turn, in which nothing else is asked. */
const LAST_PATIENCE = 8;

/**
 * Answers a list of some items: finds out which objects are selected, from what is remembered if possible; chooses how to read the rows; reads
 * them. On PostgreSQL that takes one turn to the server if the selection is remembered, else one or two.
 */
export function* listSteps<Data extends StoredData>(list: BoundList, memory: SelectionMemory): Steps<ListAnswer<Data>> {
  const { plan, isRange, selectionKey } = list;
  const isSelecting = !isRange || plan.total;
  const known = isSelecting ? memory.get(selectionKey) : undefined;
  if (known !== undefined) return yield* knownSteps<Data>(list, memory, known);
  return isRange ? yield* rangeSteps<Data>(list, memory) : yield* newSteps<Data>(list, memory);
}

/** A list whose selection is remembered: it is brought up to date. */
function* knownSteps<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
  known: Selection,
): Steps<ListAnswer<Data>> {
  if (!list.context.dialect.sendsAhead) return yield* knownHereSteps<Data>(list, memory, known);
  // Where rows are asked for before it is known what has changed, they are found in a way that is right nevertheless.
  const isOld = !memory.isNewest(known.revision);
  const { access, window, wanted } = planRows(list, { selection: known, isOld }, firstWindow(list, known));
  const changes = list.changes(known.revision, list.filters);
  const ahead = wanted === 0 ? [] : [list.rows(access, window)];
  const { highest } = memory;
  const [survey, changed, rows] = yield [list.survey(), changes, ...ahead];
  const snapshot = snapshotOf(survey, memory, highest);
  const selection = updated(known, snapshot.revision, readRows<ChangeOfSelection>(changed));
  if (selection === undefined) return yield* againSteps<Data>({ list, memory, snapshot });
  memory.set(list.selectionKey, selection);
  const isRight = isOld || snapshot.revision === known.revision;
  const first = wanted === 0 ? [] : readRows(rows);
  return yield* answerSteps<Data>({ list, snapshot, selection }, isRight ? first : undefined);
}

/** The same where a statement takes no turn. */
function* knownHereSteps<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
  known: Selection,
): Steps<ListAnswer<Data>> {
  const { highest } = memory;
  const [survey] = yield [list.survey()];
  const snapshot = snapshotOf(survey, memory, highest);
  const selection = yield* updatedSteps({ list, snapshot }, known, list.filters);
  if (selection === undefined) return yield* againSteps<Data>({ list, memory, snapshot });
  memory.set(list.selectionKey, selection);
  return yield* answerSteps<Data>({ list, snapshot, selection });
}

/** A list whose remembered selection cannot be brought up to date. */
function* againSteps<Data extends StoredData>(request: SelectionRequest): Steps<ListAnswer<Data>> {
  request.memory.forget(request.list.selectionKey);
  return yield* selectedSteps<Data>(request, {});
}

/** A list of objects that lie together in its order, such as all objects: it has only to count them. */
function* rangeSteps<Data extends StoredData>(list: BoundList, memory: SelectionMemory): Steps<ListAnswer<Data>> {
  const window = firstWindow(list);
  const ordered = list.rows({ by: "walk", expected: window.offset + window.limit }, window);
  const { highest } = memory;
  const [survey, rows] = yield [list.survey(), ordered];
  const snapshot = snapshotOf(survey, memory, highest);
  if (!list.plan.total) return yield* answerSteps<Data>({ list, snapshot }, readRows(rows));
  return yield* selectedSteps<Data>({ list, memory, snapshot }, { seen: readRows(rows) });
}

/** A list whose selection is not remembered: it looks for a filter that finds few objects, and at the first objects of the order. */
function* newSteps<Data extends StoredData>(list: BoundList, memory: SelectionMemory): Steps<ListAnswer<Data>> {
  const look = firstLook(list);
  const probed = memory.isBroad(list.selectionKey) ? [] : list.drivers;
  const isThorough = list.context.dialect.sendsAhead && (list.plan.total || look.length === 0);
  const probes = probed.map((driver) =>
    list.probe(driver, list.context.tuning.probeLimit, isThorough ? FEW_OF_ALL : 0),
  );
  const { highest } = memory;
  const [survey, ...answers] = yield [list.survey(), ...probes, ...look];
  const request = { list, memory, snapshot: snapshotOf(survey, memory, highest) };
  const least = leastFound(probed, answers);
  const best = least !== undefined && least.found < probeLimit(request, isThorough) ? least : undefined;
  if (best !== undefined && best.found < list.context.tuning.probeLimit)
    return yield* selectedSteps<Data>(request, { best });
  const seen = enoughSeen(list, answers[probed.length]);
  if (seen === undefined || list.plan.total) return yield* selectedSteps<Data>(request, { best, seen });
  memory.setBroad(list.selectionKey);
  return yield* answerSteps<Data>(request, seen);
}

/**
 * The first objects of the order, if the window is near. Where statements are sent together, they are looked at also if the total is wanted, since
 * that saves a turn, but not many of them, since it is for nothing if a filter finds few objects.
 */
function firstLook(list: BoundList): readonly BoundStatement[] {
  const { tuning, dialect } = list.context;
  const window = firstWindow(list);
  const walk = PATIENCE * (window.offset + window.limit);
  const most = tuning.firstGlance * (dialect.sendsAhead ? 1 : 4);
  if (walk > most || (list.plan.total && !dialect.sendsAhead)) return [];
  return [list.rows({ by: "glance", walk: Math.max(walk, tuning.firstGlance) }, window)];
}

/** What was seen of the first objects, if it fills the window. */
function enoughSeen(list: BoundList, rows: Rows | undefined): readonly unknown[] | undefined {
  const seen = readRows<ListRow<StoredData>>(rows);
  const isCutStep = list.plan.window.by === "keyset" && isCut(seen, list.context.tuning);
  return rows !== undefined && (seen.length >= firstWindow(list).limit || isCutStep) ? seen : undefined;
}

/** What is known when the selection is looked for. */
interface Looked {
  readonly best?: Driver | undefined;
  /** The rows of the window, if they were read already. */
  readonly seen?: readonly unknown[] | undefined;
}

/** Finds out what is selected and answers the list. Where statements are sent together, its rows are asked for as well. */
function* selectedSteps<Data extends StoredData>(
  request: SelectionRequest,
  { best, seen }: Looked,
): Steps<ListAnswer<Data>> {
  const { list } = request;
  const access = seen === undefined && list.context.dialect.sendsAhead ? aheadAccess(list, best) : undefined;
  const ahead = access === undefined ? [] : [list.rows(access, firstWindow(list))];
  const { selection, rows } = yield* selectionSteps(request, { best, ahead });
  return yield* answerSteps<Data>({ ...request, selection }, seen ?? (rows && readRows(rows)));
}

/** How rows are found before it is known what is selected; undefined if there are none in the window. */
function aheadAccess(list: BoundList, best: Driver | undefined): RowAccess | undefined {
  const { offset, limit } = firstWindow(list);
  if (best !== undefined && best.found <= offset) return undefined;
  if (best !== undefined && best.found < list.context.tuning.probeLimit) return { by: "filter", ...best };
  const walk = Math.max(LAST_PATIENCE * (offset + limit), list.context.tuning.firstGlance * 4);
  return { by: "glance", walk, otherwise: { by: "filters" } };
}
