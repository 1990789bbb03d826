/** What a `curl` line asks for, in terms of `fetch`. */
export interface CurlRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}

/** Reads the words of a `curl` command; options that are not known here are an error. */
export function curlRequest(words: readonly string[]): CurlRequest {
  const [program, ...rest] = words;
  if (program !== "curl") throw new SyntaxError(`A bash block has curl lines only, not ${words.join(" ")}`);
  const headers: [string, string][] = [];
  let url: string | undefined;
  let method: string | undefined;
  let body: string | undefined;
  while (rest.length > 0) {
    const word = rest.shift() ?? "";
    if (["-s", "-i", "-sS", "-N"].includes(word)) continue;
    else if (word === "-X") method = operand(rest, word);
    else if (word === "-I") method = "HEAD";
    else if (word === "-H") headers.push(header(operand(rest, word)));
    else if (word === "-d" || word === "--data-binary") body = operand(rest, word);
    else if (word.startsWith("-")) throw new SyntaxError(`curl ${word} is not understood`);
    else url = word;
  }
  if (url === undefined) throw new SyntaxError("curl without an address");
  const chosen = method ?? (body === undefined ? "GET" : "POST");
  return { url, method: chosen, headers, ...(body === undefined ? {} : { body }) };
}

function operand(rest: string[], option: string): string {
  const value = rest.shift();
  if (value === undefined) throw new SyntaxError(`curl ${option} wants a value`);
  return value;
}

function header(text: string): [string, string] {
  const [name = "", ...value] = text.split(":");
  return [name, value.join(":").trim()];
}
