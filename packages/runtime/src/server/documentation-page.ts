/** The parts of an OpenAPI document that the page shows. Anything may be missing, since the file belongs to the plugin. */
interface OpenApiSummary {
  readonly info?: { readonly title?: string; readonly version?: string; readonly description?: string };
  readonly paths?: Readonly<
    Record<string, Readonly<Record<string, { readonly summary?: string; readonly deprecated?: boolean }>>>
  >;
}

const METHODS: readonly string[] = ["get", "post", "put", "patch", "delete", "head", "options"];

/**
 * A page that lists a service's operations. It loads nothing and runs no script.
 *
 * @param mountPath the path below which the reader of the page finds the service; may be empty.
 */
export function documentationPage(openapi: OpenApiSummary, mountPath: string): string {
  const link = (path: string): string => `<a href="${mountPath}${path}">${mountPath}${path}</a>`;
  const title = escapeHtml(openapi.info?.title ?? "Service");
  const rows = Object.entries(openapi.paths ?? {}).flatMap(([path, item]) =>
    METHODS.filter((method) => Object.hasOwn(item, method)).map((method) =>
      operationRow(method, mountPath + path, item[method]?.summary),
    ),
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark; }
  table { border-collapse: collapse; width: 100%; }
  td { border-top: 1px solid #8884; padding: .4rem .8rem .4rem 0; vertical-align: top; }
  code { font: 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
  .method { text-transform: uppercase; font-weight: 600; }
</style>
<h1>${title} <small>${escapeHtml(openapi.info?.version ?? "")}</small></h1>
<p>${escapeHtml(openapi.info?.description ?? "")}</p>
<p>All of it, machine-readable: ${link("/openapi.json")}.
State: ${link("/readyz")}, ${link("/metrics")}.</p>
<table>
${rows.join("\n")}
</table>
`;
}

function operationRow(method: string, path: string, summary = ""): string {
  return `<tr><td class="method">${method}<td><code>${escapeHtml(path)}</code><td>${escapeHtml(summary)}`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
