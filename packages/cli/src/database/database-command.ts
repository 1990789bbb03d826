import type { PluginPlace } from "../plugin-place.js";
import { shellQuote } from "../shell-quote.js";

interface NamedDatabase {
  readonly place: Pick<PluginPlace, "command">;
  /** The URL that the command was given. */
  readonly given: string | undefined;
}

/** A command about the database that this one is about, as a user may paste it. */
export function databaseCommand(words: string, { given, place }: NamedDatabase): string {
  if (given === undefined) return `\`${place.command(words)}\``;
  // What is printed may be kept in a log.
  if (hasPassword(given)) return `\`${place.command(words)}\` with the same --database-url`;
  return `\`${place.command(`${words} --database-url ${shellQuote(given)}`)}\``;
}

/** By its text: a URL with several hosts is not one that `URL` reads. */
function hasPassword(url: string): boolean {
  return /^[a-z]+:\/\/[^@]*:.*@|[?&]password=/i.test(url);
}
