import { Counter } from "prom-client";
import type { Metrics } from "../../metrics/metrics.js";
import type { TenantCounts, TenantServices } from "./tenant-services.js";

/** Adds metrics of the tenants in this process. What a tenant does is among the metrics of its own service. */
export function addTenantMetrics(metrics: Metrics, services: Pick<TenantServices, "counts" | "failing">): void {
  const count = (name: string, help: string, valueOf: (counts: TenantCounts) => number): void => {
    const counter = new Counter({
      name,
      help,
      registers: [metrics.registry],
      collect: () => {
        counter.reset();
        counter.inc(valueOf(services.counts));
      },
    });
  };
  metrics.gauge({
    name: "cmgen_tenants_open",
    help: "Tenants that are open, or are being opened.",
    labels: [],
    read: () => [{ labels: {}, value: services.counts.open }],
  });
  metrics.gauge({
    name: "cmgen_tenants_failing",
    help: "Tenants that the release which tried last could not prepare, whichever process tried. Absent while the database does not answer.",
    labels: [],
    read: async () => {
      const failing = await services.failing();
      return failing === undefined ? [] : [{ labels: {}, value: failing }];
    },
  });
  count("cmgen_tenants_opened_total", "Tenants that were opened.", ({ opened }) => opened);
  count("cmgen_tenants_closed_total", "Tenants that were closed.", ({ closed }) => closed);
  count("cmgen_tenants_failed_total", "How often a tenant could not be opened.", ({ failed }) => failed);
}
