import type { Json } from "../model/type.js";

/** Names of JSON Schema's types. */
export type JsonTypeName = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/**
 * A schema of JSON Schema 2020-12 with the keywords that emitters write. Keys appear in the order they were set in, which is
 * the order they are printed in.
 */
export interface JsonSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: true;
  readonly type?: JsonTypeName | readonly JsonTypeName[];
  readonly format?: string;
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly prefixItems?: readonly JsonSchema[];
  readonly items?: JsonSchema | boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly propertyNames?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly unevaluatedProperties?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: Readonly<Record<string, string>> };
  readonly readOnly?: true;
  readonly writeOnly?: true;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly [extension: `x-${string}`]: Json;
}
