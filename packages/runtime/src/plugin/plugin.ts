import type { PluginAccess } from "../access/define-access.js";
import type { Controller } from "../controller/controller.js";
import type { EndpointSource } from "../endpoint/endpoints.js";
import type { CheckedEndpoints } from "../endpoint/endpoints-of.js";
import type { Hooks } from "../resource/hooks/hooks.js";
import type { RequestHandler } from "../http/request-handler.js";
import type { ManifestMode } from "../manifest/manifest.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { ServiceUsers } from "../identity/user-state.js";
import type { ServiceSubscriptions } from "../subscription/subscription-options.js";
import type { Schedule } from "../schedule/schedule.js";
import type { Service } from "../host/service.js";

/** A resource type of a plugin, and its generated routes (spec 4.1). */
export interface PluginResource {
  readonly model: ModelDescriptor;
  readonly createRouter: (service: Service) => RequestHandler;
}

/** A plugin as generated code passes it to the server: its types and its own logic. Plain data. */
export interface Plugin {
  /** Unique in a server; names the plugin in `/readyz` and in the log. */
  readonly name: string;
  /** The plugin's folder, with a trailing slash; its manifests are the files in `extensions/` below (spec 1). */
  readonly root: URL;
  /**
   * What becomes of objects that are there already when their manifests are loaded. A mode, or `true` for `"create"`: there were manifests when
   * the code was generated, so their folder must exist when the service starts. `false`: no manifests are read. Absent, in code from an earlier
   * release of the generator: manifests are read if they exist.
   */
  readonly manifests?: boolean | ManifestMode;
  readonly resources: readonly PluginResource[];
  /** The hooks for objects of its types. Absent in code from before there were hooks. */
  readonly hooks?: readonly Hooks[];
  readonly controllers: readonly Controller[];
  /** Absent where there are none. */
  readonly schedules?: readonly Schedule[];
  readonly endpoints: readonly (EndpointSource | CheckedEndpoints)[];
  /** Who may do what, from `src/access.ts`. Absent where there is no such file. */
  readonly access?: PluginAccess | undefined;
  /** The model whose objects are the users who sign in. Absent if there is none. */
  readonly users?: ServiceUsers;
  /** The model whose objects say what other programs are told of. Absent if there is none. */
  readonly subscriptions?: ServiceSubscriptions;
  /** Present if its module could not be imported: then nothing else is known of it, and its state becomes `failed`. */
  readonly importFailure?: ImportFailure;
}

/** Why a plugin could not be imported, and what it would serve. */
export interface ImportFailure {
  readonly error: unknown;
  /** The paths that its types and endpoints are below: requests for them are answered 503, because their objects still exist. */
  readonly paths: readonly string[];
}
