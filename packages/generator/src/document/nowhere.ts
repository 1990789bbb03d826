import type { SourceSpan } from "../model/source-span.js";

const start = { line: 1, column: 1 };

/** Nothing of a document is reported by its line, so one place will do for all that has to have one. */
export const nowhere: SourceSpan = { file: "openapi.json", start, end: start };
