import type { BoundList } from "./bound-list.js";
import { isDrivable, isNegative, type PlacedFilter, positiveOf } from "../sql/filter-condition.js";
import { type ChangeOfSelection, everything, type Selection, selectionOfTerms, updated } from "./selection.js";
import { selectionKey } from "./selection-memory.js";
import { type FoundSelection, isUpdatable, selectedBy, type SelectionRequest } from "./selection-request.js";
import { type BoundStatement, readRow, readRows, type Rows, type Steps } from "./steps.js";

/** Something that a selection is made of: it is remembered, or read. */
interface Part {
  readonly filters: readonly PlacedFilter[];
  readonly known: Selection | undefined;
  /** What brings it up to date, or reads it. Undefined if it is up to date. */
  readonly statement: BoundStatement | undefined;
  /** Reads it. */
  readonly read: BoundStatement;
  selectionOf(rows: Rows | undefined): Selection;
}

/** Intersects the objects of all filters. All are read, or brought up to date, at the same time. */
export function* intersectSteps(request: SelectionRequest, ahead: readonly BoundStatement[]): Steps<FoundSelection> {
  const { snapshot } = request;
  const terms = request.list.filters.map(termOf);
  const parts = terms.map(({ filter }) => termPart(request, filter));
  if (terms.every(({ negative }) => negative)) parts.push(allPart(request));
  const { selections, rows } = yield* partSteps(request, parts, ahead);
  const sets = terms.flatMap(({ negative }, place) => {
    const ids = selections[place]?.ids;
    return ids === undefined ? [] : [{ ids, negative }];
  });
  const all = selections[terms.length]?.count ?? 0;
  return { selection: selectionOfTerms(snapshot, sets, all), rows };
}

/** The number of all objects. */
export function* countedSteps(request: SelectionRequest, ahead: readonly BoundStatement[]): Steps<FoundSelection> {
  const { selections, rows } = yield* partSteps(request, [allPart(request)], ahead);
  const [selection] = selections;
  if (selection === undefined) throw new Error("All objects were not counted");
  return { selection, rows };
}

function* partSteps(
  request: SelectionRequest,
  parts: readonly Part[],
  ahead: readonly BoundStatement[],
): Steps<{ readonly selections: readonly Selection[]; readonly rows: Rows | undefined }> {
  const statements = parts.flatMap(({ statement }) => statement ?? []);
  const answers = statements.length + ahead.length === 0 ? [] : [...(yield [...statements, ...ahead])];
  const selections: Selection[] = [];
  for (const part of parts) {
    const selection = yield* selectionOfPart(request, part, part.statement && answers.shift());
    request.memory.set(selectionKey(request.list.tables.table, part.filters), selection);
    selections.push(selection);
  }
  return { selections, rows: answers[0] };
}

function* selectionOfPart({ snapshot }: SelectionRequest, part: Part, rows: Rows | undefined): Steps<Selection> {
  const { known, statement, read } = part;
  if (known === undefined) return part.selectionOf(rows);
  if (statement === undefined) return known;
  const now = updated(known, snapshot.revision, readRows<ChangeOfSelection>(rows));
  // The log was trimmed.
  return now ?? part.selectionOf((yield [read])[0]);
}

function termPart(request: SelectionRequest, filter: PlacedFilter): Part {
  const { list, snapshot } = request;
  const read = list.ids(filter, snapshot.size);
  return { ...knownPart(request, [filter], read), read, selectionOf: (rows) => selectedBy(request, rows) };
}

function allPart(request: SelectionRequest): Part {
  const { list, snapshot } = request;
  const read = list.countRows(snapshot.size);
  return {
    ...knownPart(request, [], read),
    read,
    selectionOf: (rows) => everything(snapshot, readRow<{ total: number }>(rows).total),
  };
}

function knownPart(
  { list, memory, snapshot }: SelectionRequest,
  filters: readonly PlacedFilter[],
  read: BoundStatement,
): Pick<Part, "filters" | "known" | "statement"> {
  const known = memory.get(selectionKey(list.tables.table, filters));
  const isUsable = known !== undefined && isUpdatable(known, snapshot) && (filters.length === 0 || !known.inverted);
  if (!isUsable) return { filters, known: undefined, statement: read };
  const passed = snapshot.revision - known.revision;
  return { filters, known, statement: passed === 0 ? undefined : list.changes(known.revision, filters, passed) };
}

/** The keys of what a list selects, and of all that it is made of. */
export function selectionKeys(list: BoundList): readonly string[] {
  const parts = [[], ...list.filters.map((filter) => [termOf(filter).filter])];
  return [list.selectionKey, ...parts.map((filters) => selectionKey(list.tables.table, filters))];
}

/** A filter, as its objects are found. */
interface PlacedTerm {
  readonly filter: PlacedFilter;
  readonly negative: boolean;
}

/** An index finds the objects without a value in a column. What else lacks something is found by its opposite. */
function termOf(placed: PlacedFilter): PlacedTerm {
  const negative = isNegative(placed.filter) && !isDrivable(placed);
  return { filter: negative ? positiveOf(placed) : placed, negative };
}
