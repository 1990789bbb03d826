import type { DescribedOperation } from "./described-api.js";
import type { Call } from "./held-service.js";

/** What an operation is for, whatever its model. */
export type Role =
  | "list"
  | "create"
  | "deleteAll"
  | "read"
  | "update"
  | "patch"
  | "delete"
  | "readStatus"
  | "updateStatus"
  | "patchStatus";

export function roleOf({ method, path }: DescribedOperation): Role {
  const roles: Readonly<Record<string, Role>> = path.endsWith("/status")
    ? { GET: "readStatus", PUT: "updateStatus", PATCH: "patchStatus" }
    : path.endsWith("/{name}")
      ? { GET: "read", HEAD: "read", PUT: "update", PATCH: "patch", DELETE: "delete" }
      : { GET: "list", POST: "create", DELETE: "deleteAll" };
  const role = roles[method];
  if (role === undefined) throw new Error(`There are no provocations for ${method} ${path}`);
  return role;
}

/** Objects of one model to provoke answers with. */
export interface Subject {
  /** An object that could be created, with no value that another must not have. */
  fresh(): SentObject;
  /** Creates a fresh object, with this in its metadata too. */
  stored(metadata?: object): Promise<SentObject>;
  /** The first with a value that only one may have and the second has; absent where the model has no unique index. */
  readonly clash?: (object: SentObject, other: SentObject) => SentObject;
}

export interface SentObject {
  readonly metadata: { readonly name: string; readonly finalizers?: readonly string[] };
  readonly spec: object;
}

/** A request that must be answered with one status. */
export interface Provocation {
  readonly status: number;
  readonly why: string;
  /** Nothing where the model knows no such thing. */
  readonly call: (subject: Subject) => Promise<Call | undefined> | Call | undefined;
}

const absent = "there-is-no-such-object";
const mergePatch = { "content-type": "application/merge-patch+json" };
const jsonPatch = { "content-type": "application/json-patch+json" };
const yaml = { "content-type": "application/yaml" };

/** Everything that can be brought about with a request for an operation of this role. */
export function provocationsOf(role: Role): readonly Provocation[] {
  return [...own[role], ...common(role)];
}

function common(role: Role): readonly Provocation[] {
  const call = acceptable[role];
  const sent = (status: number, why: string, change: Call): Provocation => ({
    status,
    why,
    call: async (subject) => {
      const base = await call(subject);
      return { ...base, ...change, headers: { ...base.headers, ...change.headers } };
    },
  });
  const verdict = (status: number, says: string): Provocation =>
    sent(status, `the authorizer says ${says}`, { headers: { "x-verdict": says } });
  return [
    sent(400, "a parameter that is not known", { query: "colour=red" }),
    verdict(401, "unauthorized"),
    verdict(403, "forbidden"),
    sent(406, "an answer that cannot be had", { headers: { accept: "text/html" } }),
    verdict(429, "busy"),
    verdict(500, "broken"),
    ...(named.includes(role) ? [sent(404, "no such object", { name: absent })] : []),
    ...(named.includes(role) ? [sent(412, "another tag", { headers: { "if-match": '"999"' } })] : []),
    ...(named.includes(role) ? [sent(400, "no tag", { headers: { "if-match": "3" } })] : []),
    ...(named.includes(role) && !reading.includes(role)
      ? [sent(412, "a tag it must not have", { headers: { "if-none-match": "*" } })]
      : []),
    ...(bodied.includes(role) ? bodyProvocations(sent) : []),
    ...(reading.includes(role) ? [sent(304, "the tag it has", { headers: { "if-none-match": "*" } })] : []),
  ];
}

const named: readonly Role[] = ["read", "update", "patch", "delete", "readStatus", "updateStatus", "patchStatus"];
const reading: readonly Role[] = ["read", "readStatus"];
const bodied: readonly Role[] = ["create", "update", "patch", "updateStatus", "patchStatus"];

type Vary = (status: number, why: string, change: Call) => Provocation;

function bodyProvocations(sent: Vary): readonly Provocation[] {
  return [
    sent(400, "a body that is cut off", { body: '{"spec":' }),
    sent(400, "an empty body", { body: "" }),
    sent(413, "a body over the limit", { body: `"${"x".repeat(70_000)}"` }),
    sent(415, "a body of another type", { headers: { "content-type": "text/plain" } }),
    sent(422, "no object", { body: "[1]" }),
  ];
}

/** A request of each role that is done as asked. */
const acceptable: Readonly<Record<Role, (subject: Subject) => Promise<Call> | Call>> = {
  list: () => ({}),
  create: (subject) => ({ body: subject.fresh() }),
  deleteAll: () => ({ query: `fieldSelector=metadata.name=${absent}` }),
  read: forStored((name) => ({ name })),
  update: async (subject) => {
    const object = await subject.stored();
    return { name: nameOf(object), body: { ...object, metadata: { annotations: { "a.b/c": "new" } } } };
  },
  patch: forStored((name) => ({ name, headers: mergePatch, body: { metadata: { annotations: { "a.b/c": "new" } } } })),
  delete: forStored((name) => ({ name })),
  readStatus: forStored((name) => ({ name })),
  updateStatus: async (subject) => {
    const object = await subject.stored();
    return { name: nameOf(object), body: object };
  },
  patchStatus: forStored((name) => ({ name, headers: mergePatch, body: {} })),
};

function forStored(call: (name: string) => Call): (subject: Subject) => Promise<Call> {
  return async (subject) => call(nameOf(await subject.stored()));
}

function nameOf({ metadata }: SentObject): string {
  return metadata.name;
}

/** What each role alone can be asked. */
const own: Readonly<Record<Role, readonly Provocation[]>> = {
  list: [
    ok(() => ({})),
    ok(() => ({ query: "page=1&size=1&sort=metadata.name,asc" })),
    ok(() => ({ query: "page=900&size=1&total=none" })),
    ok(() => ({ query: "limit=1" })),
    ok(() => ({ query: "labelSelector=!a.b/c&fieldSelector=metadata.name^=a" })),
    { status: 400, why: "a selector that ends too early", call: () => ({ query: "labelSelector=a.b/c=(" }) },
    {
      status: 400,
      why: "a field that is no index",
      call: () => ({ query: "fieldSelector=spec.nothing=1&sort=spec.nothing" }),
    },
    { status: 400, why: "a page that cannot be", call: () => ({ query: "page=0&size=x" }) },
  ],
  create: [
    { status: 201, why: "an object", call: acceptable.create },
    { status: 201, why: "an object without a name", call: (subject) => ({ body: generated(subject.fresh()) }) },
    { status: 201, why: "YAML", call: (subject) => ({ headers: yaml, body: JSON.stringify(subject.fresh()) }) },
    { status: 400, why: "another kind", call: (subject) => ({ body: { ...subject.fresh(), kind: "Other" } }) },
    { status: 409, why: "a name that is taken", call: async (subject) => ({ body: await subject.stored() }) },
    clashing((body) => ({ body }), true),
    {
      status: 412,
      why: "a tag before there is one",
      call: (subject) => ({ headers: { "if-match": '"1"' }, body: subject.fresh() }),
    },
    { status: 422, why: "an unknown field", call: (subject) => ({ body: { ...subject.fresh(), more: 1 } }) },
    { status: 422, why: "a bad name", call: (subject) => ({ body: { ...subject.fresh(), metadata: { name: "A_" } } }) },
  ],
  deleteAll: [
    { status: 200, why: "one object", call: forStored((name) => ({ query: `fieldSelector=metadata.name=${name}` })) },
    ok(acceptable.deleteAll),
    { status: 400, why: "a field that is no index", call: () => ({ query: "fieldSelector=spec.nothing=1" }) },
    { status: 412, why: "a tag, which a collection has not", call: () => ({ headers: { "if-match": '"1"' } }) },
  ],
  read: [ok(acceptable.read)],
  update: [
    ok(acceptable.update),
    {
      status: 400,
      why: "another name",
      call: forStored((name) => ({ name, body: { metadata: { name: `${name}-b` } } })),
    },
    { status: 409, why: "another version", call: updateWith({ version: 999 }) },
    clashing((body) => ({ name: nameOf(body), body })),
    { status: 422, why: "a bad label", call: updateWith({ labels: { "-": "x" } }) },
  ],
  patch: [
    ok(acceptable.patch),
    {
      status: 200,
      why: "JSON Patch",
      call: forStored((name) => ({
        name,
        headers: jsonPatch,
        body: [{ op: "test", path: "/metadata/name", value: name }],
      })),
    },
    {
      status: 409,
      why: "another version",
      call: forStored((name) => ({ name, headers: mergePatch, body: { metadata: { version: 999 } } })),
    },
    clashing((object) => ({ name: nameOf(object), headers: mergePatch, body: { spec: object.spec } })),
    {
      status: 422,
      why: "an operation that fails",
      call: forStored((name) => ({ name, headers: jsonPatch, body: [{ op: "remove", path: "/none" }] })),
    },
    { status: 422, why: "a bad spec", call: forStored((name) => ({ name, headers: mergePatch, body: { spec: 1 } })) },
  ],
  delete: [
    ok(acceptable.delete),
    {
      status: 200,
      why: "an object that is held",
      call: async (subject) => ({ name: nameOf(await subject.stored({ finalizers: ["a.b/c"] })) }),
    },
  ],
  readStatus: [ok(acceptable.readStatus)],
  updateStatus: [
    ok(acceptable.updateStatus),
    { status: 409, why: "another version", call: updateWith({ version: 999 }) },
    { status: 422, why: "a bad status", call: forStored((name) => ({ name, body: { status: 1 } })) },
  ],
  patchStatus: [
    ok(acceptable.patchStatus),
    {
      status: 409,
      why: "another version",
      call: forStored((name) => ({ name, headers: mergePatch, body: { metadata: { version: 999 } } })),
    },
    {
      status: 422,
      why: "a bad status",
      call: forStored((name) => ({ name, headers: mergePatch, body: { status: 1 } })),
    },
  ],
};

function ok(call: Provocation["call"]): Provocation {
  return { status: 200, why: "what can be done", call };
}

function generated({ spec }: SentObject): object {
  return { metadata: { generateName: "made-" }, spec };
}

function updateWith(metadata: object): Provocation["call"] {
  return async (subject) => {
    const object = await subject.stored();
    return { name: nameOf(object), body: { ...object, metadata: { ...object.metadata, ...metadata } } };
  };
}

/** A request that asks for a unique value which another object has. */
function clashing(call: (object: SentObject) => Call, isNew = false): Provocation {
  return {
    status: 409,
    why: "a unique value that is taken",
    async call(subject) {
      if (subject.clash === undefined) return undefined;
      const object = isNew ? subject.fresh() : await subject.stored();
      return call(subject.clash(object, await subject.stored()));
    },
  };
}
