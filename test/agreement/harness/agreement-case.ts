/** A value as an author writes it in TypeScript. In JSON, a property that is `undefined` is absent. */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value | undefined };

/**
 * A type, and values that the compiler accepts and refuses for it. See README.md for how the two are compared, and for where JSON and
 * TypeScript differ.
 */
export interface AgreementCase {
  /** Imports and declarations that stand before the type in its module. */
  readonly declare?: string;
  /** The type of the property `spec.value`, or of the whole spec. */
  readonly type: string;
  /** Whether `type` is that of the whole spec. Default `false`. */
  readonly isSpec?: boolean;
  readonly accepts?: readonly Value[];
  readonly refuses?: readonly Value[];
  /** Values that the compiler accepts and the service refuses: because of a tag, or because a field is unknown. */
  readonly stricter?: readonly Value[];
  /** The type whose values the compiler judges, where a JSON value cannot be written as one of `type`: brands and string enums. */
  readonly judgedBy?: string;
  /** The diagnostic that says that the type has no form in JSON. */
  readonly noJson?: string;
  /** The diagnostic that says that cmgen does not support the type, although it has a form in JSON: a documented limit. */
  readonly unsupported?: string;
  /** More files of the plugin, by path: `./x.ts` is beside the case's module, anything else is relative to the plugin. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Cases by name. */
export type CaseFamily = Readonly<Record<string, AgreementCase>>;

/** A case with its place among all others. */
export interface PlacedCase extends AgreementCase {
  /** `<family>/<name>`. */
  readonly id: string;
  /** Unique among all cases. */
  readonly kind: string;
  /** Folder below the plugin, with `/`. */
  readonly folder: string;
}

export function placeCases(families: Readonly<Record<string, CaseFamily>>): readonly PlacedCase[] {
  const placed = Object.entries(families)
    .flatMap(([family, cases]) => Object.entries(cases).map(([name, one]) => ({ family, name, one })))
    .map(({ family, name, one }, at) => ({
      ...one,
      id: `${family}/${name}`,
      kind: `Case${at}`,
      folder: `src/cases/${slug(family)}/${slug(name)}`,
    }));
  const folders = placed.map(({ folder }) => folder);
  const clash = folders.find((folder, at) => folder.endsWith("/") || folders.indexOf(folder) !== at);
  if (clash !== undefined) throw new Error(`Two cases would be in the folder ${clash}: give one another name.`);
  return placed;
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
