const SAMPLE_MS = 50;
let peak = 0;

/**
 * Peak resident memory of this process in megabytes, from when this module was loaded. (The system's own count, `maxRSS`, begins on Linux with
 * that of the process that started this one.)
 */
export function peakMegabytes(): number {
  sample();
  return peak / 1024 / 1024;
}

function sample(): void {
  peak = Math.max(peak, process.memoryUsage.rss());
}

setInterval(sample, SAMPLE_MS).unref();
