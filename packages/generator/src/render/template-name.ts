/** The templates in `templates/generate`, without `.hbs`. */
export type TemplateName =
  | "client"
  | "endpoint-checks"
  | "models"
  | "plugin"
  | "resource"
  | "server"
  | "types"
  | "validator";
