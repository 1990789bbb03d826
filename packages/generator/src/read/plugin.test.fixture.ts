import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

import { defaultConfig } from "../config/resolved-config.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { NamedType, Property, Type } from "../model/type.js";
import { readProject } from "./read-project.js";
import type { ReadConfig, ReadResult } from "./read-result.js";

const modelPackage = resolve(import.meta.dirname, "../../../model");

/** Reads a plugin made of these files, in a folder that is gone afterwards. */
export function readFiles(files: Readonly<Record<string, string>>, config: Partial<ReadConfig> = {}): ReadResult {
  const root = writePlugin(files);
  try {
    return readProject(root, { ...defaultConfig, ...config });
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** Writes a plugin made of these files into a folder, which the caller removes. */
export function writePlugin(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "cmgen-read-"));
  for (const [path, text] of Object.entries({ "package.json": '{ "name": "plugin", "type": "module" }', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  mkdirSync(join(root, "node_modules/@cmgen"), { recursive: true });
  symlinkSync(modelPackage, join(root, "node_modules/@cmgen/model"), "dir");
  return root;
}

/** A module that declares a model `Thing` with the given spec; what is declared beside it comes first. */
export function moduleOf(spec: string, declarations = ""): string {
  return `import { defineModel, index, type Extension, type Int64, type Integer, type Timestamp } from "@cmgen/model";
${declarations}
export interface Thing extends Extension<${spec}> {}
export default defineModel<Thing>({
  group: "things.example.com", version: "v1", kind: "Thing", plural: "things", singular: "thing",
});
`;
}

/** Reads a model `Thing` with the given spec. */
export function readSpec(spec: string, declarations = ""): ReadResult {
  return readFiles({ "src/models/thing.ts": moduleOf(spec, declarations) });
}

/** Reads a property of the given type; `null` where it is not there. */
export function readPropertyOf(type: string, declarations = ""): Property | null {
  const { project, diagnostics } = readSpec(`{ x: ${type} }`, declarations);
  if (diagnostics.length > 0) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const spec = project.models[0]?.spec?.type;
  return (spec?.shape === "object" ? spec.properties[0] : undefined) ?? null;
}

/** Codes of the diagnostics of a property of the given type, with the text each points at. */
export function problemsOf(type: string, declarations = ""): string[] {
  return problemsIn(readSpec(`{ x: ${type} }`, declarations));
}

export function problemsIn({ diagnostics, sources }: Pick<ReadResult, "diagnostics" | "sources">): string[] {
  return diagnostics.map((diagnostic) => `${diagnostic.code} ${textAt(diagnostic, sources)}`);
}

/** What a diagnostic points at, as far as it stands on one line. */
export function textAt({ span }: Diagnostic, sources: ReadonlyMap<string, string>): string {
  if (span === undefined) return "";
  const line = sources.get(span.file)?.split("\n")[span.start.line - 1] ?? "";
  return line.slice(span.start.column - 1, span.end.line === span.start.line ? span.end.column - 1 : undefined);
}

/** A type or named type without spans and without what is empty: what a test compares. */
export function bare(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null, withoutSpans)) as unknown;
}

function withoutSpans(key: string, value: unknown): unknown {
  if (key === "span" || key === "tagSpans" || key === "attributeSpans") return undefined;
  if (key === "constraints" && typeof value === "object" && value !== null && Object.keys(value).length === 0) {
    return undefined;
  }
  if (key === "documentation" && JSON.stringify(value) === '{"description":""}') return undefined;
  return value;
}

/** The bare type of a property `x`. */
export function typeOf(type: string, declarations = ""): unknown {
  return bare(readPropertyOf(type, declarations)?.type);
}

/** The bare named types of a spec, by name. */
export function namedTypesOf(spec: string, declarations = ""): Readonly<Record<string, unknown>> {
  const { project, diagnostics } = readSpec(spec, declarations);
  if (diagnostics.length > 0) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return Object.fromEntries(project.types.map(({ name, type }: NamedType): [string, unknown] => [name, bare(type)]));
}

export type { Type };
