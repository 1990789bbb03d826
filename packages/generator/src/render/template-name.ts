/** The templates in `templates/generate`, without `.hbs`. */
export type TemplateName =
  | "client"
  | "client-readme"
  | "models"
  | "plugin"
  | "resource"
  | "server"
  | "types"
  | "validator";
