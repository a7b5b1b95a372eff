-- CreateTable
CREATE TABLE "usage_hours" (
    "workspace_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "requests" INTEGER NOT NULL,
    "errors" INTEGER NOT NULL,

    CONSTRAINT "usage_hours_pkey" PRIMARY KEY ("workspace_id","hour")
);

-- CreateIndex
CREATE INDEX "usage_hours_hour_idx" ON "usage_hours"("hour");

-- AddForeignKey
ALTER TABLE "usage_hours" ADD CONSTRAINT "usage_hours_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;
