import { withoutHidden } from "./field-mask.js";
import { belowItem, type HiddenBelow, membersBelow } from "./field-path.js";
import { sortedJson } from "./sorted-json.js";
import { isJsonObject, type JsonObject, memberOf, setMember } from "./json-object.js";

/** What is written, and what it takes the place of. */
interface Change {
  readonly sent: unknown;
  /** Undefined where nothing is there yet. */
  readonly stored: unknown;
}

/**
 * What somebody writes who is not shown the hidden fields: those that are left out keep their values, and `null` removes one that cannot be
 * `null`. A list's items keep theirs by the property that tells them apart, or if they are as they were shown. Neither value is changed.
 *
 * @param among where: in the whole value, or only in the items of lists, because what is left out elsewhere is removed.
 */
export function withKeptFields({ sent, stored }: Change, node: HiddenBelow, among: "all" | "items" = "all"): unknown {
  if (Array.isArray(sent)) return keptItems(sent, Array.isArray(stored) ? stored : [], node);
  if (!isJsonObject(sent)) return sent;
  const before = isJsonObject(stored) ? stored : {};
  let copy: JsonObject | undefined;
  const set = (name: string, value: unknown): void => setMember((copy ??= { ...sent }), name, value);
  for (const [name, inner] of membersBelow({ ...before, ...sent }, node)) {
    const [own, old] = [memberOf(sent, name), memberOf(before, name)];
    if (!inner.isHidden) {
      const kept = own === undefined ? own : withKeptFields({ sent: own, stored: old }, inner, among);
      if (kept !== own) set(name, kept);
    } else if (own === undefined && old !== undefined && among === "all") set(name, old);
    else if (own === null && !inner.isNullable) delete (copy ??= { ...sent })[name];
  }
  return copy ?? sent;
}

function keptItems(sent: readonly unknown[], stored: readonly unknown[], list: HiddenBelow): readonly unknown[] {
  const node = belowItem(list);
  const nameOf = (item: unknown): string => nameOfItem(item, list);
  const known = new Map<string, unknown[]>();
  for (const item of stored) {
    const name = nameOf(item);
    const same = known.get(name) ?? [];
    known.set(name, same);
    same.push(item);
  }
  const items = sent.map((item) => withKeptFields({ sent: item, stored: known.get(nameOf(item))?.shift() }, node));
  return items.some((item, at) => item !== sent[at]) ? items : sent;
}

/** What two items have in common that are the same one: the value of the key, or all that is shown of them. */
function nameOfItem(item: unknown, list: HiddenBelow): string {
  const shown = withoutHidden(item, belowItem(list));
  const { key } = list;
  const named = key !== undefined && isJsonObject(shown) ? memberOf(shown, key) : undefined;
  return named === undefined ? sortedJson(shown) : `key ${JSON.stringify(named)}`;
}
