import { declarationsDiagnostics } from "./declarations.js";
import { indexesDiagnostics } from "./indexes.js";
import { logicDiagnostics } from "./logic.js";
import { manifestsDiagnostics } from "./manifests.js";
import { referencesDiagnostics } from "./references.js";
import { resourcesDiagnostics } from "./resources.js";
import { tagsDiagnostics } from "./tags.js";
import { typesDiagnostics } from "./types.js";
import { versionsDiagnostics } from "./versions.js";

/** Every problem the reader and the checks report. A code never changes its meaning and is never used again. */
export const catalogue = {
  ...declarationsDiagnostics,
  ...resourcesDiagnostics,
  ...typesDiagnostics,
  ...tagsDiagnostics,
  ...indexesDiagnostics,
  ...logicDiagnostics,
  ...manifestsDiagnostics,
  ...referencesDiagnostics,
  ...versionsDiagnostics,
} as const;

export type DiagnosticCode = keyof typeof catalogue;
