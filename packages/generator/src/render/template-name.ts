/** The templates in `templates/generate`, without `.hbs`. */
export type TemplateName = "client" | "models" | "plugin" | "react" | "resource" | "server" | "types" | "validator";
