import { guardOf, type WriteJob, type WriteRefusal } from "@cmgen/store";

/** The place of an object in a transaction. */
export function objectKey(table: string, name: string): string {
  return `${table} ${name}`;
}

/**
 * Why the store refused writes of a transaction when it was committed. The transaction is run again, and each write is refused where it is made: then
 * the same happens as after the refusal of a single write. A name that was used before gets a higher version, an object to which others refer is
 * marked as deleted, a hook looks for another value, or the code gets the error.
 */
export class KnownRefusals {
  readonly #known = new Map<string, WriteRefusal[]>();

  /** Whether the refusal says more than that another write came first. */
  add(job: WriteJob, refusal: WriteRefusal): boolean {
    if (isConflict(refusal)) return false;
    const key = objectKey(job.model.table, guardOf(job).name);
    this.#known.set(key, [...(this.#known.get(key) ?? []), refusal]);
    return true;
  }

  /** Those of one run, in which each is met once. */
  begin(): (job: WriteJob) => WriteRefusal | undefined {
    const met = new Map<string, number>();
    return (job) => {
      const key = objectKey(job.model.table, guardOf(job).name);
      const place = met.get(key) ?? 0;
      const refusal = this.#known.get(key)?.[place];
      if (refusal === undefined || !applies(refusal, job)) return undefined;
      met.set(key, place + 1);
      return refusal;
    };
  }
}

/** Whether reading again is the answer to a refusal. */
function isConflict({ refused }: WriteRefusal): boolean {
  return refused === "name-taken" || refused === "not-found" || refused === "version-differs";
}

/** Whether a write would be refused for the same reason. In this run the code may write something else. */
function applies(refusal: WriteRefusal, job: WriteJob): boolean {
  const { needs = [], unreferred } = guardOf(job);
  switch (refusal.refused) {
    case "name-was-used":
      return job.write === "create" && (job.record.deletedUpTo ?? 0) < refusal.revision;
    case "value-taken":
      return job.write !== "remove" && job.record.indexValues.get(refusal.index)?.includes(refusal.value) === true;
    case "objects-missing":
      return refusal.missing.some(({ table, name }) =>
        needs.some((needed) => needed.table === table && needed.names.includes(name)),
      );
    case "referred":
      return unreferred !== undefined;
    default:
      return refusal.refused === "superseded";
  }
}
