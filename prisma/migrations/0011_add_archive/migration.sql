-- The pages of the list without archived courses. A Prisma schema cannot express a partial index.
CREATE INDEX "courses_unarchived" ON "courses" ("workspace_id", "id" DESC) WHERE "status" <> 'archived';
