import { type PlacedFilter, positiveOf } from "../sql/filter-condition.js";
import type { BoundList } from "./bound-list.js";
import { answerSteps, firstWindow, type StoredData } from "./answer-steps.js";
import type { RowAccess } from "./row-access.js";
import { type Selection, selectionOfTerms } from "./selection.js";
import { selectionKey, type SelectionMemory, snapshotOf } from "./selection-memory.js";
import { selectedBy, type SelectionRequest } from "./selection-request.js";
import { type BoundStatement, type ListAnswer, readRow, readRows, type Rows, type Steps } from "./steps.js";

/**
 * Whether statements are sent to a server, and a table is so small that whatever plan the server chooses for a list is good enough. To find out more
 * would take longer.
 */
export function isSmall({ context, tables }: BoundList, memory: SelectionMemory): boolean {
  return context.dialect.sendsAhead && memory.sizeOf(tables.table) <= context.tuning.shortEffort;
}

/** What a list selects is read at once, as the server chooses; with a first page of a small table. */
export function* joinedListSteps<Data extends StoredData>(
  list: BoundList,
  memory: SelectionMemory,
): Steps<ListAnswer<Data>> {
  const { table } = list.tables;
  const window = firstWindow(list);
  const { highest } = memory;
  const selecting = selectingStatements(list, memory.sizeOf(table));
  // Whether a later page has objects is known once they are counted, and how many there are if some are excluded.
  const isLater = window.offset > 0 || list.drivers.length === 0;
  const ahead = isLater ? [] : [list.rows(serversChoice(list), window)];
  const [survey, ...answers] = yield [list.survey(), ...selecting, ...ahead];
  const request = { list, memory, snapshot: snapshotOf(survey, memory, highest) };
  memory.setSize(table, request.snapshot.size);
  const selection = selectionOf(request, answers);
  memory.set(list.selectionKey, selection);
  const rows = answers[selecting.length];
  return yield* answerSteps<Data>({ ...request, selection }, rows && readRows(rows));
}

/** What reads what all filters match; of those that only exclude objects, what is excluded, and the number of all objects. */
function selectingStatements(list: BoundList, size: number): readonly BoundStatement[] {
  if (list.drivers.length > 0) return [list.joinedIds(size)];
  return [list.countRows(size), ...excluded(list).map((filter) => list.ids(filter, size))];
}

function selectionOf(request: SelectionRequest, [first, ...others]: readonly Rows[]): Selection {
  const { list, memory, snapshot } = request;
  if (list.drivers.length > 0) return selectedBy(request, first);
  const terms = excluded(list).map((filter, place) => {
    const selection = selectedBy(request, others[place]);
    memory.set(selectionKey(list.tables.table, [filter]), selection);
    return { ids: selection.ids, negative: true };
  });
  return selectionOfTerms(snapshot, terms, readRow<{ total: number }>(first).total);
}

function excluded({ filters }: BoundList): readonly PlacedFilter[] {
  return filters.map(positiveOf);
}

/** The server's own choice of a plan. */
export function serversChoice(list: BoundList): RowAccess {
  const { offset, limit } = firstWindow(list);
  return { by: "walk", expected: offset + limit };
}
