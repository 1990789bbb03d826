/** The tables of identities, as generated migrations make them. */
export function identitySchema(engine: "sqlite" | "postgresql"): string {
  const text = engine === "sqlite" ? "TEXT" : 'TEXT COLLATE "C"';
  return `
CREATE TABLE cmgen_identities (id INTEGER NOT NULL PRIMARY KEY, revision BIGINT NOT NULL);
CREATE TABLE cmgen_tokens (id ${text} NOT NULL PRIMARY KEY, hash ${text} NOT NULL, name ${text} NOT NULL, actor ${text} NOT NULL, uid ${text},
  roles ${text} NOT NULL, groups ${text} NOT NULL, created_at BIGINT NOT NULL, expires_at BIGINT, revoked_at BIGINT, used_at BIGINT,
  changed BIGINT NOT NULL);
CREATE UNIQUE INDEX cmgen_tokens_hash_key ON cmgen_tokens (hash);
CREATE TABLE cmgen_credentials (uid ${text} NOT NULL PRIMARY KEY, password ${text}, reset_hash ${text}, reset_expires_at BIGINT, reset_limit ${text},
  changed_at BIGINT NOT NULL);
CREATE TABLE cmgen_sessions (id ${text} NOT NULL PRIMARY KEY, hash ${text} NOT NULL, rotated_from ${text}, rotated_at BIGINT,
  user_name ${text} NOT NULL, uid ${text} NOT NULL, identity ${text}, created_at BIGINT NOT NULL, seen_at BIGINT NOT NULL, expires_at BIGINT NOT NULL,
  ended_at BIGINT, changed BIGINT NOT NULL);
CREATE UNIQUE INDEX cmgen_sessions_hash_key ON cmgen_sessions (hash);
CREATE TABLE cmgen_attempts (subject ${text} NOT NULL PRIMARY KEY, failures BIGINT NOT NULL, failed_at BIGINT NOT NULL,
  locked_until BIGINT NOT NULL);`;
}
