import { isTagOfPackage } from "../diagnostic/tag-of-package.js";
import { mapChildren } from "../model/map-type.js";
import type { ProjectModel } from "../model/model.js";
import { isOfPackage, type SourceSpan } from "../model/source-span.js";
import type { Documentation, Property, TagSpans, Type } from "../model/type.js";
import { type CheckConfig, type CheckContext, checkContext } from "./check-context.js";
import type { Rule } from "./rule.js";
import { boundsAgree } from "./rules/bounds-agree.js";
import { defaultsFit } from "./rules/defaults-fit.js";
import { examplesFit } from "./rules/examples-fit.js";
import { immutableItemsAreKeyed } from "./rules/immutable-items-are-keyed.js";
import { listKeysAreScalars } from "./rules/list-keys-are-scalars.js";
import { tagsApply } from "./rules/tags-apply.js";

/** The rules that look at tags. */
const tagRules: readonly Rule[] = [
  tagsApply,
  boundsAgree,
  defaultsFit,
  examplesFit,
  listKeysAreScalars,
  immutableItemsAreKeyed,
];

/**
 * The project without the tags of other packages' files that a rule refuses: they apply where they are valid. What is refused may
 * change with what is taken away, so this goes on until nothing is.
 */
export function withoutPackageMisfits(project: ProjectModel, config: CheckConfig): ProjectModel {
  const context = checkContext(project, config);
  if (!hasPackageTags(context)) return project;
  const refused = new Set<string>();
  for (const rule of tagRules) {
    for (const diagnostic of rule(context)) {
      if (diagnostic.span !== undefined && isTagOfPackage(diagnostic)) refused.add(keyOf(diagnostic.span));
    }
  }
  const pruned = refused.size === 0 ? project : withoutTags(project, (span) => refused.has(keyOf(span)));
  return pruned === project ? project : withoutPackageMisfits(pruned, config);
}

/** Most plugins have none, and need no further look. */
function hasPackageTags({ types, properties, named }: CheckContext): boolean {
  const isTagged = ({ tagSpans = {} }: Pick<Type, "tagSpans">): boolean => Object.values(tagSpans).some(isOfPackage);
  return types.some(isTagged) || properties.some(isTagged) || named.some(({ span }) => isOfPackage(span));
}

function keyOf({ file, start, end }: SourceSpan): string {
  return `${file} ${start.line}:${start.column} ${end.line}:${end.column}`;
}

type IsRefused = (span: SourceSpan) => boolean;

/** The project without the tags at the refused places; the same object where there are none. */
function withoutTags(project: ProjectModel, isRefused: IsRefused): ProjectModel {
  let isChanged = false;
  const change = (type: Type): Type => {
    const changed = withoutTagsOfProperties(withoutConstraints(mapChildren(type, change), isRefused), isRefused);
    isChanged ||= changed !== type;
    return changed;
  };
  const models = project.models.map((model) => ({
    ...model,
    ...(model.spec && { spec: { ...model.spec, type: change(model.spec.type) } }),
    ...(model.status && { status: { ...model.status, type: change(model.status.type) } }),
  }));
  const types = project.types.map((named) => {
    const place = named.type.tagSpans?.example ?? named.span;
    const hasMisfit = named.documentation.examples !== undefined && isRefused(place);
    isChanged ||= hasMisfit;
    const documentation = hasMisfit ? withoutExamples(named.documentation) : named.documentation;
    return { ...named, documentation, type: change(named.type) };
  });
  return isChanged ? { ...project, models, types } : project;
}

function withoutConstraints(type: Type, isRefused: IsRefused): Type {
  const names = refusedNames(type.tagSpans, isRefused);
  if (names.size === 0) return type;
  return { ...type, constraints: without(type.constraints, names), tagSpans: without(type.tagSpans ?? {}, names) };
}

function withoutTagsOfProperties(type: Type, isRefused: IsRefused): Type {
  if (type.shape !== "object") return type;
  const properties = type.properties.map((property) => withoutOwnTags(property, isRefused));
  return properties.every((property, at) => property === type.properties[at]) ? type : { ...type, properties };
}

function withoutOwnTags(property: Property, isRefused: IsRefused): Property {
  const names = refusedNames(property.tagSpans, isRefused);
  if (names.size === 0) return property;
  const { default: value, immutable, listKey, documentation, tagSpans = {}, ...rest } = property;
  return {
    ...rest,
    documentation: names.has("example") ? withoutExamples(documentation) : documentation,
    ...(value !== undefined && !names.has("default") && { default: value }),
    ...(immutable === true && !names.has("immutable") && { immutable }),
    ...(listKey !== undefined && !names.has("listKey") && { listKey }),
    tagSpans: without(tagSpans, names),
  };
}

function refusedNames(spans: TagSpans = {}, isRefused: IsRefused): ReadonlySet<string> {
  const refused = Object.entries(spans).filter(([, span]) => isRefused(span));
  return new Set(refused.map(([name]) => name));
}

function withoutExamples(documentation: Documentation): Documentation {
  const { description, title, deprecated } = documentation;
  return { description, ...(title !== undefined && { title }), ...(deprecated !== undefined && { deprecated }) };
}

function without<T extends object>(object: T, names: ReadonlySet<string>): Partial<T> {
  const kept: Partial<T> = { ...object };
  for (const name in object) if (names.has(name)) delete kept[name];
  return kept;
}
