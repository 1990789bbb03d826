import { canonicalText } from "../../model/canonical-text.js";
import { byOrigin, type LinkedEntry } from "./type-names.js";

/**
 * For each entry the id of the first that is the same type: types that have the same name and say the same, such as instances of one
 * generic type, or copies. They are taken for one until something in them differs, so that types that hold themselves are found to be
 * one, too.
 */
export function sameTypes(entries: readonly LinkedEntry[]): ReadonlyMap<string, string> {
  const byName = grouped(entries.toSorted(byOrigin), ({ name, isUnnamed, origin, body }) =>
    JSON.stringify([name, isUnnamed === true && [origin.file, origin.offset], body.annotations.documentation]),
  );
  const first = new Map<string, string>();
  const assign = (groups: readonly (readonly LinkedEntry[])[]): void => {
    for (const group of groups) for (const { id } of group) first.set(id, group[0]?.id ?? id);
  };
  assign(byName);
  let open = byName.filter((group) => group.length > 1);
  for (let count = -1; count !== open.length;) {
    count = open.length;
    open = open.flatMap((group) => grouped(group, ({ body }) => canonicalText(body.type, (id) => first.get(id) ?? id)));
    assign(open);
  }
  return first;
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}
