/** `Person` gives `person`, `URLAlias` gives `urlAlias`: an abbreviation in front is lowered as a whole. */
export function uncapitalized(name: string): string {
  return name.replace(/^[A-Z]+(?=[A-Z][a-z]|[0-9_$]|$)|^[A-Z]/, (start) => start.toLowerCase());
}

/** `site-settings` gives `SiteSettings`. What is neither an ASCII letter nor a digit is left out, and ends a word. */
export function pascalCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
