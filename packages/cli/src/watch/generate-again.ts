import type { GenerateResult } from "@cmgen/generator";

import { asSeenFrom, type PluginPlace } from "../plugin-place.js";
import { reportFailure } from "../report-failure.js";
import { reportText } from "../report/report-text.js";
import type { Terminal } from "../terminal.js";

/** What came of one generation: `undefined` where it failed, which has been reported. */
export type Generation = GenerateResult | undefined;

/** Returns a function that generates and reports the outcome, unless it is the same as the last time. Nothing is thrown. */
export function generateAgain(
  place: PluginPlace,
  run: () => Promise<GenerateResult>,
  terminal: Terminal,
): () => Promise<Generation> {
  let last: GenerateResult["status"] | undefined;
  return async () => {
    try {
      const result = await run();
      const isNews = result.changes.length > 0 || result.status !== "written" || last !== "written";
      if (isNews) await reportText(asSeenFrom(place, result), terminal);
      last = result.status;
      return result;
    } catch (error) {
      await reportFailure(error, terminal);
      last = undefined;
      return undefined;
    }
  };
}
