/** What a tag takes for its value. */
export type TagValue =
  | "count"
  | "number"
  | "positive"
  | "flag"
  | "text"
  | "words"
  | "pattern"
  | "format"
  | "json"
  | "property"
  | "schema";

/** The tags that say something about a schema, named as JSON Schema's keywords, and what each takes. */
export const tagTable = {
  maxLength: "count",
  minLength: "count",
  pattern: "pattern",
  format: "format",
  minimum: "number",
  maximum: "number",
  exclusiveMinimum: "number",
  exclusiveMaximum: "number",
  multipleOf: "positive",
  minItems: "count",
  maxItems: "count",
  uniqueItems: "flag",
  minProperties: "count",
  maxProperties: "count",
  default: "json",
  deprecated: "text",
  example: "json",
  title: "words",
  immutable: "flag",
  listKey: "property",
  additionalProperties: "flag",
  schema: "schema",
} as const satisfies Record<string, TagValue>;

export type TagName = keyof typeof tagTable;

export function isTagName(name: string): name is TagName {
  return Object.hasOwn(tagTable, name);
}

/** JSON Schema's keywords that no tag takes, because the type says the same. */
export const keywordsOfTypes: readonly string[] = [
  "allOf",
  "anyOf",
  "const",
  "enum",
  "items",
  "nullable",
  "oneOf",
  "optional",
  "prefixItems",
  "properties",
  "required",
  "type",
];

/** Tags of TSDoc and JSDoc that speak to readers and tools: they pass. */
export const readersTags: ReadonlySet<string> = new Set([
  "abstract",
  "alpha",
  "author",
  "beta",
  "category",
  "copyright",
  "decorator",
  "defaultValue",
  "description",
  "docs",
  "eventProperty",
  "exception",
  "experimental",
  "file",
  "fileoverview",
  "group",
  "hidden",
  "ignore",
  "import",
  "inheritDoc",
  "interface",
  "internal",
  "label",
  "license",
  "link",
  "linkcode",
  "linkplain",
  "namespace",
  "overload",
  "override",
  "package",
  "packageDocumentation",
  "param",
  "private",
  "privateRemarks",
  "property",
  "protected",
  "public",
  "readonly",
  "release",
  "remarks",
  "return",
  "returns",
  "satisfies",
  "sealed",
  "see",
  "since",
  "summary",
  "template",
  "throws",
  "todo",
  "TODO",
  "typeParam",
  "typedef",
  "typeParameter",
  "version",
  "virtual",
  "warning",
  "yields",
]);
