/** The templates in `templates/generate`, without `.hbs`. */
export type TemplateName =
  | "client"
  | "endpoint-checks"
  | "models"
  | "plugin"
  | "plugins"
  | "resource"
  | "server"
  | "types"
  | "validator";
