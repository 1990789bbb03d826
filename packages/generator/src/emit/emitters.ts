import { clientEmitter } from "./client/emit-client.js";
import { descriptorEmitter } from "./descriptor/emit-descriptor.js";
import type { Emitter } from "./emitter.js";
import { indexesEmitter } from "./indexes/emit-indexes.js";
import { pluginEmitter } from "./plugin/emit-plugin.js";
import { routerEmitter } from "./router/emit-router.js";
import { serverEmitter } from "./server/emit-server.js";

/** The built-in emitters, in the order they run. A new one is a folder and a line here. */
export const emitters: readonly Emitter[] = [
  indexesEmitter,
  descriptorEmitter,
  routerEmitter,
  clientEmitter,
  pluginEmitter,
  serverEmitter,
];
