import type { Model } from "../../../model/model.js";
import type { Property, Type } from "../../../model/type.js";
import { propertyAccess } from "../../../render/property-key.js";
import { stringLiteral } from "../../../render/text.js";
import { pascalCase } from "../../../model/name-case.js";
import { tagValues } from "../../../schema/union-schema.js";
import { jsonExpression } from "../../../render/json-expression.js";
import { type JsonType, jsonTypesOf } from "../../../validator/json-types.js";
import type { RuntimeFunction } from "../../../validator/surroundings.js";
import type { PropertyBearers } from "../../../schema/property-bearers.js";
import type { TypeIndex } from "../../../schema/type-index.js";
import { wholeDefault } from "../../../validator/whole-default.js";

export interface DefaultsContext {
  readonly index: TypeIndex;
  readonly bearers: PropertyBearers;
  /** Name in emitted code of a named type. */
  readonly nameOf: (type: string) => string;
}

type Shape<Name extends Type["shape"]> = Extract<Type, { shape: Name }>;

/** An expression in emitted code, and what it is called where a function has to be written for it. */
interface Place {
  readonly value: string;
  readonly name: string;
  /** How many loops are around it. */
  readonly depth: number;
}

/** Writes the functions of one module, each once, and remembers what they need of the runtime. */
export class DefaultsWriter {
  readonly functions: string[] = [];
  readonly imports = new Set<RuntimeFunction>();
  readonly #context: DefaultsContext;
  /** Names of functions by what they are for. */
  readonly #names = new Map<Type | Model | string, string>();

  constructor(context: DefaultsContext) {
    this.#context = context;
  }

  /** Name of the function for objects of `model`; nothing where there are no defaults. */
  modelFunction(model: Model): string | undefined {
    const parts = [["spec", model.spec] as const, ["status", model.status] as const].flatMap(([name, part]) =>
      part !== undefined && this.#context.bearers.bears(part.type) ? [{ name, type: part.type }] : [],
    );
    if (parts.length === 0) return undefined;
    return this.#function(model, model.kind, () =>
      this.#onObject(
        parts.flatMap(({ name, type }) =>
          this.#apply(type, { value: this.#member(name), name: model.kind + pascalCase(name), depth: 0 }),
        ),
      ),
    );
  }

  /** Name of the function for values of `type`, which has no name of its own; nothing where there are no defaults. */
  typeFunction(type: Type, name: string): string | undefined {
    if (!this.#context.bearers.bears(type)) return undefined;
    return this.#functionOf(type, { value: "value", name, depth: 0 });
  }

  /** Statements that write what defaults the value at `place` lacks. */
  #apply(type: Type, place: Place): readonly string[] {
    if (!this.#context.bearers.bears(type)) return [];
    switch (type.shape) {
      case "array":
        return this.#loop(type.items, `${this.#use("itemsOf")}(${place.value})`, place);
      case "record":
        return this.#loop(type.values, `${this.#use("valuesOf")}(${place.value})`, place);
      case "tuple":
        return this.#applyTuple(type, place);
      case "union":
        return this.#applyUnion(type, place);
      default:
        return this.#call(this.#functionOf(type, place), place);
    }
  }

  #call(name: string | undefined, { value }: Place): readonly string[] {
    return name === undefined ? [] : [`${name}(${value});`];
  }

  #functionOf(type: Type, { name }: Place): string | undefined {
    const { index, nameOf } = this.#context;
    switch (type.shape) {
      case "model":
        return this.modelFunction(index.model(type));
      case "ref": {
        const named = index.named(type.name);
        const own = nameOf(type.name);
        const place = { value: "value", name: own, depth: 0 };
        return this.#function(type.name, own, () => this.#body(named.type, place));
      }
      default:
        return this.#function(type, name, () => this.#body(type, { value: "value", name, depth: 0 }));
    }
  }

  /** What a function for a type does with its `value`. */
  #body(type: Type, place: Place): readonly string[] {
    if (type.shape === "object") return this.#onObject(this.#objectStatements(type, place.name));
    return this.#apply(type, place);
  }

  #objectStatements({ properties, additional }: Shape<"object">, name: string): readonly string[] {
    const own = properties.flatMap((property) => this.#propertyStatements(property, name));
    if (additional === undefined || !this.#context.bearers.bears(additional)) return own;
    const names = jsonExpression(properties.map((property) => property.name));
    const others = `${this.#use("valuesOf")}(object, ${names})`;
    return [...own, ...this.#loop(additional, others, { value: "object", name, depth: 0 })];
  }

  #propertyStatements(property: Property, owner: string): readonly string[] {
    const { name, type } = property;
    const nested = this.#apply(type, { value: this.#member(name), name: owner + pascalCase(name), depth: 0 });
    if (property.default === undefined) return nested;
    const whole = jsonExpression(wholeDefault(property, this.#context.index));
    return [`${this.#use("setDefault")}(object, ${stringLiteral(name)}, ${whole});`, ...nested];
  }

  #applyTuple({ items, rest }: Shape<"tuple">, place: Place): readonly string[] {
    const list = `${this.#use("itemsOf")}(${place.value})`;
    const fixed = items.flatMap((item, at) =>
      this.#apply(item, { ...place, value: `${list}[${at}]`, name: `${place.name}${at + 1}` }),
    );
    return rest === undefined ? fixed : [...fixed, ...this.#loop(rest, `${list}.slice(${items.length})`, place)];
  }

  #loop(type: Type, values: string, { name, depth }: Place): readonly string[] {
    if (!this.#context.bearers.bears(type)) return [];
    const item = depth === 0 ? "item" : `item${depth + 1}`;
    const body = this.#apply(type, { value: item, name: `${name}Item`, depth: depth + 1 });
    return body.length === 0 ? [] : [`for (const ${item} of ${values}) {`, ...body, "}"];
  }

  /** Where a value could be of several members it is left alone. */
  #applyUnion(type: Shape<"union">, place: Place): readonly string[] {
    const ofType = (jsonType: JsonType): readonly Type[] =>
      type.members.filter((member) => jsonTypesOf(member, this.#context.index).has(jsonType));
    const [objects, lists] = [ofType("object"), ofType("array")];
    const sole = [objects, lists].flatMap((members) => (members.length === 1 ? members : []));
    const tagged = objects.length > 1 ? this.#call(this.#tagFunction(type, objects, place), place) : [];
    return [...[...new Set(sole)].flatMap((member) => this.#apply(member, place)), ...tagged];
  }

  #tagFunction(type: Shape<"union">, members: readonly Type[], { name }: Place): string | undefined {
    const { discriminator } = type;
    if (discriminator === undefined) return undefined;
    return this.#function(type, name, () => {
      const cases = members.flatMap((member, at) => {
        const statements = this.#apply(member, { value: "value", name: `${name}${at + 1}`, depth: 0 });
        const values = tagValues(member, discriminator, this.#context.index);
        return statements.length === 0
          ? []
          : [...values.map((value) => `case ${jsonExpression(value)}:`), ...statements, "break;"];
      });
      const tag = `${this.#use("ownValue")}(object, ${stringLiteral(discriminator)})`;
      return this.#onObject([`switch (${tag}) {`, ...cases, "}"]);
    });
  }

  #onObject(statements: readonly string[]): readonly string[] {
    if (statements.length === 0) return [];
    return [`const object = ${this.#use("asObject")}(value);`, "if (object === undefined) return;", ...statements];
  }

  /** What every object inherits would be found where a property is absent; and no default may be written into that. */
  #member(name: string): string {
    if (name in Object.prototype) return `${this.#use("ownValue")}(object, ${stringLiteral(name)})`;
    return `object${propertyAccess(name)}`;
  }

  #function(key: Type | Model | string, name: string, body: () => readonly string[]): string {
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const own = this.#freeName(`set${name}Defaults`);
    this.#names.set(key, own);
    const at = this.functions.push("") - 1;
    this.functions[at] = [`function ${own}(value) {`, ...body(), "}"].join("\n");
    return own;
  }

  #freeName(wanted: string): string {
    const taken = new Set(this.#names.values());
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
    return name;
  }

  #use(name: RuntimeFunction): RuntimeFunction {
    this.imports.add(name);
    return name;
  }
}
