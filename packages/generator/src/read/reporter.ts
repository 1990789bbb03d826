import type { ts } from "ts-morph";

import { diagnose } from "../diagnostic/diagnose.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { isTagOfPackage } from "../diagnostic/tag-of-package.js";
import type { SourceSpan } from "../model/source-span.js";
import type { Reader } from "./reader.js";
import { relativePath } from "../paths/slashed.js";
import { compiler } from "./compiler.js";
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

/** A stretch of a source file, as offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Turns places in the program's files into spans, and knows the files' texts. */
export class SourceFiles {
  readonly #root: string;
  readonly #names = new Map<ts.SourceFile, string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Path relative to the plugin's root, with `/`. */
  nameOf(file: ts.SourceFile): string {
    const known = this.#names.get(file);
    if (known !== undefined) return known;
    const name = this.pathOf(file);
    this.#names.set(file, name);
    return name;
  }

  /** As {@link nameOf}, for a file that nothing points into. */
  pathOf(file: ts.SourceFile): string {
    return relativePath(this.#root, file.fileName);
  }

  spanOf(node: ts.Node): SourceSpan {
    const file = node.getSourceFile();
    return this.spanOfRange(file, { start: node.getStart(file), end: node.end });
  }

  spanOfRange(file: ts.SourceFile, range: TextRange): SourceSpan {
    return { file: this.nameOf(file), start: positionOf(file, range.start), end: positionOf(file, range.end) };
  }

  /** Texts of every file named so far. */
  texts(): ReadonlyMap<string, string> {
    return new Map(Array.from(this.#names, ([file, name]) => [name, file.text]));
  }
}

function positionOf(file: ts.SourceFile, offset: number): SourceSpan["start"] {
  const { line, character } = compiler.getLineAndCharacterOfPosition(file, offset);
  return { line: line + 1, column: character + 1 };
}
