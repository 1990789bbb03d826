import { pascalCase } from "../../model/name-case.js";
import { isOfEveryService } from "./batch-operation.js";
import { componentRef, type ComponentSection, componentSections } from "./component-ref.js";
import type { OpenApiDocument } from "./document.js";
import { refsIn, withRefs } from "./references.js";
import { wholeResource } from "./resource-extension.js";

/** A document of another plugin. */
export interface OtherDocument {
  /** The plugin's name: begins the names of what would else have the name of something different in the document. */
  readonly name: string;
  readonly document: OpenApiDocument;
}

/**
 * A document with everything that others describe. What is the same in several is there once; what only has the same name gets the plugin's in
 * front. Title, servers and security are the first document's: they are about the service.
 */
export function mergeDocuments(own: OpenApiDocument, others: readonly OtherDocument[]): OpenApiDocument {
  return others.reduce(mergeDocument, own);
}

function mergeDocument(into: OpenApiDocument, { name, document: whole }: OtherDocument): OpenApiDocument {
  const document = withoutKnown(into, whole);
  const prefix = pascalCase(name.replaceAll(/[^A-Za-z0-9]+/g, "-"));
  const refs = newRefs(into, document, prefix);
  const takenTags = new Set(into.tags.map((tag) => tag.name));
  const tagOf = (tag: string): string => (takenTags.has(tag) ? `${prefix} ${tag}` : tag);
  const takenIds = new Set(Object.values(into.paths).flatMap(operationsOf));
  const idOf = (id: string): string => (takenIds.has(id) ? `${id}Of${prefix}` : id);
  const paths = Object.entries(document.paths).map(([path, item]): [string, PathItem] => [
    path,
    withOperations(withSchemas(withRefs(item, refs), refs), (operation) => ({
      ...operation,
      operationId: idOf(operation.operationId),
      tags: operation.tags.map(tagOf),
    })),
  ]);
  return {
    ...into,
    tags: [...into.tags, ...document.tags.map((tag) => ({ ...tag, name: tagOf(tag.name) }))],
    paths: { ...into.paths, ...Object.fromEntries(paths) },
    components: mergeComponents(into, document, refs),
  };
}

/** What every service has is described once. */
function withoutKnown(into: OpenApiDocument, document: OpenApiDocument): OpenApiDocument {
  const known = Object.keys(document.paths).filter((path) => isOfEveryService(path) && Object.hasOwn(into.paths, path));
  const tags = new Set(known.flatMap((path) => document.paths[path]?.post?.tags ?? []));
  return {
    ...document,
    tags: document.tags.filter(({ name }) => !tags.has(name)),
    paths: Object.fromEntries(Object.entries(document.paths).filter(([path]) => !known.includes(path))),
  };
}

type PathItem = OpenApiDocument["paths"][string];
type Operation = NonNullable<PathItem["get"]>;

const methods = ["get", "head", "post", "put", "patch", "delete"] as const;

function operationsOf(item: PathItem): readonly string[] {
  return methods.flatMap((method) => item[method]?.operationId ?? []);
}

function withOperations(item: PathItem, change: (operation: Operation) => Operation): PathItem {
  const changed = methods.flatMap((method) => {
    const operation = item[method];
    return operation === undefined ? [] : [[method, change(operation)] as const];
  });
  return { ...item, ...Object.fromEntries(changed) };
}

/** A path item whose resource names the schemas that have other names now. */
function withSchemas(item: PathItem, refs: ReadonlyMap<string, string>): PathItem {
  const { "x-cmgen-resource": resource } = item;
  if (resource === undefined) return item;
  const nameOf = (name: string): string => lastSegment(refs.get(componentRef("schemas", name).$ref) ?? name);
  const { schemas } = wholeResource(resource);
  const [input, stored] = [nameOf(schemas.input), nameOf(schemas.stored)];
  const isSame = input === schemas.input && stored === schemas.stored;
  return isSame ? item : { ...item, "x-cmgen-resource": { ...resource, schemas: { input, stored } } };
}

/** A component of the one document that has the name of one of the other. */
interface Namesake {
  readonly section: ComponentSection;
  readonly name: string;
  readonly value: unknown;
  readonly isSame: boolean;
}

/** New references of components that are not what has the same name in `into`, by their old ones. */
function newRefs(into: OpenApiDocument, document: OpenApiDocument, prefix: string): ReadonlyMap<string, string> {
  const namesakes = componentSections.flatMap((section) => namesakesIn(section, into, document));
  const renamed = new Set(namesakes.filter(({ isSame }) => !isSame));
  const refs = new Set([...renamed].map(refOf));
  for (;;) {
    // What refers to something else is something else, even if it is written in the same way.
    const more = namesakes.filter((each) => !renamed.has(each) && refsIn(each.value).some((ref) => refs.has(ref)));
    if (more.length === 0) break;
    for (const each of more) refs.add(refOf(each));
    for (const each of more) renamed.add(each);
  }
  return new Map(
    [...renamed].map((each) => {
      const taken = { ...into.components[each.section], ...document.components[each.section] };
      return [refOf(each), componentRef(each.section, freeName(prefix + each.name, taken)).$ref];
    }),
  );
}

function namesakesIn(section: ComponentSection, into: OpenApiDocument, document: OpenApiDocument): readonly Namesake[] {
  const taken: Readonly<Record<string, unknown>> = into.components[section];
  return Object.entries(document.components[section])
    .filter(([name]) => Object.hasOwn(taken, name))
    .map(([name, value]) => ({
      section,
      name,
      value,
      isSame: JSON.stringify(taken[name]) === JSON.stringify(value),
    }));
}

function refOf({ section, name }: Namesake): string {
  return componentRef(section, name).$ref;
}

function freeName(wanted: string, taken: object): string {
  let name = wanted;
  for (let number = 2; Object.hasOwn(taken, name); number += 1) name = `${wanted}${number}`;
  return name;
}

function mergeComponents(
  into: OpenApiDocument,
  document: OpenApiDocument,
  refs: ReadonlyMap<string, string>,
): OpenApiDocument["components"] {
  const merged = componentSections.map((section) => {
    const added = Object.entries(document.components[section]).flatMap(([name, value]) => {
      const ref = refs.get(componentRef(section, name).$ref);
      const isThere = ref === undefined && Object.hasOwn(into.components[section], name);
      return isThere ? [] : [[lastSegment(ref ?? name), withRefs<unknown>(value, refs)]];
    });
    return [section, { ...into.components[section], ...Object.fromEntries(added) }];
  });
  return { ...into.components, ...(Object.fromEntries(merged) as Partial<OpenApiDocument["components"]>) };
}

/** The name at the end of a reference. */
function lastSegment(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}
