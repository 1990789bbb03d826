import type { ts } from "ts-morph";

import type { DiagnosticCode } from "../diagnostic/catalogue/catalogue.js";
import type { DiagnosticValues } from "../diagnostic/diagnose.js";
import type { SourceSpan } from "../model/source-span.js";
import type { Property } from "../model/type.js";
import type { Annotations } from "./docs/annotations.js";
import type { Meaning, Names } from "./names/names.js";
import type { PackageNames } from "./package-names.js";
import type { SourceFiles } from "./source-files.js";
import type { Member, Members } from "./types/members.js";
import type { NamedTypes } from "./types/named-types.js";
import type { Reading, Site } from "./types/site.js";
import type { DeclaredTarget, ModelReference, Use } from "./types/target.js";

/** What the readers of single shapes share; made once a run. It ties them together, so that they need not import each other. */
export interface Reader {
  /** Costly where it is first asked: it makes the program. */
  readonly checker: ts.TypeChecker;
  readonly names: Names;
  readonly files: SourceFiles;
  readonly packages: PackageNames;
  readonly named: NamedTypes;
  /** Models by the meaning of their type's name. */
  readonly models: ReadonlyMap<Meaning, ModelReference>;
  isLibrary(file: ts.SourceFile): boolean;
  /** Whether something is what has that name in @cmgen/model. */
  isVocabulary(meaning: Meaning, name: string): boolean;
  /** The first declaration of what a name stands for, through imports. */
  declarationOf(name: ts.Node): ts.Declaration | undefined;
  /** Reads the type at a site, whatever its shape. */
  read(site: Site): Reading;
  /** Reads, through the checker, a type that no nodes spell out. */
  readComputed(site: Site): Reading;
  /** Reads a type that the checker worked out for a site. */
  readCheckerType(type: ts.Type, site: Site): Reading;
  /** As {@link readCheckerType}, for the body of a named type: the answer is not a reference to that name. */
  readCheckerBody(type: ts.Type, site: Site): Reading;
  readDeclared(target: DeclaredTarget, use: Use): Reading;
  readProperty(member: Member): Property | undefined;
  /** What is all of the types at the sites at once. */
  intersect(sites: readonly Site[]): Reading;
  /** The properties of the object type at a site, their types yet unread; `undefined` where it is no object type. */
  membersOf(site: Site): Members | undefined;
  /** Whether what a node says has been found to lead back to itself. */
  isCircular(node: ts.Node): boolean;
  /** What the doc comment before a node says. */
  annotationsOf(node: ts.Node): Annotations;
  report<Code extends DiagnosticCode>(code: Code, node: ts.Node, values: DiagnosticValues<Code>): void;
  reportAt<Code extends DiagnosticCode>(code: Code, span: SourceSpan | undefined, values: DiagnosticValues<Code>): void;
}
