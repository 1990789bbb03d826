import { createTransport, type ClientOptions, type Transport } from "@cmgen/client";
import { serviceUrl } from "./page-address.js";
import { sessionToken } from "./token.js";

/** How every request of the console is sent. */
export const connection: ClientOptions = {
  baseUrl: serviceUrl,
  headers: (): Record<string, string> => {
    const token = sessionToken.get();
    return token === undefined ? {} : { authorization: `Bearer ${token}` };
  },
};

/** For what is not an object of a model. */
export const transport: Transport = createTransport(connection);
