-- CreateTable
CREATE TABLE "assets" (
    "workspace_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "hash" TEXT,
    "expected_hash" TEXT,
    "bytes" BIGINT NOT NULL,
    "type" TEXT,
    "name" TEXT NOT NULL,
    "alt" TEXT,
    "width" INTEGER,
    "height" INTEGER,
    "frames" INTEGER,
    "duration_ms" INTEGER,
    "thumbhash" TEXT,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "refusal" TEXT,
    "caller" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "unused_since" TIMESTAMPTZ(3),

    CONSTRAINT "assets_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "asset_uses" (
    "workspace_id" UUID NOT NULL,
    "asset_id" UUID NOT NULL,
    "place" TEXT NOT NULL,
    "holder" TEXT NOT NULL,

    CONSTRAINT "asset_uses_pkey" PRIMARY KEY ("workspace_id","asset_id","place","holder")
);

-- CreateIndex
CREATE UNIQUE INDEX "assets_workspace_id_hash_key" ON "assets"("workspace_id", "hash");

-- CreateIndex
CREATE INDEX "asset_uses_workspace_id_place_holder_idx" ON "asset_uses"("workspace_id", "place", "holder");

-- AddForeignKey
ALTER TABLE "assets" ADD CONSTRAINT "assets_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

ALTER TABLE "assets" ALTER COLUMN "workspace_id" SET (n_distinct = 1);

ALTER TABLE "asset_uses" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
