import type { ResolvedConfig } from "../config/resolved-config.js";
import { clientEmitter } from "./client/emit-client.js";
import type { Emitter } from "./emitter.js";
import { modelsEmitter } from "./models/emit-models.js";
import { openapiEmitter } from "./openapi/emit-openapi.js";
import { pluginEmitter } from "./plugin/emit-plugin.js";
import { prismaEmitter } from "./prisma/prisma-emitter.js";
import { reactEmitter } from "./react/emit-react.js";
import { resourceEmitter } from "./resource/emit-resource.js";
import { serverEmitter } from "./server/emit-server.js";
import { typesEmitter } from "./types/emit-types.js";
import { validatorEmitter } from "./validator/emit-validator.js";

/** Every emitter of a run, in order: the built-in ones, of which a new one is a folder and a line here, and the plugin's own. */
export function emittersOf(config: ResolvedConfig): readonly Emitter[] {
  return [
    typesEmitter,
    validatorEmitter,
    openapiEmitter(config.openapi),
    resourceEmitter,
    modelsEmitter,
    clientEmitter,
    ...(config.react ? [reactEmitter] : []),
    pluginEmitter,
    serverEmitter,
    prismaEmitter(config),
    ...config.emitters,
  ];
}
