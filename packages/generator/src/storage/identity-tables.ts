import type { NamePool } from "./client-names.js";
import type { Column, Table } from "./database-schema.js";
import { tableIndex } from "./table-index.js";

/** Who may call a service by its own tokens, users and sessions. Secrets are kept as hashes only, and never in objects. */
export function identityTables(names: NamePool): Table[] {
  return [identities(names), tokens(names), credentials(names), sessions(names), attempts(names)];
}

function identities(names: NamePool): Table {
  return {
    name: "cmgen_identities",
    model: names.take("CmgenIdentities"),
    role: "system",
    comment: "How often tokens, sessions and users were changed, in a single row that every process reads.",
    columns: [column("id", "counter", "Always 1."), column("revision", "counter")],
    key: ["id"],
    indexes: [],
  };
}

function tokens(names: NamePool): Table {
  const name = "cmgen_tokens";
  return {
    name,
    model: names.take("CmgenToken"),
    role: "system",
    comment: "Tokens for programs that call the service.",
    columns: [
      column("id", "text"),
      column("hash", "text", "SHA-256 of the token, in base64url."),
      column("name", "text", "What it is for."),
      column("actor", "text", "Name of the caller."),
      optional("uid", "text", "Uid of the user that it acts for."),
      column("roles", "text", "JSON list."),
      column("groups", "text", "JSON list."),
      column("created_at", "bigint", "Milliseconds since 1970."),
      optional("expires_at", "bigint"),
      optional("revoked_at", "bigint"),
      optional("used_at", "bigint", "Written at most once a minute."),
      column("changed", "counter", "The revision of identities at which it was last changed."),
    ],
    key: ["id"],
    indexes: [
      tableIndex(name, [{ column: "hash" }], { unique: true }),
      tableIndex(name, [{ column: "actor" }]),
      tableIndex(name, [{ column: "changed" }]),
    ],
  };
}

function credentials(names: NamePool): Table {
  const name = "cmgen_credentials";
  return {
    name,
    model: names.take("CmgenCredential"),
    role: "system",
    comment: "What users sign in with.",
    columns: [
      column(
        "uid",
        "text",
        "Uid of the user's object: another one of the same name has other credentials. A row `name:ann` keeps that name.",
      ),
      optional("password", "text", "Hash with its parameters."),
      optional("reset_hash", "text", "SHA-256 of the token that sets a new password, in base64url."),
      optional("reset_expires_at", "bigint"),
      optional("reset_limit", "text", "The roles that the user may have when it is used, as JSON; empty for any."),
      column("changed_at", "bigint", "Milliseconds since 1970."),
    ],
    key: ["uid"],
    indexes: [tableIndex(name, [{ column: "reset_hash" }])],
  };
}

function sessions(names: NamePool): Table {
  const name = "cmgen_sessions";
  return {
    name,
    model: names.take("CmgenSession"),
    role: "system",
    comment: "Callers who are signed in, and those who were lately.",
    columns: [
      column("id", "text"),
      column("hash", "text", "SHA-256 of the session's secret, in base64url."),
      optional("rotated_from", "text", "The hash before the last rotation."),
      optional("rotated_at", "bigint"),
      column("user_name", "text"),
      column("uid", "text", "Uid of the user's object, or the identity provider's URL and its name of the caller."),
      optional("identity", "text", "What an identity provider has said of the caller, as JSON."),
      column("created_at", "bigint", "Milliseconds since 1970."),
      column("seen_at", "bigint", "Written at most once a minute."),
      column("expires_at", "bigint"),
      optional("ended_at", "bigint"),
      column("changed", "counter", "The revision of identities at which it was last changed."),
    ],
    key: ["id"],
    indexes: [
      tableIndex(name, [{ column: "hash" }], { unique: true }),
      tableIndex(name, [{ column: "rotated_from" }]),
      tableIndex(name, [{ column: "uid" }]),
      tableIndex(name, [{ column: "expires_at" }]),
      tableIndex(name, [{ column: "changed" }]),
    ],
  };
}

function attempts(names: NamePool): Table {
  const name = "cmgen_attempts";
  return {
    name,
    model: names.take("CmgenAttempt"),
    role: "system",
    comment: "Failed sign-ins of the last day.",
    columns: [
      column("subject", "text", "SHA-256 of the user's name and the caller's address, or of the address alone."),
      column("failures", "bigint"),
      column("failed_at", "bigint", "Milliseconds since 1970."),
      column("locked_until", "bigint"),
    ],
    key: ["subject"],
    indexes: [tableIndex(name, [{ column: "failed_at" }])],
  };
}

function column(name: string, type: Column["type"], comment?: string): Column {
  const field = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return { name, field, type, nullable: false, ...(comment === undefined ? {} : { comment }) };
}

function optional(name: string, type: Column["type"], comment?: string): Column {
  return { ...column(name, type, comment), nullable: true };
}
