import { parseJsonText } from "@cmgen/model/internal";
import { withoutHiddenBytes } from "./cut-fields.js";
import { belowItem, type HiddenBelow, type HiddenField, hiddenTree, membersBelow } from "./field-path.js";
import { isJsonObject, type JsonObject, setMember } from "./json-object.js";

const decoder = new TextDecoder();

/** Fields that are not shown. Objects that have none of them cost a search of their bytes. */
export class FieldMask {
  readonly tree: HiddenBelow;
  /** How the fields begin in bytes, each name once. */
  readonly #names: readonly Buffer[];

  constructor(fields: readonly HiddenField[]) {
    this.tree = hiddenTree(fields);
    const names = fields.flatMap(({ path }) => path.findLast((step) => typeof step === "string") ?? []);
    this.#names = [...new Set(names)].map((name) => Buffer.from(`${JSON.stringify(name)}:`));
  }

  /** Whether the bytes of an object may have one of the fields: they have a member of its name somewhere. */
  mayTouch(data: Uint8Array): boolean {
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    return this.#names.some((name) => bytes.includes(name));
  }

  /** The bytes of an object without the fields: the same bytes, if it has none of them. */
  shownBytes(data: Uint8Array): Uint8Array {
    if (!this.mayTouch(data)) return data;
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    const cut = withoutHiddenBytes(bytes, this.tree);
    if (cut !== undefined) return cut === bytes ? data : cut;
    // Somebody else has printed them.
    const object: unknown = parseJsonText(decoder.decode(data));
    const shown = withoutHidden(object, this.tree);
    return shown === object ? data : Buffer.from(JSON.stringify(shown));
  }

  /** The object without the fields: the same object, if it has none of them. What it has besides is shared. */
  shown<T>(object: T): T {
    // What is left out of an object of JSON leaves one.
    return withoutHidden(object, this.tree) as T;
  }
}

/** A value without what is hidden in it; nothing of it is changed. */
export function withoutHidden(value: unknown, node: HiddenBelow): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutHidden(item, belowItem(node)));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (!isJsonObject(value)) return value;
  let copy: JsonObject | undefined;
  for (const [name, inner] of membersBelow(value, node)) {
    if (!Object.hasOwn(value, name)) continue;
    const shown = inner.isHidden ? undefined : withoutHidden(value[name], inner);
    if (shown === value[name]) continue;
    copy ??= { ...value };
    if (inner.isHidden) delete copy[name];
    else setMember(copy, name, shown);
  }
  return copy ?? value;
}
