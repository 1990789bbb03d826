/** What names a resource type (spec 2.1). */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** `<group>/<version>`. */
export function apiVersionOf(type: Pick<GroupVersionKind, "group" | "version">): string {
  return `${type.group}/${type.version}`;
}

/** The collection's path: `/apis/<group>/<version>/<plural>` (spec 4.1). */
export function collectionPath(type: { group: string; version: string; plural: string }): string {
  return `/apis/${apiVersionOf(type)}/${type.plural}`;
}
