import { sql } from "../sql/sql.js";

const oldest = sql`coalesce((SELECT min(revision) FROM ${sql.table("cmgen_changes")}), (SELECT revision FROM ${sql.table("cmgen_revision")}))`;

/**
 * Moves every subscription to a place that no past has: marks of changes are never negative. Their receivers may know of changes that a restored
 * database does not have, and its own position cannot tell, because it was restored, too. Each is told to list all objects again.
 */
export const forgetDeliveries = sql`UPDATE ${sql.table("cmgen_subscriptions")} SET mark = -1,
 revision = CASE WHEN revision < ${oldest} THEN ${oldest} ELSE revision END`;
