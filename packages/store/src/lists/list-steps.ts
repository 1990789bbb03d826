import { encodeContinue } from "../continue-token.js";
import type { KeysetPosition, ListPlan, ListWindow } from "../list-plan.js";
import { readKey } from "../read-key.js";
import { keysetSegments } from "../sql/keyset.js";
import { keyName, type Access } from "../sql/rows-shape.js";
import type { ListTuning } from "../list-tuning.js";
import type { BoundList } from "./bound-list.js";
import type { CountMemory, Snapshot } from "./count-memory.js";
import { countSteps } from "./count-steps.js";
import { countHeld, isCut } from "./held-rows.js";
import { DriverProbes } from "./driver-probes.js";
import { rowSteps } from "./row-steps.js";
import { oneRow, type ListAnswer, type ListRow, type Steps, type StreamStart } from "./steps.js";

/** What is known of a list before its rows. */
interface Survey extends Snapshot {
  readonly probes: DriverProbes;
  readonly total: number | undefined;
}

/** An object's bytes as a driver gives them. */
type StoredData = Uint8Array | string;

/** Answers a list of some items. */
export function* listSteps<Data extends StoredData>(list: BoundList, counts: CountMemory): Steps<ListAnswer<Data>> {
  const survey = yield* surveySteps(list, counts);
  const { window } = list.plan;
  if (window.by === "all") throw new TypeError("A list of all items is a stream");
  const rows =
    window.by === "page" ? yield* pageSteps<Data>(list, survey, window) : yield* walkSteps<Data>(list, survey, window);
  return { ...rows, ...factsOf(survey) };
}

/** Whether a list may have too many items to hold them all at once. */
export function isStreamed(
  { window }: Pick<ListPlan, "window">,
  { streamAbove }: Pick<ListTuning, "streamAbove">,
): boolean {
  return window.by === "all" || (window.by === "page" && window.size > streamAbove);
}

/** Begins a list of many items. */
export function* streamSteps(list: BoundList, counts: CountMemory): Steps<StreamStart> {
  const survey = yield* surveySteps(list, counts);
  const best = yield* survey.probes.best();
  // Sorting takes memory, so only a few ids are sorted. For many, the order's index is walked.
  const access: Access = best === undefined || best.broad ? { by: "walk" } : { by: "filter", driver: best.driver };
  const { window } = list.plan;
  if (window.by !== "page") return { ...factsOf(survey), hasNext: false, rows: list.manyRows(access) };
  const { size: limit, page } = window;
  const hasNext = yield* hasRowAt(list, survey, page * limit);
  return { ...factsOf(survey), hasNext, rows: list.manyRows(access, { limit, offset: (page - 1) * limit }) };
}

function* hasRowAt(list: BoundList, { probes, size, total }: Survey, offset: number): Steps<boolean> {
  if (total !== undefined) return offset < total;
  return (yield* rowSteps(list, probes, { offset, limit: 1, size })).length > 0;
}

function* surveySteps(list: BoundList, counts: CountMemory): Steps<Survey> {
  const probes = new DriverProbes(list);
  const snapshot = yield* oneRow<Snapshot>(list.survey());
  const total = list.plan.total ? yield* countSteps({ list, counts, probes, snapshot }) : undefined;
  return { ...snapshot, probes, total };
}

function factsOf({ revision, total }: Survey): Pick<ListAnswer<never>, "revision" | "total"> {
  return { revision, ...(total === undefined ? {} : { total }) };
}

type Page<Data> = Pick<ListAnswer<Data>, "items" | "hasNext" | "continue">;

type PageWindow = Extract<ListWindow, { by: "page" }>;

function* pageSteps<Data extends StoredData>(
  list: BoundList,
  survey: Survey,
  { page, size }: PageWindow,
): Steps<Page<Data>> {
  const { total } = survey;
  const offset = (page - 1) * size;
  if (total !== undefined && offset >= total) return { items: [], hasNext: false };
  // Without a total, one more row shows whether there is a next page.
  const limit = total === undefined ? size + 1 : size;
  const rows = yield* rowSteps<Data>(list, survey.probes, { limit, offset, total, size: survey.size });
  const items = rows.length > size ? rows.slice(0, size) : rows;
  return { items, hasNext: total === undefined ? rows.length > size : offset + size < total };
}

type WalkWindow = Extract<ListWindow, { by: "keyset" }>;

function* walkSteps<Data extends StoredData>(
  list: BoundList,
  { probes, size }: Survey,
  { limit, after }: WalkWindow,
): Steps<Page<Data>> {
  const { sort } = list.plan;
  const rows: ListRow<Data>[] = [];
  for (const segment of after === undefined ? [undefined] : keysetSegments(sort, after)) {
    const wanted = { limit: limit + 1 - rows.length, offset: 0, size, ...(segment === undefined ? {} : { segment }) };
    rows.push(...(yield* rowSteps<ListRow<Data>>(list, probes, wanted)));
    if (rows.length > limit || isCut(rows, list.context.tuning)) break;
  }
  const count = Math.min(limit, countHeld(rows, list.context.tuning));
  const items = rows.slice(0, count).map(({ data }) => data);
  const last = rows[count - 1];
  if (rows.length <= count || last === undefined) return { items, hasNext: false };
  const token = encodeContinue({ ...list.plan, table: list.tables.table }, positionOf(list.plan, last));
  return { items, hasNext: true, continue: token };
}

function positionOf({ sort }: ListPlan, row: ListRow<unknown>): KeysetPosition {
  return sort.map(({ field }, key) => readKey(field.type, row[keyName(key)]));
}
