import { oncePer } from "../model/once-per.js";
import { type CompileContext, type CompiledFunction, compileFunction } from "./compile-function.js";
import type { NamedSchema, ProjectSchemas } from "./project-schemas.js";

/** A function, and the schemas it was made with beside its own, as texts by their references. */
interface KnownFunction {
  readonly made: CompiledFunction;
  readonly asked: ReadonlyMap<string, string>;
}

/**
 * Functions that were compiled, for whatever project. One is taken again where all that it was made from says the same: its own schema
 * and those it refers to, with what they are called. So it is the function that would be compiled.
 */
export class KnownFunctions {
  readonly #known = new Map<string, KnownFunction>();

  /** The function for a schema: one that is known, or a new one. */
  functionOf(named: NamedSchema, context: CompileContext): CompiledFunction {
    const text = textOf(named);
    const known = this.#known.get(text);
    if (known !== undefined && isAsItWas(known, context.schemas)) return known.made;
    const asked = new Map<string, string>();
    const made = compileFunction(named, { ...context, schemas: recorded(context.schemas, asked) });
    this.#known.set(text, { made, asked });
    return made;
  }
}

const textOf = oncePer(({ owner, schema }: NamedSchema): string => JSON.stringify([owner, schema]));

function isAsItWas({ asked }: KnownFunction, schemas: ProjectSchemas): boolean {
  return [...asked].every(([reference, text]) => textOf(schemas.named(reference)) === text);
}

function recorded(schemas: ProjectSchemas, asked: Map<string, string>): ProjectSchemas {
  return {
    ...schemas,
    named(reference) {
      const named = schemas.named(reference);
      asked.set(reference, textOf(named));
      return named;
    },
  };
}
