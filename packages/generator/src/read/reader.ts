import type { ts } from "ts-morph";

import type { DiagnosticCode } from "../diagnostic/catalogue/catalogue.js";
import type { DiagnosticValues } from "../diagnostic/diagnose.js";
import type { SourceSpan } from "../model/source-span.js";
import type { Type } from "../model/type.js";
import type { ReachedCode } from "./code/reached-code.js";
import type { Annotations } from "./docs/read-annotations.js";
import type { Symbols } from "./program/symbols.js";
import type { SourceFiles } from "./reporter.js";
import type { NamedTypes } from "./types/named-types.js";
import type { Place } from "./types/place.js";
import type { Reading } from "./types/reading.js";

/** A declared model, as far as a reference to it needs. */
export interface ModelReference {
  readonly kind: string;
  readonly apiVersion: string;
}

/** What the readers of single shapes share; made once a run. */
export interface Reader {
  readonly checker: ts.TypeChecker;
  readonly symbols: Symbols;
  readonly code: ReachedCode;
  readonly files: SourceFiles;
  readonly named: NamedTypes;
  /** Tells what types are called: reads them without a report, and no further than a name goes. */
  readonly names: Reader;
  /** Group and version of the models that do not say their own, as the config has them. */
  readonly api: string | undefined;
  /** Models by the symbol of their type. */
  readonly models: Map<ts.Symbol, ModelReference>;
  /** Reads what is any of the types, whatever their kinds. */
  read(types: readonly ts.Type[], place: Place): Reading;
  /** What the doc comment before a node says. */
  annotationsOf(node: ts.Node): Annotations;
  report<Code extends DiagnosticCode>(code: Code, node: ts.Node, values: DiagnosticValues<Code>): void;
  reportAt<Code extends DiagnosticCode>(code: Code, span: SourceSpan | undefined, values: DiagnosticValues<Code>): void;
  /**
   * As {@link report}, for a type that is met at a place: where that is not where the type is written, the path leads to it. The answer
   * stands for the type.
   */
  reject<Code extends DiagnosticCode>(place: Place, code: Code, values: DiagnosticValues<Code>): Type;
}
