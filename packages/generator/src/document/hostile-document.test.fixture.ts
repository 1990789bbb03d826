/** A part of a document that is changed. */
export type Part = { [key: string]: Part };

/** Puts a text at every place of a document where there may be one. */
export function spoil(document: Part, text: string): void {
  const collection = "/apis/people.example.com/v1alpha1/people";
  const spec = {
    description: text,
    title: text,
    type: "object",
    properties: Object.fromEntries([
      [text, { type: "string", description: text, format: text, default: text }],
      ["0values", { enum: [text, 1, true, null] }],
      ["0fixed", { const: text }],
      ["0typed", { type: text }],
      ["0listed", { type: "array", items: false, prefixItems: [{ const: text }], minItems: text }],
      ["0discriminated", { oneOf: [{ type: "object" }], discriminator: { propertyName: text } }],
      ["0proto", { properties: Object.fromEntries([["__proto__", { type: "number" }]]) }],
    ]),
    required: [text, "__proto__"],
    "x-evil": text,
  };
  const schemas = document["components"]?.["schemas"] ?? {};
  Object.assign(schemas, { PersonSpec: spec });
  Object.assign(schemas["Person"] ?? {}, { description: text });
  for (const part of Object.values(schemas["PersonInput"]?.["properties"] ?? {}))
    Object.assign(part, { description: text });
  Object.assign(document["info"] ?? {}, { title: text });
  const resource = document["paths"]?.[collection]?.["x-cmgen-resource"] ?? {};
  const index = { name: "spec.name", type: "string", values: [text] };
  Object.assign(resource, { deprecated: text, indexes: [index] });
}

/** Puts a text at every place of an endpoint. */
export function spoilEndpoint(document: Part, text: string): void {
  const parameters = [{ in: "query", name: text, description: text, required: text, schema: { const: text } }];
  const content = { "application/json": { schema: { type: "object", properties: { [text]: { const: text } } } } };
  const get = { summary: text, description: text, parameters, responses: { 200: { content } } };
  const post = { summary: text, requestBody: { content }, responses: {} };
  const path = `/apis/api.people.example.com/v1alpha1/a${text.replaceAll(/[/{}]/g, "")}`;
  Object.assign(document["paths"] ?? {}, { [path]: { get, post } });
}
