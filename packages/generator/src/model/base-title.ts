/** What the config and messages call the path that endpoints are below: its `<group>/<version>` if it is one's, else the path. */
export function baseTitle(base: string): string {
  return base.startsWith("/apis/") ? base.slice("/apis/".length) : base;
}
