import type { ts } from "ts-morph";

import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { diagnose } from "../diagnostic/diagnose.js";
import type { Annotations } from "./docs/annotations.js";
import { readAnnotations } from "./docs/read-annotations.js";
import { PackageNames } from "./package-names.js";
import type { Reader } from "./reader.js";
import { SourceFiles } from "./source-files.js";
import type { Modules } from "./names/modules.js";
import { type Meaning, Names } from "./names/names.js";
import { declaredName } from "./types/reference.js";
import type { ModelReference } from "./types/target.js";
import { CircleGuard } from "./circle-guard.js";
import { shortText } from "../diagnostic/short-text.js";
import { unreadable } from "./types/read-scalar.js";
import { membersOf } from "./types/members-of.js";
import { NamedTypes } from "./types/named-types.js";
import { readCheckerBody, readCheckerType, readComputed } from "./types/read-computed.js";
import { readDeclared } from "./types/read-declared.js";
import { intersect } from "./types/read-intersection.js";
import { readProperty } from "./types/read-object.js";
import { readType } from "./types/read-type.js";

/** A reader and the table of models it looks references up in, which the caller fills. */
export interface CreatedReader {
  readonly reader: Reader;
  readonly models: Map<Meaning, ModelReference>;
}

/** Ties the readers of single shapes together. `report` gets each problem as it is found. */
export function createReader(
  root: string,
  modules: Modules,
  report: (diagnostic: Diagnostic) => unknown,
): CreatedReader {
  const names = new Names(modules);
  const models = new Map<Meaning, ModelReference>();
  const files = new SourceFiles(root);
  const packages = new PackageNames();
  const annotations = new Map<ts.Node, Annotations>();
  const circles = new CircleGuard((node) => reader.report("CM3019", node, { type: shortText(node.getText()) }));
  const reader: Reader = {
    get checker() {
      return names.checker;
    },
    names,
    files,
    packages,
    named: new NamedTypes(),
    models,
    isLibrary: (file) => file === modules.library(),
    isVocabulary: ({ declarations: [first] }, name) =>
      first !== undefined && declaredName(first) === name && packages.of(first.getSourceFile()) === "@cmgen/model",
    declarationOf: (name) => names.of(name)?.declarations[0],
    read: (site) => circles.run(site.node, () => readType(reader, site)) ?? { type: unreadable(reader, site.node) },
    readComputed: (site) => readComputed(reader, site),
    readCheckerType: (type, site) => readCheckerType(reader, type, site),
    readCheckerBody: (type, site) => readCheckerBody(reader, type, site),
    readDeclared: (target, use) => readDeclared(reader, target, use),
    readProperty: (member) => readProperty(reader, member),
    intersect: (sites) => intersect(reader, sites),
    membersOf: (site) => circles.run(site.node, () => membersOf(reader, site)),
    isCircular: (node) => circles.isCircular(node),
    annotationsOf: (node) => {
      const known = annotations.get(node) ?? readAnnotations(reader, node);
      annotations.set(node, known);
      return known;
    },
    report: (code, node, values) => report(diagnose(code, files.spanOf(node), values)),
    reportAt: (code, span, values) => report(diagnose(code, span, values)),
  };
  return { reader, models };
}
