import { isScalar, scalarOf } from "../../model/scalars.js";
import type { ObjectReference, Property, Templates, Type } from "../../model/type.js";
import { isRequiredWhenSent } from "../../model/stored-form.js";
import { stringLiteral } from "../../render/text.js";
import type { ModelReference } from "../../model/type-at-path.js";
import { embeddedTypeText } from "./embedded-type-text.js";
import { propertyKey } from "../../render/property-key.js";
import { typeComment } from "./type-comment.js";

type Shape<Name extends Type["shape"]> = Extract<Type, { shape: Name }>;

type ObjectMembers = Pick<Shape<"object">, "properties" | "additional" | "keyTemplates">;

/** Names in emitted code of what types refer to. */
export interface TypeTextContext {
  readonly nameOf: (type: string) => string;
  /** Whether a property is there. Default: as a caller sends it. */
  readonly isRequired?: (property: Property) => boolean;
  /** Whether a property is left out. Default: none is. */
  readonly isOmitted?: (property: Property) => boolean;
  /** Whether a reference says what it is to; else it is a string. */
  readonly hasReferences?: boolean;
  readonly modelNameOf: (reference: ModelReference) => string;
  /** The same where an object of the model stands inside. Default: {@link modelNameOf}. */
  readonly nestedNameOf?: (reference: ModelReference) => string;
}

/** A type as TypeScript source: an expression that can stand after `type X =` or a property's colon. */
export function typeText(type: Type, context: TypeTextContext): string {
  if (type.shape === "string" && type.reference !== undefined) return referenceText(type.reference, context);
  if (type.shape === "string" && type.templates !== undefined) return type.templates.join(" | ");
  if (isScalar(type)) return scalarOf(type.shape).json;
  switch (type.shape) {
    case "literal":
      return literalText(type.value);
    case "enum":
      return type.values.map(literalText).join(" | ");
    case "array":
      return `${prefixOf(type)}${operandText(type.items, context)}[]`;
    case "tuple":
      return tupleText(type, context);
    case "record":
      return recordText(type, context);
    case "object":
      return objectText(type, context);
    case "union":
      return type.members.map((member) => typeText(member, context)).join(" | ");
    case "ref":
      return context.nameOf(type.name);
    case "model":
      return (context.nestedNameOf ?? context.modelNameOf)(type);
    case "json":
      return embeddedTypeText(type.schema);
  }
}

/** A string to the compiler, which says what it names and what becomes of it. */
function referenceText({ apiVersion, kind, onDelete }: ObjectReference, context: TypeTextContext): string {
  if (context.hasReferences !== true) return "string";
  const target = context.modelNameOf({ name: kind, apiVersion });
  if (onDelete === "restrict") return `Ref<${target}>`;
  return `Ref<${target}, { ${onDelete === "none" ? "check: false" : `onDelete: "${onDelete}"`} }>`;
}

/** Whether an interface can say it: what it holds beside its properties, if anything, is of any type. */
export function isInterface(type: Type): type is Shape<"object"> {
  if (type.shape !== "object" || type.properties.length === 0) return false;
  return type.additional === undefined || isAnything(type.additional);
}

/** The type of an object of which nothing is said. `{}` is the same, but linters take it for a mistake. */
export const emptyType = "object";

/** The body of an object type, braces and all. */
export function objectBody({ properties, additional, keyTemplates }: ObjectMembers, context: TypeTextContext): string {
  const shown = properties.filter((property) => context.isOmitted?.(property) !== true);
  const members = shown.map((property) => propertyText(property, context));
  if (additional !== undefined) members.push(indexSignature({ values: additional, keyTemplates }, context));
  return members.length === 0 ? emptyType : `{\n${indented(members.join("\n"))}\n}`;
}

export function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}

function propertyText(property: Property, context: TypeTextContext): string {
  const { name, type } = property;
  const { isRequired = isRequiredWhenSent } = context;
  return `${typeComment(property)}${propertyKey(name)}${isRequired(property) ? "" : "?"}: ${typeText(type, context)};`;
}

/** An index signature governs the named properties too; an intersection lets them have types of their own. */
function objectText(type: Shape<"object">, context: TypeTextContext): string {
  const { properties, additional, keyTemplates } = type;
  if (properties.length === 0 && additional === undefined) return "{ [key: string]: never }";
  if (additional === undefined || properties.length === 0 || isAnything(additional)) return objectBody(type, context);
  return `${objectBody({ properties }, context)} & { ${indexSignature({ values: additional, keyTemplates }, context)} }`;
}

function recordText(type: Shape<"record">, context: TypeTextContext): string {
  return `{ ${indexSignature(type, context)} }`;
}

/** What the values of keys are, and the keys where not every one will do. */
type IndexMember = Pick<Shape<"record">, "values"> & { readonly keyTemplates?: Templates | undefined };

function indexSignature({ values, keyTemplates = ["string"] }: IndexMember, context: TypeTextContext): string {
  return `[key: ${keyTemplates.join(" | ")}]: ${typeText(values, context)};`;
}

function tupleText(type: Shape<"tuple">, context: TypeTextContext): string {
  const { items, required, rest } = type;
  const elements = items.map((item, at) =>
    at < required ? typeText(item, context) : `${operandText(item, context)}?`,
  );
  if (rest !== undefined) elements.push(`...${operandText(rest, context)}[]`);
  return `${prefixOf(type)}[${elements.join(", ")}]`;
}

function prefixOf({ isReadonly }: Shape<"array" | "tuple">): string {
  return isReadonly === true ? "readonly " : "";
}

/** A type where an operator follows: in parentheses if it has operators itself. */
function operandText(type: Type, context: TypeTextContext): string {
  const text = typeText(type, context);
  return hasOperator(type) ? `(${text})` : text;
}

function hasOperator(type: Type): boolean {
  if (type.shape === "enum") return type.values.length > 1;
  if (type.shape === "string") return (type.templates ?? []).length > 1;
  if (type.shape === "array" || type.shape === "tuple") return type.isReadonly === true;
  return type.shape === "union" || type.shape === "json" || (type.shape === "object" && !isInterface(type));
}

function isAnything(type: Type): boolean {
  return type.shape === "json" && embeddedTypeText(type.schema) === "unknown";
}

function literalText(value: string | number | boolean): string {
  return typeof value === "string" ? stringLiteral(value) : String(value);
}
