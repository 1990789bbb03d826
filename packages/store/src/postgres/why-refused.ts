import type { StoredModel } from "../stored-model.js";
import type { ObjectRecord } from "../store.js";
import type { WriteRefusal } from "../write-outcome.js";
import type { WriteJob } from "../write-job.js";
import { statement, type PostgresClient } from "./database.js";
import { modelStatements } from "./model-statements.js";

/** Why a write could not be done; `undefined` if the obstacle is gone. */
export async function whyRefused(client: PostgresClient, job: WriteJob): Promise<WriteRefusal | undefined> {
  const name = job.write === "remove" ? job.name : job.record.name;
  const current = await versionOf(client, job, name);
  if (job.write === "create") {
    return current === undefined ? ownerOf(client, job.model, job.record) : { refused: "name-taken" };
  }
  if (current === undefined) return { refused: "not-found" };
  if (current !== job.expectedVersion) return { refused: "version-differs", currentVersion: current };
  return job.write === "replace" ? ownerOf(client, job.model, job.record) : undefined;
}

async function versionOf(client: PostgresClient, { model }: WriteJob, name: string): Promise<number | undefined> {
  const { rows } = await client.query<{ version: number }>(statement(modelStatements(model).version, { name }));
  return rows[0]?.version;
}

/** The unique value of a record that another object already has. */
export async function ownerOf(
  client: PostgresClient,
  model: StoredModel,
  { name, indexValues }: Pick<ObjectRecord, "name" | "indexValues">,
): Promise<Extract<WriteRefusal, { refused: "value-taken" }> | undefined> {
  for (const { index, owner } of modelStatements(model).owners) {
    for (const value of indexValues.get(index) ?? []) {
      const { rows } = await client.query<{ name: string }>(statement(owner, { name, value }));
      if (rows[0] !== undefined) return { refused: "value-taken", index, value, owner: rows[0].name };
    }
  }
  return undefined;
}
