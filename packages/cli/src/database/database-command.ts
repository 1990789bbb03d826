import { shellQuote } from "../shell-quote.js";
import type { PluginDatabase } from "./plugin-database.js";

/** A command about the database that this one is about, as a user may paste it. */
export function databaseCommand(words: string, { given, place }: Pick<PluginDatabase, "given" | "place">): string {
  if (given === undefined) return `\`${place.command(words)}\``;
  // What is printed may be kept in a log.
  if (hasPassword(given)) return `\`${place.command(words)}\` with the same --database-url`;
  return `\`${place.command(`${words} --database-url ${shellQuote(given)}`)}\``;
}

function hasPassword(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { password, searchParams } = new URL(url);
  return password !== "" || searchParams.has("password");
}
