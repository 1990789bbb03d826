import { createHash, timingSafeEqual } from "node:crypto";
import { defineServer, type Authorizer } from "@cmgen/runtime";

/**
 * Callers must send this token: `Authorization: Bearer <CMGEN_TOKEN>`. `/healthz` and `/readyz` answer everyone. Without a token the
 * server has no authorizer: then it listens on this machine's loopback address only and refuses to start on any other.
 */
const token = process.env["CMGEN_TOKEN"] ?? "";

const authorizer: Authorizer = ({ headers }) => {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  // Hashes have one length, and comparing them takes the same time wherever they differ.
  if (timingSafeEqual(sha256(given), sha256(token))) return { decision: "allow" };
  return { decision: "unauthorized", challenge: "Bearer" };
};

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** With `console: true` there is a page for every model, at /console. It asks for the token. */
export default defineServer({ console: true, ...(token !== "" && { authorizer }) });
