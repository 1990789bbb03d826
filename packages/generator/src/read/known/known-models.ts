import type { Surroundings } from "../surroundings.js";
import type { LinkedEntry } from "../link/type-names.js";
import type { TypeRoots } from "../link/link-types.js";

/** A named type as it was read: references in it are ids yet. */
export interface KnownType extends LinkedEntry {
  /**
   * Where it is declared, if more than its declaration made it what it is: its arguments, or the place where it was met first.
   * Modules that use such a type are read in one run or not at all.
   */
  readonly bond?: string;
}

/** What was read of one module. References in its models and endpoints are ids yet. */
export interface KnownModule extends TypeRoots {
  /** Absolute paths of the module and of all that it imports, directly or not. */
  readonly files: readonly string[];
  /** Absolute paths of the files that declare the types of its models. */
  readonly declaring: readonly string[];
  /** Ids of the named types that its models and endpoints use, directly or not. */
  readonly types: readonly string[];
}

/**
 * What earlier runs of this process read without a complaint: plain data, so that a later run need not read it again. Nothing of a plugin
 * is known that needs Node's own declarations: they are part of the program because of one module, and then say something to all.
 */
export interface KnownModels {
  /** What the reading of every module depends on beside the texts of files; see {@link surroundingsKey}. */
  readonly key: string;
  /** Grows by one with each run: tells ids of two runs apart. */
  readonly run: number;
  /** Texts by absolute path: of every file that a module depends on. */
  readonly texts: ReadonlyMap<string, string>;
  /** Absolute paths of the files that every module depends on. */
  readonly shared: readonly string[];
  /** The program's files that say something to files that do not import them, in the program's order. */
  readonly globals: readonly string[];
  /** Absolute paths at which a file or folder was looked for and not found. */
  readonly missing: readonly string[];
  /** Absolute paths of the folders in which a new file may change the outcome. */
  readonly folders: readonly string[];
  /** By absolute path. */
  readonly modules: ReadonlyMap<string, KnownModule>;
  /** By id. */
  readonly types: ReadonlyMap<string, KnownType>;
}

/** Changes with everything that the reading of all modules depends on and that is not the text of a file. */
export function surroundingsKey({ options, ambient, api = "" }: Surroundings): string {
  return JSON.stringify([options, ambient, api]);
}

/** The bonds of a module; all modules with one of them are read in one run. */
export function bondsOf({ types }: KnownModule, known: KnownModels["types"]): readonly string[] {
  return types.flatMap((id) => known.get(id)?.bond ?? []);
}
