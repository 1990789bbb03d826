/** Whether a service answers that it is ready. */
export async function isReady(url) {
  try {
    const answer = await fetch(`${url}/readyz`);
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false; // Nothing listens yet.
  }
}
