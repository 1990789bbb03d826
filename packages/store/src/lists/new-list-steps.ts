import type { BoundList } from "./bound-list.js";
import { answerSteps, firstWindow, isCut, type StoredData } from "./answer-steps.js";
import { isSmall, joinedListSteps } from "./joined-steps.js";
import { MOST_LOOK } from "./plan-rows.js";
import { LOOKUP_EFFORT, type RowAccess } from "./row-access.js";
import { type SelectionMemory, snapshotOf } from "./selection-memory.js";
import { type Driver, takeNewJoin, type SelectionHints, type SelectionRequest } from "./selection-request.js";
import { leastFound, probeLimit, probeSteps, selectionSteps } from "./selection-steps.js";
import { GIVEN_UP, type ListAnswer, type ListRow, readRows, type Rows, rowsOf, type Steps } from "./steps.js";

/** How much further than the end of its window a list looks before it finds out what it selects. */
const PATIENCE = 2;

/** How much further it looks in its last turn, in which nothing else is asked. */
const LAST_PATIENCE = 8;

/** The part of all objects that it looks at in any case: that takes a tenth as long as finding all that a filter matches, or less. */
const LAST_PART = 0.004;

/** Where a walk may be given up: the part of all objects that is looked at before what the filters find is read. */
const FAR_OF_ALL = 0.15;

/** A list whose selection is not remembered: it looks for a filter that finds few objects, and at the first objects of the order. */
export function* newSteps<Data extends StoredData>(list: BoundList, memory: SelectionMemory): Steps<ListAnswer<Data>> {
  const access = firstLook(list);
  // Far in the order, what is selected decides how rows are best read: the server may guess wrong and walk through all objects.
  const isFar = list.plan.total && access === undefined && firstWindow(list).offset > 0;
  const isJoined = isSmall(list, memory) || isFar;
  if (isJoined && takeNewJoin({ list, memory })) return yield* joinedListSteps<Data>(list, memory);
  const look = access === undefined ? [] : [list.rows(access, firstWindow(list))];
  const probed = memory.isBroad(list.selectionKey, "at once") ? [] : list.drivers;
  // The ids of a single filter are read in any case: it is only asked how long that takes.
  const isThorough = list.drivers.length > 1 && (list.plan.total || look.length === 0);
  const probes = probed.map((driver) =>
    list.probe(driver, list.context.tuning.probeLimit, isThorough ? list.context.dialect.fewOfAll : 0),
  );
  const { highest } = memory;
  const [survey, ...answers] = yield [list.survey(), ...probes, ...look];
  const request = { list, memory, snapshot: snapshotOf(survey, memory, highest) };
  memory.setSize(list.tables.table, request.snapshot.size);
  const least = leastFound(probed, answers);
  const best = least !== undefined && least.found < probeLimit(request, isThorough) ? least : undefined;
  if (best !== undefined && best.found < list.context.tuning.probeLimit)
    return yield* selectedSteps<Data>(request, { best });
  const seen = enoughSeen(list, answers[probed.length]);
  if (seen === undefined && !list.plan.total) return yield* widerSteps<Data>(request, best);
  if (seen === undefined || list.plan.total) return yield* selectedSteps<Data>(request, { best, seen });
  memory.setBroad(list.selectionKey, "at once");
  return yield* answerSteps<Data>(request, seen);
}

/** The first look was not enough. A new list is answered without what it selects; what is asked again is worth its ids. */
function* widerSteps<Data extends StoredData>(
  request: SelectionRequest,
  best: Driver | undefined,
): Steps<ListAnswer<Data>> {
  const { memory, list } = request;
  if (best !== undefined || memory.isBroad(list.selectionKey)) return yield* selectedSteps<Data>(request, { best });
  const access = aheadAccess(request, undefined) ?? { by: "filters" };
  const seen = yield* rowsOf(list.rows(access, firstWindow(list)));
  memory.setBroad(list.selectionKey, "later");
  return yield* answerSteps<Data>(request, seen);
}

/**
 * The same where statements take no turns: each is chosen by what the ones before have found. A look ends as soon as the window is full, so it may
 * go far; and what is asked again after that is worth its ids.
 */
export function* newHereSteps<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
): Steps<ListAnswer<Data>> {
  const { highest } = memory;
  const [survey] = yield [list.survey()];
  const request = { list, memory, snapshot: snapshotOf(survey, memory, highest) };
  const look = memory.isBroad(list.selectionKey) ? undefined : farLook(request);
  if (look === undefined) {
    memory.forgetBroad(list.selectionKey);
    return yield* selectedSteps<Data>(request, {});
  }
  const best = (yield* probeSteps(request, cheaperThanLook(request))) ?? "none";
  const seen = best === "none" ? yield* rowsOf(list.rows(look, firstWindow(list))) : GIVEN_UP;
  if (seen === GIVEN_UP) return yield* selectedSteps<Data>(request, { best });
  memory.setBroad(list.selectionKey, "at once");
  return yield* answerSteps<Data>(request, seen);
}

/** Where a walk may be given up: a look that takes about as long as reading all that the filters find, if the window is near enough for that. */
function farLook({ list, snapshot }: SelectionRequest): RowAccess | undefined {
  const { offset, limit } = firstWindow(list);
  const walk = Math.max(4 * list.context.tuning.firstGlance, Math.floor(snapshot.size * FAR_OF_ALL));
  return list.plan.total || offset + limit > walk ? undefined : { by: "glance", walk };
}

/**
 * How many objects of a filter cost less than a look at the first rows. If they are spread evenly, a look finds its rows among
 * `rows * size / objects`.
 */
function cheaperThanLook({ list, snapshot }: SelectionRequest): number {
  const { offset, limit } = firstWindow(list);
  return Math.ceil(Math.sqrt(((offset + limit) * snapshot.size) / LOOKUP_EFFORT));
}

/** A list whose remembered selection cannot be brought up to date. */
export function* againSteps<Data extends StoredData>(request: SelectionRequest): Steps<ListAnswer<Data>> {
  request.memory.forget(request.list.selectionKey);
  return yield* selectedSteps<Data>(request, {});
}

/**
 * The first objects of the order, if the window is near. Where statements are sent together, they are looked at also if the total is wanted, since
 * that saves a turn, but not many of them, since it is for nothing if a filter finds few objects.
 */
export function firstLook(list: BoundList): RowAccess | undefined {
  const { tuning, dialect } = list.context;
  const window = firstWindow(list);
  const walk = PATIENCE * (window.offset + window.limit);
  const most = tuning.firstGlance * (dialect.sendsAhead ? 1 : 4);
  if (walk > most || (list.plan.total && !dialect.sendsAhead)) return undefined;
  return { by: "glance", walk: Math.max(walk, tuning.firstGlance) };
}

/** What was seen of the first objects, if it fills the window. */
function enoughSeen(list: BoundList, rows: Rows | undefined): readonly unknown[] | undefined {
  const seen = readRows<ListRow<StoredData>>(rows);
  const isCutStep = list.plan.window.by === "keyset" && isCut(seen, list.context.tuning);
  return rows !== undefined && (seen.length >= firstWindow(list).limit || isCutStep) ? seen : undefined;
}

/** What is known when the selection is looked for. */
interface Looked extends Pick<SelectionHints, "best"> {
  /** The rows of the window, if they were read already. */
  readonly seen?: readonly unknown[] | undefined;
}

/** Finds out what is selected and answers the list. Where statements are sent together, its rows are asked for as well. */
export function* selectedSteps<Data extends StoredData>(
  request: SelectionRequest,
  { best, seen }: Looked,
): Steps<ListAnswer<Data>> {
  const { list } = request;
  const isAhead = seen === undefined && list.context.dialect.sendsAhead && best !== "none";
  const access = isAhead ? aheadAccess(request, best) : undefined;
  const ahead = access === undefined ? [] : [list.rows(access, firstWindow(list))];
  const { selection, rows } = yield* selectionSteps(request, { best, ahead });
  return yield* answerSteps<Data>({ ...request, selection }, seen ?? (rows && readRows(rows)));
}

/** How rows are found before it is known what is selected; undefined if there are none in the window. */
function aheadAccess({ list, snapshot }: SelectionRequest, best: Driver | undefined): RowAccess | undefined {
  const { offset, limit } = firstWindow(list);
  if (best !== undefined && best.found <= offset) return undefined;
  if (best !== undefined && best.found < list.context.tuning.probeLimit) return { by: "filter", ...best };
  const walk = Math.max(LAST_PATIENCE * (offset + limit), list.context.tuning.firstGlance * 4);
  // A later page is left to the database: it knows better than a guess whether that is a walk.
  if (offset > 0 && walk > MOST_LOOK) return { by: "walk", expected: walk };
  const far = Math.max(walk, Math.floor(snapshot.size * LAST_PART));
  return { by: "glance", walk: far, otherwise: { by: "filters" } };
}
