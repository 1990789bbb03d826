interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/** Whatever its models are, a document has these, and those of problems. */
const shared =
  /^(?:(?:Nested|Stored)Object|ObjectInput|(?:Stored)?ObjectMeta|ObjectMetaInput|ListPage|ListMeta|FieldSelector|Sort|JsonPatch|ProblemCause|(?:List|Create|DeleteAll|Read|Write|Delete)?Problem)$/;

/** The schemas that an OpenAPI document owes to its models' types, but for those of lists. */
export function ownSchemas(document: string): string {
  const { schemas } = (JSON.parse(document) as Document).components;
  const models = Object.keys(schemas).flatMap((name) => (name.startsWith("Stored") ? [name.slice(6)] : []));
  const lists = new Set(models.map((name) => `${name}List`));
  const own = Object.entries(schemas).filter(([name]) => !shared.test(name) && !lists.has(name));
  return `${JSON.stringify(Object.fromEntries(own), undefined, 2)}\n`;
}
