/** An error as a validator compiled by Ajv reports it; only what is used here. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The name that is at fault, where it is a name and not what it stands for. */
  readonly propertyName?: string;
}
