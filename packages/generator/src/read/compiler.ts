import { createRequire } from "node:module";
import type * as morph from "ts-morph";

const require = createRequire(import.meta.url);

interface LibFile {
  readonly fileName: string;
  readonly text: string;
}

/**
 * The package in which ts-morph bundles the compiler; ts-morph itself would take longer to load. Required, not imported: measured 270 ms
 * against 390. Whoever needs this file pays that, so nothing outside of `read` imports it but `edit` and `compile`, which run after it.
 */
const bundle = require("@ts-morph/common") as {
  readonly ts: typeof morph.ts;
  getLibFiles(): LibFile[];
};

/** The compiler API that ts-morph bundles, independent of the TypeScript the plugin has. */
export const compiler: typeof morph.ts = bundle.ts;

/** The standard library's declarations that belong to this compiler: ts-morph has them as texts. */
export function standardLibrary(): ReadonlyMap<string, string> {
  return new Map(bundle.getLibFiles().map(({ fileName, text }) => [fileName, text]));
}
