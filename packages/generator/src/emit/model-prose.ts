import type { Model } from "../model/model.js";

/** A kind with the article English has for it, as far as its first letter tells: to stand within a sentence. */
export function aKind({ kind }: Model): string {
  return `${/^[aeiou]/i.test(kind) ? "an" : "a"} ${kind}`;
}

/** The same, to start a sentence. */
export function aKindFirst(model: Model): string {
  const text = aKind(model);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a model is: its declaration's text, or else where it belongs. */
export function descriptionOf(model: Model): string {
  return model.documentation.description || `${aKindFirst(model)} of ${model.group}/${model.version}.`;
}
