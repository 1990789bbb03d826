import { conforms } from "./conforms.js";

conforms("the generated client", () => import("../../examples/people/src/generated/v1alpha1/client.js"));
