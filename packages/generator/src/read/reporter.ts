import type { ts } from "ts-morph";

import { diagnose } from "../diagnostic/diagnose.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { isTagOfPackage } from "../diagnostic/tag-of-package.js";
import type { Reader } from "./reader.js";
import { SourceFiles } from "./source-files.js";
import { unreadable } from "./types/plain-types.js";

/** Reports problems at places in source files: what needs no program. */
export type Reporter = Pick<Reader, "files" | "report" | "reportAt" | "reject">;

/** `found` gets each problem as it is found. */
export function createReporter(root: string, found: (diagnostic: Diagnostic) => unknown): Reporter {
  const files = new SourceFiles(root);
  const report = (diagnostic: Diagnostic): void => {
    if (!isTagOfPackage(diagnostic)) found(diagnostic);
  };
  /** Nodes at which something was found that is not written there: one problem of each is enough. */
  const rejected = new Set<ts.Node>();
  return {
    files,
    report: (code, node, values) => report(diagnose(code, files.spanOf(node), values)),
    reportAt: (code, span, values) => report(diagnose(code, span, values)),
    reject: ({ node, path, isExact }, code, values) => {
      const problem = diagnose(code, files.spanOf(node), values);
      if (isExact) report(problem);
      else if (!rejected.has(node))
        report(path === "" ? problem : { ...problem, message: `${path}: ${problem.message}` });
      if (!isExact) rejected.add(node);
      return unreadable({ reader: { files }, node });
    },
  };
}
