/**
 * Answers what {@link startChild}'s owner asks, until it asks no more: then `end` is run and the process ends. The answers must be plain data.
 */
export function answerMessages<Request>(answer: (request: Request) => Promise<unknown>, end = async () => {}): void {
  process.on("message", (request) => {
    answer(request as Request).then(
      (result) => process.send?.({ answer: result }),
      (error: unknown) =>
        process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  process.once("disconnect", () => {
    end().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}
