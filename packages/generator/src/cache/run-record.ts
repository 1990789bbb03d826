import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { contentHash } from "../output/content-hash.js";

/** Hashes of contents by path relative to the plugin's root, with `/`. What is outside of it starts with `../`. */
export type Hashes = Readonly<Record<string, string>>;

/** What the last run that wrote everything saw and made. As long as all of it is as it was, a run has nothing to do. */
export interface RunRecord {
  /** The build of cmgen that ran; see {@link toolFingerprint}. */
  readonly tool: string;
  /** Every file that was read. */
  readonly inputs: Hashes;
  /** Every generated file, and the migrations. */
  readonly outputs: Hashes;
  /** Names in the folders whose files were read: a file that is added may be a model, or be resolved before another. */
  readonly folders: Hashes;
  /** Warnings of the run. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many generated files there are. */
  readonly files: number;
}

/** A record's text with a hash of it in front: a damaged record could keep a run from doing what it has to. */
export function sealed(text: string): string {
  return `${contentHash(text)}\n${text}`;
}

/** The text that was sealed; `undefined` where it is not as it was. */
export function unsealed(sealedText: string): string | undefined {
  const text = sealedText.slice(sealedText.indexOf("\n") + 1);
  return sealed(text) === sealedText ? text : undefined;
}

/** Where a plugin's record is, relative to its root: in the folder that tools keep their caches in. */
export const recordPath = "node_modules/.cache/cmgen/last-run.json";
