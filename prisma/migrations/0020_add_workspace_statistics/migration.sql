-- PostgreSQL keeps the plan of a prepared statement, and of a statement in a function, until the statistics of a table change. A
-- plan that was made while the tables were nearly empty, or for an average workspace, would read all rows of a large
-- workspace and filter them. So the planner assumes, whatever a table contains, that every row belongs to the workspace of
-- the statement. It then reads a record by its whole key.
ALTER TABLE "courses" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "trash" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "trash_records" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "dismissals" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "releases" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "release_nodes" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "release_quizzes" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "preview_links" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "search_pending" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "search_failures" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "course_tallies" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "usage_hours" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "ai_generations" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "ai_budgets" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "search_vocabulary" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "users" ALTER COLUMN "workspace_id" SET (n_distinct = 1);
ALTER TABLE "api_keys" ALTER COLUMN "workspace_id" SET (n_distinct = 1);

-- ANALYZE stores this assumption, but not for an empty table. So each table of a new database gets a row, which TRUNCATE removes.
DO $$
DECLARE
  is_new constant boolean := NOT EXISTS (SELECT 1 FROM workspaces);
  some_id constant uuid := gen_random_uuid();
BEGIN
  IF is_new THEN
    INSERT INTO workspaces (id, name, plan) VALUES (some_id, 'x', 'x');
    INSERT INTO users (workspace_id, id, issuer, subject) VALUES (some_id, some_id, 'x', 'x');
    INSERT INTO api_keys (workspace_id, id, name, hash, start, environment) VALUES (some_id, some_id, 'x', 'x', 'x', 'x');
    INSERT INTO courses (workspace_id, id, name) VALUES (some_id, some_id, 'x');
    INSERT INTO modules (workspace_id, id, course_id, name, "order") VALUES (some_id, some_id, some_id, 'x', 0);
    INSERT INTO lessons (workspace_id, id, course_id, module_id, name, "order") VALUES (some_id, some_id, some_id, some_id, 'x', 0);
    INSERT INTO blocks (workspace_id, id, course_id, lesson_id, type, content, "order") VALUES (some_id, some_id, some_id, some_id, 'x', '{}', 0);
    INSERT INTO trash (workspace_id, id, level, node_id, course_id, records, deleted_by) VALUES (some_id, some_id, 'x', some_id, some_id, 1, 'x');
    INSERT INTO trash_records (workspace_id, trash_id, id, level, version, body, created_at) VALUES (some_id, some_id, some_id, 'x', 1, '{}', now());
    INSERT INTO dismissals (workspace_id, course_id, finding_id, node_id, code, caller) VALUES (some_id, some_id, some_id, some_id, 'x', 'x');
    INSERT INTO releases (workspace_id, id, course_id, number, tree_version, hash, outline, caller, published) VALUES (some_id, some_id, some_id, 1, 1, 'x', '{}', 'x', false);
    INSERT INTO release_nodes (workspace_id, hash, course_id, body) VALUES (some_id, 'x', some_id, '{}');
    INSERT INTO release_quizzes (workspace_id, block_id, hash, course_id, lesson_id) VALUES (some_id, some_id, 'x', some_id, some_id);
    INSERT INTO preview_links (workspace_id, id, course_id, hash, expires_at, caller) VALUES (some_id, some_id, some_id, 'x', now(), 'x');
    INSERT INTO search_entries (workspace_id, id, kind, course_id, terms) VALUES (some_id, some_id, 'x', some_id, '');
    INSERT INTO search_pending (workspace_id, kind, id) VALUES (some_id, 'x', some_id);
    INSERT INTO search_failures (workspace_id, id, kind, reason) VALUES (some_id, some_id, 'x', 'x');
    INSERT INTO search_vocabulary (workspace_id, word) VALUES (some_id, 'x');
    INSERT INTO course_tallies (workspace_id, status, courses) VALUES (some_id, 'x', 1);
    INSERT INTO usage_hours (workspace_id, hour, requests, errors) VALUES (some_id, now(), 1, 0);
    INSERT INTO ai_generations (workspace_id, id, caller, type, mode, model) VALUES (some_id, some_id, 'x', 'x', 'x', 'x');
    INSERT INTO ai_budgets (workspace_id, day, tokens) VALUES (some_id, now(), 1);
  END IF;
  ANALYZE courses (workspace_id), modules (workspace_id), lessons (workspace_id), blocks (workspace_id), trash (workspace_id), trash_records (workspace_id), dismissals (workspace_id), releases (workspace_id), release_nodes (workspace_id), release_quizzes (workspace_id), preview_links (workspace_id), search_entries (workspace_id), search_pending (workspace_id), search_failures (workspace_id), course_tallies (workspace_id), usage_hours (workspace_id), ai_generations (workspace_id), ai_budgets (workspace_id), search_vocabulary (workspace_id), users (workspace_id), api_keys (workspace_id);
  IF is_new THEN TRUNCATE workspaces, courses, modules, lessons, blocks, trash, trash_records, dismissals, releases, release_nodes, release_quizzes, preview_links, search_entries, search_pending, search_failures, course_tallies, usage_hours, ai_generations, ai_budgets, search_vocabulary, users, api_keys;
  END IF;
END $$;
