/** An answer that did not come from a cmgen service: a proxy's error page, or another server at `baseUrl`. */
export class UnexpectedResponse extends Error {
  override readonly name = "UnexpectedResponse";
  readonly url: string;
  readonly status: number;
  /** The beginning of the body. */
  readonly excerpt: string;

  constructor(answer: { readonly url: string; readonly status: number; readonly body: string }) {
    const start = answer.body.trim().slice(0, 100);
    const body = start === "" ? "it is empty" : `it begins with ${JSON.stringify(start)}`;
    // Selectors make a query of many KiB. A `fetch` of the caller's own may return responses without an address.
    const [address = ""] = answer.url.split("?");
    super(`${address || "The service"} answered ${answer.status}, but the answer is not from a cmgen service: ${body}`);
    this.url = answer.url;
    this.status = answer.status;
    this.excerpt = answer.body.slice(0, 1000);
  }
}
