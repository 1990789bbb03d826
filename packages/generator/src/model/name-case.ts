/** `Person` gives `person`, `URLAlias` gives `urlAlias`: an abbreviation in front is lowered as a whole. */
export function uncapitalized(name: string): string {
  return name.replace(/^[A-Z]+(?=[A-Z][a-z]|[0-9_$]|$)|^[A-Z]/, (start) => start.toLowerCase());
}

/** `site-settings` gives `SiteSettings`. A name that starts with no letter keeps what stands there. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());
}
