export type { BatchBuilder, BatchObjects, Operation, TypedClient } from "./batch/batch-builder.js";
export { createBatch, type Batch, type Outcome, type Outcomes, type Written } from "./batch/create-batch.js";
