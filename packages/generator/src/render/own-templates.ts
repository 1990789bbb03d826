import { AsyncLocalStorage } from "node:async_hooks";

import type { TemplateName } from "./template-name.js";

/** A template of the plugin's own, in place of cmgen's. */
export interface OwnTemplate {
  /** Relative to the plugin's root. */
  readonly path: string;
  readonly text: string;
}

export type OwnTemplates = ReadonlyMap<TemplateName, OwnTemplate>;

/** A template of the plugin's own cannot be filled in. The message is a sentence. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
  /** The template, relative to the plugin's root. */
  readonly path: string;

  constructor(path: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.path = path;
  }
}

/** Emitters make views of models; whose templates fill these in is the run's matter, and of two runs at once each has its own. */
const current = new AsyncLocalStorage<OwnTemplates>();

/** Does something, with a plugin's own templates in place of cmgen's. */
export function withTemplates<T>(templates: OwnTemplates, work: () => T): T {
  return current.run(templates, work);
}

/** The plugin's own template of that name; undefined where cmgen's is filled in. */
export function ownTemplate(name: TemplateName): OwnTemplate | undefined {
  return current.getStore()?.get(name);
}
