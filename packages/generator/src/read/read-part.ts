import type { Model } from "../model/model.js";
import type { LinkedEntry } from "./link/type-names.js";

/** Models that were read while others are still to come, and the named types that were read with them. References are ids yet. */
export interface ReadPart {
  readonly models: readonly Model[];
  readonly types: readonly LinkedEntry[];
}

/** Is given each part once it is read. What is read may turn out to be called otherwise, and may be read again. */
export type OnPart = (part: ReadPart) => void;

/** Says who is given parts, where there are so many modules to read; undefined where nobody wants them. */
export type PartsOf = (modules: number) => OnPart | undefined;
