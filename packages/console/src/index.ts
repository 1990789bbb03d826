/** The folder of the console's page, with a trailing slash: `index.html`, what it loads in `assets/`, and in `shared/` what extensions share with it. */
export const pageFolder: URL = new URL("./page/", import.meta.url);

/**
 * What extensions share with the page, by how they import it, and its name in `shared/`: two Reacts in one page do not know each other's
 * contexts.
 */
export const sharedModules: Readonly<Record<string, string>> = {
  react: "react",
  "react/jsx-runtime": "react-jsx-runtime",
  "react-dom": "react-dom",
  "@tanstack/react-query": "react-query",
  "@cmgen/client": "client",
  "@cmgen/client/react": "client-react",
  "@cmgen/console/page": "page",
};

/**
 * What the console may load and do (CSP): its own files, and requests to its own service. Nothing is set in the page's text, neither scripts nor
 * styles.
 */
export const contentSecurityPolicy: string = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** What the page is told of its service. */
export interface ServedPage {
  /** `false` for a service without access rules, which the page then does not ask who its user is. */
  readonly hasAccessRules?: boolean;
  /** Whose objects are shown, where they are a tenant's. */
  readonly tenant?: string | undefined;
}

/**
 * The page, with its files at absolute addresses: it is answered at every path below the console that is not a file.
 *
 * @param page the text of `index.html`.
 * @param path where the console is, without a slash at its end: `/team/console`.
 */
export function pageAt(page: string, path: string, { hasAccessRules = true, tenant }: ServedPage = {}): string {
  const told = [
    ...(hasAccessRules ? [] : ['<meta name="cmgen-access" content="none" />']),
    ...(tenant === undefined ? [] : [`<meta name="cmgen-tenant" content="${escaped(tenant)}" />`]),
  ];
  return page.replaceAll('="./', () => `="${escaped(path)}/`).replace("<head>", () => `<head>${told.join("")}`);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
