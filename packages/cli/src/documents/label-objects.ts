import { isProblem } from "@cmgen/client";

import type { ExitCode } from "../exit-code.js";
import { checkServedObject, type ServedObject } from "../objects/served-object.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { ObjectRefusal } from "./act-on-objects.js";
import { changeObjects, type ChangeOptions, type Changing } from "./change-objects.js";

/** The maps of texts that an object's metadata has. */
export type TextMap = "labels" | "annotations";

export interface LabelOptions extends Omit<ChangeOptions, "names"> {
  /** Names of objects, and what changes: `key=value`, and `key-` for one that goes. */
  readonly words?: readonly string[] | undefined;
  readonly overwrite: boolean;
}

/** Sets and removes labels or annotations of the objects that are named or selected; see the commands. */
export async function labelObjects(map: TextMap, options: LabelOptions, terminal: Terminal): Promise<ExitCode> {
  const words = options.words ?? [];
  // A name ends in a letter or a digit, and has no equals sign.
  const isText = (word: string): boolean => word.includes("=") || word.endsWith("-");
  const texts = readTexts(words.filter(isText));
  const names = words.filter((word) => !isText(word));
  const done = map === "labels" ? "labeled" : "annotated";
  const change = (changing: Changing): Promise<unknown> =>
    setTexts({ map, texts, overwrite: options.overwrite }, changing);
  return changeObjects({ ...options, names }, terminal, { done, change });
}

type Texts = Readonly<Record<string, string | null>>;

/** What is set and removed, and whether other values are replaced. */
interface TextChange {
  readonly map: TextMap;
  readonly texts: Texts;
  readonly overwrite: boolean;
}

/** @throws {UsageError} if nothing is to change, or a key is given twice */
function readTexts(words: readonly string[]): Texts {
  const texts = new Map<string, string | null>();
  for (const word of words) {
    const at = word.indexOf("=");
    const key = at < 0 ? word.slice(0, -1) : word.slice(0, at);
    if (key === "") throw new UsageError(`${JSON.stringify(word)} has no key: write key=value, or key- to remove it.`);
    if (texts.has(key)) throw new UsageError(`${key} is given twice.`);
    texts.set(key, at < 0 ? null : word.slice(at + 1));
  }
  if (texts.size === 0)
    throw new UsageError(
      "Say what to set, as people.example.com/team=red, or what to remove, as people.example.com/team-.",
    );
  return Object.fromEntries(texts);
}

/** How many changes of others may come first. */
const ATTEMPTS = 10;

/** A value is looked at and then replaced, so the write is for the state that was looked at. */
async function setTexts({ map, texts, overwrite }: TextChange, { objects, name, stored }: Changing): Promise<unknown> {
  const changes = { metadata: { [map]: texts } };
  if (overwrite) return objects.update(name, changes);
  let state = stored;
  for (let times = 1; ; times += 1) {
    assertFree(map, texts, state);
    try {
      return await objects.update(name, changes, { ifMatch: state.metadata });
    } catch (error) {
      if (times === ATTEMPTS || !isProblem(error, "PreconditionFailed")) throw error;
      state = checkServedObject(await objects.get(name));
    }
  }
}

/** @throws {ObjectRefusal} if a key has another value already */
function assertFree(map: TextMap, texts: Texts, { metadata }: ServedObject): void {
  const before = metadata[map] ?? {};
  for (const [key, value] of Object.entries(texts)) {
    const old = Object.hasOwn(before, key) ? before[key] : undefined;
    if (value === null || old === undefined || old === value) continue;
    const which = map === "labels" ? "label" : "annotation";
    throw new ObjectRefusal(`The ${which} ${key} is ${JSON.stringify(old)} already. Replace it with --overwrite.`);
  }
}
