import { chromium, type Browser } from "playwright-core";
import { findChromium } from "./find-chromium.js";

const executablePath = findChromium();

/** Whether there is a Chromium. Tests that need one are skipped without it, and say so. */
export const hasChromium = executablePath !== undefined;

if (!hasChromium) {
  process.stderr.write(
    "\nSKIPPED: the tests in a browser. No Chromium was found: install it (Debian: apt-get install chromium) or name it in CMGEN_CHROMIUM.\n",
  );
}

/** Quiet, and with a name of another site for this machine. */
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--host-resolver-rules=MAP *.example 127.0.0.1",
];

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ ...(executablePath !== undefined && { executablePath }), args });
}
