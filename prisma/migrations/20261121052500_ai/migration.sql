-- Every generation, and the tokens that a workspace may still use today.
CREATE TABLE "ai_generations" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "caller" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "outcome" TEXT NOT NULL DEFAULT 'running',
    "prompt" TEXT,
    "input_tokens" INTEGER NOT NULL DEFAULT 0,
    "output_tokens" INTEGER NOT NULL DEFAULT 0,
    "ms" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ai_generations_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "ai_generations_workspace_id_created_at_idx" ON "ai_generations"("workspace_id", "created_at" DESC);
CREATE INDEX "ai_generations_caller_outcome_idx" ON "ai_generations"("caller", "outcome");

CREATE TABLE "ai_budgets" (
    "workspace_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "tokens" BIGINT NOT NULL,

    CONSTRAINT "ai_budgets_pkey" PRIMARY KEY ("workspace_id","day")
);
