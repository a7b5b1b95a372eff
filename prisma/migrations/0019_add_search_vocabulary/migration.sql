-- CreateTable
CREATE TABLE "search_vocabulary" (
    "workspace_id" UUID NOT NULL,
    "word" TEXT NOT NULL,

    CONSTRAINT "search_vocabulary_pkey" PRIMARY KEY ("workspace_id","word")
);
