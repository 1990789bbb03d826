import { conforms } from "./conforms.js";

conforms("the generated client", async () => {
  const { createPeopleClient } = await import("../../examples/people/src/generated/v1alpha1/client.js");
  return createPeopleClient;
});
