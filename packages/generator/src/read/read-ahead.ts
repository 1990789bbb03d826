import type { LinkedEntry } from "./link/type-names.js";
import { NamesAhead } from "./known/names-ahead.js";
import {
  isBonded,
  isOwn,
  type ModuleReading,
  type ModulesInput,
  type ModulesReading,
  modulesReading,
  openModules,
  type TypeReading,
  typeReading,
} from "./read-modules.js";
import type { OnPart } from "./read-part.js";
import type { NamedRequest } from "./types/named-types.js";

export interface AheadInput {
  readonly onPart: OnPart;
  /** Whether what was read until now is what reading in order says. */
  readonly isSure: () => boolean;
}

/** So many parts there are, unless there are fewer modules. */
const PARTS = 50;

/**
 * As {@link readModules}, but the types of each part of the modules are read with it, and handed out. Undefined where the outcome might
 * differ: then all is to be read in order.
 */
export function readAhead(input: ModulesInput, { onPart, isSure }: AheadInput): ModulesReading | undefined {
  const named = new NamesAhead();
  const { reader, modules } = openModules(input, named);
  const isPlain = (entry: NamedRequest): boolean => !isBonded({ ...entry, isOwn: isOwn(reader, entry) });
  const size = Math.ceil(modules.length / PARTS);
  const read: [path: string, module: ModuleReading][] = [];
  for (let from = 0; from < modules.length; from += size) {
    const part = modules
      .slice(from, from + size)
      .map(({ path, read: readOne }): [path: string, module: ModuleReading] => [path, readOne()]);
    const types = named.readAhead(isPlain).map((entry) => linkedEntry(typeReading(reader, entry)));
    if (!named.isSure || !isSure()) return undefined;
    read.push(...part);
    onPart({ models: part.flatMap(([, { models }]) => models), types });
  }
  const reading = modulesReading(reader, named, read);
  return named.isSure && isSure() ? reading : undefined;
}

/** What is plain data of a type: it may go to another thread. */
function linkedEntry({ id, name, isUnnamed = false, origin, body }: TypeReading): LinkedEntry {
  return { id, name, isUnnamed, origin, body };
}
