-- Counts the active keys of a workspace without reading its revoked and expired keys, of which there may be many.
CREATE INDEX "api_keys_unrevoked" ON "api_keys" ("workspace_id", "expires_at") WHERE "revoked_at" IS NULL;
