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
  | "index"
  | "schema";

/** The tags that say something about a schema, named as JSON Schema's keywords, and what each takes. */
export const tagTable = {
  /** Strings: at most this many characters (Unicode code points). */
  maxLength: "count",
  /** Strings: at least this many characters. */
  minLength: "count",
  /** Strings: a regular expression of JavaScript, with the flag `u`, that must match somewhere in the string. */
  pattern: "pattern",
  /** Strings, numbers: a format of JSON Schema, such as `email`, `uri`, `uuid` or `int32`. */
  format: "format",
  /** Numbers: at least this. */
  minimum: "number",
  /** Numbers: at most this. */
  maximum: "number",
  /** Numbers: more than this. */
  exclusiveMinimum: "number",
  /** Numbers: less than this. */
  exclusiveMaximum: "number",
  /** Numbers: a multiple of this. */
  multipleOf: "positive",
  /** Lists: at least this many items. */
  minItems: "count",
  /** Lists: at most this many items. */
  maxItems: "count",
  /** Lists: no two items are equal. */
  uniqueItems: "flag",
  /** Objects, records: at least this many properties. */
  minProperties: "count",
  /** Objects, records: at most this many properties. */
  maxProperties: "count",
  /** Properties: filled in on every write where the property is missing and the object around it is there. */
  default: "json",
  /** Properties: need not be sent, and must be there when the object is stored: hooks fill it in. */
  filled: "flag",
  /** Properties, types: no longer recommended, and why. For readers of `openapi.json` and of the client. */
  deprecated: "text",
  /** Properties, types: a value for readers of `openapi.json`. */
  example: "value",
  /** Properties, types: a short name for readers of `openapi.json`. */
  title: "words",
  /** Properties: cannot be changed after the object was created. */
  immutable: "flag",
  /** Properties: can be written and is never answered: it is in no answer, list, watch, history or log. */
  secret: "flag",
  /** Scalars, lists of scalars: lists can be selected and sorted by it. `desc`: from the greatest down where a query names no order. `ci`: the case of texts does not count. */
  index: "index",
  /** Scalars, lists of scalars: an index that refuses a value that another object has. */
  unique: "flag",
  /** Strings, lists of strings: an index of its words, to search in it. Its name has `.words` behind the path. */
  search: "flag",
  /** Lists of objects: no two items have the same value of this property, and items are told apart by it. */
  listKey: "property",
  /** Objects, `unknown`: properties that the type does not declare are kept instead of refused; of `unknown` any JSON. */
  additionalProperties: "flag",
  /** Any type: a JSON Schema of your own, in place of the one that the type would have. */
  schema: "schema",
} as const satisfies Record<string, TagValue>;

export type TagName = keyof typeof tagTable;

export const tagNames = Object.keys(tagTable) as readonly TagName[];

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
