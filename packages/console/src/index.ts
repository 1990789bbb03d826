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
