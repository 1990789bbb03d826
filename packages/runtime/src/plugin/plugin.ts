import type { Controller } from "../controller/controller.js";
import type { EndpointSource } from "../endpoint/endpoints.js";
import type { Hooks } from "../resource/hooks/hooks.js";
import type { RequestHandler } from "../http/request-handler.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { Service } from "../host/service.js";

/** A resource type a plugin brings, and the routes generated for it (spec 4.1). */
export interface PluginResource {
  readonly model: ModelDescriptor;
  readonly createRouter: (service: Service) => RequestHandler;
}

/** A plugin as generated code hands it to the server: its types and its own logic. Plain data. */
export interface Plugin {
  /** Unique in a server; names the plugin in `/readyz` and in the log. */
  readonly name: string;
  /** The plugin's folder, with a trailing slash; its manifests are the YAML files in `extensions/` below (spec 1). */
  readonly root: URL;
  /**
   * `true`: there were manifests when the code was generated, so their folder must be there when the service starts. `false`: no manifests
   * are read. Absent, as in code that was generated before this was recorded: those that are there are read.
   */
  readonly manifests?: boolean;
  readonly resources: readonly PluginResource[];
  /** What runs when objects of its types are written. Absent in code that was generated before there were hooks. */
  readonly hooks?: readonly Hooks[];
  readonly controllers: readonly Controller[];
  readonly endpoints: readonly EndpointSource[];
}
