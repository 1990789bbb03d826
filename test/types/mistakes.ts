import type { FileTree } from "../golden/harness/file-tree.js";

/** A call with a mistake in each line, and what must be said of it: what is allowed. */
export const mistakes: readonly (readonly [call: string, ...says: readonly (string | RegExp)[]])[] = [
  [
    'people.each({ where: { "spec.nmae": "Ann" } })',
    "Type 'string' is not assignable to type 'NotAnIndex<",
    /"metadata\.name"/,
    /"spec\.name"/,
  ],
  [
    'people.list({ where: { "spec.nmae": "Ann" } })',
    "Type 'string' is not assignable to type 'NotAnIndex<",
    /"metadata\.name"/,
    /"spec\.name"/,
  ],
  [
    'hooks.useList({ where: { "spec.nmae": "Ann" } })',
    "Type 'string' is not assignable to type 'NotAnIndex<",
    /"metadata\.name"/,
    /"spec\.name"/,
  ],
  [
    'queries.list({ where: { "spec.nmae": "Ann" } })',
    "Type 'string' is not assignable to type 'NotAnIndex<",
    /"metadata\.name"/,
    /"spec\.name"/,
  ],
  ...[
    "people.list",
    "people.pages",
    "people.count",
    "people.watch",
    "people.cache",
    "people.deleteMany",
    "queries.list",
  ].map((method) => [`${method}({ where: misspelt })`, "NotAnIndex<", /"metadata\.name"/, /"spec\.name"/] as const),
  ...["queries.pages", "hooks.useList", "hooks.useInfinite", "hooks.useAll"].map(
    (method) => [`${method}({ where: misspelling() })`, "NotAnIndex<", /"metadata\.name"/, /"spec\.name"/] as const,
  ),
  [
    'people.list({ where: { "spec.age": { startsWith: "1" } } })',
    "'startsWith' does not exist in type",
    /"gte"/,
    /"lt"/,
  ],
  [
    'hooks.useList({ where: { "spec.admin": { gt: true } } })',
    /'gt' does not exist in type '.*Operators<boolean, /,
    /"eq"/,
    /"ne"/,
  ],
  [
    'people.list({ where: { "metadata.creationTimestamp": { startsWith: "2" } } })',
    "'startsWith' does not exist",
    /"gte"/,
    /"lt"/,
  ],
  ['people.list({ where: { "spec.name": { begins: "A" } } })', "'begins' does not exist", /"startsWith"/],
  ['people.list({ where: { "spec.gender": "MLE" } })', `'"MLE"' is not assignable`, /"MALE"/, /"FEMALE"/],
  ['people.list({ where: { "spec.age": { gte: "18" } } })', "Type 'string' is not assignable to type 'number"],
  // An object that was read, as a change: all of it would count.
  ['people.update("ann", stored)', /'metadata' are incompatible|not assignable to parameter/, /MetadataChanges/],
  ['people.update("ann", { spec: { nmae: "Ann" } })', "'nmae' does not exist in type", /name\?/],
  ['people.replace({ spec: { name: "Ann" } })', "'metadata' is missing"],
  [
    'people.list({ sort: ["spec.tags"] })',
    `'"spec.tags"' is not assignable to type 'Ordered<`,
    /"metadata\.name"/,
    /"spec\.age"/,
  ],
  [
    'hooks.useList({ sort: ["-spec.tags"] })',
    `'"-spec.tags"' is not assignable to type 'Ordered<`,
    /"metadata\.name"/,
    /"spec\.age"/,
  ],
  // Declarations.
  ['declared(index("spec.titel"))', `'"spec.titel"' is not assignable`, /"spec\.title"/, /"spec\.tags"/],
  ['declared(index("title"))', `'"title"' is not assignable`, /"spec\.title"/, /ComputedIndex<Issue>/],
  [
    'declared(index("title", (issue: Issue) => issue.spec.title))',
    `'"title"' is not assignable`,
    /ComputedIndex<Issue>/,
  ],
  ['declared(index("spec.parts.title"))', `'"spec.parts.title"' is not assignable`, /"spec\.title"/],
  ['declared(index("spec.title", { uniqe: true }))', "Did you mean to write 'unique'?"],
  [
    'declared(index({ name: "tags", value: (issue) => issue.spec.tags }))',
    /Type 'string\[\].*' is not assignable to type '/,
    /string \| number \| boolean \| Date \| null \| undefined'/,
  ],
  [
    'declared(index({ name: "size", values: (issue) => issue.spec.title.length }))',
    /Type 'number' is not assignable to type 'Iterable<string \| number \| boolean \| Date \| null \| undefined>/,
  ],
  ['declared(index(["spec.title", "spec.titel"]))', /'"spec.titel"' is not assignable/, /"spec\.title"/],
  ['declared(index({ name: "tags" }))', /Property 'values?' is missing/, /Computed(?:List)?Index<Issue>/],
  [
    "defineModel<Issue>({ subresources: { status: true } })",
    /'subresources' does not exist in type/,
    /ModelDeclaration</,
  ],
  ["defineModel<Issue>({ statusSubresource: true })", "Type 'true' is not assignable to type 'false"],
  // Access definitions.
  ["defineAccess({ roles: { a: { resources: { peopel: { verbs: ['get'] } } } } })", "Did you mean to write 'people'?"],
  [
    "defineAccess({ roles: { a: { resources: { people: { verbs: ['gte'] } } } } })",
    `'"gte"' is not assignable`,
    /"get"/,
  ],
  [
    "defineAccess({ roles: { a: { resources: { 'people/status': { verbs: ['delete'] } } } } })",
    `'"delete"' is not assignable`,
    /"update"/,
  ],
  ["defineAccess({ roles: { a: { resources: { people: 'veiwer' } } } })", /'"veiwer"' is not assignable/, /viewer/],
  [
    "defineAccess({ roles: { a: { resources: { people: { verbs: ['*'], hidden: ['spec.nmae'] } } } } })",
    `'"spec.nmae"' is not assignable`,
    `Did you mean '"spec.name"'?`,
  ],
  [
    "defineAccess({ roles: { a: { resources: { people: { verbs: ['*'], readOnly: ['spec.friends.nmae'] } } } } })",
    `'"spec.friends.nmae"' is not assignable`,
    `Did you mean '"spec.friends.name"'?`,
  ],
  [
    "defineAccess({ roles: { a: { resources: { people: { verbs: ['*'], hidden: ['spec.best.__reference'] } } } } })",
    `'"spec.best.__reference"' is not assignable`,
  ],
  [
    "defineAccess({ roles: { a: { resources: { people: { verbs: ['*'], where: () => ({ 'spec.nmae': 'Ann' }) } } } } })",
    /'spec\.nmae'|"spec\.nmae"/,
  ],
  [
    "defineAccess({ roles: { a: { resources: { people: { verbs: ['*'], where: () => ({ 'spec.age': 'old' }) } } } } })",
    /string/,
    /number/,
  ],
  ["defineAccess({ roles: { a: { includes: ['b'] } } })", `'"b"' is not assignable`, /"a"/, /people/],
  ["defineAccess({ roles: { a: { includes: ['people:veiwer'] } } })", `Did you mean '"people:viewer"'?`],
  ["defineAccess({ roles: { a: { endpoints: ['GET /api/cuont'] } } })", `'"GET /api/cuont"' is not assignable`],
  ["defineAccess({ roles: { a: { pages: ['/metric'] } } })", `Did you mean '"/metrics"'?`],
  ["defineAccess({ roles: { a: {} }, bindings: { b: { users: ['ann'] } } })", "'b' does not exist in type", /a/],
  ["defineAccess({ bindings: { 'people:viewers': {} } })", /people:viewers/, "does not exist in type"],
  ["defineAccess({ roles: { a: {} }, bindings: { a: { user: ['ann'] } } })", "Did you mean to write 'users'?"],
  ["defineModel<{ spec: object }>()", /(?:constraint|type) 'AnyExtension'/, /apiVersion, kind, metadata/],
];

/** Types that only we know: no message names them. */
export const privateTypes = /\b(?:TwoSteps|Checked|Meant|Step|Part|Leaf|ComputedOptions)</;

const declarations = `
import type { ResourceClient } from "@cmgen/client";
import type { ResourceQueries } from "@cmgen/client/query";
import type { ResourceHooks } from "@cmgen/client/react";
declare const defineModel: typeof import("@cmgen/model").defineModel;
declare const index: typeof import("@cmgen/model").index;
import type { Extension, Index, ObjectMetaInput, Ref, StoredObjectMeta } from "@cmgen/model";
interface Issue extends Extension<{ title: string; tags?: string[]; parts: { title: string }[] }, { open: number }> {}
const declared = (_index: Index<Issue>): void => {};
interface Stored { metadata: StoredObjectMeta; spec: { name: string } }
interface Input { metadata: ObjectMetaInput; spec: { name: string } }
interface PersonIndexes {
  "spec.name": { value: string; multi: false };
  "spec.age": { value: number; multi: false };
  "spec.admin": { value: boolean; multi: false };
  "spec.gender": { value: "MALE" | "FEMALE"; multi: false };
  "spec.tags": { value: string; multi: true };
}
export declare const people: ResourceClient<Stored, Input, PersonIndexes>;
export declare const queries: ResourceQueries<Stored, Input, PersonIndexes>;
export declare const hooks: ResourceHooks<Stored, Input, PersonIndexes>;
declare const stored: Stored;
interface Friend { name: string; friends?: Friend[] }
interface StoredPerson extends Stored { spec: { name: string; friends: Friend[]; best?: Ref<StoredPerson> }; status?: { seen: boolean } }
declare const defineAccess: import("@cmgen/runtime/codegen").AccessDefiner<{
  resources: {
    people: { indexes: PersonIndexes; object: StoredPerson; verbs: "get" | "list" | "watch" | "create" | "update" | "delete" };
    "people/status": { indexes: PersonIndexes; object: StoredPerson; verbs: "get" | "update" };
  };
  endpoints: "GET /api/count";
}>;
const misspelling = () => ({ "spec.age": 3, "spec.nmae": "Ann" });
const misspelt = misspelling();
`;

/** A module with the calls. */
export const mistakenCalls: FileTree = new Map([
  ["src/mistakes.ts", declarations + mistakes.map(([call]) => `void ${call};\n`).join("")],
]);

/** The line of the first call. */
export const firstLine = declarations.split("\n").length;
