import { ApiProblem, type Transport } from "@cmgen/client";

import type { ServedResource } from "./served-resource.js";

/** What a service answers about its controllers, as far as it is used here. */
interface ControllersPage {
  readonly controllers?: readonly {
    readonly controller: string;
    /** `<plural>.<group>/<version>`. */
    readonly resource: string;
    readonly failures: readonly Failure[];
  }[];
}

interface Failure {
  readonly object: string;
  readonly attempts: number;
  readonly since: string;
  readonly retryAt: string;
}

/**
 * Sentences about the objects of a resource whose last reconcile failed in the process that answers, by name. None where the service does not have the
 * page, or the caller may not read it.
 */
export async function readFailures(
  transport: Transport,
  { group, plural }: ServedResource,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const failures = new Map<string, readonly string[]>();
  for (const { controller, resource, failures: failed } of await readControllers(transport)) {
    if (!resource.startsWith(`${plural}.${group}/`)) continue;
    for (const failure of failed) {
      failures.set(failure.object, [...(failures.get(failure.object) ?? []), sentence(controller, failure)]);
    }
  }
  return failures;
}

async function readControllers(transport: Transport): Promise<NonNullable<ControllersPage["controllers"]>> {
  try {
    return (await transport.json<ControllersPage>({ method: "GET", path: "/controllers" })).controllers ?? [];
  } catch (error) {
    if (error instanceof ApiProblem) return [];
    throw error;
  }
}

function sentence(controller: string, { attempts, since, retryAt }: Failure): string {
  const times = attempts === 1 ? "once" : `${attempts} times`;
  return `controller ${controller} failed ${times} since ${since}, next try at ${retryAt}: the service's log says why`;
}
