import type { Column, Table, TableIndex } from "./database-schema.js";
import type { NamePool } from "./client-names.js";
import { identityTables } from "./identity-tables.js";
import { tableIndex } from "./table-index.js";

const column = (name: string, type: Column["type"], comment?: string): Column => ({
  name,
  field: name,
  type,
  nullable: false,
  ...(comment === undefined ? {} : { comment }),
});

/** The service's own tables, beside those of its models. */
export function systemTables(
  names: NamePool,
  has: { readonly subscriptions?: true; readonly tenants?: true } = {},
): Table[] {
  const own = [changes(names), indexes(names), revision(names), evolutions(names), schedules(names)];
  const optional = [
    ...(has.subscriptions === true ? [subscriptionPositions(names)] : []),
    ...(has.tenants === true ? [tenants(names)] : []),
  ];
  return [...own, audit(names), history(names), receipts(names), ...identityTables(names), ...optional];
}

/** Finds the last state of a name that was deleted. */
const DELETIONS: TableIndex = {
  ...tableIndex("cmgen_changes", [{ column: "group" }, { column: "plural" }, { column: "name" }]),
  only: { column: "type", text: "DELETED" },
};

function changes(names: NamePool): Table {
  return {
    name: "cmgen_changes",
    model: names.take("CmgenChange"),
    role: "system",
    comment: "Committed changes of objects, kept for watchers and trimmed by age and count.",
    columns: [
      column("revision", "counter", "Grows with each change, in the order of commits."),
      column("at", "bigint", "Milliseconds since 1970."),
      column("type", "text", "ADDED, MODIFIED or DELETED."),
      column("group", "text"),
      column("plural", "text"),
      { ...column("object_id", "counter", "Id of the object's row."), field: "objectId" },
      column("name", "text"),
      column("data", "bytes", "The object after the change; for DELETED its last state."),
      {
        ...column("previous", "bytes", "The object before the change; empty where no selector tells the two apart."),
        nullable: true,
      },
      { ...column("mark", "counter", "Random: tells the change from another one under its revision."), nullable: true },
      {
        ...column("actor", "text", "Name of the caller that wrote; empty for changes of earlier releases."),
        nullable: true,
      },
      { ...column("verb", "text", "create, update or delete; or the method and path of an endpoint."), nullable: true },
      { ...column("request_id", "text", "Id of the request."), field: "requestId", nullable: true },
      { ...column("address", "text", "Address of the caller."), nullable: true },
    ],
    key: ["revision"],
    indexes: [DELETIONS],
  };
}

function indexes(names: NamePool): Table {
  return {
    name: "cmgen_indexes",
    model: names.take("CmgenIndex"),
    role: "system",
    comment: "What each index of a model was last built from.",
    columns: [
      column("table", "text", "Table of the model's objects."),
      column("index", "text", "Name of the index."),
      column("fingerprint", "text"),
      column("state", "text", "building or ready."),
      { ...column("position", "counter", "Id of the last object a running build has done."), nullable: true },
    ],
    key: ["table", "index"],
    indexes: [],
  };
}

function revision(names: NamePool): Table {
  return {
    name: "cmgen_revision",
    model: names.take("CmgenRevision"),
    role: "system",
    comment: "The newest revision, in a single row.",
    columns: [
      column("id", "counter", "Always 1."),
      column("revision", "counter"),
      { ...column("mark", "counter", "The mark of the newest change."), nullable: true },
    ],
    key: ["id"],
    indexes: [],
  };
}

function evolutions(names: NamePool): Table {
  return {
    name: "cmgen_evolutions",
    model: names.take("CmgenEvolution"),
    role: "system",
    comment: "Which evolve steps of a model have changed its objects.",
    columns: [
      column("table", "text", "Table of the model's objects."),
      column("step", "text", "Id of the step."),
      column("place", "counter", "Grows with each step of the table."),
      column("state", "text", "running or done."),
      { ...column("position", "counter", "Id of the last object a running step has changed."), nullable: true },
    ],
    key: ["table", "step"],
    indexes: [],
  };
}

function schedules(names: NamePool): Table {
  return {
    name: "cmgen_schedules",
    model: names.take("CmgenSchedule"),
    role: "system",
    comment: "How far each schedule has come.",
    columns: [
      column("name", "text", "The plugin's name and the schedule's."),
      column("position", "bigint", "Runs due up to then are done or given up. Milliseconds since 1970."),
      column("state", "text", "waiting or running."),
    ],
    key: ["name"],
    indexes: [],
  };
}

function audit(names: NamePool): Table {
  return {
    name: "cmgen_audit",
    model: names.take("CmgenAudit"),
    role: "system",
    comment: "How far the audit has come, in a single row. Trimming of the change log waits for it.",
    columns: [
      column("id", "counter", "Always 1."),
      column("revision", "counter", "Changes up to this revision are written."),
    ],
    key: ["id"],
    indexes: [],
  };
}

function subscriptionPositions(names: NamePool): Table {
  return {
    name: "cmgen_subscriptions",
    model: names.take("CmgenSubscription"),
    role: "system",
    comment: "How far each subscription has come. Trimming of the change log waits for the slowest.",
    columns: [
      column("uid", "text", "Uid of the subscription's object."),
      column("revision", "counter", "Changes up to this revision are delivered or given up."),
      { ...column("mark", "counter", "The mark of that change."), nullable: true },
    ],
    key: ["uid"],
    indexes: [],
  };
}

function tenants(names: NamePool): Table {
  return {
    name: "cmgen_tenants",
    model: names.take("CmgenTenant"),
    role: "system",
    comment: "The tenants of the service. Each has a schema or file of its own, where this table is empty.",
    columns: [
      column("name", "text"),
      { ...column("created_at", "bigint", "Milliseconds since 1970."), field: "createdAt" },
      column("state", "text", "creating, ready or dropping."),
      { ...column("release", "text", "The release that has prepared its tables and objects."), nullable: true },
      { ...column("problem", "text", "Why the newest release could not prepare it."), nullable: true },
      {
        ...column("due_at", "bigint", "When a process opens it although nobody calls. Milliseconds since 1970."),
        field: "dueAt",
        nullable: true,
      },
    ],
    key: ["name"],
    indexes: [tableIndex("cmgen_tenants", [{ column: "due_at" }])],
  };
}

function history(names: NamePool): Table {
  return {
    name: "cmgen_history",
    model: names.take("CmgenHistory"),
    role: "system",
    comment: "Versions of the objects of models that keep a history.",
    columns: [
      { ...column("id", "counter", "Grows with each version of an object."), generated: true },
      column("group", "text"),
      column("plural", "text"),
      column("name", "text"),
      column("uid", "text"),
      column("version", "counter"),
      column("type", "text", "ADDED, MODIFIED or DELETED."),
      {
        ...column(
          "revision",
          "counter",
          "The change's revision; empty for what was stored before there was a history.",
        ),
        nullable: true,
      },
      column("at", "bigint", "Milliseconds since 1970."),
      { ...column("actor", "text", "Name of the caller that wrote it."), nullable: true },
      { ...column("verb", "text", "create, update or delete; or the method and path of an endpoint."), nullable: true },
      column("schema", "counter", "Place of the newest evolve step that the bytes have been through; 0 for none."),
      column("data", "bytes", "The object; for DELETED its last state."),
    ],
    key: ["id"],
    indexes: [
      tableIndex("cmgen_history", [{ column: "group" }, { column: "plural" }, { column: "name" }, { column: "id" }]),
    ],
  };
}

function receipts(names: NamePool): Table {
  return {
    name: "cmgen_receipts",
    model: names.take("CmgenReceipt"),
    role: "system",
    comment: "Answers of requests that had an Idempotency-Key, kept for a day.",
    columns: [
      column("key", "text", "Hash of the caller, the path and the key."),
      column("request", "text", "Hash of the request's body."),
      column("at", "bigint", "Milliseconds since 1970."),
      column("head", "text", "Status and headers of the answer, in JSON."),
      column("answer", "bytes", "The body of the answer, compressed."),
    ],
    key: ["key"],
    indexes: [tableIndex("cmgen_receipts", [{ column: "at" }])],
  };
}
