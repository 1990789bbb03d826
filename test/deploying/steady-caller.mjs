// Reads and creates people through a proxy, one request of each kind after another, for some milliseconds. Prints how often each status was answered.
const [, , url, milliseconds] = process.argv;
const people = `${url}/apis/people.example.com/v1alpha1/people`;
const end = Date.now() + Number(milliseconds);

/** @param {string} method @param {(count: number) => object | undefined} bodyOf */
async function call(method, bodyOf) {
  /** @type {Record<number, number>} */
  const statuses = {};
  for (let count = 0; Date.now() < end; count += 1) {
    const body = bodyOf(count);
    const sent = body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const response = await fetch(people, { method, ...sent });
    await response.arrayBuffer();
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
  }
  return statuses;
}

const person = (/** @type {number} */ count) => ({
  metadata: { name: `person-${count}` },
  spec: { name: `P ${count}` },
});
const [GET, POST] = await Promise.all([call("GET", () => undefined), call("POST", person)]);
process.stdout.write(JSON.stringify({ GET, POST }));
