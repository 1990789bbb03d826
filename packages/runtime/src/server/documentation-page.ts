import { escapeHtml } from "../http/escape-html.js";

/** What the page shows of the OpenAPI document itself. Anything may be missing, since the file belongs to the plugin. */
interface OpenApiSummary {
  readonly info?: { readonly title?: string | undefined };
}

/** Where the page finds what it is made of. */
export interface PagePlace {
  /** The path below which the reader of the page finds the service; may be empty. */
  readonly mountPath: string;
  /** Changes with the files of the page, so that browsers may keep them. */
  readonly version: string;
}

/**
 * The page at `/docs`: shows the OpenAPI document and sends requests. All it loads is served beside it.
 */
export function documentationPage({ info }: OpenApiSummary, { mountPath, version }: PagePlace): string {
  const mount = escapeHtml(mountPath);
  const file = (name: string): string => `${mount}/docs/${name}?v=${escapeHtml(version)}`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info?.title ?? "Service")}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${file("swagger-ui.css")}">
<noscript>This page needs JavaScript. The same as a document: <a href="${mount}/openapi.json">${mount}/openapi.json</a></noscript>
<div id="reference" data-openapi="${mount}/openapi.json"></div>
<script src="${file("swagger-ui-bundle.js")}"></script>
<script src="${file("reference-page.js")}"></script>
`;
}

/**
 * What the page may load and do (CSP). Scripts are files of the service; styles are also set by attributes. Requests go to the service, or where
 * `servers` in the OpenAPI document says.
 */
export function documentationPolicy(origins: readonly string[]): string {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    `connect-src ${["'self'", ...origins].join(" ")}`,
    "form-action 'none'",
    "frame-ancestors 'none'",
    "img-src 'self' data:",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
  ].join("; ");
}
