import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Gauge } from "./metrics.js";

/** Metrics of the process, and a function that stops measuring. */
export function processGauges(): { readonly gauges: readonly Gauge[]; readonly stop: () => void } {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const one = (value: number): ReadonlyMap<string, number> => new Map([["", value]]);
  const gauges: readonly Gauge[] = [
    {
      name: "process_resident_memory_bytes",
      help: "Memory the process holds.",
      read: () => one(process.memoryUsage.rss()),
    },
    { name: "process_uptime_seconds", help: "Time since the process started.", read: () => one(process.uptime()) },
    {
      name: "nodejs_eventloop_delay_p99_seconds",
      help: "How long the event loop was held up, 99th percentile since the last reading.",
      read: () => {
        const value = delay.percentile(99) / 1e9;
        delay.reset();
        return one(value);
      },
    },
  ];
  return { gauges, stop: () => void delay.disable() };
}
