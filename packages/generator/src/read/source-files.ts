import type { ts } from "ts-morph";

import type { SourceSpan } from "../model/source-span.js";
import { relativePath } from "../paths/slashed.js";
import { compiler } from "./compiler.js";

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
