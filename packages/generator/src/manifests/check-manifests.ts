import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Manifest, ManifestProblem } from "@cmgen/runtime/manifests";

import { diagnose } from "../diagnostic/diagnose.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { ProjectModel } from "../model/model.js";
import { manifestModels } from "./manifest-models.js";
import type { SourceSpan } from "../model/source-span.js";

/** What came of checking a plugin's manifests. */
export interface ManifestCheck {
  readonly diagnostics: readonly Diagnostic[];
  /** Texts of the files that were read, by path relative to the plugin's root. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Checks the manifests in `extensions/` as the service does when it starts, with the same code, except for what only a write can tell and for the
 * models' own rules. What the service would refuse is an error; a type that another plugin may have is a warning.
 *
 * @param project Its models have no problems.
 */
export async function checkManifests(root: string, project: ProjectModel): Promise<ManifestCheck> {
  if (!existsSync(join(root, "extensions"))) return { diagnostics: [], texts: new Map() };
  const runtime = await import("@cmgen/runtime/manifests");
  const { manifests, problems, others, texts } = await runtime.readManifests(root);
  const findModel = manifestModels(project, runtime);
  const groups = new Set(
    [project, ...(project.hosted ?? [])].flatMap(({ models }) => models.map(({ group }) => group)),
  );
  const foreign = new Set(manifests.filter(({ value }) => isOfOtherGroup(value, groups)));
  const known = manifests.filter((manifest) => !foreign.has(manifest));
  // The rules of a model are code of the plugin, which is not run here: a service with hooks leaves them for later, too.
  const found = runtime.checkManifests(known, { findModel, hasHooks: () => true });
  const diagnostics = [
    ...[...problems, ...found.problems].map((problem) => refusal(problem, texts)),
    ...[...foreign].map((manifest) => unknownType(manifest, texts)),
    ...others.map((file) => diagnose("CM7003", undefined, { file })),
  ];
  return { diagnostics, texts };
}

function isOfOtherGroup(value: unknown, groups: ReadonlySet<string>): boolean {
  const { apiVersion, kind } = typeOf(value);
  if (typeof apiVersion !== "string" || typeof kind !== "string") return false;
  const [group = "", version, ...more] = apiVersion.split("/");
  return version !== undefined && more.length === 0 && !groups.has(group);
}

function typeOf(value: unknown): { readonly apiVersion?: unknown; readonly kind?: unknown } {
  return typeof value === "object" && value !== null ? value : {};
}

function refusal({ place, message }: ManifestProblem, texts: ReadonlyMap<string, string>): Diagnostic {
  return diagnose("CM7001", spanIn(place, texts), { problem: message });
}

function unknownType({ value, placeOf }: Manifest, texts: ReadonlyMap<string, string>): Diagnostic {
  const { apiVersion, kind } = typeOf(value);
  return diagnose("CM7002", spanIn(placeOf("/apiVersion"), texts), {
    kind: String(kind),
    apiVersion: String(apiVersion),
  });
}

function spanIn(place: string, texts: ReadonlyMap<string, string>): ReturnType<typeof spanOfPlace> {
  const file = place.replace(/:\d+:\d+$/, "");
  return spanOfPlace(place, texts.get(file) ?? "");
}

/**
 * The span of what stands at a place in a manifest: a key, or a plain or quoted value, up to the end of the line.
 *
 * @param place `<file>:<line>:<column>`, or a file alone.
 * @param text The file's text.
 */
function spanOfPlace(place: string, text: string): SourceSpan {
  const [, file = place, line = "1", column = "1"] = /^(.*):(\d+):(\d+)$/s.exec(place) ?? [];
  const start = { line: Number(line), column: Number(column) };
  const rest = (text.split("\n")[start.line - 1] ?? "").slice(start.column - 1);
  const [word = ""] = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s:,[\]{}]+)/.exec(rest) ?? [];
  return { file, start, end: { line: start.line, column: start.column + Math.max(word.length, 1) } };
}
