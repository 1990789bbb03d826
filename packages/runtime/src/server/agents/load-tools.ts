import { ConfigurationError } from "../../error/configuration-error.js";
import type { McpOptions } from "./mcp-options.js";

/** The tools that agents use a service by. */
export interface AgentTools extends McpOptions {
  readonly answerOverHttp: (typeof import("@cmgen/mcp"))["answerOverHttp"];
}

/**
 * Loads the tools, where the service has them.
 *
 * @throws {ConfigurationError} where their package is not installed.
 */
export async function loadTools(mcp: boolean | McpOptions | undefined): Promise<AgentTools | undefined> {
  if (mcp === undefined || mcp === false) return undefined;
  const writes = mcp !== true && mcp.writes;
  try {
    const { answerOverHttp } = await import("@cmgen/mcp");
    return { answerOverHttp, writes };
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    throw new ConfigurationError(
      "`mcp` in the server's options needs the package @cmgen/mcp, which is not installed. Install it with `npm install @cmgen/mcp`, or remove the option.",
      { cause: error },
    );
  }
}
