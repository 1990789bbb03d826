import type { BoundList } from "./bound-list.js";
import { answerSteps, firstWindow, type StoredData } from "./answer-steps.js";
import { isCut } from "./held-rows.js";
import { planRows } from "./plan-rows.js";
import { aheadSteps } from "./row-steps.js";
import { type ChangeOfSelection, type Selection, updated } from "./selection.js";
import type { SelectionMemory } from "./selection-memory.js";
import {
  type Driver,
  leastFound,
  selectedBy,
  selectionSteps,
  type SelectionRequest,
  type Snapshot,
  updatedSteps,
} from "./selection-steps.js";
import {
  type BoundStatement,
  type ListAnswer,
  type ListRow,
  readRow,
  readRows,
  type Rows,
  type Steps,
} from "./steps.js";

/** How much further than the end of its window a list looks before it finds out what it selects. */
const PATIENCE = 2;

/**
 * Answers a list of some items: finds out which objects are selected, from what is remembered if possible; chooses how to read the rows; reads
 * them. On PostgreSQL that takes one turn to the server if the selection is remembered, else two or three.
 */
export function* listSteps<Data extends StoredData>(list: BoundList, memory: SelectionMemory): Steps<ListAnswer<Data>> {
  const { filters, plan, selectionKey } = list;
  const isSelecting = filters.length > 0 || plan.total;
  const known = isSelecting ? memory.get(selectionKey) : undefined;
  const answer = known === undefined ? undefined : yield* knownSteps<Data>(list, memory, known);
  if (answer !== undefined) return answer;
  return filters.length === 0 ? yield* orderedSteps<Data>(list, memory) : yield* newSteps<Data>(list, memory);
}

/** A list whose selection is remembered: it is brought up to date. Undefined if that is not possible. */
function* knownSteps<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
  known: Selection,
): Steps<ListAnswer<Data> | undefined> {
  const plan = planRows(list, known, firstWindow(list, known));
  // Where nothing is sent ahead, changes are read when their number is known, which the effort depends on.
  const isAhead = list.context.dialect.sendsAhead && !memory.isNewest(known.revision);
  const changes = isAhead ? [list.changes(known.revision, list.filters)] : [];
  const first = plan.wanted === 0 ? [] : [list.rows(plan.access, plan.window)];
  const [survey, ...answers] = yield [list.survey(), ...changes, ...first];
  const snapshot = readRow<Snapshot>(survey);
  if (snapshot.revision < known.revision) memory.clear();
  const rows = answers[changes.length];
  const selection =
    snapshot.revision === known.revision || changes.length === 0
      ? yield* updatedSteps({ list, snapshot }, known, list.filters)
      : updated(known, snapshot.revision, readRows<ChangeOfSelection>(answers[0]));
  if (selection === undefined) return undefined;
  memory.set(list.selectionKey, selection);
  const ahead = yield* aheadSteps(list, selection, { selection: known, plan, rows });
  return yield* answerSteps<Data>({ list, snapshot, selection }, ahead);
}

/** A list without filters. */
function* orderedSteps<Data extends StoredData>(list: BoundList, memory: SelectionMemory): Steps<ListAnswer<Data>> {
  const [survey, rows] = yield [list.survey(), list.rows({ by: "walk" }, firstWindow(list))];
  const snapshot = readRow<Snapshot>(survey);
  const selection = list.plan.total ? yield* selectionSteps({ list, memory, snapshot }) : undefined;
  return yield* answerSteps<Data>({ list, snapshot, selection }, readRows(rows));
}

/** A list whose selection is not remembered: it looks for a filter that finds few objects, and at the first objects of the order. */
function* newSteps<Data extends StoredData>(list: BoundList, memory: SelectionMemory): Steps<ListAnswer<Data>> {
  const { probeLimit } = list.context.tuning;
  const probed = memory.isBroad(list.selectionKey) ? [] : list.drivers;
  const probes = probed.map((driver) => list.probe(driver, probeLimit));
  const [survey, ...answers] = yield [list.survey(), ...probes, ...firstLook(list)];
  const request = { list, memory, snapshot: readRow<Snapshot>(survey) };
  const best = leastFound(probed, answers);
  if (best !== undefined && best.found < probeLimit) return yield* drivenSteps<Data>(request, best);
  const seen = enoughSeen(list, answers[probed.length]);
  if (seen !== undefined && !list.plan.total) {
    memory.setBroad(list.selectionKey);
    return yield* answerSteps<Data>(request, seen);
  }
  return yield* answerSteps<Data>({ ...request, selection: yield* selectionSteps(request) }, seen);
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

/** A list of which one filter finds few objects. */
function* drivenSteps<Data extends StoredData>(request: SelectionRequest, best: Driver): Steps<ListAnswer<Data>> {
  const { list, memory } = request;
  const { driver, found } = best;
  const window = firstWindow(list);
  const isAhead = list.context.dialect.sendsAhead && window.offset < found;
  const ahead = isAhead ? [list.rows({ by: "filter", driver, found }, window)] : [];
  const [ids, rows] = yield [list.selectedIds(driver, found), ...ahead];
  const selection = selectedBy(request, ids);
  memory.set(list.selectionKey, selection);
  return yield* answerSteps<Data>({ ...request, selection }, rows === undefined ? undefined : readRows(rows));
}
