import { apiVersionOf } from "@cmgen/model";
import { jsonEqual } from "@cmgen/model/internal";

import type { HostedModels, Model } from "../model/model.js";
import type { SourceSpan } from "../model/source-span.js";
import { compareShapes, type Difference } from "./compare-shapes.js";
import type { ModelShape } from "../model/model-shape.js";
import { shapeKey } from "./model-shape.js";
import { answerText, type Rename } from "./answer-text.js";
import { pathText } from "./field-path.js";
import { spanAt } from "./span-at.js";

/** One thing that breaks stored objects. */
export interface Break {
  /** A sentence. */
  readonly message: string;
  /** Where the field is declared; of one that is gone, the model. */
  readonly span: SourceSpan;
}

/** What of a model breaks objects that an earlier release stored, and is answered by no evolve step. */
export interface BrokenModel {
  readonly kind: string;
  readonly apiVersion: string;
  readonly breaks: readonly Break[];
  /** A step for the declaration that answers all of it, as text. */
  readonly answer?: string;
  /** Fields whose values the answer deletes. */
  readonly removed: readonly string[];
  /** Fields that have gone, each with one of the same form that has come: perhaps it was renamed. */
  readonly renames: readonly Rename[];
  /** Fields that were said to be renamed: the answer moves what they held. */
  readonly renamed: readonly Rename[];
  /** The package of the hosted plugin that has the model; absent for a model of the plugin itself. */
  readonly hostedFrom?: string;
}

/** Earlier shapes of the models: of each branch of migrations that leads here, its newest. */
export type EarlierShapes = readonly (readonly ModelShape[])[];

export interface ShapeComparison {
  readonly earlier: EarlierShapes;
  /** Of the project's models, in order. */
  readonly shapes: readonly ModelShape[];
  /** What is known to be renamed. */
  readonly renames: readonly Rename[];
}

/** Compares models with their earlier shapes. What a new evolve step of the model answers is not listed. */
export function brokenModels(project: HostedModels, { earlier, shapes, renames }: ShapeComparison): BrokenModel[] {
  const branches = earlier.map((branch) => new Map(branch.map((shape) => [shapeKey(shape), shape])));
  return project.models.flatMap((model, at): BrokenModel[] => {
    const next = shapes[at];
    const olds = branches.flatMap((branch) => (next && branch.get(shapeKey(next))) ?? []);
    const [first] = olds;
    if (next === undefined || first === undefined) return [];
    const steps = wrongSteps(model, olds);
    const unanswered = olds.filter((old) => !jsonEqual(old, next) && next.steps.every((id) => old.steps.includes(id)));
    const differences = distinct(unanswered.flatMap((old) => compareShapes(old, next)));
    const breaking = differences.filter(({ change }) => change !== "added");
    if (breaking.length + steps.length === 0) return [];
    const possible = possibleRenames(differences, unanswered[0] ?? first, next);
    const known = renames.filter((rename) => isPossible(rename, differences));
    const answer = breaking.length === 0 ? {} : { answer: answerText(breaking, { renames: known, steps: next.steps }) };
    return [
      {
        kind: model.kind,
        apiVersion: apiVersionOf(model),
        removed: differences.flatMap(({ change, path }) =>
          change === "removed" && !known.some(({ from }) => from === pathText(path)) ? [pathText(path)] : [],
        ),
        breaks: [...steps, ...breaking.map((difference) => breakOf(project, model, difference))],
        renames: possible.filter(({ from, to }) => !known.some((rename) => rename.from === from && rename.to === to)),
        renamed: known,
        ...answer,
      },
    ];
  });
}

function distinct(differences: readonly Difference[]): readonly Difference[] {
  return [...new Map(differences.map((difference) => [JSON.stringify(difference), difference])).values()];
}

function breakOf(project: HostedModels, model: Model, { path, detail }: Difference): Break {
  return { message: `${pathText(path)} ${detail}.`, span: spanAt(project, model, path) };
}

/** Steps that are declared twice, and a last one that is gone: by it the database tells a later release from an earlier one. */
function wrongSteps({ steps, span }: Model, olds: readonly ModelShape[]): readonly Break[] {
  const twice = steps.filter(({ id }, at) => steps.findIndex((other) => other.id === id) < at);
  const lasts = new Set(olds.flatMap((old) => old.steps.at(-1) ?? []));
  const gone = [...lasts].filter((id) => !steps.some((step) => step.id === id));
  return [
    ...twice.map((step) => ({ message: `The evolve step "${step.id}" is declared twice.`, span: step.span })),
    ...gone.map((id) => ({
      message: `The evolve step "${id}" is not declared any more; the last step that was released stays.`,
      span,
    })),
  ];
}

function isPossible({ from, to }: Rename, differences: readonly Difference[]): boolean {
  const gone = differences.some(({ change, path }) => change === "removed" && pathText(path) === from);
  const come = differences.some(({ change, path }) => isNew(change) && pathText(path) === to);
  return gone && come;
}

function isNew(change: Difference["change"]): boolean {
  return change === "added" || change === "required";
}

/** Fields beside each other of which one has gone and one has come, if whatever the one held the other may hold. */
function possibleRenames(differences: readonly Difference[], old: ModelShape, next: ModelShape): readonly Rename[] {
  const gone = differences.filter(({ change }) => change === "removed");
  const come = differences.filter(({ change }) => isNew(change));
  return gone.flatMap(({ path: from }) =>
    come
      .filter(({ path: to }) => pathText(from.slice(0, -1)) === pathText(to.slice(0, -1)))
      .filter(({ path: to }) => {
        const [before, after] = [schemaAt(old, from), schemaAt(next, to)];
        if (before === undefined || after === undefined) return false;
        const found = compareShapes({ ...old, schema: before }, { ...next, schema: after });
        return found.every(({ change }) => change === "added");
      })
      .map(({ path: to }) => ({ from: pathText(from), to: pathText(to) })),
  );
}

/** The schema at a path through plain objects; undefined where it leads through something else. */
function schemaAt({ schema, types }: ModelShape, path: readonly string[]): ModelShape["schema"] | undefined {
  return path.reduce<ModelShape["schema"] | undefined>((at, name) => {
    const ref = typeof at === "object" ? at["$ref"] : undefined;
    const target = typeof ref === "string" ? types[ref] : at;
    if (typeof target !== "object") return undefined;
    if (name === "[]") return target["items"] as ModelShape["schema"] | undefined;
    return (target["properties"] as ModelShape["types"] | undefined)?.[name];
  }, schema);
}
