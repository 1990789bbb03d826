import { defineCommand } from "../define-command.js";
import { declareServer } from "../server/server-options.js";

/** `cmgen mcp`: tools for an agent that starts this command. */
export const mcpCommand = defineCommand({
  usage: "mcp",
  summary: "Give an agent tools for a running service: the Model Context Protocol over standard input and output.",
  examples: [
    ["mcp", "Tools that read, for the service of the current context"],
    ["mcp --context production --token-file agent.token", "Of another service, as its own caller"],
    ["mcp --writes", "Also tools that change objects"],
  ],
  declare: (yargs) =>
    declareServer(yargs).option("writes", {
      type: "boolean",
      default: false,
      describe: "Give it tools that create, change and delete objects, as the caller may.",
    }),
  run: async (options, terminal) => {
    const { serveTools } = await import("../agents/serve-tools.js");
    return serveTools(options, terminal);
  },
});
