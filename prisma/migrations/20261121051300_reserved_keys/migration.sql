-- A key can be reserved before its request has a result: for work that no transaction should last as long as.
ALTER TABLE "idempotency_keys" ALTER COLUMN "result" DROP NOT NULL;
