import { isOfPackage } from "../model/source-span.js";
import { tagsDiagnostics } from "./catalogue/tags.js";
import type { Diagnostic } from "./diagnostic.js";

/**
 * Whether a diagnostic is about a tag in another package's file. Its author did not write for cmgen and its user cannot change it: such
 * tags apply where they can, and are nobody's mistake where they cannot.
 */
export function isTagOfPackage({ code, span }: Diagnostic): boolean {
  return span !== undefined && Object.hasOwn(tagsDiagnostics, code) && isOfPackage(span);
}
