/** Where this module was loaded from. Not written into `new URL`, which the bundler would take for a file. */
const here = import.meta.url;

/** Address of the folder that the console's page is in. While it is developed, the page is at the root. */
const pageUrl = import.meta.env.DEV ? new URL("/", here) : new URL("..", here);

/** Path of the console, without a slash at its end: `/console`, or `/team/console` where the service is published below a path. */
export const consolePath: string = pageUrl.pathname.replace(/\/$/, "");

/** The tenant whose objects the page shows; empty where they are the service's own, or the service does not say. */
export function tenantName(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="cmgen-tenant"]')?.content ?? "";
}

/**
 * Address of the service, which serves the console at its `/console`. The one place that knows it: all requests go through the connection that
 * has it.
 */
export const serviceUrl: string = new URL(import.meta.env.DEV ? "." : "..", pageUrl).href.replace(/\/$/, "");
