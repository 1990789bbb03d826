// Hides OpenTelemetry's API, as where nobody has installed it.
import { register } from "node:module";

const hooks = `export async function resolve(specifier, context, next) {
  if (specifier !== "@opentelemetry/api") return next(specifier, context);
  throw Object.assign(new Error("Cannot find package '@opentelemetry/api'"), { code: "ERR_MODULE_NOT_FOUND" });
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
