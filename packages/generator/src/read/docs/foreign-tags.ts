/**
 * What the text after a foreign tag must look like for it to be that tag. Other text makes it prose: `@date 2024-01-31` and
 * `@email ann@example.com` say when a file was written and by whom.
 */
export type ForeignValue = "none" | "number" | "numbers" | "text" | "word" | "json" | "unbraced" | "any";

/** A tag that other tools know and cmgen does not, and what to write in its place. */
export interface ForeignTag {
  readonly takes: ForeignValue;
  /**
   * Completes "Write ….": `{name}` and `{value}` stand for the tag's own, `{low}` and `{high}` for the first and the last number of the
   * value.
   */
  readonly instead: string;
  /** The same for strings, where it differs. */
  readonly onText?: string;
  /** The same for lists, where it differs. */
  readonly onList?: string;
  /** The TypeScript type says it, so that no tag is needed. */
  readonly isOfType?: true;
}

const tag = (takes: ForeignValue, instead: string, others: Pick<ForeignTag, "onText" | "onList"> = {}): ForeignTag => ({
  takes,
  instead,
  ...others,
});
const type = (takes: ForeignValue, instead: string): ForeignTag => ({ takes, instead, isOfType: true });
const format = (name: string): ForeignTag => tag("none", `\`@format ${name}\``);
const number = (instead: string): ForeignTag => tag("number", `\`${instead}\``);

const minimum = tag("number", "`@minimum {value}`", { onText: "`@minLength {value}`", onList: "`@minItems {value}`" });
const maximum = tag("number", "`@maximum {value}`", { onText: "`@maxLength {value}`", onList: "`@maxItems {value}`" });
const pattern = tag("text", "`@pattern {value}`");
const immutable = tag(
  "any",
  "`@immutable` to refuse a change after creation; for TypeScript alone, put `readonly` before the property",
);
const index = tag("any", "`@index`");
const identifier = tag("none", "`@unique`; the identifier of an object is its `metadata.name`");
const reference = "the type `Ref<Person>` of `@cmgen/model`, which holds the `metadata.name` of a person";
const literals = type("unbraced", 'a union of literals, for example `"a" | "b"`');
const listKey = tag("word", "`@listKey {value}`");
const plain = (shown: string): ForeignTag => type("none", `the TypeScript type \`${shown}\``);
const schemaWith = (keywords: string): ForeignTag =>
  tag("json", `\`@schema { ${keywords} }\`, or the \`check\` of \`defineModel\``);

/**
 * The tags of class-validator, typia, ts-json-schema-generator, zod and Kubernetes' markers, and JSON Schema's keywords that are not
 * tags here. Names are in lowercase, without `-` and `_`.
 */
export const foreignTags: Readonly<Record<string, ForeignTag>> = byName([
  // Numbers.
  ["min", minimum],
  ["max", maximum],
  ["gte ge", number("@minimum {value}")],
  ["lte le", number("@maximum {value}")],
  ["gt", number("@exclusiveMinimum {value}")],
  ["lt", number("@exclusiveMaximum {value}")],
  [
    "range between",
    tag("numbers", "`@minimum {low} @maximum {high}`", {
      onText: "`@minLength {low} @maxLength {high}`",
      onList: "`@minItems {low} @maxItems {high}`",
    }),
  ],
  ["positive ispositive", tag("none", "`@exclusiveMinimum 0`")],
  ["negative isnegative", tag("none", "`@exclusiveMaximum 0`")],
  ["nonnegative", tag("none", "`@minimum 0`")],
  ["nonpositive", tag("none", "`@maximum 0`")],
  ["step divisibleby isdivisibleby", number("@multipleOf {value}")],
  ["integer int isint uint uint32", type("any", "the type `Integer` of `@cmgen/model`")],
  ["int64 uint64 bigint", type("any", "the type `Int64` of `@cmgen/model`")],
  ["int32", format("int32")],
  ["float", format("float")],
  ["double", format("double")],
  // Strings.
  ["regex regexp matches", pattern],
  ["length", tag("numbers", "`@minLength {low} @maxLength {high}`", { onList: "`@minItems {low} @maxItems {high}`" })],
  ["minlen", number("@minLength {value}")],
  ["maxlen", number("@maxLength {value}")],
  ["nonempty notempty notblank isnotempty", tag("none", "`@minLength 1`", { onList: "`@minItems 1`" })],
  ["email isemail", format("email")],
  ["uuid isuuid guid", format("uuid")],
  ["url isurl uri", format("uri")],
  ["hostname isfqdn", format("hostname")],
  ["ipv4", format("ipv4")],
  ["ipv6", format("ipv6")],
  ["ip isip", tag("none", "`@format ipv4` or `@format ipv6`")],
  ["date isdate", tag("none", "`@format date`, or the type `Timestamp` of `@cmgen/model` for an instant")],
  ["time", format("time")],
  ["duration", format("duration")],
  ["base64", format("byte")],
  ["contentencoding", tag("word", "`@format byte` for base64: there is no other encoding")],
  ["datetime timestamp isdatestring isiso8601", type("none", "the type `Timestamp` of `@cmgen/model`")],
  // Lists.
  ["size", tag("numbers", "`@minItems {low} @maxItems {high}`", { onText: "`@minLength {low} @maxLength {high}`" })],
  ["minsize", tag("number", "`@minItems {value}`", { onText: "`@minLength {value}`" })],
  ["maxsize", tag("number", "`@maxItems {value}`", { onText: "`@maxLength {value}`" })],
  ["arrayminsize", number("@minItems {value}")],
  ["arraymaxsize", number("@maxItems {value}")],
  ["arraynotempty", tag("none", "`@minItems 1`")],
  ["arrayunique", tag("none", "`@uniqueItems`")],
  ["listmapkey", listKey],
  // What a declaration says of a field.
  ["readonly", immutable],
  ["indexed", index],
  ["id primarykey", identifier],
  ["ref references foreignkey", tag("word", reference)],
  ["relation", tag("any", reference)],
  ["updatedat", tag("none", "`@filled` at a `Timestamp`, and set it in the `prepare` hook of `defineHooks`")],
  // What the type says.
  ["required isdefined", type("any", "the property without `?`")],
  ["optional isoptional", type("any", "`?` after the property's name")],
  ["nullable", type("any", "`| null` after the type")],
  ["notnull nonnull", type("any", "the type without `| null`")],
  ["enum isenum isin", literals],
  ["const", type("unbraced", "a literal type, for example `5`")],
  ["type", type("unbraced", "the TypeScript type itself (`Integer` and `Int64` of `@cmgen/model` for whole numbers)")],
  ["astype", type("any", "the TypeScript type itself (`Integer` and `Int64` of `@cmgen/model` for whole numbers)")],
  ["items", type("any", "the type of the items before `[]`, with its tags on a named type")],
  ["additionalitems", type("any", "a tuple, for example `[string, ...number[]]`")],
  ["prefixitems", type("any", "a tuple, for example `[string, number]`")],
  ["properties", type("any", "an object type")],
  ["allof", type("any", "an intersection, `A & B`")],
  ["anyof oneof", type("any", "a union, `A | B`")],
  ["isstring", plain("string")],
  ["isnumber", plain("number")],
  ["isboolean", plain("boolean")],
  ["isarray", plain("T[]")],
  ["isobject", plain("interface")],
  // JSON Schema's keywords that no tag stands for.
  ["contains mincontains maxcontains", schemaWith('"type": "array", "{name}": {value}')],
  [
    "propertynames patternproperties dependentrequired dependentschemas",
    schemaWith('"type": "object", "{name}": {value}'),
  ],
  ["not if then else", schemaWith('"{name}": {value}')],
  [
    "unevaluatedproperties",
    tag("any", "`@additionalProperties`, or nothing: properties that are not declared are refused"),
  ],
  ["writeonly", tag("any", "nothing: what is stored is answered")],
]);

/**
 * Markers of Kubernetes that are not named as a tag of cmgen or of {@link foreignTags}, without `kubebuilder:validation:`,
 * `kubebuilder:` or `k8s:`. Those without such a prefix are here too, so that a list with `+` for its bullets stays prose.
 */
export const kubernetesMarkers: Readonly<Record<string, ForeignTag>> = {
  optional: type("any", "`?` after the property's name"),
  required: type("any", "the property without `?`"),
  Optional: type("any", "`?` after the property's name"),
  Required: type("any", "the property without `?`"),
  nullable: type("any", "`| null` after the type"),
  enum: type("any", 'a union of literals, for example `"a" | "b"`'),
  default: tag("any", "`@default {value}`"),
  listType: tag("any", "`@listKey` with the property that tells items apart, or `@uniqueItems` for a set"),
  listMapKey: tag("any", "`@listKey {value}`"),
  "subresource:status": tag("any", "a type for `status`, as in `Extension<Spec, Status>`"),
  "pruning:PreserveUnknownFields": tag("any", "`@additionalProperties`"),
  XPreserveUnknownFields: tag("any", "`@additionalProperties`"),
  Schemaless: tag("any", "`@additionalProperties`, or `@schema …`"),
  XIntOrString: type("any", "a union, `Integer | string`"),
  "XValidation:rule": tag("any", "the `check` of `defineModel`"),
};

function byName(rows: readonly (readonly [names: string, of: ForeignTag])[]): Readonly<Record<string, ForeignTag>> {
  return Object.fromEntries(rows.flatMap(([names, of]) => names.split(" ").map((name) => [name, of])));
}
