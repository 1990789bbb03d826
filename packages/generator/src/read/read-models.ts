import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { compareText } from "../model/compare-text.js";
import type { Model } from "../model/model.js";
import { ImportGraph } from "./known/import-graph.js";
import type { KnownModels } from "./known/known-models.js";
import { learn } from "./known/learn.js";
import { readStale } from "./known/read-stale.js";
import { staleModules } from "./known/stale-modules.js";
import { type Linked, type LinkInput, linkTypes, type TypeRoots } from "./link/link-types.js";
import { pluginProgram } from "./program/plugin-program.js";
import { readModules } from "./read-modules.js";
import { createReporter, type Reporter } from "./reporter.js";
import type { Surroundings } from "./surroundings.js";

/** The models of a plugin and what they refer to. */
export interface ModelsReading {
  readonly linked: Linked;
  /** A type may be met on several ways: what is wrong with it is said once. */
  readonly diagnostics: Map<string, Diagnostic>;
  /** Goes on collecting `diagnostics`. */
  readonly reporter: Reporter;
}

/** What is known of a plugin's modules; a run that reads them learns more. */
export interface ReadMemory {
  known: KnownModels | undefined;
}

/** Reads the models of a plugin: all of them, or with a memory those that changed since the last run. */
export function readModels(surroundings: Surroundings, memory?: ReadMemory): ModelsReading {
  const part = memory && readSome(surroundings, memory);
  // With a part of the program, problems might be reported elsewhere than with all of it.
  return part?.diagnostics.size === 0 ? part : readEverything(surroundings, memory);
}

function readSome(surroundings: Surroundings, memory: ReadMemory): ModelsReading | undefined {
  const { known } = memory;
  const stale = known && staleModules(surroundings, known);
  if (known === undefined || stale === undefined) return undefined;
  const found = collecting(surroundings.root);
  const next = readStale({ surroundings, known, stale, reporter: found.reporter });
  if (next === undefined || found.diagnostics.size > 0) return undefined;
  memory.known = next;
  const modules = surroundings.paths.flatMap((path) => next.modules.get(path) ?? []);
  const linking = { entries: [...next.types.values()], typeNames: surroundings.typeNames, reporter: found.reporter };
  return { ...found, linked: link(modules, linking) };
}

function readEverything(surroundings: Surroundings, memory: ReadMemory | undefined): ModelsReading {
  const { root, inputs, options, paths, ambient } = surroundings;
  const imports = new ImportGraph();
  const onImport = (from: string, to: string): void => imports.add(from, to);
  const opened = pluginProgram({ root, files: [...new Set([...paths, ...ambient])], options, inputs, onImport });
  const found = collecting(root);
  const reading = readModules({
    program: opened.program,
    paths,
    api: surroundings.api,
    codeFiles: { inputs, onImport },
    reporter: found.reporter,
  });
  // What is known stays after a problem: the run after the fix is a short one.
  if (memory !== undefined && found.diagnostics.size === 0) {
    memory.known = learn({ surroundings, opened, imports, reading, run: (memory.known?.run ?? 0) + 1 });
  }
  const linking = { entries: reading.types, typeNames: surroundings.typeNames, reporter: found.reporter };
  return { ...found, linked: link([...reading.modules.values()], linking) };
}

function collecting(root: string): Pick<ModelsReading, "diagnostics" | "reporter"> {
  const diagnostics = new Map<string, Diagnostic>();
  return {
    diagnostics,
    reporter: createReporter(root, (diagnostic) => diagnostics.set(JSON.stringify(diagnostic), diagnostic)),
  };
}

type Linking = Pick<LinkInput, "entries" | "typeNames"> & { readonly reporter: Reporter };

function link(modules: readonly TypeRoots[], { entries, typeNames, reporter }: Linking): Linked {
  const models = modules.flatMap((module) => module.models).toSorted(compareModels);
  const endpoints = modules.flatMap((module) => module.endpoints);
  return linkTypes({ models, endpoints, entries, typeNames, report: reporter.reportAt });
}

function compareModels(a: Model, b: Model): number {
  return compareText(a.group, b.group) || compareText(a.version, b.version) || compareText(a.kind, b.kind);
}
