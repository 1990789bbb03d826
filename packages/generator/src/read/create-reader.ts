import type { ts } from "ts-morph";

import type { CodeFiles } from "./code/outside-code.js";
import { ReachedCode } from "./code/reached-code.js";
import type { Annotations } from "./docs/read-annotations.js";
import { readAnnotations } from "./docs/read-annotations.js";
import { Symbols } from "./program/symbols.js";
import type { Reader } from "./reader.js";
import type { Reporter } from "./reporter.js";
import { TypeNames } from "./types/argument-name.js";
import type { NamedTypes } from "./types/named-types.js";
import { unreadable } from "./types/plain-types.js";
import { readType } from "./types/read-type.js";

/** What a reader goes by. */
export interface ReaderInput {
  readonly program: ts.Program;
  readonly reporter: Reporter;
  readonly named: NamedTypes;
  readonly codeFiles: CodeFiles;
  readonly api?: string | undefined;
}

/** Ties the readers of single shapes together. */
export function createReader({ program, reporter, named, codeFiles, api }: ReaderInput): Reader {
  const checker = program.getTypeChecker();
  const code = new ReachedCode(program, codeFiles);
  const symbols = new Symbols(program);
  const shared = { ...reporter, checker, code, symbols, models: new Map(), api };
  const ignore = (): void => {};
  const reject: Reader["reject"] = ({ node }) => unreadable({ reader: reporter, node });
  const names = tied({ ...shared, named: new TypeNames(symbols), report: ignore, reportAt: ignore, reject });
  return tied({ ...shared, named, names });
}

type Untied = Omit<Reader, "read" | "annotationsOf" | "names"> & Partial<Pick<Reader, "names">>;

/** A reader without another one for names is that itself. */
function tied(untied: Untied): Reader {
  const annotations = new Map<ts.Node, Annotations>();
  const reader: Reader = {
    ...untied,
    get names() {
      return untied.names ?? reader;
    },
    read: (types, place) => readType(types, place),
    annotationsOf: (node) => {
      const known = annotations.get(node) ?? readAnnotations(reader, node);
      annotations.set(node, known);
      return known;
    },
  };
  return reader;
}
