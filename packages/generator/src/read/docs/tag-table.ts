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
  | "value"
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
  example: "value",
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

/** Tags of TSDoc, JSDoc and TypeDoc that address readers and tools: cmgen leaves them alone, however close to its own they are. */
export const readersTags: ReadonlySet<string> = new Set(
  `abstract access alias alpha arg argument async augments author beta borrows callback category categoryDescription class classdesc
  constant constructor constructs copyright decorator defaultValue defaultvalue desc description docs document emits event eventProperty
  exception expand expandType experimental exports extends external file fileoverview fires func function generator global group
  groupDescription hidden hideCategories hideconstructor hideGroups host ignore implements import include includeCode inheritDoc inheritdoc
  inline inlineType inner instance interface internal kind label lends license link linkcode linkplain listens member memberof
  mergeModuleWith method mixes mixin module name namespace overload override overview package packageDocumentation param preventExpand
  preventInline primaryExport private privateRemarks prop property protected public reexport release remarks requires return returns
  satisfies sealed see showCategories showGroups since sortStrategy static summary template this throws todo TODO tutorial typedef typeParam
  typeParameter useDeclaredType var variation version virtual warning yield yields`.split(/\s+/),
);
