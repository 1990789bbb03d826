import type { HostedModels, Model } from "../model/model.js";
import type { SourceSpan } from "../model/source-span.js";
import { alternatives, typeLookup } from "../model/type-at-path.js";
import type { Type } from "../model/type.js";

/** Where the field at a path is declared, or the nearest that is around it. */
export function spanAt(project: HostedModels, model: Model, path: readonly string[]): SourceSpan {
  const lookup = typeLookup(project);
  const [first, ...rest] = path;
  const part = first === "spec" || first === "status" ? model[first] : undefined;
  if (part === undefined) return model.span;
  let span = part.span;
  let types: readonly Type[] = alternatives(lookup, part.type);
  for (const name of rest) {
    const next = types.flatMap((type) => memberOf(type, name));
    const [member] = next;
    if (member === undefined) return span;
    span = member.span ?? span;
    types = next.flatMap(({ type }) => alternatives(lookup, type));
  }
  return span;
}

interface Member {
  readonly type: Type;
  /** Absent for items and values, which have no place of their own. */
  readonly span?: SourceSpan;
}

function memberOf(type: Type, name: string): readonly Member[] {
  if (type.shape === "array" && name.startsWith("[")) return [{ type: type.items }];
  if (type.shape === "record" && name === "{}") return [{ type: type.values }];
  if (type.shape !== "object") return [];
  return type.properties.filter((property) => property.name === name);
}
