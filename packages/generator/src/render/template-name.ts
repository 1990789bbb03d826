/** The templates in `templates/generate`, without `.hbs`. */
export const templateNames = [
  "client",
  "client-readme",
  "endpoint-checks",
  "models",
  "plugin",
  "plugins",
  "react",
  "resource",
  "server",
  "types",
  "validator",
] as const;

export type TemplateName = (typeof templateNames)[number];
