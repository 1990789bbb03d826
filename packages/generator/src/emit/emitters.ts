import type { ResolvedConfig } from "../config/resolved-config.js";
import { accessEmitter } from "./access/emit-access.js";
import { clientEmitter } from "./client/emit-client.js";
import { type CompiledModule, clientPackageEmitter } from "./client-package/emit-client-package.js";
import { consoleEmitter } from "./console/emit-console.js";
import { DESCRIPTION_FILE, printDescription } from "../hosted/plugin-description.js";
import type { KnownFunctions } from "../validator/standalone.js";
import type { Emitter } from "../emitter/emitter.js";
import { endpointChecksEmitter } from "./endpoints/emit-endpoint-checks.js";
import { modelsEmitter } from "./models/emit-models.js";
import { openapiEmitter } from "./openapi/emit-openapi.js";
import { pluginEmitter } from "./plugin/emit-plugin.js";
import { prismaEmitter } from "./prisma/prisma-emitter.js";
import { reactEmitter } from "./react/emit-react.js";
import { resourceEmitter } from "./resource/emit-resource.js";
import { serverEmitter } from "./server/emit-server.js";
import { earlierTypesEmitter } from "./earlier/earlier-types-emitter.js";
import { stepChecksEmitter } from "./earlier/step-checks-emitter.js";
import { typesEmitter } from "./types/emit-types.js";
import { validatorEmitter } from "./validator/emit-validator.js";

/** `cmgen-plugin.json`: what a service that hosts the plugin's package has to know of its models. */
const descriptionEmitter: Emitter = {
  name: "description",
  emit: (project) => [{ path: DESCRIPTION_FILE, contents: printDescription(project) }],
};

/**
 * Every emitter of a run, in order: the built-in ones, of which a new one is a folder and a line here, and the plugin's own.
 *
 * @param compile Makes JavaScript of a module.
 * @param known Validators that earlier runs of this process made.
 */
export function emittersOf(
  config: ResolvedConfig,
  compile: (text: string) => CompiledModule,
  known?: KnownFunctions,
): readonly Emitter[] {
  return [
    typesEmitter,
    validatorEmitter(known),
    endpointChecksEmitter(known),
    openapiEmitter(config.openapi),
    earlierTypesEmitter,
    stepChecksEmitter(known),
    resourceEmitter,
    modelsEmitter,
    clientEmitter,
    ...(config.react ? [reactEmitter] : []),
    accessEmitter,
    ...(config.console ? [consoleEmitter] : []),
    pluginEmitter(config),
    descriptionEmitter,
    serverEmitter,
    prismaEmitter(config),
    ...(config.clientPackage === false ? [] : [clientPackageEmitter(config.clientPackage, compile)]),
    ...config.emitters,
  ];
}
