import { isTagOfPackage } from "../diagnostic/tag-of-package.js";
import { mapChildren } from "../model/map-type.js";
import type { ProjectModel } from "../model/model.js";
import { isOfPackage, type SourceSpan } from "../model/source-span.js";
import type { Constraints, Documentation, TagSpans, Type } from "../model/type.js";
import { type CheckConfig, type CheckContext, checkContext } from "./check-context.js";
import { tagRules } from "./rules.js";

/** The project without the tags of other packages' files that a rule refuses: they apply where they are valid. */
export function withoutPackageMisfits(project: ProjectModel, config: CheckConfig): ProjectModel {
  const refused = new Set<string>();
  // What is refused may change with what is taken away, so this goes on until nothing new is.
  for (let pruned = project; ; pruned = withoutTags(pruned, refused)) {
    const before = refused.size;
    for (const span of misfits(checkContext(pruned, config))) refused.add(keyOf(span));
    if (refused.size === before) return pruned;
  }
}

function misfits(context: CheckContext): SourceSpan[] {
  if (!hasPackageTags(context)) return [];
  const found = tagRules.flatMap((rule) => [...rule(context)]).filter(isTagOfPackage);
  return found.flatMap(({ span }) => span ?? []);
}

/** Most plugins have none, and need no further look. */
function hasPackageTags({ types, properties, named }: CheckContext): boolean {
  const isTagged = ({ tagSpans = {} }: Tagged): boolean => Object.values(tagSpans).some(isOfPackage);
  return types.some(isTagged) || properties.some(isTagged) || named.some(({ span }) => isOfPackage(span));
}

function keyOf({ file, start, end }: SourceSpan): string {
  return `${file} ${start.line}:${start.column} ${end.line}:${end.column}`;
}

function withoutTags(project: ProjectModel, refused: ReadonlySet<string>): ProjectModel {
  const change = (type: Type): Type => {
    const changed = withoutOwnTags(mapChildren(type, change), refused);
    if (changed.shape !== "object") return changed;
    return { ...changed, properties: changed.properties.map((property) => withoutOwnTags(property, refused)) };
  };
  const models = project.models.map((model) => ({
    ...model,
    ...(model.spec && { spec: { ...model.spec, type: change(model.spec.type) } }),
    ...(model.status && { status: { ...model.status, type: change(model.status.type) } }),
  }));
  const types = project.types.map((named) => {
    const tagSpans = { example: named.type.tagSpans?.example ?? named.span };
    const { documentation } = withoutOwnTags({ documentation: named.documentation, tagSpans }, refused);
    return { ...named, documentation, type: change(named.type) };
  });
  return { ...project, models, types };
}

/** A type, a property or a declaration; a property's tags are its members of the same names. */
interface Tagged {
  readonly tagSpans?: TagSpans;
  readonly constraints?: Constraints;
  readonly documentation?: Documentation;
}

function withoutOwnTags<T extends Tagged>(tagged: T, refused: ReadonlySet<string>): T {
  const { tagSpans = {}, constraints, documentation } = tagged;
  const names = Object.entries(tagSpans).flatMap(([name, span]) => (refused.has(keyOf(span)) ? name : []));
  if (names.length === 0) return tagged;
  return {
    ...without(tagged, names),
    tagSpans: without(tagSpans, names),
    ...(constraints && { constraints: without(constraints, names) }),
    ...(documentation && names.includes("example") && { documentation: without(documentation, ["examples"]) }),
  };
}

function without<T extends object>(object: T, names: readonly string[]): T {
  const kept: Partial<T> = { ...object };
  for (const name of names) Reflect.deleteProperty(kept, name);
  return kept as T;
}
