-- The author's own names for nodes, and requests that were carried out under an Idempotency-Key.
ALTER TABLE "modules" ADD COLUMN "key" TEXT;
ALTER TABLE "lessons" ADD COLUMN "key" TEXT;
ALTER TABLE "blocks" ADD COLUMN "key" TEXT;

-- Checked at commit, so that two nodes can change keys in one call; they also serve every read by course.
ALTER TABLE "modules" ADD CONSTRAINT "modules_course_id_key_key" UNIQUE ("course_id", "key") DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_course_id_key_key" UNIQUE ("course_id", "key") DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_course_id_key_key" UNIQUE ("course_id", "key") DEFERRABLE INITIALLY DEFERRED;
DROP INDEX "lessons_course_id_idx";
DROP INDEX "blocks_course_id_idx";

CREATE TABLE "idempotency_keys" (
    "caller" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "request" BYTEA NOT NULL,
    "result" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("caller","key")
);
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");
