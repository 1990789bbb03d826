import { mayDo, type Session } from "../access/access-control.js";
import { ObjectAccess } from "../access/object-access.js";
import type { ControllerState } from "../controller/controller-state.js";
import type { Service } from "../host/service.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { VersionView } from "../version/version-view.js";
import { controllerItem, instant } from "./controllers-page.js";
import type { LogicRunners } from "./logic-runners.js";
import { admitOwn, ownAnswer, type OwnPath } from "./own-paths.js";

/**
 * The controllers of this process, with what they failed with lately. The messages are for operators who may read all that the controller's
 * models have: an error may quote any field of any object.
 */
export function controllersPath({ controllers }: LogicRunners): OwnPath {
  return {
    method: "GET",
    path: "/admin/controllers",
    async respond(asked) {
      const session = await admitOwn(asked, { of: "operator", verb: "inspect" });
      const items = controllers.states().map((state) => {
        const readsAll = state.models.every((model) => seesWhole(asked.service, session, model));
        return { ...controllerItem(state), errors: errorItems(state, readsAll) };
      });
      return ownAnswer({ items });
    },
  };
}

function errorItems({ errors }: ControllerState, hasMessages: boolean): readonly object[] {
  return errors.map(({ object, at, message }) => ({ object, time: instant(at), ...(hasMessages && { message }) }));
}

/** Whether the caller may read every object of a model, with all its fields. */
function seesWhole(service: Service, session: Session | undefined, model: ModelDescriptor): boolean {
  if (session === undefined) return true;
  if (!mayDo(session, model, { verb: "get" })) return false;
  const view = new VersionView(model, service.pluginOf(model), service.shapeOf(model));
  return new ObjectAccess(view, session, { verb: "get" }).sight.isWhole;
}
