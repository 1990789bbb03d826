interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/** Schemas that are in every document, whatever its models are. */
const shared = /^(?:(?:Stored)?ObjectMeta|ObjectMetaInput|ListMeta|JsonPatch|Problem|ProblemCause)$/;

/** The schemas that an OpenAPI document owes to its models' types, but for those of lists and of what callers send. */
export function ownSchemas(document: string): string {
  const { schemas } = (JSON.parse(document) as Document).components;
  const models = Object.keys(schemas).flatMap((name) => (name.startsWith("Stored") ? [name.slice(6)] : []));
  const derived = new Set(models.flatMap((name) => [`${name}Input`, `${name}List`]));
  const own = Object.entries(schemas).filter(([name]) => !shared.test(name) && !derived.has(name));
  return `${JSON.stringify(Object.fromEntries(own), undefined, 2)}\n`;
}
