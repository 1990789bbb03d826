import type { Metrics } from "../../metrics/metrics.js";
import type { TenantCounts, TenantServices } from "./tenant-services.js";

/** Adds metrics of the tenants in this process. What a tenant does is among the metrics of its own service. */
export function addTenantGauges(metrics: Metrics, services: Pick<TenantServices, "counts">): void {
  const add = (name: string, help: string, valueOf: (counts: TenantCounts) => number): void =>
    metrics.gauge({ name, help, labels: [], read: () => [{ labels: {}, value: valueOf(services.counts) }] });
  add("cmgen_tenants_open", "Tenants that are open, or are being opened.", ({ open }) => open);
  add("cmgen_tenants_opened", "Tenants that were opened since the start.", ({ opened }) => opened);
  add("cmgen_tenants_closed", "Tenants that were closed since the start.", ({ closed }) => closed);
  add("cmgen_tenants_failed", "How often a tenant could not be opened since the start.", ({ failed }) => failed);
}
