/** The templates in `templates/generate`, without `.hbs`. */
export type TemplateName =
  | "client"
  | "client-entry"
  | "descriptor"
  | "indexes"
  | "plugin"
  | "router"
  | "server"
  | "types"
  | "validator";
