/** The templates in `templates/generate`, without `.hbs`. */
export type TemplateName = "client" | "models" | "plugin" | "plugins" | "resource" | "server" | "types" | "validator";
