import type { AllOf, FieldFilter, IndexValue, ListPlan, ObjectColumn } from "@cmgen/store";
import { BEHIND, ABSENT, END, memberText, PRESENT, sortable } from "../indexes/composite-value.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";

type Selection = AllOf & Pick<ListPlan, "sort">;

/** An index of several fields, with the columns of its members. */
interface Composite {
  readonly column: ObjectColumn;
  readonly members: readonly ObjectColumn[];
  /** Whether objects that are equal in all members are equal in the index. */
  readonly hasTies: boolean;
}

/** A selection by an index of several fields: what it asks of them is asked of their text. */
interface Use {
  readonly selection: Selection;
  /** How much of the selection the index answers. */
  readonly worth: number;
}

const known = new WeakMap<ModelDescriptor["indexes"], readonly Composite[]>();

/**
 * A selection as the best of the model's indexes of several fields answers it: fields at its beginning equal a value, and the last has one of some
 * values, a range or the order. The selection itself where no such index helps.
 */
export function planComposite(model: Pick<ModelDescriptor, "indexes" | "storage">, selection: Selection): Selection {
  let best: Use = { selection, worth: 0 };
  for (const composite of compositesOf((model.storage ?? model).indexes)) {
    const use = useOf(composite, selection);
    if (use.worth > best.worth) best = use;
  }
  return best.selection;
}

function compositesOf(indexes: ModelDescriptor["indexes"]): readonly Composite[] {
  const composites = known.get(indexes) ?? indexes.flatMap((index) => compositeOf(index, indexes));
  known.set(indexes, composites);
  return composites;
}

function compositeOf(index: ModelDescriptor["indexes"][number], all: ModelDescriptor["indexes"]): readonly Composite[] {
  if (index.multi || index.members === undefined) return [];
  const members = index.members.flatMap((name) => {
    const member = all.find((candidate) => candidate.name === name);
    return member === undefined || member.multi ? [] : [columnOf(member)];
  });
  const hasTies = !index.unique || index.isComplete === true;
  return [{ column: columnOf(index), members, hasTies }];
}

function columnOf({ column, type }: { readonly column: string; readonly type: ObjectColumn["type"] }): ObjectColumn {
  return { in: "object", column, type };
}

function useOf(composite: Composite, selection: Selection): Use {
  const { members, column, hasTies } = composite;
  const equal = equalMembers(members, selection.fields);
  const last = equal.length === members.length - 1 ? members.at(-1) : undefined;
  const start = equal.map(({ text }) => text).join("");
  const ofLast = selection.fields.filter(
    (filter) => last !== undefined && isOn(filter, last) && filter.test !== "notIn" && !("of" in filter),
  );
  const rest = selection.fields.filter(
    (filter) => !ofLast.includes(filter) && !equal.some((one) => one.filter === filter),
  );
  const [first, ...others] = selection.sort;
  const excludesAbsent = ofLast.some(({ test }) => test !== "absent");
  const sorts =
    last !== undefined && first !== undefined && first.field.column === last.column && (hasTies || excludesAbsent);
  const helps = equal.length > 1 || (equal.length === 1 && (ofLast.length > 0 || sorts));
  if (!helps) return { selection, worth: 0 };
  const made =
    last === undefined || ofLast.length === 0
      ? [startsWith(column, start)]
      : ofLast.flatMap((filter) => lastFilters(column, start, filter));
  const fields = [...unrepeated(made), ...rest];
  const sort = sorts ? [{ field: column, descending: first.descending }, ...others] : selection.sort;
  return {
    selection: { ...selection, fields, sort },
    worth: equal.length * 4 + Math.min(ofLast.length, 1) * 2 + Number(sorts),
  };
}

interface EqualMember {
  readonly filter: FieldFilter;
  readonly text: string;
}

/** The members at the beginning, but for the last, that a filter gives one value. */
function equalMembers(members: readonly ObjectColumn[], filters: readonly FieldFilter[]): readonly EqualMember[] {
  const equal: EqualMember[] = [];
  for (const member of members.slice(0, -1)) {
    const filter = filters.find((candidate) => isOn(candidate, member) && onlyValue(candidate) !== undefined);
    if (filter === undefined) break;
    equal.push({ filter, text: memberText(member.type, onlyValue(filter)) });
  }
  return equal;
}

function onlyValue(filter: FieldFilter): IndexValue | undefined {
  return filter.test === "in" && filter.values.length === 1 ? filter.values[0] : undefined;
}

function isOn({ field }: FieldFilter, member: ObjectColumn): boolean {
  return field.in === "object" && field.column === member.column;
}

/** What a filter on the last member asks of the text. */
function lastFilters(field: ObjectColumn, start: string, filter: FieldFilter): readonly FieldFilter[] {
  const { type } = filter.field;
  const present = startsWith(field, start + PRESENT);
  const text = (value: IndexValue, end: string): string => `${start}${PRESENT}${sortable(type, value)}${end}`;
  switch (filter.test) {
    case "in":
      return [{ test: "in", field, values: filter.values.map((value) => text(value, END)) }];
    case "exists":
      return [present];
    case "absent":
      return [startsWith(field, start + ABSENT)];
    case "startsWith":
      return [startsWith(field, text(filter.prefix, ""))];
    case ">":
    case ">=":
      return [present, { test: ">=", field, value: text(filter.value, filter.test === ">" ? BEHIND : END) }];
    case "<":
    case "<=":
      return [present, { test: "<", field, value: text(filter.value, filter.test === "<=" ? BEHIND : END) }];
    default:
      throw new TypeError(`${filter.test} does not select objects that lie together`);
  }
}

function startsWith(field: ObjectColumn, prefix: string): FieldFilter {
  return { test: "startsWith", field, prefix };
}

/** Two bounds both ask for a value. */
function unrepeated(filters: readonly FieldFilter[]): readonly FieldFilter[] {
  return [...new Map(filters.map((filter) => [JSON.stringify(filter), filter])).values()];
}
