import { ApiVersion, Post, typed, userCenterApi, type EndpointContext } from "@cmgen/runtime";
import { commentModel, issueModel } from "../generated/v1alpha1/models.js";

export interface Close {
  body: {
    /** @minLength 1 @maxLength 1000 */
    reason: string;
  };
  response: { comment: string };
}

@ApiVersion(userCenterApi(issueModel))
export default class Closing {
  /** Close an issue and say why. */
  @Post("/issues/{name}/closing", typed<Close>())
  async close(context: EndpointContext<{ name: string }, Close>): Promise<Close["response"]> {
    const { params, body, resource } = context;
    const spec = { issue: params.name, text: body.reason };
    const comment = await resource(commentModel).create({ metadata: { generateName: "closing-" }, spec });
    await resource(issueModel).update(params.name, { spec: { state: "closed" } });
    return { comment: comment.metadata.name };
  }
}
