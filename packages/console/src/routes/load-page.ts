import { consolePath } from "../api/page-address.js";

/** How long to wait before a part of the console is asked for again, in milliseconds. */
const PAUSE = 2000;

/**
 * Loads a part of the console. While the service is away the page that is shown stays, and what was asked for comes when it is back.
 *
 * @throws what `load` throws while the service answers: a release that replaced this one has other files.
 */
export async function loadPage<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (await isServiceThere()) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

const RELOADED = "cmgen-console-reloaded";

/** Loads the whole page again for a release that has replaced this one: once for each release, and not while the service is away. */
export async function loadNewRelease(): Promise<void> {
  if (sessionStorage.getItem(RELOADED) === import.meta.url || !(await isServiceThere())) return;
  sessionStorage.setItem(RELOADED, import.meta.url);
  location.reload();
}

async function isServiceThere(): Promise<boolean> {
  try {
    return (await fetch(`${consolePath}/`, { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
