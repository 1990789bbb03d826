/** The templates in `templates/generate`, without `.hbs`. */
export type TemplateName = "client" | "models" | "plugin" | "resource" | "server" | "types" | "validator";
