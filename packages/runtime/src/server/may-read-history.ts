import type { Session } from "../access/access-control.js";
import { ObjectAccess } from "../access/object-access.js";
import { isApiError } from "../error/api-error.js";
import { createWriteContext } from "../host/create-write-context.js";
import type { Service } from "../host/service.js";
import { listHistory } from "../resource/history/read-history.js";
import type { Question } from "./access-review.js";

/** Whether somebody may read the history of a name, also of an object that was deleted: it is asked as a request would. */
export async function mayReadHistory(service: Service, session: Session, { model, name }: Question): Promise<boolean> {
  const context = createWriteContext(service, model);
  const access = new ObjectAccess(context.view, session, { verb: "get", subresource: "history" });
  try {
    await listHistory({ ...context, access }, name, { limit: 1 });
    return true;
  } catch (error) {
    if (isApiError(error) && (error.code === "NotFound" || error.code === "Forbidden")) return false;
    throw error;
  }
}
