import { monitorEventLoopDelay, performance, type EventLoopUtilization } from "node:perf_hooks";
import { peakMegabytes } from "./peak-memory.js";

/** How a server's process is doing. */
export interface ProcessState {
  /** Peak resident memory so far. */
  readonly megabytes: number;
  /** Processor time it has taken so far, all threads together. */
  readonly cpuSeconds: number;
  /** The part of the time in which its first thread was busy, since it was last asked. */
  readonly busy: number;
  /** The 99th percentile of how late its first thread begins what is due, in seconds, since it was last asked. */
  readonly late: number;
}

/** Shorter than anything that is looked for. */
const RESOLUTION_MS = 1;

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
let utilization: EventLoopUtilization = performance.eventLoopUtilization();

export function processState(): ProcessState {
  const { user, system } = process.cpuUsage();
  const before = utilization;
  utilization = performance.eventLoopUtilization();
  const busy = performance.eventLoopUtilization(utilization, before).utilization;
  const late = Math.max(0, delays.percentile(99) / 1e9 - RESOLUTION_MS / 1000);
  delays.reset();
  return { megabytes: peakMegabytes(), cpuSeconds: (user + system) / 1e6, busy, late };
}
