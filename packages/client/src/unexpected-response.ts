/** An answer that no cmgen service gives, for example a proxy's error page. */
export class UnexpectedResponse extends Error {
  override readonly name = "UnexpectedResponse";
  readonly url: string;
  readonly status: number;
  /** The beginning of the body. */
  readonly excerpt: string;

  constructor(answer: { readonly url: string; readonly status: number; readonly body: string }) {
    super(`${answer.url} answered ${answer.status} with what is no answer of the service`);
    this.url = answer.url;
    this.status = answer.status;
    this.excerpt = answer.body.slice(0, 1000);
  }
}
