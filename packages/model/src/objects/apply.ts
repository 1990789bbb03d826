/** How often an object may appear and disappear under an `apply`. */
const APPLY_ATTEMPTS = 5;

/** Merges into an object, or creates it where there is none: whichever the service accepts first. */
export async function applied<Stored>(merge: () => Promise<Stored>, create: () => Promise<Stored>): Promise<Stored> {
  for (let times = 1; ; times++) {
    try {
      return await merge();
    } catch (error) {
      if (!hasCode(error, "NotFound")) throw error;
    }
    try {
      return await create();
    } catch (error) {
      if (times >= APPLY_ATTEMPTS || !hasCode(error, "AlreadyExists")) throw error;
    }
  }
}

/** Whether an error is a refusal of this code, from a service or within it. */
function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
