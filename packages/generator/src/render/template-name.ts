/** The templates in `templates/generate`, without `.hbs`. */
export type TemplateName =
  | "client"
  | "client-readme"
  | "endpoint-checks"
  | "models"
  | "plugin"
  | "plugins"
  | "react"
  | "resource"
  | "server"
  | "types"
  | "validator";
