import { _, type Code, type KeywordCxt, Name, nil, str } from "ajv";

/** What every function that Ajv compiles calls its variables. */
export const functionNames = {
  errors: new Name("errors"),
  vErrors: new Name("vErrors"),
  instancePath: new Name("instancePath"),
};

/** Whether any of several conditions holds. */
export function or(...conditions: readonly Code[]): Code {
  const [first = _`false`, ...rest] = conditions;
  return rest.reduce((joined, condition) => _`${joined} || ${condition}`, first);
}

/** A member of a value: `.name`, or `["some name"]`. */
export function member(name: string): Code {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? _`.${new Name(name)}` : _`[${name}]`;
}

/** Where the value is that a keyword looks at, as a JSON Pointer. */
export function placeOf({ it }: Pick<KeywordCxt, "it">): Code {
  const { instancePath } = functionNames;
  return it.errorPath === nil || it.errorPath.emptyStr() ? instancePath : str`${instancePath}${it.errorPath}`;
}

/** Whether a schema allows every value. */
export function allowsAll({ self }: KeywordCxt["it"], schema: unknown): boolean {
  if (typeof schema === "boolean") return schema;
  return !Object.keys(schema as object).some((keyword) => self.RULES.all[keyword] !== undefined);
}

/** A pattern in a constant of its own. */
export function pattern({ gen }: KeywordCxt, text: string): Name {
  const code = _`new RegExp(${text}, "u")`;
  return gen.scopeValue("pattern", { key: String(code), ref: new RegExp(text, "u"), code });
}

/** Code that is text already. */
export function source(text: string): Code {
  return _(Object.assign([text], { raw: [text] }));
}
