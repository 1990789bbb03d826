/** The folder of the console's page, with a trailing slash: `index.html`, and what it loads in `assets/`. */
export const pageFolder: URL = new URL("./page/", import.meta.url);
