import { transport } from "../api/connection.js";
import { addressOf, type Endpoint, type EndpointInput } from "../api/endpoints.js";

/** What an endpoint has answered. */
export interface EndpointAnswer {
  readonly status: number;
  /** Undefined for what is not text. */
  readonly text: string | undefined;
  readonly type: string;
}

/** @throws what the service refuses it with. */
export async function callEndpoint(endpoint: Endpoint, { values, body }: EndpointInput): Promise<EndpointAnswer> {
  const { method } = endpoint;
  const call = { method, ...addressOf(endpoint, values), ...(body !== undefined && { body }), accept: "*/*" };
  const response = await transport.send(call);
  const type = response.headers.get("content-type") ?? "";
  return { status: response.status, type, text: isText(type) ? shown(await response.text(), type) : undefined };
}

function isText(type: string): boolean {
  return type === "" || /^text\/|json|xml|yaml|javascript/.test(type);
}

/** JSON with a line for each member. */
function shown(text: string, type: string): string {
  if (!type.includes("json")) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
