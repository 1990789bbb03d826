import type { Store } from "@cmgen/store";
import {
  type AuditContext,
  type AuditedTenant,
  type BegunAudit,
  beginAudit,
  runAudit,
  type RunningAudit,
} from "../audit/start-audit.js";
import { FieldMask } from "../document/field-mask.js";
import type { HiddenField } from "../document/field-path.js";
import { ConfigurationError } from "../error/configuration-error.js";
import type { Log } from "../log/log.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { ServerSettings } from "./settings.js";

/** What a service's audit is of. */
export interface AuditedService {
  readonly store: Store;
  readonly log: Log;
  readonly models: readonly ModelDescriptor[];
  /** Absent for the service's own objects. */
  readonly tenant?: AuditedTenant | undefined;
}

/**
 * Starts a service's audit, before the first request is answered.
 *
 * @throws {ConfigurationError} if its file cannot be opened.
 */
export async function startAudit(
  settings: Pick<ServerSettings, "audit">,
  { store, log, models, tenant }: AuditedService,
): Promise<RunningAudit> {
  return runAudit(await openAudit({ store, tenant }, settings), { store, log, maskOf: masksOf(models) });
}

async function openAudit(
  { store, tenant }: Pick<AuditedService, "store" | "tenant">,
  { audit }: Pick<ServerSettings, "audit">,
): Promise<BegunAudit> {
  try {
    return await beginAudit(store, audit, tenant);
  } catch (error) {
    if (store.isAway(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`The file of the audit (audit, CMGEN_AUDIT) cannot be opened: ${why}.`, {
      cause: error,
    });
  }
}

/** The fields of a resource that are never shown, in whichever version its objects were stored. */
function masksOf(models: readonly ModelDescriptor[]): AuditContext["maskOf"] {
  const fields = new Map<string, HiddenField[]>();
  for (const { secrets = [], ...model } of models) {
    const key = collectionKey(model);
    if (secrets.length > 0) fields.set(key, [...(fields.get(key) ?? []), ...secrets]);
  }
  const masks = new Map(Array.from(fields, ([key, secrets]) => [key, new FieldMask(secrets)]));
  return (resource) => masks.get(collectionKey(resource));
}

function collectionKey({ group, plural }: { readonly group: string; readonly plural: string }): string {
  return `${group}/${plural}`;
}
