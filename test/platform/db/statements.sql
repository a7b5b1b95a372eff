-- Every hand-written SQL statement of the service, by name. Composed statements are shown by samples that have every clause.
-- Written by: npm test -- test/platform/db/statements.test.ts --update

-- actor_key_names
SELECT a.id, a.name FROM api_keys a WHERE a.workspace_id = $1 AND a.id = ANY($2::uuid[])

-- actor_person_names
SELECT u.id, coalesce(u.name, u.email) AS name FROM users u WHERE u.workspace_id = $1 AND u.id = ANY($2::uuid[])

-- ai_budget_note
UPDATE ai_generations g SET reserved = g.reserved + $3::bigint, budget_day = $4::date
  WHERE g.workspace_id = $1 AND g.id = $2

-- ai_budget_take
INSERT INTO ai_budgets AS b (workspace_id, day, tokens)
  VALUES ($1, $4::date, $2::bigint)
  ON CONFLICT (workspace_id, day) DO UPDATE SET tokens = b.tokens + $2::bigint WHERE b.tokens + $2::bigint <= $3::bigint
  RETURNING b.tokens

-- ai_delete_old_budgets
DELETE FROM ai_budgets b WHERE b.workspace_id = $1 AND b.day < current_date - 400

-- ai_delete_old_generations
DELETE FROM ai_generations d WHERE d.workspace_id = $1 AND d.id = ANY(ARRAY(
    SELECT g.id FROM ai_generations g WHERE g.workspace_id = $1 AND g.created_at < now() - interval '400 days' ORDER BY
        g.created_at LIMIT 1000
  ))

-- ai_end_expired
WITH expired AS (
    SELECT g.id, g.budget_day, g.reserved FROM ai_generations g
    WHERE g.workspace_id = $1 AND g.outcome = 'running' AND coalesce(g.leased_until, '-infinity') < now() FOR UPDATE
        SKIP LOCKED
  ), ended AS (
    UPDATE ai_generations g SET outcome = 'failed', reserved = 0 FROM expired
    WHERE g.workspace_id = $1 AND g.id = expired.id RETURNING expired.budget_day, expired.reserved
  ), unused AS (
    SELECT e.budget_day, sum(e.reserved) AS tokens FROM ended e GROUP BY e.budget_day
  )
  UPDATE ai_budgets b SET tokens = greatest(0, b.tokens - unused.tokens) FROM unused
  WHERE b.workspace_id = $1 AND b.day = unused.budget_day

-- ai_generation_begin
INSERT INTO ai_generations (id, workspace_id, caller, type, mode, model, prompt, slot, leased_until)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + interval '30 seconds')
  ON CONFLICT (workspace_id, caller, slot) WHERE outcome = 'running' DO NOTHING RETURNING id

-- ai_generation_end
WITH generation AS (
    SELECT g.id, g.budget_day, g.reserved FROM ai_generations g WHERE g.workspace_id = $1 AND g.id = $2 FOR UPDATE
  ), ended AS (
    UPDATE ai_generations g SET outcome = $3, input_tokens = $4, output_tokens = $5, ms = $6, reserved = 0
    FROM generation WHERE g.workspace_id = $1 AND g.id = generation.id RETURNING generation.budget_day,
        generation.reserved
  )
  UPDATE ai_budgets b SET tokens = greatest(0, b.tokens + $4::int + $5::int - ended.reserved)
  FROM ended WHERE b.workspace_id = $1 AND b.day = ended.budget_day

-- ai_generation_renew
UPDATE ai_generations g SET leased_until = now() + interval '30 seconds'
  WHERE g.workspace_id = $1 AND g.id = $2

-- ai_next_free
SELECT greatest(1, ceil(extract(epoch FROM min(g.leased_until) - clock_timestamp())))::int AS seconds FROM
    ai_generations g
  WHERE g.workspace_id = $1 AND g.caller = $2 AND g.outcome = 'running'

-- ai_usage_callers
SELECT split_part(g.caller, ':', 1) AS kind, coalesce(k.id, u.id) AS id, coalesce(k.name, u.name, u.email) AS name,
    g.generations, g."inputTokens", g."outputTokens" FROM (
    SELECT a.caller, count(*)::int AS generations, least(sum(a.input_tokens), 2147483647)::int AS "inputTokens",
      least(sum(a.output_tokens), 2147483647)::int AS "outputTokens"
    FROM ai_generations a WHERE a.workspace_id = $1 AND a.created_at >= $2 AND a.created_at < $3 GROUP BY a.caller
  ) g LEFT JOIN api_keys k ON k.workspace_id = $1
    AND k.id = CASE WHEN g.caller LIKE 'key:%' THEN substr(g.caller, 5)::uuid END
  LEFT JOIN users u ON u.workspace_id = $1
    AND u.id = CASE WHEN split_part(g.caller, ':', 1) IN ('person', 'agent') THEN split_part(g.caller, ':', 2)::uuid END
        ORDER BY g."inputTokens"::bigint + g."outputTokens" DESC, g.caller LIMIT 100

-- ai_usage_days
SELECT to_char(g.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS generations,
    least(sum(g.input_tokens), 2147483647)::int AS "inputTokens",
    least(sum(g.output_tokens), 2147483647)::int AS "outputTokens"
  FROM ai_generations g WHERE g.workspace_id = $1 AND g.created_at >= $2 AND g.created_at < $3 GROUP BY 1 ORDER BY 1

-- ai_usage_latest
SELECT g.id AS "generationId", g.type, g.mode, g.model, g.ms,
    CASE WHEN g.outcome = 'running' AND coalesce(g.leased_until, '-infinity') < now() THEN 'failed' ELSE g.outcome END
        AS outcome, g.input_tokens AS "inputTokens",
    g.output_tokens AS "outputTokens", g.created_at AS "createdAt", split_part(g.caller, ':', 1) AS kind, coalesce(k.id,
        u.id) AS id, coalesce(k.name, u.name, u.email) AS name
  FROM (
    SELECT a.* FROM ai_generations a WHERE a.workspace_id = $1 AND a.created_at >= $2 AND a.created_at < $3
    ORDER BY a.created_at DESC, a.id DESC LIMIT 100
  ) g LEFT JOIN api_keys k ON k.workspace_id = $1
    AND k.id = CASE WHEN g.caller LIKE 'key:%' THEN substr(g.caller, 5)::uuid END
  LEFT JOIN users u ON u.workspace_id = $1
    AND u.id = CASE WHEN split_part(g.caller, ':', 1) IN ('person', 'agent') THEN split_part(g.caller, ':', 2)::uuid END
        ORDER BY g.created_at DESC, g.id DESC

-- ai_usage_today
SELECT b.tokens FROM ai_budgets b WHERE b.workspace_id = $1 AND b.day = $2::date

-- ai_workspaces_with_expired
SELECT DISTINCT g.workspace_id AS "workspaceId" FROM ai_generations g WHERE g.outcome = 'running' AND
    coalesce(g.leased_until, '-infinity') < now()

-- ai_workspaces_with_old
SELECT DISTINCT g.workspace_id AS "workspaceId" FROM ai_generations g WHERE g.created_at < now() - interval '400 days'
  UNION SELECT b.workspace_id FROM ai_budgets b WHERE b.day < current_date - 400

-- api_key_end
UPDATE api_keys k SET expires_at = least(k.expires_at, $3::timestamptz), replaced_by_id = $4
   WHERE k.workspace_id = $1 AND k.id = $2 RETURNING k.id, k.name, k.start, k.environment, k.scopes, k.created_at AS
       "createdAt",
  k.last_used_at AS "lastUsedAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
  k.replaced_by_id AS "replacedById"

-- api_key_insert
INSERT INTO api_keys AS k (id, workspace_id, name, hash, start, environment, scopes, created_at, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING k.id, k.name, k.start, k.environment, k.scopes, k.created_at AS
       "createdAt",
  k.last_used_at AS "lastUsedAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
  k.replaced_by_id AS "replacedById"

-- api_key_lock
SELECT k.id, k.name, k.start, k.environment, k.scopes, k.created_at AS "createdAt",
  k.last_used_at AS "lastUsedAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
  k.replaced_by_id AS "replacedById" FROM api_keys k WHERE k.workspace_id = $1 AND k.id = $2 FOR UPDATE

-- api_key_update
UPDATE api_keys k SET name = coalesce($3, k.name), scopes = coalesce($4::text[], k.scopes)
   WHERE k.workspace_id = $1 AND k.id = $2 RETURNING k.id, k.name, k.start, k.environment, k.scopes, k.created_at AS
       "createdAt",
  k.last_used_at AS "lastUsedAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
  k.replaced_by_id AS "replacedById"

-- api_keys_count_active
SELECT count(*)::int AS count FROM api_keys k
  WHERE k.workspace_id = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2::timestamptz)

-- api_keys_lock_workspace
SELECT w.id FROM workspaces w WHERE w.id = $1 FOR NO KEY UPDATE

-- asset_by_hash
SELECT a.workspace_id AS "workspaceId", a.id, a.hash, a.expected_hash AS "expectedHash", a.bytes, a.type, a.name,
  a.alt, a.width, a.height, a.frames, a.duration_ms AS "durationMs", a.thumbhash, a.state, a.refusal, a.caller AS
      "createdBy",
  a.created_at AS "createdAt" FROM assets a WHERE a.workspace_id = $1 AND a.hash = $2 AND a.state = 'ready'

-- asset_delete
DELETE FROM assets a WHERE a.workspace_id = $1 AND a.id = $2 AND a.state = 'deleting' RETURNING a.id

-- asset_deleting
UPDATE assets a SET state = 'deleting', hash = NULL, changed_at = now() WHERE a.workspace_id = $1 AND a.id = $2
    RETURNING a.id

-- asset_deleting_unless_used
UPDATE assets a SET state = 'deleting', hash = NULL, changed_at = now() WHERE a.workspace_id = $1 AND a.id = $2
  AND NOT EXISTS (SELECT 1 FROM asset_uses u WHERE u.workspace_id = $1 AND u.asset_id = $2) RETURNING a.id

-- asset_insert
INSERT INTO assets AS a (workspace_id, id, expected_hash, bytes, name, alt, caller)
   VALUES ($1, $2, $3, $4::bigint, $5, $6, $7) RETURNING a.workspace_id AS "workspaceId", a.id, a.hash, a.expected_hash
       AS "expectedHash", a.bytes, a.type, a.name,
  a.alt, a.width, a.height, a.frames, a.duration_ms AS "durationMs", a.thumbhash, a.state, a.refusal, a.caller AS
      "createdBy",
  a.created_at AS "createdAt"

-- asset_ready
UPDATE assets a SET state = 'ready', hash = $3, bytes = $4::bigint, type = $5, width = $6::int, height = $7::int,
     frames = $8::int, duration_ms = $9::int, thumbhash = $10, changed_at = now()
   WHERE a.workspace_id = $1 AND a.id = $2 AND a.state = 'pending' RETURNING a.workspace_id AS "workspaceId", a.id,
       a.hash, a.expected_hash AS "expectedHash", a.bytes, a.type, a.name,
  a.alt, a.width, a.height, a.frames, a.duration_ms AS "durationMs", a.thumbhash, a.state, a.refusal, a.caller AS
      "createdBy",
  a.created_at AS "createdAt"

-- asset_refused
UPDATE assets a SET state = 'refused', refusal = $3, bytes = 0, changed_at = now()
   WHERE a.workspace_id = $1 AND a.id = $2 AND a.state = 'pending' RETURNING a.workspace_id AS "workspaceId", a.id,
       a.hash, a.expected_hash AS "expectedHash", a.bytes, a.type, a.name,
  a.alt, a.width, a.height, a.frames, a.duration_ms AS "durationMs", a.thumbhash, a.state, a.refusal, a.caller AS
      "createdBy",
  a.created_at AS "createdAt"

-- asset_update
UPDATE assets a SET name = coalesce($3, a.name), alt = CASE WHEN $5::boolean THEN $4 ELSE a.alt END
   WHERE a.workspace_id = $1 AND a.id = $2 AND a.state <> 'deleting' RETURNING a.workspace_id AS "workspaceId", a.id,
       a.hash, a.expected_hash AS "expectedHash", a.bytes, a.type, a.name,
  a.alt, a.width, a.height, a.frames, a.duration_ms AS "durationMs", a.thumbhash, a.state, a.refusal, a.caller AS
      "createdBy",
  a.created_at AS "createdAt"

-- asset_used_publicly
SELECT EXISTS (
    SELECT 1 FROM asset_uses u JOIN release_nodes n ON n.workspace_id = $1 AND n.hash = u.holder
    JOIN courses c ON c.workspace_id = $1 AND c.id = n.course_id
    WHERE u.workspace_id = $1 AND u.asset_id = $2 AND u.place = 'release'
      AND c.visibility = 'public' AND (c.live_release_number IS NOT NULL OR c.live_changes_at <= statement_timestamp())
    UNION ALL
    SELECT 1 FROM asset_uses u JOIN releases r ON r.workspace_id = $1
      AND r.id = CASE WHEN length(u.holder) = 36 THEN u.holder::uuid END
    JOIN courses c ON c.workspace_id = $1 AND c.id = r.course_id
    WHERE u.workspace_id = $1 AND u.asset_id = $2 AND u.place = 'release'
      AND c.visibility = 'public' AND (c.live_release_number IS NOT NULL OR c.live_changes_at <= statement_timestamp())
  ) AS "isPublic"

-- asset_uses_list
SELECT DISTINCT x.* FROM (
  SELECT 'draft' AS place, b.course_id AS "courseId", b.lesson_id AS "lessonId", b.id AS "blockId" FROM asset_uses u
      JOIN blocks b ON b.workspace_id = $1 AND b.id = u.holder::uuid
  WHERE u.workspace_id = $1 AND u.asset_id = $2 AND u.place = 'draft'
  UNION ALL
  SELECT 'draft' AS place, l.course_id, l.id, NULL::uuid FROM asset_uses u JOIN lessons l ON l.workspace_id = $1 AND
      l.id = u.holder::uuid
  WHERE u.workspace_id = $1 AND u.asset_id = $2 AND u.place = 'draft'
  UNION ALL
  SELECT 'draft' AS place, m.course_id, NULL::uuid, NULL::uuid FROM asset_uses u JOIN modules m ON m.workspace_id = $1
      AND m.id = u.holder::uuid
  WHERE u.workspace_id = $1 AND u.asset_id = $2 AND u.place = 'draft'
  UNION ALL
  SELECT 'draft' AS place, c.id, NULL::uuid, NULL::uuid FROM asset_uses u JOIN courses c ON c.workspace_id = $1 AND c.id
      = u.holder::uuid
  WHERE u.workspace_id = $1 AND u.asset_id = $2 AND u.place = 'draft'
  UNION ALL
  SELECT 'release' AS place, n.course_id, (n.body ->> 'id')::uuid, NULL::uuid FROM asset_uses u JOIN release_nodes n ON
      n.workspace_id = $1 AND n.hash = u.holder
  WHERE u.workspace_id = $1 AND u.asset_id = $2 AND u.place = 'release'
  UNION ALL
  SELECT 'release' AS place, r.course_id, NULL::uuid, NULL::uuid FROM asset_uses u JOIN releases r ON r.workspace_id =
      $1 AND r.id = CASE WHEN length(u.holder) = 36 THEN u.holder::uuid END
  WHERE u.workspace_id = $1 AND u.asset_id = $2 AND u.place = 'release'
  UNION ALL
  SELECT 'trash' AS place, t.course_id, NULL::uuid, NULL::uuid FROM asset_uses u JOIN trash t ON t.workspace_id = $1 AND
      t.id = split_part(u.holder, ' ', 1)::uuid
  WHERE u.workspace_id = $1 AND u.asset_id = $2 AND u.place = 'trash'
  ) x ORDER BY x.place, x."courseId", x."lessonId", x."blockId" LIMIT 100

-- assets_abandoned
SELECT a.workspace_id AS "workspaceId", a.id FROM assets a WHERE a.state IN ('pending', 'refused')
  AND a.changed_at < statement_timestamp() - interval '24 hours' LIMIT 1000

-- assets_by_ids
SELECT a.workspace_id AS "workspaceId", a.id, a.hash, a.expected_hash AS "expectedHash", a.bytes, a.type, a.name,
  a.alt, a.width, a.height, a.frames, a.duration_ms AS "durationMs", a.thumbhash, a.state, a.refusal, a.caller AS
      "createdBy",
  a.created_at AS "createdAt" FROM assets a WHERE a.workspace_id = $1 AND a.id = ANY($2::uuid[]) AND a.state <>
      'deleting'

-- assets_completed
SELECT a.workspace_id AS "workspaceId", a.id FROM assets a WHERE a.state = 'ready' AND a.changed_at BETWEEN
  statement_timestamp() - interval '26 hours' AND statement_timestamp() - interval '2 hours' LIMIT 10000

-- assets_count_pending
SELECT count(*)::int AS count FROM assets a WHERE a.workspace_id = $1 AND a.state = 'pending'

-- assets_deleting
SELECT a.workspace_id AS "workspaceId", a.id FROM assets a WHERE a.state = 'deleting'
  AND a.changed_at < statement_timestamp() - interval '10 minutes' LIMIT 1000

-- assets_lock_workspace
SELECT pg_advisory_xact_lock(hashtextextended($1, 7203998217))

-- assets_note_unused
UPDATE assets a SET unused_since = now()
  WHERE a.workspace_id = $1 AND a.state = 'ready' AND a.unused_since IS NULL AND NOT EXISTS (SELECT 1 FROM asset_uses u
      WHERE u.workspace_id = $1 AND u.asset_id = a.id)

-- assets_note_used
UPDATE assets a SET unused_since = NULL
  WHERE a.workspace_id = $1 AND a.state = 'ready' AND a.unused_since IS NOT NULL AND EXISTS (SELECT 1 FROM asset_uses u
      WHERE u.workspace_id = $1 AND u.asset_id = a.id)

-- assets_page
WITH list AS (SELECT count(*)::int AS total FROM assets a WHERE a.workspace_id = $1 AND a.state <> 'deleting'
  AND ($2::text IS NULL OR strpos(lower(a.name || ' ' || coalesce(a.alt, '')), lower($2)) > 0)
  AND ($3::boolean IS NULL OR $3 <> EXISTS (SELECT 1 FROM asset_uses u WHERE u.workspace_id = $1 AND u.asset_id = a.id))
  AND ($4::text IS NULL OR starts_with(coalesce(a.type, ''), $4))) SELECT list.*, page.* FROM list LEFT JOIN LATERAL
      (SELECT a.workspace_id AS "workspaceId", a.id, a.hash, a.expected_hash AS "expectedHash", a.bytes, a.type, a.name,
  a.alt, a.width, a.height, a.frames, a.duration_ms AS "durationMs", a.thumbhash, a.state, a.refusal, a.caller AS
      "createdBy",
  a.created_at AS "createdAt" FROM assets a WHERE a.workspace_id = $1 AND a.state <> 'deleting'
  AND ($2::text IS NULL OR strpos(lower(a.name || ' ' || coalesce(a.alt, '')), lower($2)) > 0)
  AND ($3::boolean IS NULL OR $3 <> EXISTS (SELECT 1 FROM asset_uses u WHERE u.workspace_id = $1 AND u.asset_id = a.id))
  AND ($4::text IS NULL OR starts_with(coalesce(a.type, ''), $4)) ORDER BY a.id DESC LIMIT $5 OFFSET $6) page ON true

-- assets_take_unused
UPDATE assets a SET state = 'deleting', hash = NULL, changed_at = now() WHERE a.workspace_id = $1 AND a.state = 'ready'
  AND a.unused_since < now() - interval '30 days' AND NOT EXISTS (SELECT 1 FROM asset_uses u WHERE u.workspace_id = $1
      AND u.asset_id = a.id) RETURNING a.workspace_id AS "workspaceId", a.id

-- assets_workspaces
SELECT DISTINCT a.workspace_id AS "workspaceId" FROM assets a WHERE a.state = 'ready'

-- block_types_by_course
SELECT t.lesson_id AS "lessonId", t.type, count(*)::int AS count FROM blocks t
  WHERE t.workspace_id = $1 AND t.course_id = $2 GROUP BY t.lesson_id, t.type ORDER BY t.lesson_id, min(t."order")

-- blocks_by_id
SELECT t.id, t.course_id AS "courseId", t.lesson_id AS "lessonId", t."type", t."content", t."order", t.key, t.version,
    t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy"
    FROM blocks t WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[])

-- blocks_by_parent
SELECT t.id, t.course_id AS "courseId", t.lesson_id AS "lessonId", t."type", t."content", t."order", t.key, t.version,
    t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy"
    FROM blocks t WHERE t.workspace_id = $1 AND t.lesson_id = ANY($2::uuid[]) ORDER BY t."order" LIMIT $3

-- blocks_change
WITH before AS MATERIALIZED (SELECT o."key", o."type", o."content", o.version FROM blocks o WHERE o.workspace_id = $1
    AND o.id = $2), course AS (UPDATE courses c SET tree_version = CASE WHEN c.status = 'archived' THEN
    refuse_archived_course(c.id) ELSE c.tree_version + 1 END, content_updated_at = greatest(c.content_updated_at, now())
  WHERE c.workspace_id = $1 AND c.id = (SELECT t.course_id FROM blocks t WHERE t.workspace_id = $1 AND t.id = $2)
  RETURNING c.id AS course_id, c.tree_version), changed AS (
        UPDATE blocks t SET "key" = CASE WHEN $5::boolean THEN CASE WHEN $6::text IS NOT NULL THEN unused_key($1,
            course.course_id, $6::text, t.id) END ELSE t."key" END, "type" = CASE WHEN $7::boolean THEN $8::text ELSE
            t."type" END, "content" = CASE WHEN $9::boolean THEN $10::json ELSE t."content" END, version = t.version +
            1, updated_at = now(), updated_by = $11 FROM course WHERE t.workspace_id = $1 AND t.id = $2 AND ($3::int IS
            NULL OR t.version = $3) AND ($12::text IS NULL OR t.type = $12::text) AND $4::int IS NULL RETURNING t.id,
            t.course_id AS "courseId", t.lesson_id AS "lessonId", t."type", t."content", t."order", t.key, t.version,
            t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS
            "updatedBy"
      ), recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller,
          request_id, nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $13::uuid, course.course_id, course.tree_version, $14::text, $15::text, $16::text,
      w.nodes, w.count, 500 + coalesce(octet_length(changed."key"), 0) + octet_length(changed."type") +
      octet_length(changed."content"::text) - (SELECT 500 + coalesce(octet_length(b."key"), 0) + octet_length(b."type")
      + octet_length(b."content"::text) FROM before b), CASE WHEN NOT EXISTS (SELECT FROM before b WHERE (b.version + 1,
      b."key", b."type", b."content"::text) IS NOT DISTINCT FROM (changed.version, changed."key", changed."type",
      changed."content"::text)) THEN 'node:0' END
  FROM changed CROSS JOIN course CROSS JOIN (SELECT $17::jsonb AS nodes, $18::int AS count) w /* on the node of
      course.course_id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor)) SELECT h.* FROM changed h

-- blocks_change_content
WITH before AS MATERIALIZED (SELECT o."key", o."type", o."content", o.version FROM blocks o WHERE o.workspace_id = $1
    AND o.id = $2), course AS (UPDATE courses c SET tree_version = CASE WHEN c.status = 'archived' THEN
    refuse_archived_course(c.id) ELSE c.tree_version + 1 END, content_updated_at = greatest(c.content_updated_at, now())
    WHERE c.workspace_id = $1 AND c.id = (SELECT t.course_id FROM blocks t WHERE t.workspace_id = $1 AND t.id = $2 AND
        t.type = ANY($4::text[])) RETURNING c.id, c.tree_version
  ), changed AS (
    UPDATE blocks t SET content = $3::json, version = t.version + 1, updated_at = now(), updated_by = $5 FROM course
    WHERE t.workspace_id = $1 AND t.id = $2 AND t.type = ANY($4::text[]) RETURNING t.id, t.course_id AS "courseId",
        t.lesson_id AS "lessonId", t."type", t."content", t."order", t.key, t.version, t.created_at AS "createdAt",
        t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy"
  ), recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller, request_id,
      nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $6::uuid, course.id, course.tree_version, $7::text, $8::text, $9::text, w.nodes,
      w.count, 500 + coalesce(octet_length(changed."key"), 0) + octet_length(changed."type") +
      octet_length(changed."content"::text) - (SELECT 500 + coalesce(octet_length(b."key"), 0) + octet_length(b."type")
      + octet_length(b."content"::text) FROM before b), CASE WHEN NOT EXISTS (SELECT FROM before b WHERE (b.version + 1,
      b."key", b."type", b."content"::text) IS NOT DISTINCT FROM (changed.version, changed."key", changed."type",
      changed."content"::text)) THEN 'node:0' END
  FROM changed CROSS JOIN course CROSS JOIN (SELECT $10::jsonb AS nodes, $11::int AS count) w /* on the node of
      course.id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor))
  SELECT h.* FROM changed h

-- blocks_change_order
WITH before AS MATERIALIZED (SELECT o."key", o."type", o."content", o.version FROM blocks o WHERE o.workspace_id = $1
    AND o.id = $2), place AS (SELECT * FROM place_block($1, NULL, $4, $2)), changed AS (
        UPDATE blocks t SET "key" = CASE WHEN $5::boolean THEN CASE WHEN $6::text IS NOT NULL THEN unused_key($1,
            place.course_id, $6::text, t.id) END ELSE t."key" END, "type" = CASE WHEN $7::boolean THEN $8::text ELSE
            t."type" END, "content" = CASE WHEN $9::boolean THEN $10::json ELSE t."content" END, version = t.version +
            1, updated_at = now(), updated_by = $11, "order" = place.position FROM place WHERE t.workspace_id = $1 AND
            t.id = $2 AND ($3::int IS NULL OR t.version = $3) AND ($12::text IS NULL OR t.type = $12::text) RETURNING
            t.id, t.course_id AS "courseId", t.lesson_id AS "lessonId", t."type", t."content", t."order", t.key,
            t.version, t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy",
            t.updated_by AS "updatedBy"
      ), recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller,
          request_id, nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $13::uuid, place.course_id, place.tree_version, $14::text, $15::text, $16::text,
      w.nodes, w.count, 500 + coalesce(octet_length(changed."key"), 0) + octet_length(changed."type") +
      octet_length(changed."content"::text) - (SELECT 500 + coalesce(octet_length(b."key"), 0) + octet_length(b."type")
      + octet_length(b."content"::text) FROM before b), CASE WHEN NOT EXISTS (SELECT FROM before b WHERE (b.version + 1,
      b."key", b."type", b."content"::text) IS NOT DISTINCT FROM (changed.version, changed."key", changed."type",
      changed."content"::text)) THEN 'node:0' END
  FROM changed CROSS JOIN place CROSS JOIN (SELECT $17::jsonb AS nodes, $18::int AS count) w /* on the node of
      place.course_id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor)) SELECT h.* FROM changed h

-- blocks_copy
WITH inserted AS (INSERT INTO blocks AS w (id, workspace_id, course_id, lesson_id, key, "order", "type", "content",
    created_by, updated_by)
      SELECT n.id, $1, $2, n.parent, CASE WHEN $4::boolean THEN t.key END, coalesce(n."order", t."order"), t."type",
          t."content", $5::text, $5::text
      FROM json_to_recordset($3::json) AS n (old uuid, id uuid, parent uuid, "order" int, name text)
      CROSS JOIN LATERAL (SELECT o.* FROM blocks o WHERE o.workspace_id = $1 AND o.id = n.old OFFSET 0) t RETURNING
          w."key", w."type", w."content"), tallied AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes)
          SELECT $1 /* here.workspace_id */, next_tally($1 /* here.workspace_id */), 'drafts', s.bytes
  FROM (SELECT sum(500 + coalesce(octet_length(i."key"), 0) + octet_length(i."type") + octet_length(i."content"::text))
      AS bytes FROM inserted i) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL) SELECT c.id FROM courses
      c WHERE c.workspace_id = $1 LIMIT 0

-- blocks_create
WITH place AS (SELECT * FROM place_block($1, $2, $4, NULL)), inserted AS (INSERT INTO blocks AS t (id, workspace_id,
    course_id, lesson_id, "order", "key", "type", "content", created_by, updated_by)
    SELECT $3, $1 /* here.workspace_id */, place.course_id, $2, place.position, CASE WHEN $5::text IS NOT NULL THEN
        unused_key($1, place.course_id, $5::text, $3) END, $6::text, $7::json, $8::text, $8::text
    FROM place /* on the node of place.course_id */ RETURNING t.id, t.course_id AS "courseId", t.lesson_id AS
        "lessonId", t."type", t."content", t."order", t.key, t.version, t.created_at AS "createdAt", t.updated_at AS
        "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy"),
      recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller, request_id,
          nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $9::uuid, place.course_id, place.tree_version, $10::text, $11::text, $12::text,
      w.nodes, w.count, 500 + coalesce(octet_length(inserted."key"), 0) + octet_length(inserted."type") +
      octet_length(inserted."content"::text), CASE WHEN NOT false THEN 'node:0' END
  FROM inserted CROSS JOIN place CROSS JOIN (SELECT $13::jsonb AS nodes, $14::int AS count) w /* on the node of
      place.course_id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor)) SELECT i.* FROM inserted i

-- blocks_current
SELECT t.id, t.lesson_id AS "parentId", t.key, t."order", t."type", md5(t."content"::text) AS "content" FROM blocks t
  WHERE t.workspace_id = $1 AND t.course_id = $2 ORDER BY t."order" LIMIT $3

-- blocks_follow_lesson
UPDATE blocks b SET course_id = $3 WHERE b.workspace_id = $1 AND b.lesson_id = $2 RETURNING b.id

-- blocks_follow_module
UPDATE blocks b SET course_id = $3 FROM lessons l
  WHERE l.workspace_id = $1 AND l.module_id = $2 AND b.workspace_id = $1 AND b.lesson_id = l.id RETURNING b.id

-- blocks_ids_by_parent
SELECT t.id, t.lesson_id AS "parentId" FROM blocks t
  WHERE t.workspace_id = $1 AND t.lesson_id = ANY($2::uuid[])
  ORDER BY t."order" LIMIT $3

-- blocks_insert_all
WITH inserted AS (INSERT INTO blocks AS w (id, workspace_id, course_id, lesson_id, key, "order", "type", "content",
    version, created_by, updated_by) SELECT n.id, $1 /* here.workspace_id */, $2, n.parent, n.key, n."order", n."type",
    n."content"::json, coalesce(n.version, 1), $4::text, $4::text FROM json_to_recordset($3::json) AS n (id uuid, parent
    uuid, key text, "order" int, version int, "type" text, "content" text) /* on the node of the workspace */ RETURNING
    w."key", w."type", w."content"), tallied AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1
    /* here.workspace_id */, next_tally($1 /* here.workspace_id */), 'drafts', s.bytes
  FROM (SELECT sum(500 + coalesce(octet_length(i."key"), 0) + octet_length(i."type") + octet_length(i."content"::text))
      AS bytes FROM inserted i) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL) SELECT c.id FROM courses
      c WHERE c.workspace_id = $1 LIMIT 0

-- blocks_move
WITH place AS (SELECT * FROM place_block($1, $3, $4, $2)), moved AS (
      UPDATE blocks t SET course_id = place.course_id, lesson_id = $3, "order" = place.position, version = t.version +
          1, updated_at = now(), updated_by = $5
      FROM place WHERE t.workspace_id = $1 AND t.id = $2
      RETURNING t.id, t.course_id AS "courseId", t.lesson_id AS "lessonId", t."type", t."content", t."order", t.key,
          t.version, t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by
          AS "updatedBy"
    ), recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller, request_id,
        nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $6::uuid, p.course_id, p.tree_version, $7::text, $8::text, $9::text, w.nodes,
      w.count, 0, CASE WHEN NOT false THEN 'node:0' END
  FROM moved m CROSS JOIN place p CROSS JOIN (SELECT $10::jsonb AS nodes, $11::int AS count) w /* on the node of
      p.course_id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor))
    SELECT m.* FROM moved m

-- blocks_move_lock
SELECT c.id FROM courses c WHERE c.workspace_id = $1 AND c.id IN (
    (SELECT t.course_id FROM blocks t WHERE t.workspace_id = $1 AND t.id = $2),
    (SELECT p.course_id FROM lessons p WHERE p.workspace_id = $1 AND p.id = $3)
  ) ORDER BY c.id FOR NO KEY UPDATE

-- blocks_of_courses_complete
SELECT t.id, t.course_id AS "courseId", t.lesson_id AS "lessonId", t."type", t."content", t."order", t.key, t.version,
    t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy"
    FROM blocks t
  WHERE t.workspace_id = $1 AND t.course_id = ANY($2::uuid[]) ORDER BY t."order" LIMIT $3

-- blocks_of_courses_content
SELECT t.id, t.lesson_id AS "lessonId", t."type", t."content", t."order" FROM blocks t
  WHERE t.workspace_id = $1 AND t.course_id = ANY($2::uuid[]) ORDER BY t."order" LIMIT $3

-- blocks_of_courses_lean
SELECT t.id, t.lesson_id AS "lessonId", t."type", t."order" FROM blocks t
  WHERE t.workspace_id = $1 AND t.course_id = ANY($2::uuid[]) ORDER BY t."order" LIMIT $3

-- blocks_of_modules
SELECT t.id, t.course_id AS "courseId", t.lesson_id AS "lessonId", t."type", t."content", t."order", t.key, t.version,
    t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy"
    FROM lessons l
  CROSS JOIN LATERAL (SELECT b.* FROM blocks b WHERE b.workspace_id = $1 AND b.lesson_id = l.id OFFSET 0) t
  WHERE l.workspace_id = $1 AND l.module_id = ANY($2::uuid[]) ORDER BY t."order" LIMIT $3

-- blocks_page
WITH list AS (SELECT (SELECT count(*)::int FROM blocks n
    WHERE n.workspace_id = $1 AND n.lesson_id = p.id) AS total
  FROM lessons p WHERE p.workspace_id = $1 AND p.id = $2) SELECT list.*, page.* FROM list LEFT JOIN LATERAL (SELECT
      t.id, t.course_id AS "courseId", t.lesson_id AS "lessonId", t."type", t."content", t."order", t.key, t.version,
      t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy"
      FROM blocks t WHERE t.workspace_id = $1 AND t.lesson_id = $2 ORDER BY t."order" LIMIT $3 OFFSET $4) page ON true

-- blocks_place
WITH place AS (SELECT * FROM place_block($1, $2, $3, NULL)), recorded AS (INSERT INTO changes AS h (workspace_id, id,
    course_id, tree_version, operation, caller, request_id, nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $4::uuid, p.course_id, p.tree_version, $5::text, $6::text, $7::text, w.nodes,
      w.count, 0, CASE WHEN NOT false THEN 'node:0' END
  FROM place p CROSS JOIN (SELECT $8::jsonb AS nodes, $9::int AS count) w /* on the node of p.course_id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor))
      SELECT p.position FROM place p

-- blocks_place_before_delete
WITH RECURSIVE before AS (
    SELECT $3::uuid AS id, 0 AS step
    UNION ALL
    SELECT d.previous_id, b.step + 1 FROM before b CROSS JOIN LATERAL (
      SELECT t.previous_id FROM trash t WHERE t.workspace_id = $1 AND t.node_id = b.id AND t.parent_id = $2
      ORDER BY t.id DESC LIMIT 1
    ) d WHERE b.step < 1000 AND NOT EXISTS (SELECT 1 FROM blocks s WHERE s.workspace_id = $1 AND s.lesson_id = $2 AND
        s.id = b.id)
  ), last AS (SELECT b.id FROM before b ORDER BY b.step DESC LIMIT 1),
  found AS (SELECT l.id, (SELECT s."order" FROM blocks s WHERE s.workspace_id = $1 AND s.lesson_id = $2 AND s.id = l.id)
      AS "order" FROM last l)
  SELECT f.id, f."order", (SELECT min(s."order") FROM blocks s WHERE s.workspace_id = $1 AND s.lesson_id = $2 AND
      s."order" > coalesce(f."order", -1)) AS "nextOrder"
  FROM found f

-- blocks_place_restored
WITH place AS (SELECT * FROM place_block($1, $2, $3, NULL)), recorded AS (INSERT INTO changes AS h (workspace_id, id,
    course_id, tree_version, operation, caller, request_id, nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $5::uuid, p.course_id, p.tree_version, $6::text, $7::text, $8::text, w.nodes ||
      (SELECT CASE WHEN count(*) < 1000
    THEN coalesce(jsonb_agg(jsonb_build_object('level', o.level, 'id', o.id, 'change', 'restored')
      ORDER BY array_position('{module,lesson,block}'::text[], o.level::text)), '[]') ELSE '[]' END FROM (SELECT
          x.level, x.id FROM trash_records x JOIN trash t ON t.workspace_id = $1 AND t.id = x.trash_id
      WHERE x.workspace_id = $1 AND x.trash_id = $4 AND x.id <> t.node_id) o), w.count + (SELECT count(*)::int FROM
          (SELECT x.level, x.id FROM trash_records x JOIN trash t ON t.workspace_id = $1 AND t.id = x.trash_id
      WHERE x.workspace_id = $1 AND x.trash_id = $4 AND x.id <> t.node_id) o), 0, CASE WHEN NOT false THEN 'node:0' END
  FROM place p CROSS JOIN (SELECT $9::jsonb AS nodes, $10::int AS count) w /* on the node of p.course_id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor))
      SELECT p.position, p.course_id AS "courseId" FROM place p

-- blocks_remove
WITH roots AS NOT MATERIALIZED (
    SELECT n.entry, n.id, n.previous, $5::uuid[] IS NOT NULL AS has_previous
    FROM unnest($3::uuid[], $2::uuid[], $5::uuid[]) AS n (entry, id, previous)
  ), records AS (
    INSERT INTO trash_records AS x
      (workspace_id, trash_id, id, level, parent_id, key, "order", version, block_type, body, bytes, created_at,
          created_by)
    SELECT $1, r.entry, n.id, 'block', n.lesson_id, n.key, n."order", n.version, n.type, n.content, 500 +
        coalesce(octet_length(n."key"), 0) + octet_length(n."type") + octet_length(n."content"::text), n.created_at,
        n.created_by FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM blocks o WHERE o.workspace_id = $1 AND o.id = r.id
        OFFSET 0) n RETURNING x.trash_id, x.id, x.level, x.bytes
  ), drafts_left AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */,
      next_tally($1 /* here.workspace_id */), 'drafts', s.bytes
  FROM (SELECT -sum(c.bytes) AS bytes FROM records c) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL
  ), trash_grown AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */,
      next_tally($1 /* here.workspace_id */), 'trash', s.bytes
  FROM (SELECT sum(c.bytes) AS bytes FROM records c) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL
  ), entries AS (INSERT INTO trash (workspace_id, id, level, node_id, course_id, parent_id, previous_id, "order", name,
      block_type, records, deleted_by)
    SELECT $1 /* here.workspace_id */, r.entry, 'block', r.id, t.course_id, t.lesson_id, CASE WHEN r.has_previous THEN
        r.previous ELSE (
   SELECT s.id FROM blocks s WHERE s.workspace_id = $1 AND s.lesson_id = t.lesson_id AND s."order" < t."order"
   ORDER BY s."order" DESC LIMIT 1) END, t."order", NULL, t.type, k.records, $4
    FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM blocks o WHERE o.workspace_id = $1 AND o.id = r.id OFFSET 0) t
    JOIN (SELECT c.trash_id, count(*)::int AS records FROM records c GROUP BY c.trash_id) k ON k.trash_id = r.entry /*
        on the node of the workspace */), removed AS (
          DELETE FROM blocks t WHERE t.workspace_id = $1 AND t.id = ANY($2) RETURNING t.id, t.course_id, t.lesson_id AS
              parent_id
        ), changed AS (
          UPDATE courses c SET tree_version = CASE WHEN c.status = 'archived' THEN refuse_archived_course(c.id) ELSE
              c.tree_version + 1 END, content_updated_at = greatest(c.content_updated_at, now())
          WHERE c.workspace_id = $1 AND c.id = ANY(ARRAY(SELECT d.course_id FROM removed d)) RETURNING c.id,
              c.tree_version
        ), recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller,
            request_id, nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $6::uuid, d.id, d.tree_version, $7::text, $8::text, $9::text, w.nodes || (SELECT
      CASE WHEN count(*) < 1000
    THEN coalesce(jsonb_agg(jsonb_build_object('level', o.level, 'id', o.id, 'change', 'deleted')
      ORDER BY array_position('{module,lesson,block}'::text[], o.level::text)), '[]') ELSE '[]' END FROM (SELECT
          c.level, c.id FROM records c WHERE c.id <> ALL($2)) o), w.count + (SELECT count(*)::int FROM (SELECT c.level,
          c.id FROM records c WHERE c.id <> ALL($2)) o), 0, CASE WHEN NOT false THEN 'node:0' END
  FROM changed d CROSS JOIN (SELECT $10::jsonb AS nodes, $11::int AS count) w /* on the node of d.id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor))
      SELECT d.id, d.course_id AS "courseId", d.parent_id AS "parentId" FROM removed d

-- blocks_remove_all
DELETE FROM blocks t WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[])

-- blocks_remove_lock
SELECT c.id FROM courses c WHERE c.workspace_id = $1
  AND c.id = (SELECT t.course_id FROM blocks t WHERE t.workspace_id = $1 AND t.id = ($2::uuid[])[1])
  FOR NO KEY UPDATE

-- blocks_reorder
UPDATE blocks t SET "order" = n.position - 1 FROM unnest($2::uuid[]) WITH ORDINALITY AS n (id, position)
  WHERE t.workspace_id = $1 AND t.id::text = n.id::text AND t.id = ANY($2) AND t."order" <> n.position - 1

-- blocks_restore
WITH inserted AS (INSERT INTO blocks AS w (id, workspace_id, course_id, lesson_id, key, "order", "type", "content",
    version, created_at, updated_at, created_by, updated_by) SELECT x.id, $1, $3, x.parent_id, x.key, CASE WHEN x.id =
    $4::uuid THEN $5::int ELSE x."order" END, x.block_type, x.body, greatest(x.version, (SELECT c.tree_version FROM
    courses c WHERE c.workspace_id = $1 AND c.id = $3)) + 1, x.created_at, now(), x.created_by, $6::text FROM
    trash_records x WHERE x.workspace_id = $1 AND x.trash_id = $2 AND x.level = 'block' RETURNING w."key", w."type",
    w."content"), tallied AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /*
    here.workspace_id */, next_tally($1 /* here.workspace_id */), 'drafts', s.bytes
  FROM (SELECT sum(500 + coalesce(octet_length(i."key"), 0) + octet_length(i."type") + octet_length(i."content"::text))
      AS bytes FROM inserted i) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL) SELECT c.id FROM courses
      c WHERE c.workspace_id = $1 LIMIT 0

-- blocks_shift_all
UPDATE blocks t SET "order" = n."order" FROM unnest($2::uuid[], $3::int[]) AS n (id, "order")
  WHERE t.workspace_id = $1 AND t.id::text = n.id::text AND t.id = ANY($2)

-- blocks_texts
SELECT t.id, t."content"::text AS "content" FROM blocks t WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[])

-- blocks_texts_change
WITH n AS MATERIALIZED (SELECT r.* FROM json_to_recordset($2::json) AS r (id uuid, "content" text))
  UPDATE blocks t SET "content" = n."content"::json FROM n
  WHERE t.workspace_id = $1 AND t.id::text = n.id::text AND t.id = ANY(ARRAY(SELECT i.id FROM n i))

-- blocks_to_trash
WITH roots AS NOT MATERIALIZED (
    SELECT n.entry, n.id, n.previous, $5::uuid[] IS NOT NULL AS has_previous
    FROM unnest($3::uuid[], $2::uuid[], $5::uuid[]) AS n (entry, id, previous)
  ), records AS (
    INSERT INTO trash_records AS x
      (workspace_id, trash_id, id, level, parent_id, key, "order", version, block_type, body, bytes, created_at,
          created_by)
    SELECT $1, r.entry, n.id, 'block', n.lesson_id, n.key, n."order", n.version, n.type, n.content, 500 +
        coalesce(octet_length(n."key"), 0) + octet_length(n."type") + octet_length(n."content"::text), n.created_at,
        n.created_by FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM blocks o WHERE o.workspace_id = $1 AND o.id = r.id
        OFFSET 0) n RETURNING x.trash_id, x.id, x.level, x.bytes
  ), drafts_left AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */,
      next_tally($1 /* here.workspace_id */), 'drafts', s.bytes
  FROM (SELECT -sum(c.bytes) AS bytes FROM records c) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL
  ), trash_grown AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */,
      next_tally($1 /* here.workspace_id */), 'trash', s.bytes
  FROM (SELECT sum(c.bytes) AS bytes FROM records c) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL
  ), entries AS (INSERT INTO trash (workspace_id, id, level, node_id, course_id, parent_id, previous_id, "order", name,
      block_type, records, deleted_by)
    SELECT $1 /* here.workspace_id */, r.entry, 'block', r.id, t.course_id, t.lesson_id, CASE WHEN r.has_previous THEN
        r.previous ELSE (
   SELECT s.id FROM blocks s WHERE s.workspace_id = $1 AND s.lesson_id = t.lesson_id AND s."order" < t."order"
   ORDER BY s."order" DESC LIMIT 1) END, t."order", NULL, t.type, k.records, $4
    FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM blocks o WHERE o.workspace_id = $1 AND o.id = r.id OFFSET 0) t
    JOIN (SELECT c.trash_id, count(*)::int AS records FROM records c GROUP BY c.trash_id) k ON k.trash_id = r.entry /*
        on the node of the workspace */) SELECT c.id FROM courses c WHERE c.workspace_id = $1 LIMIT 0

-- blocks_update_all
WITH before AS MATERIALIZED (SELECT sum(500 + coalesce(octet_length(o."key"), 0) + octet_length(o."type") +
    octet_length(o."content"::text))::bigint AS bytes FROM blocks o WHERE o.workspace_id = $1 AND o.id =
    ANY(ARRAY(SELECT (n.node ->> 'id')::uuid FROM json_array_elements($2::json) AS n (node)))), updated AS (WITH n AS
    MATERIALIZED (SELECT r.* FROM json_to_recordset($2::json) AS r (id uuid, parent uuid, key text, "order" int, version
    int, "type" text, "content" text))
      UPDATE blocks t SET lesson_id = n.parent, key = n.key, "order" = n."order", "type" = n."type", "content" =
          coalesce(n."content"::json, t."content"),
        version = t.version + 1, updated_at = now(), updated_by = $3
      FROM n WHERE t.workspace_id = $1 AND t.id::text = n.id::text AND t.id = ANY(ARRAY(SELECT i.id FROM n i)) RETURNING
          500 + coalesce(octet_length(t."key"), 0) + octet_length(t."type") + octet_length(t."content"::text) AS bytes),
          tallied AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */,
          next_tally($1 /* here.workspace_id */), 'drafts', s.bytes
  FROM (SELECT sum(u.bytes) - max(b.bytes) AS bytes FROM updated u CROSS JOIN before b) s /* on the node of the
      workspace */ WHERE s.bytes IS NOT NULL) SELECT c.id FROM courses c WHERE c.workspace_id = $1 LIMIT 0

-- blocks_version
SELECT t.version FROM blocks t WHERE t.workspace_id = $1 AND t.id = $2

-- blocks_with_ids
SELECT t.id FROM blocks t WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[]) AND (t."content"::text ~*
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')

-- change_add_nodes
WITH recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller, request_id,
    nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $3::uuid, c.id, c.tree_version, $4::text, $5::text, $6::text, w.nodes, w.count, 0,
      CASE WHEN NOT false THEN 'node:0' END
  FROM (SELECT c.id, c.tree_version FROM courses c WHERE c.workspace_id = $1 AND c.id = $2) c CROSS JOIN (SELECT
      $7::jsonb AS nodes, $8::int AS count) w /* on the node of c.id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor)) SELECT c.id FROM courses c WHERE c.workspace_id = $1 LIMIT 0

-- changes_delete_old
DELETE FROM changes h WHERE h.workspace_id = $1 AND h.search_cursor IS NULL AND h.id = ANY(ARRAY(
    SELECT o.id FROM changes o WHERE o.workspace_id = $1 AND o.id < greatest($2::uuid, (
      SELECT k.id FROM changes k WHERE k.workspace_id = $1 ORDER BY k.id DESC OFFSET 100000 LIMIT 1
    )) ORDER BY o.id LIMIT 5000
  )) RETURNING h.id

-- changes_workspaces
WITH RECURSIVE w AS (
    (SELECT h.workspace_id FROM changes h WHERE true AND h.workspace_id > $1::uuid
     ORDER BY h.workspace_id, h.id LIMIT 1) UNION ALL SELECT (SELECT h.workspace_id FROM changes h WHERE true AND
         h.workspace_id > w.workspace_id
     ORDER BY h.workspace_id, h.id LIMIT 1) FROM w WHERE w.workspace_id IS NOT NULL
  )
  SELECT w.workspace_id AS "workspaceId" FROM w WHERE w.workspace_id IS NOT NULL LIMIT 1000

-- checks_ready_assets
SELECT a.id, coalesce(a.alt, '') <> '' AS "isDescribed" FROM assets a
  WHERE a.workspace_id = $1 AND a.id = ANY($2::uuid[]) AND a.state = 'ready'

-- citus_delegated_functions
SELECT p.proname AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'statements'

-- citus_distributed
SELECT to_regclass('statements.workspaces') IS NOT NULL AS distributed

-- citus_installed
SELECT EXISTS (SELECT 1 FROM pg_extension e WHERE e.extname = 'citus') AS installed

-- citus_limit_wait
SELECT set_config('citus.node_connection_timeout', '500', true)

-- citus_nodes_away
SELECT n.nodename || ':' || n.nodeport AS node, coalesce(s.shards, 0)::float8 / greatest(t.shards, 1) AS workspaces
  FROM pg_dist_node n
  LEFT JOIN (
    SELECT p.groupid, count(*) AS shards FROM pg_dist_placement p JOIN pg_dist_shard d ON d.shardid = p.shardid
    WHERE d.logicalrelid = 'courses'::regclass GROUP BY p.groupid
  ) s ON s.groupid = n.groupid
  CROSS JOIN (SELECT count(*) AS shards FROM pg_dist_shard d WHERE d.logicalrelid = 'courses'::regclass) t
  WHERE n.isactive AND NOT citus_check_connection_to_node(n.nodename, n.nodeport) ORDER BY 1

-- citus_undistributed_tables
SELECT c.relname AS name, EXISTS (
    SELECT 1 FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
    WHERE i.indrelid = c.oid AND i.indisprimary AND a.attname = 'workspace_id'
  ) AS "hasWorkspace"
  FROM pg_class c LEFT JOIN citus_tables t ON t.table_name = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT relation_is_a_known_shard(c.oid)
    AND coalesce(t.citus_table_type, 'local') NOT IN ('distributed', 'reference')
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
  ORDER BY c.oid

-- citus_workspaces_away
WITH away AS MATERIALIZED (
    SELECT n.groupid FROM pg_dist_node n WHERE n.isactive AND NOT citus_check_connection_to_node(n.nodename, n.nodeport)
  )
  SELECT w.id AS "workspaceId" FROM unnest($1::uuid[]) AS w (id)
    JOIN pg_dist_placement p ON p.shardid = get_shard_id_for_distribution_column('courses', w.id)
    JOIN away a ON a.groupid = p.groupid

-- content_found
WITH search AS MATERIALIZED (
  SELECT q.words, q.words && quote_literal(workspace_term($1))::tsquery AS query
  FROM (SELECT search_query($2::json) AS words OFFSET 0) q
),
   stems AS MATERIALIZED (
     SELECT tsvector_to_array(to_tsvector('english', search_plain($3, false)) || to_tsvector('english', search_plain($3,
         true))) AS list
   ),
   hits AS (
     SELECT e.kind, e.id, e.course_id, ts_rank(e.terms, search.words) * CASE e.kind WHEN 'course' THEN 4 WHEN 'block'
         THEN 1 ELSE 2 END AS rank FROM search_entries e, search WHERE e.workspace_id = $1 AND e.terms @@ search.query
         AND e.kind <> 'course'
       AND ($6::uuid IS NULL OR e.course_id = $6) AND ($7::text IS NULL OR e.kind = $7)
       AND ($8::text IS NULL OR e.kind = 'block' AND EXISTS (
         SELECT 1 FROM blocks t WHERE t.workspace_id = $1 AND t.id = e.id AND t.type = $8))
       AND ($9::text IS NULL AND $10::text IS NULL OR EXISTS (
         SELECT 1 FROM courses f WHERE f.workspace_id = $1 AND f.id = e.course_id
           AND ($9 IS NULL OR lower(f.language) = lower($9) OR lower(f.language) LIKE lower($9) || '-%')
           AND ($10 IS NULL OR f.status = $10)))
       AND ($6 IS NOT NULL OR $10 IS NOT NULL OR e.course_id NOT IN (
         SELECT a.id FROM courses a WHERE a.workspace_id = $1 AND a.status = 'archived'))
   ),
   page AS (SELECT h.kind, h.id, h.course_id, h.rank FROM hits h ORDER BY h.rank DESC, h.id LIMIT $4 OFFSET $5)
   SELECT list.total, page.kind, page.id, page.course_id AS "courseId", c.name AS "courseName", m.id AS "moduleId",
     m.name AS "moduleName", l.id AS "lessonId", l.name AS "lessonName", shown.text,
     ARRAY(
       SELECT w FROM unnest(tsvector_to_array(search_forms(shown.text))) w
       WHERE w = ANY(stems.list) OR (ts_lexize('english_stem', w))[1] = ANY(stems.list)
     ) AS "sameStem",
     EXISTS (SELECT 1 FROM search_entries e WHERE e.workspace_id = $1 AND e.id = page.id AND e.terms @@
         '''~'':*'::tsquery) AS "hasParts"
   FROM (SELECT count(*)::int AS total FROM hits) list
   CROSS JOIN stems
   LEFT JOIN page ON true
   LEFT JOIN LATERAL (SELECT o.* FROM blocks o WHERE o.workspace_id = $1 AND o.id = CASE page.kind WHEN 'block' THEN
       page.id END OFFSET 0) b ON true
   LEFT JOIN LATERAL (SELECT o.* FROM lessons o WHERE o.workspace_id = $1 AND o.id = CASE page.kind WHEN 'lesson' THEN
       page.id ELSE b.lesson_id END OFFSET 0) l ON true
   LEFT JOIN LATERAL (SELECT o.* FROM modules o WHERE o.workspace_id = $1 AND o.id = CASE page.kind WHEN 'module' THEN
       page.id ELSE l.module_id END OFFSET 0) m ON true
   LEFT JOIN LATERAL (SELECT o.* FROM courses o WHERE o.workspace_id = $1 AND o.id = page.course_id OFFSET 0) c ON true
   CROSS JOIN LATERAL (SELECT text_beginning(CASE page.kind WHEN 'block' THEN concat_ws(' — ',
       content_text(b."content"))
  WHEN 'lesson' THEN concat_ws(' — ', l."name", l."description", nullif(array_to_string(l."objectives", ' · '), ''))
      ELSE concat_ws(' — ', m."name", m."description", nullif(array_to_string(m."objectives", ' · '), '')) END, 20480)
      AS text OFFSET 0) shown
   ORDER BY page.rank DESC, page.id

-- course_archive
WITH changed AS (
      UPDATE courses c SET status = $3, version = c.version + 1, tree_version = c.tree_version + 1, content_updated_at =
          greatest(c.content_updated_at, now()), updated_at = now(), updated_by = $4
      WHERE c.workspace_id = $1 AND c.id = $2 RETURNING c.id, c.tree_version
    ), recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller, request_id,
        nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $5::uuid, d.id, d.tree_version, $6::text, $7::text, $8::text, w.nodes, w.count, 0,
      CASE WHEN NOT false THEN 'node:0' END
  FROM changed d CROSS JOIN (SELECT $9::jsonb AS nodes, $10::int AS count) w /* on the node of d.id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor)) SELECT c.id FROM courses c WHERE c.workspace_id = $1 LIMIT 0

-- course_change
WITH written AS (UPDATE courses c SET "key" = CASE WHEN $4::boolean THEN $5::text ELSE c."key" END, "name" = CASE WHEN
    $6::boolean THEN $7::text ELSE c."name" END, "description" = CASE WHEN $8::boolean THEN $9::text ELSE
    c."description" END, "language" = CASE WHEN $10::boolean THEN $11::text ELSE c."language" END, "difficulty" = CASE
    WHEN $12::boolean THEN $13::text ELSE c."difficulty" END, "duration_minutes" = CASE WHEN $14::boolean THEN
    $15::integer ELSE c."duration_minutes" END, "objectives" = CASE WHEN $16::boolean THEN $17::text[] ELSE
    c."objectives" END, "tags" = CASE WHEN $18::boolean THEN $19::text[] ELSE c."tags" END, "authors" = CASE WHEN
    $20::boolean THEN $21::text[] ELSE c."authors" END, "license" = CASE WHEN $22::boolean THEN $23::text ELSE
    c."license" END, "cover_asset_id" = CASE WHEN $24::boolean THEN $25::text ELSE c."cover_asset_id" END, "attributes"
    = CASE WHEN $26::boolean THEN $27::json ELSE c."attributes" END, "slug" = CASE WHEN $28::boolean THEN $29::text ELSE
    c."slug" END, "visibility" = CASE WHEN $30::boolean THEN $31::text ELSE c."visibility" END, version = c.version + 1,
    tree_version = CASE WHEN c.status = 'archived' THEN refuse_archived_course(c.id) ELSE c.tree_version + 1 END,
    content_updated_at = greatest(c.content_updated_at, now()), updated_at = now(), updated_by = $32,
       live_tree_version = CASE WHEN NOT $33::boolean AND c.live_tree_version = c.tree_version
  THEN c.tree_version + 1 ELSE c.live_tree_version END
     WHERE c.workspace_id = $1 AND c.id = $2 AND ($3::int IS NULL OR c.version = $3) RETURNING c.*), recorded AS (INSERT
         INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller, request_id, nodes, node_count,
         bytes, search_cursor)
   SELECT $1 /* here.workspace_id */, $34::uuid, c.id, c.tree_version, $35::text, $36::text, $37::text, w.nodes,
       w.count, 0, CASE WHEN NOT false THEN 'node:0' END
   FROM written c CROSS JOIN (SELECT $38::jsonb AS nodes, $39::int AS count) w /* on the node of c.id */
   ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
     tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
     nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
     bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
         coalesce(excluded.search_cursor, h.search_cursor)) SELECT c.id, c."name", c."description", c."language",
         c."difficulty", c."duration_minutes" AS "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId",
         CASE WHEN c.status = 'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.key, c."objectives",
      c."tags", c."authors", c."attributes", c."slug", c."visibility", CASE WHEN (c.live_changes_at > '-infinity' AND
      c.live_changes_at <= statement_timestamp()) THEN live_release_number(c.workspace_id, c.id) ELSE
      c.live_release_number END AS "liveReleaseNumber",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_from(c.workspace_id, c.id) ELSE c.published_at END AS "publishedAt",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_tree_version(c.workspace_id, c.id) ELSE c.live_tree_version END IS DISTINCT FROM c.tree_version AS
      "hasUnpublishedChanges",
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy",
  (SELECT count(*)::int FROM lessons l WHERE l.workspace_id = $1 AND l.course_id = c.id) AS "lessonCount",
  (SELECT count(*)::int FROM blocks b WHERE b.workspace_id = $1 AND b.course_id = c.id) AS "blockCount" FROM written c

-- course_change_tree
WITH written AS (UPDATE courses c SET tree_version = CASE WHEN c.status = 'archived' THEN refuse_archived_course(c.id)
    ELSE c.tree_version + 1 END, content_updated_at = greatest(c.content_updated_at, now()) WHERE c.workspace_id = $1
    AND c.id = $2 RETURNING c.*), recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version,
    operation, caller, request_id, nodes, node_count, bytes, search_cursor)
   SELECT $1 /* here.workspace_id */, $3::uuid, c.id, c.tree_version, $4::text, $5::text, $6::text, w.nodes, w.count, 0,
       CASE WHEN NOT false THEN 'node:0' END
   FROM written c CROSS JOIN (SELECT $7::jsonb AS nodes, $8::int AS count) w /* on the node of c.id */
   ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
     tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
     nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
     bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
         coalesce(excluded.search_cursor, h.search_cursor)) SELECT c.id, c."name", c."description", c."language",
         c."difficulty", c."duration_minutes" AS "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId",
         CASE WHEN c.status = 'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.key, c."objectives",
      c."tags", c."authors", c."attributes", c."slug", c."visibility", CASE WHEN (c.live_changes_at > '-infinity' AND
      c.live_changes_at <= statement_timestamp()) THEN live_release_number(c.workspace_id, c.id) ELSE
      c.live_release_number END AS "liveReleaseNumber",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_from(c.workspace_id, c.id) ELSE c.published_at END AS "publishedAt",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_tree_version(c.workspace_id, c.id) ELSE c.live_tree_version END IS DISTINCT FROM c.tree_version AS
      "hasUnpublishedChanges",
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy" FROM written c

-- course_copy
WITH written AS (INSERT INTO courses AS c (id, workspace_id, "name", "description", "language", "difficulty",
    "duration_minutes", "objectives", "tags", "authors", "license", "cover_asset_id", "attributes", created_by,
    updated_by)
     SELECT $3, $1, $4, t."description", t."language", t."difficulty", t."duration_minutes", t."objectives", t."tags",
         t."authors", t."license", t."cover_asset_id", t."attributes", $5::text, $5::text FROM courses t WHERE
         t.workspace_id = $1 AND t.id = $2 RETURNING c.*), recorded AS (INSERT INTO changes AS h (workspace_id, id,
         course_id, tree_version, operation, caller, request_id, nodes, node_count, bytes, search_cursor)
   SELECT $1 /* here.workspace_id */, $6::uuid, c.id, c.tree_version, $7::text, $8::text, $9::text, w.nodes, w.count, 0,
       CASE WHEN NOT false THEN 'node:0' END
   FROM written c CROSS JOIN (SELECT $10::jsonb AS nodes, $11::int AS count) w /* on the node of the workspace */
   ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
     tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
     nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
     bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
         coalesce(excluded.search_cursor, h.search_cursor)) SELECT c.id, c."name", c."description", c."language",
         c."difficulty", c."duration_minutes" AS "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId",
         CASE WHEN c.status = 'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.key, c."objectives",
      c."tags", c."authors", c."attributes", c."slug", c."visibility", CASE WHEN (c.live_changes_at > '-infinity' AND
      c.live_changes_at <= statement_timestamp()) THEN live_release_number(c.workspace_id, c.id) ELSE
      c.live_release_number END AS "liveReleaseNumber",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_from(c.workspace_id, c.id) ELSE c.published_at END AS "publishedAt",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_tree_version(c.workspace_id, c.id) ELSE c.live_tree_version END IS DISTINCT FROM c.tree_version AS
      "hasUnpublishedChanges",
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy" FROM written c

-- course_insert
WITH written AS (INSERT INTO courses AS c (id, workspace_id, "key", "name", "description", "language", "difficulty",
    "duration_minutes", "objectives", "tags", "authors", "license", "cover_asset_id", "attributes", "slug",
    "visibility", created_by, updated_by)
     VALUES ($2, $1, $3::text, $4::text, $5::text, $6::text, $7::text, $8::integer, $9::text[], $10::text[],
         $11::text[], $12::text, $13::text, $14::json, $15::text, $16::text, $17::text, $17::text) RETURNING c.*),
         recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller,
         request_id, nodes, node_count, bytes, search_cursor)
   SELECT $1 /* here.workspace_id */, $18::uuid, c.id, c.tree_version, $19::text, $20::text, $21::text, w.nodes,
       w.count, 0, CASE WHEN NOT false THEN 'node:0' END
   FROM written c CROSS JOIN (SELECT $22::jsonb AS nodes, $23::int AS count) w /* on the node of the workspace */
   ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
     tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
     nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
     bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
         coalesce(excluded.search_cursor, h.search_cursor)) SELECT c.id, c."name", c."description", c."language",
         c."difficulty", c."duration_minutes" AS "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId",
         CASE WHEN c.status = 'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.key, c."objectives",
      c."tags", c."authors", c."attributes", c."slug", c."visibility", CASE WHEN (c.live_changes_at > '-infinity' AND
      c.live_changes_at <= statement_timestamp()) THEN live_release_number(c.workspace_id, c.id) ELSE
      c.live_release_number END AS "liveReleaseNumber",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_from(c.workspace_id, c.id) ELSE c.published_at END AS "publishedAt",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_tree_version(c.workspace_id, c.id) ELSE c.live_tree_version END IS DISTINCT FROM c.tree_version AS
      "hasUnpublishedChanges",
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy" FROM written c

-- course_key_or_slug_taken
SELECT coalesce(c.key = $3::text, false) AS "hasKey" FROM courses c
  WHERE c.workspace_id = $1 AND c.id <> $2 AND (c.key = $3::text OR c.slug = $4::text) ORDER BY 1 DESC LIMIT 1

-- course_list (composed)
WITH list AS (SELECT count(*)::int AS total FROM courses c WHERE c.workspace_id = $1 AND c.key = $2) SELECT list.*,
    page.* FROM list LEFT JOIN LATERAL (SELECT c.id, c."name", c."description", c."language", c."difficulty",
    c."duration_minutes" AS "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status =
    'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt" FROM courses c
     WHERE c.workspace_id = $1 AND c.key = $2 ORDER BY c.id ASC LIMIT $4 OFFSET $3::bigint) page ON true

-- course_list (composed)
WITH list AS (SELECT count(*)::int AS total FROM courses c WHERE c.workspace_id = $1 AND c.key = $2) SELECT list.*,
    page.* FROM list LEFT JOIN LATERAL (SELECT c.id, c."name", c."description", c."language", c."difficulty",
    c."duration_minutes" AS "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status =
    'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt" FROM courses c
     WHERE c.workspace_id = $1 AND c.key = $2 ORDER BY c.id DESC LIMIT $4 OFFSET $3::bigint) page ON true

-- course_list (composed)
WITH list AS (SELECT count(*)::int AS total FROM courses c WHERE c.workspace_id = $1 AND c.id = ANY($2::uuid[])) SELECT
    list.*, page.* FROM list LEFT JOIN LATERAL (SELECT c.id, c."name", c."description", c."language", c."difficulty",
    c."duration_minutes" AS "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status =
    'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt" FROM courses c
     WHERE c.workspace_id = $1 AND c.id = ANY($2::uuid[]) ORDER BY c.id ASC LIMIT $4 OFFSET $3::bigint) page ON true

-- course_list (composed)
WITH list AS (SELECT count(*)::int AS total FROM courses c WHERE c.workspace_id = $1 AND c.key = $2) SELECT list.*,
    page.* FROM list LEFT JOIN LATERAL (SELECT c.id, c."name", c."description", c."language", c."difficulty",
    c."duration_minutes" AS "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status =
    'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt" FROM courses c
     WHERE c.workspace_id = $1 AND c.key = $2 ORDER BY c.content_updated_at ASC, c.id ASC LIMIT $4 OFFSET $3::bigint)
         page ON true

-- course_list (composed)
WITH list AS (SELECT count(*)::int AS total FROM courses c WHERE c.workspace_id = $1 AND c.key = $2) SELECT list.*,
    page.* FROM list LEFT JOIN LATERAL (SELECT c.id, c."name", c."description", c."language", c."difficulty",
    c."duration_minutes" AS "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status =
    'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt" FROM courses c
     WHERE c.workspace_id = $1 AND c.key = $2 ORDER BY c.content_updated_at DESC, c.id DESC LIMIT $4 OFFSET $3::bigint)
         page ON true

-- course_list (composed)
WITH list AS (SELECT count(*)::int AS total FROM courses c WHERE c.workspace_id = $1 AND c.key = $2) SELECT list.*,
    page.* FROM list LEFT JOIN LATERAL (SELECT c.id, c."name", c."description", c."language", c."difficulty",
    c."duration_minutes" AS "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status =
    'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt" FROM courses c
     WHERE c.workspace_id = $1 AND c.key = $2 ORDER BY c.name COLLATE "und-x-icu" ASC, c.id ASC LIMIT $4 OFFSET
         $3::bigint) page ON true

-- course_list (composed)
WITH list AS (SELECT count(*)::int AS total FROM courses c WHERE c.workspace_id = $1 AND c.key = $2) SELECT list.*,
    page.* FROM list LEFT JOIN LATERAL (SELECT c.id, c."name", c."description", c."language", c."difficulty",
    c."duration_minutes" AS "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status =
    'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt" FROM courses c
     WHERE c.workspace_id = $1 AND c.key = $2 ORDER BY c.name COLLATE "und-x-icu" DESC, c.id DESC LIMIT $4 OFFSET
         $3::bigint) page ON true

-- course_list (composed)
WITH list AS (SELECT coalesce(sum(c.courses), 0)::int AS total FROM course_tallies c WHERE c.workspace_id = $1 AND
    c.status = $2) SELECT list.*, page.* FROM list LEFT JOIN LATERAL (SELECT c.id, c."name", c."description",
    c."language", c."difficulty", c."duration_minutes" AS "durationMinutes", c."license", c."cover_asset_id" AS
    "coverAssetId", CASE WHEN c.status = 'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt" FROM courses c
     WHERE c.workspace_id = $1 AND c.status = $2 ORDER BY c.content_updated_at ASC, c.id ASC LIMIT $4 OFFSET $3::bigint)
         page ON true

-- course_list (composed)
WITH list AS (SELECT count(*)::int AS total FROM courses c WHERE c.workspace_id = $1 AND c.difficulty = $2 AND c.status
    <> 'archived') SELECT list.*, page.* FROM list LEFT JOIN LATERAL (SELECT c.id, c."name", c."description",
    c."language", c."difficulty", c."duration_minutes" AS "durationMinutes", c."license", c."cover_asset_id" AS
    "coverAssetId", CASE WHEN c.status = 'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt" FROM courses c
     WHERE c.workspace_id = $1 AND c.difficulty = $2 AND c.status <> 'archived' ORDER BY c.id ASC LIMIT $4 OFFSET
         $3::bigint) page ON true

-- course_list (composed)
WITH list AS (SELECT count(*)::int AS total FROM courses c WHERE c.workspace_id = $1 AND c.tags @> ARRAY[$2::text] AND
    c.status <> 'archived') SELECT list.*, page.* FROM list LEFT JOIN LATERAL (SELECT c.id, c."name", c."description",
    c."language", c."difficulty", c."duration_minutes" AS "durationMinutes", c."license", c."cover_asset_id" AS
    "coverAssetId", CASE WHEN c.status = 'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt" FROM courses c
     WHERE c.workspace_id = $1 AND c.tags @> ARRAY[$2::text] AND c.status <> 'archived' ORDER BY c.id ASC LIMIT $4
         OFFSET $3::bigint) page ON true

-- course_list (composed)
WITH list AS (SELECT count(*)::int AS total FROM courses c WHERE c.workspace_id = $1 AND c.content_updated_at >= $2 AND
    c.status <> 'archived') SELECT list.*, page.* FROM list LEFT JOIN LATERAL (SELECT c.id, c."name", c."description",
    c."language", c."difficulty", c."duration_minutes" AS "durationMinutes", c."license", c."cover_asset_id" AS
    "coverAssetId", CASE WHEN c.status = 'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt" FROM courses c
     WHERE c.workspace_id = $1 AND c.content_updated_at >= $2 AND c.status <> 'archived' ORDER BY c.id ASC LIMIT $4
         OFFSET $3::bigint) page ON true

-- course_list (composed)
WITH list AS (SELECT count(*)::int AS total FROM courses c WHERE c.workspace_id = $1 AND (lower(c.language) =
    lower($2::text) OR starts_with(lower(c.language), lower($2::text) || '-')) AND c.status <> 'archived') SELECT
    list.*, page.* FROM list LEFT JOIN LATERAL (SELECT c.id, c."name", c."description", c."language", c."difficulty",
    c."duration_minutes" AS "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status =
    'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt" FROM courses c
     WHERE c.workspace_id = $1 AND (lower(c.language) = lower($2::text) OR starts_with(lower(c.language),
         lower($2::text) || '-')) AND c.status <> 'archived' ORDER BY c.id ASC LIMIT $4 OFFSET $3::bigint) page ON true

-- course_list (composed)
WITH list AS (SELECT coalesce(sum(c.courses), 0)::int AS total FROM course_tallies c WHERE c.workspace_id = $1 AND
    c.status = $2) SELECT list.*, page.* FROM list LEFT JOIN LATERAL (SELECT c.id, c."name", c."description",
    c."language", c."difficulty", c."duration_minutes" AS "durationMinutes", c."license", c."cover_asset_id" AS
    "coverAssetId", CASE WHEN c.status = 'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt" FROM courses c
     WHERE c.workspace_id = $1 AND c.status = $2 AND c.id >= CASE
  WHEN $3::bigint <= (SELECT total FROM list) / 2
    THEN (SELECT c.id FROM courses c WHERE c.workspace_id = $1 AND c.status = $2 ORDER BY c.id ASC LIMIT 1 OFFSET
        $3::bigint)
  WHEN $3::bigint < (SELECT total FROM list)
    THEN (SELECT c.id FROM courses c WHERE c.workspace_id = $1 AND c.status = $2 ORDER BY c.id DESC LIMIT 1 OFFSET
        (SELECT total FROM list) - 1 - $3::bigint)
  END ORDER BY c.id ASC LIMIT $4) page ON true

-- course_list (composed)
WITH list AS (SELECT coalesce(sum(c.courses), 0)::int AS total FROM course_tallies c WHERE c.workspace_id = $1 AND
    c.status = $2) SELECT list.*, page.* FROM list LEFT JOIN LATERAL (SELECT c.id, c."name", c."description",
    c."language", c."difficulty", c."duration_minutes" AS "durationMinutes", c."license", c."cover_asset_id" AS
    "coverAssetId", CASE WHEN c.status = 'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt" FROM courses c
     WHERE c.workspace_id = $1 AND c.status = $2 AND c.id <= CASE
  WHEN $3::bigint <= (SELECT total FROM list) / 2
    THEN (SELECT c.id FROM courses c WHERE c.workspace_id = $1 AND c.status = $2 ORDER BY c.id DESC LIMIT 1 OFFSET
        $3::bigint)
  WHEN $3::bigint < (SELECT total FROM list)
    THEN (SELECT c.id FROM courses c WHERE c.workspace_id = $1 AND c.status = $2 ORDER BY c.id ASC LIMIT 1 OFFSET
        (SELECT total FROM list) - 1 - $3::bigint)
  END ORDER BY c.id DESC LIMIT $4) page ON true

-- course_list (composed)
SELECT c.id, c."name", c."description", c."language", c."difficulty", c."duration_minutes" AS "durationMinutes",
    c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status = 'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.key, c."objectives",
      c."tags", c."authors", c."attributes", c."slug", c."visibility", CASE WHEN (c.live_changes_at > '-infinity' AND
      c.live_changes_at <= statement_timestamp()) THEN live_release_number(c.workspace_id, c.id) ELSE
      c.live_release_number END AS "liveReleaseNumber",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_from(c.workspace_id, c.id) ELSE c.published_at END AS "publishedAt",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_tree_version(c.workspace_id, c.id) ELSE c.live_tree_version END IS DISTINCT FROM c.tree_version AS
      "hasUnpublishedChanges",
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy" FROM courses c
     WHERE c.workspace_id = $1 AND c.key = $2 ORDER BY c.id ASC LIMIT $3

-- course_list (composed)
SELECT c.id, c."name", c."description", c."language", c."difficulty", c."duration_minutes" AS "durationMinutes",
    c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status = 'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.key, c."objectives",
      c."tags", c."authors", c."attributes", c."slug", c."visibility", CASE WHEN (c.live_changes_at > '-infinity' AND
      c.live_changes_at <= statement_timestamp()) THEN live_release_number(c.workspace_id, c.id) ELSE
      c.live_release_number END AS "liveReleaseNumber",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_from(c.workspace_id, c.id) ELSE c.published_at END AS "publishedAt",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_tree_version(c.workspace_id, c.id) ELSE c.live_tree_version END IS DISTINCT FROM c.tree_version AS
      "hasUnpublishedChanges",
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy" FROM courses c
     WHERE c.workspace_id = $1 AND c.key = $2 AND c.id < $3::uuid AND c.id > $4::uuid ORDER BY c.id ASC LIMIT $5

-- course_list (composed)
SELECT c.id, c."name", c."description", c."language", c."difficulty", c."duration_minutes" AS "durationMinutes",
    c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status = 'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.key, c."objectives",
      c."tags", c."authors", c."attributes", c."slug", c."visibility", CASE WHEN (c.live_changes_at > '-infinity' AND
      c.live_changes_at <= statement_timestamp()) THEN live_release_number(c.workspace_id, c.id) ELSE
      c.live_release_number END AS "liveReleaseNumber",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_from(c.workspace_id, c.id) ELSE c.published_at END AS "publishedAt",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_tree_version(c.workspace_id, c.id) ELSE c.live_tree_version END IS DISTINCT FROM c.tree_version AS
      "hasUnpublishedChanges",
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy" FROM courses c
     WHERE c.workspace_id = $1 AND c.key = $2 AND (c.content_updated_at, c.id) < ($3::timestamptz, $4::uuid) AND
         (c.content_updated_at, c.id) > ($5::timestamptz, $6::uuid) ORDER BY c.content_updated_at ASC, c.id ASC LIMIT $7

-- course_list (composed)
SELECT c.id, c."name", c."description", c."language", c."difficulty", c."duration_minutes" AS "durationMinutes",
    c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status = 'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.key, c."objectives",
      c."tags", c."authors", c."attributes", c."slug", c."visibility", CASE WHEN (c.live_changes_at > '-infinity' AND
      c.live_changes_at <= statement_timestamp()) THEN live_release_number(c.workspace_id, c.id) ELSE
      c.live_release_number END AS "liveReleaseNumber",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_from(c.workspace_id, c.id) ELSE c.published_at END AS "publishedAt",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_tree_version(c.workspace_id, c.id) ELSE c.live_tree_version END IS DISTINCT FROM c.tree_version AS
      "hasUnpublishedChanges",
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy" FROM courses c
     WHERE c.workspace_id = $1 AND c.key = $2 AND (c.name COLLATE "und-x-icu", c.id) < ($3::text, $4::uuid) AND (c.name
         COLLATE "und-x-icu", c.id) > ($5::text, $6::uuid) ORDER BY c.name COLLATE "und-x-icu" ASC, c.id ASC LIMIT $7

-- course_lock
SELECT c.id, c."name", c."description", c."language", c."difficulty", c."duration_minutes" AS "durationMinutes",
    c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status = 'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.key, c."objectives",
      c."tags", c."authors", c."attributes", c."slug", c."visibility", CASE WHEN (c.live_changes_at > '-infinity' AND
      c.live_changes_at <= statement_timestamp()) THEN live_release_number(c.workspace_id, c.id) ELSE
      c.live_release_number END AS "liveReleaseNumber",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_from(c.workspace_id, c.id) ELSE c.published_at END AS "publishedAt",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_tree_version(c.workspace_id, c.id) ELSE c.live_tree_version END IS DISTINCT FROM c.tree_version AS
      "hasUnpublishedChanges",
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy" FROM courses c
      WHERE c.workspace_id = $1 AND c.id = $2 FOR NO KEY UPDATE

-- course_lock_by_blocks
SELECT c.id, c.tree_version AS "treeVersion" FROM courses c
  WHERE c.workspace_id = $1
    AND c.id = (SELECT t.course_id FROM blocks t WHERE t.workspace_id = $1 AND t.id = $2)
  FOR NO KEY UPDATE

-- course_lock_by_courses
SELECT c.id, c.tree_version AS "treeVersion" FROM courses c
  WHERE c.workspace_id = $1
    AND c.id = (SELECT t.id FROM courses t WHERE t.workspace_id = $1 AND t.id = $2)
  FOR NO KEY UPDATE

-- course_lock_by_lessons
SELECT c.id, c.tree_version AS "treeVersion" FROM courses c
  WHERE c.workspace_id = $1
    AND c.id = (SELECT t.course_id FROM lessons t WHERE t.workspace_id = $1 AND t.id = $2)
  FOR NO KEY UPDATE

-- course_lock_by_modules
SELECT c.id, c.tree_version AS "treeVersion" FROM courses c
  WHERE c.workspace_id = $1
    AND c.id = (SELECT t.course_id FROM modules t WHERE t.workspace_id = $1 AND t.id = $2)
  FOR NO KEY UPDATE

-- course_restore
WITH restored AS (
    INSERT INTO courses AS c (id, workspace_id, key, "name", "description", "language", "difficulty",
        "duration_minutes", "objectives", "tags", "authors", "license", "cover_asset_id", "attributes", "slug",
        "visibility", status, tree_version, version, created_at, updated_at, created_by, updated_by)
    SELECT x.id, $1, x.key, n."name", n."description", n."language", n."difficulty", n."duration_minutes",
        coalesce(n."objectives", '{}'), coalesce(n."tags", '{}'), coalesce(n."authors", '{}'), n."license",
        n."cover_asset_id", n."attributes", n."slug", n."visibility", 'draft', n.tree_version + 1, x.version + 1,
        x.created_at, now(), x.created_by, $3::text
    FROM trash_records x CROSS JOIN LATERAL json_to_record(x.body) AS n ("name" text, "description" text, "language"
        text, "difficulty" text, "duration_minutes" integer, "objectives" text[], "tags" text[], "authors" text[],
        "license" text, "cover_asset_id" text, "attributes" json, "slug" text, "visibility" text, tree_version int)
  WHERE x.workspace_id = $1 AND x.trash_id = $2 AND x.level = 'course'
    RETURNING c.id, c.tree_version
  ), recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller, request_id,
      nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $4::uuid, r.id, r.tree_version, $5::text, $6::text, $7::text, w.nodes || (SELECT
      CASE WHEN count(*) < 1000
    THEN coalesce(jsonb_agg(jsonb_build_object('level', o.level, 'id', o.id, 'change', 'restored')
      ORDER BY array_position('{module,lesson,block}'::text[], o.level::text)), '[]') ELSE '[]' END FROM (SELECT
          x.level, x.id FROM trash_records x JOIN trash t ON t.workspace_id = $1 AND t.id = x.trash_id
      WHERE x.workspace_id = $1 AND x.trash_id = $2 AND x.id <> t.node_id) o), w.count + (SELECT count(*)::int FROM
          (SELECT x.level, x.id FROM trash_records x JOIN trash t ON t.workspace_id = $1 AND t.id = x.trash_id
      WHERE x.workspace_id = $1 AND x.trash_id = $2 AND x.id <> t.node_id) o), 0, CASE WHEN NOT false THEN 'node:0' END
  FROM restored r CROSS JOIN (SELECT $8::jsonb AS nodes, $9::int AS count) w /* on the node of the workspace */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor)) SELECT c.id FROM courses c WHERE c.workspace_id = $1 LIMIT 0

-- course_size
SELECT ((SELECT count(*) FROM modules m WHERE m.workspace_id = $1 AND m.course_id = $2)
  + (SELECT count(*) FROM lessons l WHERE l.workspace_id = $1 AND l.course_id = $2)
  + (SELECT count(*) FROM blocks b WHERE b.workspace_id = $1 AND b.course_id = $2))::int AS records

-- course_tallies_add_up
SELECT course_tallies_add_up($1)

-- course_tallies_crowded
SELECT c.workspace_id AS "workspaceId" FROM course_tallies c GROUP BY c.workspace_id HAVING count(*) > 20 LIMIT 100

-- course_tree_version
WITH changed AS (
      UPDATE courses c SET tree_version = CASE WHEN c.status = 'archived' THEN refuse_archived_course(c.id) ELSE
          c.tree_version + 1 END, content_updated_at = greatest(c.content_updated_at, now()) WHERE c.workspace_id = $1
          AND c.id = $2 RETURNING c.id, c.tree_version
    ), recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller, request_id,
        nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $3::uuid, d.id, d.tree_version, $4::text, $5::text, $6::text, w.nodes, w.count, 0,
      CASE WHEN NOT false THEN 'node:0' END
  FROM changed d CROSS JOIN (SELECT $7::jsonb AS nodes, $8::int AS count) w /* on the node of d.id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor)) SELECT c.id FROM courses c WHERE c.workspace_id = $1 LIMIT 0

-- course_versions_of_lessons
SELECT t.id, c.id || ' ' || c.tree_version AS "courseVersion" FROM lessons t
  CROSS JOIN LATERAL (SELECT o.* FROM courses o WHERE o.workspace_id = $1 AND o.id = t.course_id OFFSET 0) c
  WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[])

-- course_versions_of_modules
SELECT t.id, c.id || ' ' || c.tree_version AS "courseVersion" FROM modules t
  CROSS JOIN LATERAL (SELECT o.* FROM courses o WHERE o.workspace_id = $1 AND o.id = t.course_id OFFSET 0) c
  WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[])

-- courses_by_id_complete
SELECT c.id, c."name", c."description", c."language", c."difficulty", c."duration_minutes" AS "durationMinutes",
    c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status = 'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.key, c."objectives",
      c."tags", c."authors", c."attributes", c."slug", c."visibility", CASE WHEN (c.live_changes_at > '-infinity' AND
      c.live_changes_at <= statement_timestamp()) THEN live_release_number(c.workspace_id, c.id) ELSE
      c.live_release_number END AS "liveReleaseNumber",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_from(c.workspace_id, c.id) ELSE c.published_at END AS "publishedAt",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_tree_version(c.workspace_id, c.id) ELSE c.live_tree_version END IS DISTINCT FROM c.tree_version AS
      "hasUnpublishedChanges",
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy" FROM courses c
      WHERE c.workspace_id = $1 AND c.id = ANY($2::uuid[])

-- courses_by_id_lean
SELECT c.id, c."name", c."description", c."language", c."difficulty", c."duration_minutes" AS "durationMinutes",
    c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status = 'archived' THEN c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt" FROM courses c WHERE
      c.workspace_id = $1 AND c.id = ANY($2::uuid[])

-- courses_count_by_id
SELECT c.id, c.tree_version AS "treeVersion",
  (SELECT count(*)::int FROM lessons l WHERE l.workspace_id = $1 AND l.course_id = c.id) AS "lessonCount",
  (SELECT count(*)::int FROM blocks b WHERE b.workspace_id = $1 AND b.course_id = c.id) AS "blockCount"
   FROM courses c WHERE c.workspace_id = $1 AND c.id = ANY($2::uuid[])

-- courses_found (composed)
WITH search AS MATERIALIZED (
  SELECT q.words, q.words && quote_literal(workspace_term($1))::tsquery AS query
  FROM (SELECT search_query($2::json) AS words OFFSET 0) q
), hits AS (SELECT e.course_id, max(ts_rank(e.terms, search.words) * CASE e.kind WHEN 'course' THEN 4 WHEN 'block' THEN
    1 ELSE 2 END) AS rank FROM search_entries e, search WHERE e.workspace_id = $1 AND e.terms @@ search.query GROUP BY
    e.course_id),
   found AS (
     SELECT c.id, hits.rank FROM hits JOIN courses c ON c.workspace_id = $1 AND c.id = hits.course_id
     WHERE c.key = $3
   ),
   page AS (SELECT f.id, f.rank FROM found f ORDER BY f.rank DESC, f.id DESC LIMIT $4 OFFSET $5)
   SELECT list.total, c.id, c."name", c."description", c."language", c."difficulty", c."duration_minutes" AS
       "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status = 'archived' THEN
       c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.key, c."objectives",
      c."tags", c."authors", c."attributes", c."slug", c."visibility", CASE WHEN (c.live_changes_at > '-infinity' AND
      c.live_changes_at <= statement_timestamp()) THEN live_release_number(c.workspace_id, c.id) ELSE
      c.live_release_number END AS "liveReleaseNumber",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_from(c.workspace_id, c.id) ELSE c.published_at END AS "publishedAt",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_tree_version(c.workspace_id, c.id) ELSE c.live_tree_version END IS DISTINCT FROM c.tree_version AS
      "hasUnpublishedChanges",
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy" FROM (SELECT
      count(*)::int AS total FROM found) list
   LEFT JOIN page ON true LEFT JOIN courses c ON c.workspace_id = $1 AND c.id = page.id
   ORDER BY page.rank DESC, page.id DESC

-- courses_found (composed)
WITH search AS MATERIALIZED (
  SELECT q.words, q.words && quote_literal(workspace_term($1))::tsquery AS query
  FROM (SELECT search_query($2::json) AS words OFFSET 0) q
), hits AS (SELECT e.course_id, max(ts_rank(e.terms, search.words) * CASE e.kind WHEN 'course' THEN 4 WHEN 'block' THEN
    1 ELSE 2 END) AS rank FROM search_entries e, search WHERE e.workspace_id = $1 AND e.terms @@ search.query GROUP BY
    e.course_id),
   found AS (
     SELECT c.id, hits.rank FROM hits JOIN courses c ON c.workspace_id = $1 AND c.id = hits.course_id
     WHERE c.status = $3
   ),
   page AS (SELECT f.id, f.rank FROM found f ORDER BY f.rank DESC, f.id DESC LIMIT $4 OFFSET $5)
   SELECT list.total, c.id, c."name", c."description", c."language", c."difficulty", c."duration_minutes" AS
       "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status = 'archived' THEN
       c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.key, c."objectives",
      c."tags", c."authors", c."attributes", c."slug", c."visibility", CASE WHEN (c.live_changes_at > '-infinity' AND
      c.live_changes_at <= statement_timestamp()) THEN live_release_number(c.workspace_id, c.id) ELSE
      c.live_release_number END AS "liveReleaseNumber",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_from(c.workspace_id, c.id) ELSE c.published_at END AS "publishedAt",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_tree_version(c.workspace_id, c.id) ELSE c.live_tree_version END IS DISTINCT FROM c.tree_version AS
      "hasUnpublishedChanges",
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy" FROM (SELECT
      count(*)::int AS total FROM found) list
   LEFT JOIN page ON true LEFT JOIN courses c ON c.workspace_id = $1 AND c.id = page.id
   ORDER BY page.rank DESC, page.id DESC

-- courses_found (composed)
WITH search AS MATERIALIZED (
  SELECT q.words, q.words && quote_literal(workspace_term($1))::tsquery AS query
  FROM (SELECT search_query($2::json) AS words OFFSET 0) q
), hits AS (SELECT e.course_id, max(ts_rank(e.terms, search.words) * CASE e.kind WHEN 'course' THEN 4 WHEN 'block' THEN
    1 ELSE 2 END) AS rank FROM search_entries e, search WHERE e.workspace_id = $1 AND e.terms @@ search.query GROUP BY
    e.course_id),
   found AS (
     SELECT c.id, hits.rank FROM hits JOIN courses c ON c.workspace_id = $1 AND c.id = hits.course_id
     WHERE c.id = ANY($3::uuid[])
   ),
   page AS (SELECT f.id, f.rank FROM found f ORDER BY f.rank DESC, f.id DESC LIMIT $4 OFFSET $5)
   SELECT list.total, c.id, c."name", c."description", c."language", c."difficulty", c."duration_minutes" AS
       "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status = 'archived' THEN
       c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.key, c."objectives",
      c."tags", c."authors", c."attributes", c."slug", c."visibility", CASE WHEN (c.live_changes_at > '-infinity' AND
      c.live_changes_at <= statement_timestamp()) THEN live_release_number(c.workspace_id, c.id) ELSE
      c.live_release_number END AS "liveReleaseNumber",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_from(c.workspace_id, c.id) ELSE c.published_at END AS "publishedAt",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_tree_version(c.workspace_id, c.id) ELSE c.live_tree_version END IS DISTINCT FROM c.tree_version AS
      "hasUnpublishedChanges",
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy" FROM (SELECT
      count(*)::int AS total FROM found) list
   LEFT JOIN page ON true LEFT JOIN courses c ON c.workspace_id = $1 AND c.id = page.id
   ORDER BY page.rank DESC, page.id DESC

-- courses_found (composed)
WITH search AS MATERIALIZED (
  SELECT q.words, q.words && quote_literal(workspace_term($1))::tsquery AS query
  FROM (SELECT search_query($2::json) AS words OFFSET 0) q
), hits AS (SELECT e.course_id, max(ts_rank(e.terms, search.words) * CASE e.kind WHEN 'course' THEN 4 WHEN 'block' THEN
    1 ELSE 2 END) AS rank FROM search_entries e, search WHERE e.workspace_id = $1 AND e.terms @@ search.query GROUP BY
    e.course_id),
   found AS (
     SELECT c.id, hits.rank FROM hits JOIN courses c ON c.workspace_id = $1 AND c.id = hits.course_id
     WHERE c.status <> 'archived'
   ),
   page AS (SELECT f.id, f.rank FROM found f ORDER BY f.rank DESC, f.id DESC LIMIT $3 OFFSET $4)
   SELECT list.total, c.id, c."name", c."description", c."language", c."difficulty", c."duration_minutes" AS
       "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status = 'archived' THEN
       c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.key, c."objectives",
      c."tags", c."authors", c."attributes", c."slug", c."visibility", CASE WHEN (c.live_changes_at > '-infinity' AND
      c.live_changes_at <= statement_timestamp()) THEN live_release_number(c.workspace_id, c.id) ELSE
      c.live_release_number END AS "liveReleaseNumber",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_from(c.workspace_id, c.id) ELSE c.published_at END AS "publishedAt",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_tree_version(c.workspace_id, c.id) ELSE c.live_tree_version END IS DISTINCT FROM c.tree_version AS
      "hasUnpublishedChanges",
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy" FROM (SELECT
      count(*)::int AS total FROM found) list
   LEFT JOIN page ON true LEFT JOIN courses c ON c.workspace_id = $1 AND c.id = page.id
   ORDER BY page.rank DESC, page.id DESC

-- courses_found (composed)
WITH search AS MATERIALIZED (
  SELECT q.words, q.words && quote_literal(workspace_term($1))::tsquery AS query
  FROM (SELECT search_query($2::json) AS words OFFSET 0) q
), hits AS (SELECT e.course_id, max(ts_rank(e.terms, search.words) * CASE e.kind WHEN 'course' THEN 4 WHEN 'block' THEN
    1 ELSE 2 END) AS rank FROM search_entries e, search WHERE e.workspace_id = $1 AND e.terms @@ search.query GROUP BY
    e.course_id),
   found AS (
     SELECT c.id, hits.rank FROM hits JOIN courses c ON c.workspace_id = $1 AND c.id = hits.course_id
     WHERE c.difficulty = $3 AND c.status <> 'archived'
   ),
   page AS (SELECT f.id, f.rank FROM found f ORDER BY f.rank DESC, f.id DESC LIMIT $4 OFFSET $5)
   SELECT list.total, c.id, c."name", c."description", c."language", c."difficulty", c."duration_minutes" AS
       "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status = 'archived' THEN
       c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.key, c."objectives",
      c."tags", c."authors", c."attributes", c."slug", c."visibility", CASE WHEN (c.live_changes_at > '-infinity' AND
      c.live_changes_at <= statement_timestamp()) THEN live_release_number(c.workspace_id, c.id) ELSE
      c.live_release_number END AS "liveReleaseNumber",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_from(c.workspace_id, c.id) ELSE c.published_at END AS "publishedAt",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_tree_version(c.workspace_id, c.id) ELSE c.live_tree_version END IS DISTINCT FROM c.tree_version AS
      "hasUnpublishedChanges",
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy" FROM (SELECT
      count(*)::int AS total FROM found) list
   LEFT JOIN page ON true LEFT JOIN courses c ON c.workspace_id = $1 AND c.id = page.id
   ORDER BY page.rank DESC, page.id DESC

-- courses_found (composed)
WITH search AS MATERIALIZED (
  SELECT q.words, q.words && quote_literal(workspace_term($1))::tsquery AS query
  FROM (SELECT search_query($2::json) AS words OFFSET 0) q
), hits AS (SELECT e.course_id, max(ts_rank(e.terms, search.words) * CASE e.kind WHEN 'course' THEN 4 WHEN 'block' THEN
    1 ELSE 2 END) AS rank FROM search_entries e, search WHERE e.workspace_id = $1 AND e.terms @@ search.query GROUP BY
    e.course_id),
   found AS (
     SELECT c.id, hits.rank FROM hits JOIN courses c ON c.workspace_id = $1 AND c.id = hits.course_id
     WHERE c.tags @> ARRAY[$3::text] AND c.status <> 'archived'
   ),
   page AS (SELECT f.id, f.rank FROM found f ORDER BY f.rank DESC, f.id DESC LIMIT $4 OFFSET $5)
   SELECT list.total, c.id, c."name", c."description", c."language", c."difficulty", c."duration_minutes" AS
       "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status = 'archived' THEN
       c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.key, c."objectives",
      c."tags", c."authors", c."attributes", c."slug", c."visibility", CASE WHEN (c.live_changes_at > '-infinity' AND
      c.live_changes_at <= statement_timestamp()) THEN live_release_number(c.workspace_id, c.id) ELSE
      c.live_release_number END AS "liveReleaseNumber",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_from(c.workspace_id, c.id) ELSE c.published_at END AS "publishedAt",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_tree_version(c.workspace_id, c.id) ELSE c.live_tree_version END IS DISTINCT FROM c.tree_version AS
      "hasUnpublishedChanges",
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy" FROM (SELECT
      count(*)::int AS total FROM found) list
   LEFT JOIN page ON true LEFT JOIN courses c ON c.workspace_id = $1 AND c.id = page.id
   ORDER BY page.rank DESC, page.id DESC

-- courses_found (composed)
WITH search AS MATERIALIZED (
  SELECT q.words, q.words && quote_literal(workspace_term($1))::tsquery AS query
  FROM (SELECT search_query($2::json) AS words OFFSET 0) q
), hits AS (SELECT e.course_id, max(ts_rank(e.terms, search.words) * CASE e.kind WHEN 'course' THEN 4 WHEN 'block' THEN
    1 ELSE 2 END) AS rank FROM search_entries e, search WHERE e.workspace_id = $1 AND e.terms @@ search.query GROUP BY
    e.course_id),
   found AS (
     SELECT c.id, hits.rank FROM hits JOIN courses c ON c.workspace_id = $1 AND c.id = hits.course_id
     WHERE c.content_updated_at >= $3 AND c.status <> 'archived'
   ),
   page AS (SELECT f.id, f.rank FROM found f ORDER BY f.rank DESC, f.id DESC LIMIT $4 OFFSET $5)
   SELECT list.total, c.id, c."name", c."description", c."language", c."difficulty", c."duration_minutes" AS
       "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status = 'archived' THEN
       c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.key, c."objectives",
      c."tags", c."authors", c."attributes", c."slug", c."visibility", CASE WHEN (c.live_changes_at > '-infinity' AND
      c.live_changes_at <= statement_timestamp()) THEN live_release_number(c.workspace_id, c.id) ELSE
      c.live_release_number END AS "liveReleaseNumber",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_from(c.workspace_id, c.id) ELSE c.published_at END AS "publishedAt",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_tree_version(c.workspace_id, c.id) ELSE c.live_tree_version END IS DISTINCT FROM c.tree_version AS
      "hasUnpublishedChanges",
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy" FROM (SELECT
      count(*)::int AS total FROM found) list
   LEFT JOIN page ON true LEFT JOIN courses c ON c.workspace_id = $1 AND c.id = page.id
   ORDER BY page.rank DESC, page.id DESC

-- courses_found (composed)
WITH search AS MATERIALIZED (
  SELECT q.words, q.words && quote_literal(workspace_term($1))::tsquery AS query
  FROM (SELECT search_query($2::json) AS words OFFSET 0) q
), hits AS (SELECT e.course_id, max(ts_rank(e.terms, search.words) * CASE e.kind WHEN 'course' THEN 4 WHEN 'block' THEN
    1 ELSE 2 END) AS rank FROM search_entries e, search WHERE e.workspace_id = $1 AND e.terms @@ search.query GROUP BY
    e.course_id),
   found AS (
     SELECT c.id, hits.rank FROM hits JOIN courses c ON c.workspace_id = $1 AND c.id = hits.course_id
     WHERE (lower(c.language) = lower($3::text) OR starts_with(lower(c.language), lower($3::text) || '-')) AND c.status
         <> 'archived'
   ),
   page AS (SELECT f.id, f.rank FROM found f ORDER BY f.rank DESC, f.id DESC LIMIT $4 OFFSET $5)
   SELECT list.total, c.id, c."name", c."description", c."language", c."difficulty", c."duration_minutes" AS
       "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status = 'archived' THEN
       c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.key, c."objectives",
      c."tags", c."authors", c."attributes", c."slug", c."visibility", CASE WHEN (c.live_changes_at > '-infinity' AND
      c.live_changes_at <= statement_timestamp()) THEN live_release_number(c.workspace_id, c.id) ELSE
      c.live_release_number END AS "liveReleaseNumber",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_from(c.workspace_id, c.id) ELSE c.published_at END AS "publishedAt",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_tree_version(c.workspace_id, c.id) ELSE c.live_tree_version END IS DISTINCT FROM c.tree_version AS
      "hasUnpublishedChanges",
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy" FROM (SELECT
      count(*)::int AS total FROM found) list
   LEFT JOIN page ON true LEFT JOIN courses c ON c.workspace_id = $1 AND c.id = page.id
   ORDER BY page.rank DESC, page.id DESC

-- courses_found (composed)
WITH search AS MATERIALIZED (
  SELECT q.words, q.words && quote_literal(workspace_term($1))::tsquery AS query
  FROM (SELECT search_query($2::json) AS words OFFSET 0) q
), hits AS (SELECT e.course_id, max(ts_rank(e.terms, search.words) * CASE e.kind WHEN 'course' THEN 4 WHEN 'block' THEN
    1 ELSE 2 END) AS rank FROM search_entries e, search WHERE e.workspace_id = $1 AND e.terms @@ search.query GROUP BY
    e.course_id),
   found AS (
     SELECT c.id, hits.rank FROM hits JOIN courses c ON c.workspace_id = $1 AND c.id = hits.course_id
     WHERE c.status = $3 AND (lower(c.language) = lower($4::text) OR starts_with(lower(c.language), lower($4::text) ||
         '-')) AND c.difficulty = $5 AND c.tags @> ARRAY[$6::text] AND c.content_updated_at >= $7 AND c.id =
         ANY($8::uuid[]) AND c.key = $9
   ),
   page AS (SELECT f.id, f.rank FROM found f ORDER BY f.rank DESC, f.id DESC LIMIT $10 OFFSET $11)
   SELECT list.total, c.id, c."name", c."description", c."language", c."difficulty", c."duration_minutes" AS
       "durationMinutes", c."license", c."cover_asset_id" AS "coverAssetId", CASE WHEN c.status = 'archived' THEN
       c.status
    WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN CASE WHEN
        live_release_number(c.workspace_id, c.id) IS NULL THEN 'draft' ELSE 'published' END
    ELSE c.status END AS status, c.version,
  c.tree_version AS "treeVersion", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.key, c."objectives",
      c."tags", c."authors", c."attributes", c."slug", c."visibility", CASE WHEN (c.live_changes_at > '-infinity' AND
      c.live_changes_at <= statement_timestamp()) THEN live_release_number(c.workspace_id, c.id) ELSE
      c.live_release_number END AS "liveReleaseNumber",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_from(c.workspace_id, c.id) ELSE c.published_at END AS "publishedAt",
  CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
      live_release_tree_version(c.workspace_id, c.id) ELSE c.live_tree_version END IS DISTINCT FROM c.tree_version AS
      "hasUnpublishedChanges",
  c.content_updated_at AS "contentUpdatedAt", c.created_by AS "createdBy", c.updated_by AS "updatedBy" FROM (SELECT
      count(*)::int AS total FROM found) list
   LEFT JOIN page ON true LEFT JOIN courses c ON c.workspace_id = $1 AND c.id = page.id
   ORDER BY page.rank DESC, page.id DESC

-- courses_remove
WITH roots AS NOT MATERIALIZED (
     SELECT n.entry, n.id, n.previous, $5::uuid[] IS NOT NULL AS has_previous
     FROM unnest($3::uuid[], $2::uuid[], $5::uuid[]) AS n (entry, id, previous)
   ), records AS (
     INSERT INTO trash_records AS x
       (workspace_id, trash_id, id, level, parent_id, key, "order", version, block_type, body, bytes, created_at,
           created_by)
     SELECT $1, r.entry, n.id, 'course', NULL::uuid, n.key, NULL::int, n.version, NULL, (left(to_json(n)::text, -1) ||
         ',"dismissals":' || (
    SELECT coalesce(json_agg(d), '[]')::text FROM dismissals d WHERE d.workspace_id = $1 AND d.course_id = n.id
  ) || '}')::json, 500 + coalesce(octet_length(n."key"), 0) + octet_length(n."name") +
      coalesce(octet_length(n."description"), 0) + coalesce(octet_length(n."language"), 0) +
      coalesce(octet_length(n."difficulty"), 0) + coalesce(octet_length(n."objectives"::text), 0) +
      coalesce(octet_length(n."tags"::text), 0) + coalesce(octet_length(n."authors"::text), 0) +
      coalesce(octet_length(n."license"), 0) + coalesce(octet_length(n."cover_asset_id"), 0) +
      coalesce(octet_length(n."attributes"::text), 0) + coalesce(octet_length(n."slug"), 0) +
      octet_length(n."visibility"), n.created_at, n.created_by FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM courses
      o WHERE o.workspace_id = $1 AND o.id = r.id OFFSET 0) n UNION ALL SELECT $1, r.entry, n.id, 'module', n.course_id,
      n.key, n."order", n.version, NULL, to_json(n), 500 + coalesce(octet_length(n."key"), 0) + octet_length(n."name") +
      coalesce(octet_length(n."description"), 0) + coalesce(octet_length(n."objectives"::text), 0) +
      coalesce(octet_length(n."prerequisites"::text), 0) + coalesce(octet_length(n."attributes"::text), 0),
      n.created_at, n.created_by FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM modules o WHERE o.workspace_id = $1
      AND o.course_id = r.id OFFSET 0) n UNION ALL SELECT $1, r.entry, n.id, 'lesson', n.module_id, n.key, n."order",
      n.version, NULL, to_json(n), 500 + coalesce(octet_length(n."key"), 0) + octet_length(n."name") +
      coalesce(octet_length(n."description"), 0) + coalesce(octet_length(n."objectives"::text), 0) +
      coalesce(octet_length(n."prerequisites"::text), 0) + coalesce(octet_length(n."attributes"::text), 0),
      n.created_at, n.created_by FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM lessons o WHERE o.workspace_id = $1
      AND o.course_id = r.id OFFSET 0) n UNION ALL SELECT $1, r.entry, n.id, 'block', n.lesson_id, n.key, n."order",
      n.version, n.type, n.content, 500 + coalesce(octet_length(n."key"), 0) + octet_length(n."type") +
      octet_length(n."content"::text), n.created_at, n.created_by FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM
      blocks o WHERE o.workspace_id = $1 AND o.course_id = r.id OFFSET 0) n RETURNING x.trash_id, x.id, x.level, x.bytes
   ), drafts_left AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */,
       next_tally($1 /* here.workspace_id */), 'drafts', s.bytes
   FROM (SELECT -sum(c.bytes) AS bytes FROM records c) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL
   ), trash_grown AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */,
       next_tally($1 /* here.workspace_id */), 'trash', s.bytes
   FROM (SELECT sum(c.bytes) AS bytes FROM records c) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL
   ), entries AS (INSERT INTO trash (workspace_id, id, level, node_id, course_id, parent_id, previous_id, "order", name,
       block_type, records, deleted_by)
     SELECT $1 /* here.workspace_id */, r.entry, 'course', r.id, t.id, NULL::uuid, NULL::uuid, NULL::int, t.name, NULL,
         k.records, $4
     FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM courses o WHERE o.workspace_id = $1 AND o.id = r.id OFFSET 0) t
     JOIN (SELECT c.trash_id, count(*)::int AS records FROM records c GROUP BY c.trash_id) k ON k.trash_id = r.entry /*
         on the node of the workspace */), changed AS (DELETE FROM courses t WHERE t.workspace_id = $1 AND t.id =
         ANY($2) RETURNING t.id, t.tree_version),
         removed AS (SELECT d.id, d.id AS course_id, d.id AS parent_id FROM changed d), recorded AS (INSERT INTO changes
             AS h (workspace_id, id, course_id, tree_version, operation, caller, request_id, nodes, node_count, bytes,
             search_cursor)
   SELECT $1 /* here.workspace_id */, $6::uuid, d.id, d.tree_version, $7::text, $8::text, $9::text, w.nodes || (SELECT
       CASE WHEN count(*) < 1000
     THEN coalesce(jsonb_agg(jsonb_build_object('level', o.level, 'id', o.id, 'change', 'deleted')
       ORDER BY array_position('{module,lesson,block}'::text[], o.level::text)), '[]') ELSE '[]' END FROM (SELECT
           c.level, c.id FROM records c WHERE c.id <> ALL($2)) o), w.count + (SELECT count(*)::int FROM (SELECT c.level,
           c.id FROM records c WHERE c.id <> ALL($2)) o), 0, CASE WHEN NOT false THEN 'node:0' END
   FROM changed d CROSS JOIN (SELECT $10::jsonb AS nodes, $11::int AS count) w /* on the node of the workspace */
   ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
     tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
     nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
     bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
         coalesce(excluded.search_cursor, h.search_cursor))
       SELECT d.id, d.course_id AS "courseId", d.parent_id AS "parentId" FROM removed d

-- courses_texts
SELECT t.id, t."description" AS "description", t."objectives" AS "objectives", t."tags" AS "tags", t."authors" AS
    "authors" FROM courses t WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[])

-- courses_texts_change
WITH n AS MATERIALIZED (SELECT r.* FROM json_to_recordset($2::json) AS r (id uuid, "description" text, "objectives"
    text[], "tags" text[], "authors" text[]))
  UPDATE courses t SET "description" = n."description", "objectives" = n."objectives", "tags" = n."tags", "authors" =
      n."authors" FROM n
  WHERE t.workspace_id = $1 AND t.id::text = n.id::text AND t.id = ANY(ARRAY(SELECT i.id FROM n i))

-- courses_to_trash
WITH roots AS NOT MATERIALIZED (
     SELECT n.entry, n.id, n.previous, $5::uuid[] IS NOT NULL AS has_previous
     FROM unnest($3::uuid[], $2::uuid[], $5::uuid[]) AS n (entry, id, previous)
   ), records AS (
     INSERT INTO trash_records AS x
       (workspace_id, trash_id, id, level, parent_id, key, "order", version, block_type, body, bytes, created_at,
           created_by)
     SELECT $1, r.entry, n.id, 'course', NULL::uuid, n.key, NULL::int, n.version, NULL, (left(to_json(n)::text, -1) ||
         ',"dismissals":' || (
    SELECT coalesce(json_agg(d), '[]')::text FROM dismissals d WHERE d.workspace_id = $1 AND d.course_id = n.id
  ) || '}')::json, 500 + coalesce(octet_length(n."key"), 0) + octet_length(n."name") +
      coalesce(octet_length(n."description"), 0) + coalesce(octet_length(n."language"), 0) +
      coalesce(octet_length(n."difficulty"), 0) + coalesce(octet_length(n."objectives"::text), 0) +
      coalesce(octet_length(n."tags"::text), 0) + coalesce(octet_length(n."authors"::text), 0) +
      coalesce(octet_length(n."license"), 0) + coalesce(octet_length(n."cover_asset_id"), 0) +
      coalesce(octet_length(n."attributes"::text), 0) + coalesce(octet_length(n."slug"), 0) +
      octet_length(n."visibility"), n.created_at, n.created_by FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM courses
      o WHERE o.workspace_id = $1 AND o.id = r.id OFFSET 0) n UNION ALL SELECT $1, r.entry, n.id, 'module', n.course_id,
      n.key, n."order", n.version, NULL, to_json(n), 500 + coalesce(octet_length(n."key"), 0) + octet_length(n."name") +
      coalesce(octet_length(n."description"), 0) + coalesce(octet_length(n."objectives"::text), 0) +
      coalesce(octet_length(n."prerequisites"::text), 0) + coalesce(octet_length(n."attributes"::text), 0),
      n.created_at, n.created_by FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM modules o WHERE o.workspace_id = $1
      AND o.course_id = r.id OFFSET 0) n UNION ALL SELECT $1, r.entry, n.id, 'lesson', n.module_id, n.key, n."order",
      n.version, NULL, to_json(n), 500 + coalesce(octet_length(n."key"), 0) + octet_length(n."name") +
      coalesce(octet_length(n."description"), 0) + coalesce(octet_length(n."objectives"::text), 0) +
      coalesce(octet_length(n."prerequisites"::text), 0) + coalesce(octet_length(n."attributes"::text), 0),
      n.created_at, n.created_by FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM lessons o WHERE o.workspace_id = $1
      AND o.course_id = r.id OFFSET 0) n UNION ALL SELECT $1, r.entry, n.id, 'block', n.lesson_id, n.key, n."order",
      n.version, n.type, n.content, 500 + coalesce(octet_length(n."key"), 0) + octet_length(n."type") +
      octet_length(n."content"::text), n.created_at, n.created_by FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM
      blocks o WHERE o.workspace_id = $1 AND o.course_id = r.id OFFSET 0) n RETURNING x.trash_id, x.id, x.level, x.bytes
   ), drafts_left AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */,
       next_tally($1 /* here.workspace_id */), 'drafts', s.bytes
   FROM (SELECT -sum(c.bytes) AS bytes FROM records c) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL
   ), trash_grown AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */,
       next_tally($1 /* here.workspace_id */), 'trash', s.bytes
   FROM (SELECT sum(c.bytes) AS bytes FROM records c) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL
   ), entries AS (INSERT INTO trash (workspace_id, id, level, node_id, course_id, parent_id, previous_id, "order", name,
       block_type, records, deleted_by)
     SELECT $1 /* here.workspace_id */, r.entry, 'course', r.id, t.id, NULL::uuid, NULL::uuid, NULL::int, t.name, NULL,
         k.records, $4
     FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM courses o WHERE o.workspace_id = $1 AND o.id = r.id OFFSET 0) t
     JOIN (SELECT c.trash_id, count(*)::int AS records FROM records c GROUP BY c.trash_id) k ON k.trash_id = r.entry /*
         on the node of the workspace */) SELECT c.id FROM courses c WHERE c.workspace_id = $1 LIMIT 0

-- courses_tree_version
SELECT c.id, c.tree_version AS "treeVersion" FROM courses c WHERE c.workspace_id = $1 AND c.id = ANY($2::uuid[])

-- courses_with_ids
SELECT t.id FROM courses t WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[]) AND (t."description"::text ~*
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}' OR t."objectives"::text ~*
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}' OR t."tags"::text ~*
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}' OR t."authors"::text ~*
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')

-- delivery_author_body
SELECT n.body FROM release_nodes n WHERE n.workspace_id = $1 AND n.hash = $2

-- delivery_author_lesson_up_to
SELECT CASE WHEN octet_length(t.body) <= $3::int THEN t.body END AS body, t.is_for_learners AS "isForLearners" FROM (
    SELECT (n.body)::text AS body, false AS is_for_learners FROM release_nodes n
    WHERE n.workspace_id = $1 AND n.hash = $2 OFFSET 0
  ) t

-- delivery_confirm_by_id
SELECT q.index::int - 1 AS index, c.id AS "courseId", c.slug, c.visibility, r.id AS "releaseId", r.number, r.hash,
  CASE WHEN r.live_from <= statement_timestamp() THEN r.live_from ELSE r.first_live_from END AS "publishedAt", CASE
  WHEN c.live_changes_at > statement_timestamp() THEN least(31536000, floor(extract(epoch FROM c.live_changes_at -
      statement_timestamp())))::int
  WHEN c.live_changes_at IS NOT NULL THEN 0 END AS "secondsLeft", n.body, n.is_for_learners AS "isForLearners"
     FROM unnest($2::text[], $3::int[], $4::boolean[], $5::text[]) WITH ORDINALITY q (course, number, is_live, hash,
         index)
     CROSS JOIN LATERAL (SELECT c.* FROM courses c WHERE c.workspace_id = $1 AND c.id = q.course::uuid OFFSET 0) c
     CROSS JOIN LATERAL (
       SELECT r.* FROM releases r WHERE r.workspace_id = $1 AND r.course_id = c.id AND r.number = q.number
         AND CASE WHEN q.is_live THEN r.number = CASE WHEN c.live_changes_at <= statement_timestamp()
  THEN (SELECT l.number FROM live_release($1, c.id) l) ELSE c.live_release_number END ELSE r.published AND
      coalesce(r.first_live_from, r.live_from) <= statement_timestamp() AND CASE WHEN c.live_changes_at <=
      statement_timestamp()
  THEN (SELECT l.number FROM live_release($1, c.id) l) ELSE c.live_release_number END IS NOT NULL END OFFSET 0
     ) r
     LEFT JOIN LATERAL (
       SELECT CASE WHEN octet_length(t.body) <= 65536 THEN t.body END AS body, t.is_for_learners FROM (
         SELECT (CASE WHEN n.learner_form = 2 THEN coalesce(n.learner_body, n.body) ELSE n.body END)::text AS body,
             n.learner_form = 2 AS is_for_learners FROM release_nodes n
         WHERE n.workspace_id = $1 AND n.hash = q.hash OFFSET 0
       ) t
     ) n ON true

-- delivery_confirm_by_slug
SELECT q.index::int - 1 AS index, c.id AS "courseId", c.slug, c.visibility, r.id AS "releaseId", r.number, r.hash,
  CASE WHEN r.live_from <= statement_timestamp() THEN r.live_from ELSE r.first_live_from END AS "publishedAt", CASE
  WHEN c.live_changes_at > statement_timestamp() THEN least(31536000, floor(extract(epoch FROM c.live_changes_at -
      statement_timestamp())))::int
  WHEN c.live_changes_at IS NOT NULL THEN 0 END AS "secondsLeft", n.body, n.is_for_learners AS "isForLearners"
     FROM unnest($2::text[], $3::int[], $4::boolean[], $5::text[]) WITH ORDINALITY q (course, number, is_live, hash,
         index)
     CROSS JOIN LATERAL (SELECT c.* FROM courses c WHERE c.workspace_id = $1 AND c.slug = q.course OFFSET 0) c
     CROSS JOIN LATERAL (
       SELECT r.* FROM releases r WHERE r.workspace_id = $1 AND r.course_id = c.id AND r.number = q.number
         AND CASE WHEN q.is_live THEN r.number = CASE WHEN c.live_changes_at <= statement_timestamp()
  THEN (SELECT l.number FROM live_release($1, c.id) l) ELSE c.live_release_number END ELSE r.published AND
      coalesce(r.first_live_from, r.live_from) <= statement_timestamp() AND CASE WHEN c.live_changes_at <=
      statement_timestamp()
  THEN (SELECT l.number FROM live_release($1, c.id) l) ELSE c.live_release_number END IS NOT NULL END OFFSET 0
     ) r
     LEFT JOIN LATERAL (
       SELECT CASE WHEN octet_length(t.body) <= 65536 THEN t.body END AS body, t.is_for_learners FROM (
         SELECT (CASE WHEN n.learner_form = 2 THEN coalesce(n.learner_body, n.body) ELSE n.body END)::text AS body,
             n.learner_form = 2 AS is_for_learners FROM release_nodes n
         WHERE n.workspace_id = $1 AND n.hash = q.hash OFFSET 0
       ) t
     ) n ON true

-- delivery_confirm_live_by_id
SELECT q.index::int - 1 AS index, c.id AS "courseId", c.slug, c.visibility, c.published_at AS "publishedAt",
       CASE
  WHEN c.live_changes_at > statement_timestamp() THEN least(31536000, floor(extract(epoch FROM c.live_changes_at -
      statement_timestamp())))::int
  WHEN c.live_changes_at IS NOT NULL THEN 0 END AS "secondsLeft"
     FROM unnest($2::text[], $3::int[]) WITH ORDINALITY q (course, number, index)
     CROSS JOIN LATERAL (
       SELECT c.* FROM courses c WHERE c.workspace_id = $1 AND c.id = q.course::uuid AND c.live_release_number =
           q.number
         AND (c.live_changes_at IS NULL OR c.live_changes_at > statement_timestamp()) OFFSET 0
     ) c

-- delivery_confirm_live_by_slug
SELECT q.index::int - 1 AS index, c.id AS "courseId", c.slug, c.visibility, c.published_at AS "publishedAt",
       CASE
  WHEN c.live_changes_at > statement_timestamp() THEN least(31536000, floor(extract(epoch FROM c.live_changes_at -
      statement_timestamp())))::int
  WHEN c.live_changes_at IS NOT NULL THEN 0 END AS "secondsLeft"
     FROM unnest($2::text[], $3::int[]) WITH ORDINALITY q (course, number, index)
     CROSS JOIN LATERAL (
       SELECT c.* FROM courses c WHERE c.workspace_id = $1 AND c.slug = q.course AND c.live_release_number = q.number
         AND (c.live_changes_at IS NULL OR c.live_changes_at > statement_timestamp()) OFFSET 0
     ) c

-- delivery_courses_page
WITH list AS (SELECT count(*)::int AS total,
       (SELECT least(31536000, floor(extract(epoch FROM min(CASE WHEN s.live_changes_at > statement_timestamp() THEN
           s.live_changes_at ELSE (
    SELECT min(t.at) FROM releases n CROSS JOIN LATERAL (VALUES (n.live_from), (n.live_until)) t (at)
    WHERE n.workspace_id = $1 AND n.course_id = s.id AND n.published AND t.at > statement_timestamp()) END) -
        statement_timestamp())))::int FROM courses s
        WHERE s.workspace_id = $1 AND s.live_changes_at IS NOT NULL) AS "secondsLeft"
     FROM courses c WHERE c.workspace_id = $1 AND ($2::boolean OR c.visibility = 'public')
  AND CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN c.status <>
      'archived' AND EXISTS (SELECT 1 FROM live_release($1, c.id))
    ELSE c.status = 'published' AND c.live_release_number IS NOT NULL END) SELECT list.*, page.* FROM list LEFT JOIN
        LATERAL (SELECT c.slug, c.visibility, r.number, r.hash, r.live_from AS "publishedAt",
       (r.outline::jsonb - 'modules')::text AS fields
     FROM (SELECT c.id, c.slug, c.visibility FROM courses c WHERE c.workspace_id = $1 AND ($2::boolean OR c.visibility =
         'public')
  AND CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN c.status <>
      'archived' AND EXISTS (SELECT 1 FROM live_release($1, c.id))
    ELSE c.status = 'published' AND c.live_release_number IS NOT NULL END ORDER BY c.id DESC LIMIT $3 OFFSET $4) c
     CROSS JOIN LATERAL live_release($1, c.id) r
     ORDER BY c.id DESC) page ON true

-- delivery_lesson_up_to
SELECT CASE WHEN octet_length(t.body) <= $3::int THEN t.body END AS body, t.is_for_learners AS "isForLearners" FROM (
    SELECT (CASE WHEN n.learner_form = 2 THEN coalesce(n.learner_body, n.body) ELSE n.body END)::text AS body,
        n.learner_form = 2 AS is_for_learners FROM release_nodes n
    WHERE n.workspace_id = $1 AND n.hash = $2 OFFSET 0
  ) t

-- delivery_lessons_by_hash
SELECT n.hash, CASE WHEN n.learner_form = 2 THEN coalesce(n.learner_body, n.body) ELSE n.body END AS body,
    n.learner_form = 2 AS "isForLearners" FROM release_nodes n
  WHERE n.workspace_id = $1 AND n.hash = ANY($2::text[])

-- delivery_live_by_id
SELECT c.id AS "courseId", c.slug, c.visibility, r.id AS "releaseId", r.number, r.hash,
  CASE WHEN r.live_from <= statement_timestamp() THEN r.live_from ELSE r.first_live_from END AS "publishedAt", CASE
  WHEN c.live_changes_at > statement_timestamp() THEN least(31536000, floor(extract(epoch FROM c.live_changes_at -
      statement_timestamp())))::int
  WHEN c.live_changes_at IS NOT NULL THEN 0 END AS "secondsLeft", r.outline
     FROM courses c JOIN releases r ON r.workspace_id = $1 AND r.course_id = c.id AND r.number = CASE WHEN
         c.live_changes_at <= statement_timestamp()
  THEN (SELECT l.number FROM live_release($1, c.id) l) ELSE c.live_release_number END
     WHERE c.workspace_id = $1 AND c.id = $2::uuid

-- delivery_live_by_slug
SELECT c.id AS "courseId", c.slug, c.visibility, r.id AS "releaseId", r.number, r.hash,
  CASE WHEN r.live_from <= statement_timestamp() THEN r.live_from ELSE r.first_live_from END AS "publishedAt", CASE
  WHEN c.live_changes_at > statement_timestamp() THEN least(31536000, floor(extract(epoch FROM c.live_changes_at -
      statement_timestamp())))::int
  WHEN c.live_changes_at IS NOT NULL THEN 0 END AS "secondsLeft", r.outline
     FROM courses c JOIN releases r ON r.workspace_id = $1 AND r.course_id = c.id AND r.number = CASE WHEN
         c.live_changes_at <= statement_timestamp()
  THEN (SELECT l.number FROM live_release($1, c.id) l) ELSE c.live_release_number END
     WHERE c.workspace_id = $1 AND c.slug = $2::text

-- delivery_nodes_of_quiz
SELECT q.course_id AS "courseId", q.lesson_id AS "lessonId", q.hash FROM release_quizzes q
  WHERE q.workspace_id = $1 AND q.block_id = $2 ORDER BY q.course_id DESC

-- delivery_numbered_by_id
SELECT c.id AS "courseId", c.slug, c.visibility, r.id AS "releaseId", r.number, r.hash,
  CASE WHEN r.live_from <= statement_timestamp() THEN r.live_from ELSE r.first_live_from END AS "publishedAt", CASE
  WHEN c.live_changes_at > statement_timestamp() THEN least(31536000, floor(extract(epoch FROM c.live_changes_at -
      statement_timestamp())))::int
  WHEN c.live_changes_at IS NOT NULL THEN 0 END AS "secondsLeft", r.outline
     FROM courses c JOIN releases r ON r.workspace_id = $1 AND r.course_id = c.id AND r.number = $3 AND r.published AND
         coalesce(r.first_live_from, r.live_from) <= statement_timestamp() AND CASE WHEN c.live_changes_at <=
         statement_timestamp()
  THEN (SELECT l.number FROM live_release($1, c.id) l) ELSE c.live_release_number END IS NOT NULL
     WHERE c.workspace_id = $1 AND c.id = $2::uuid

-- delivery_numbered_by_slug
SELECT c.id AS "courseId", c.slug, c.visibility, r.id AS "releaseId", r.number, r.hash,
  CASE WHEN r.live_from <= statement_timestamp() THEN r.live_from ELSE r.first_live_from END AS "publishedAt", CASE
  WHEN c.live_changes_at > statement_timestamp() THEN least(31536000, floor(extract(epoch FROM c.live_changes_at -
      statement_timestamp())))::int
  WHEN c.live_changes_at IS NOT NULL THEN 0 END AS "secondsLeft", r.outline
     FROM courses c JOIN releases r ON r.workspace_id = $1 AND r.course_id = c.id AND r.number = $3 AND r.published AND
         coalesce(r.first_live_from, r.live_from) <= statement_timestamp() AND CASE WHEN c.live_changes_at <=
         statement_timestamp()
  THEN (SELECT l.number FROM live_release($1, c.id) l) ELSE c.live_release_number END IS NOT NULL
     WHERE c.workspace_id = $1 AND c.slug = $2::text

-- delivery_public_addresses
SELECT c.id, c.slug, CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN
    NULL ELSE c.published_at END AS "publishedAt"
   FROM courses c WHERE c.workspace_id = $1 AND ($2::boolean OR c.visibility = 'public')
  AND CASE WHEN (c.live_changes_at > '-infinity' AND c.live_changes_at <= statement_timestamp()) THEN c.status <>
      'archived' AND EXISTS (SELECT 1 FROM live_release($1, c.id))
    ELSE c.status = 'published' AND c.live_release_number IS NOT NULL END ORDER BY c.id DESC LIMIT $3

-- dismissals_count_others
SELECT count(*)::int AS count FROM dismissals d
  WHERE d.workspace_id = $1 AND d.course_id = $2 AND d.finding_id <> $3

-- dismissals_follow_block
UPDATE dismissals m SET course_id = $4 WHERE m.workspace_id = $1 AND m.course_id = $3 AND m.finding_id = ANY(ARRAY(
    SELECT d.finding_id FROM dismissals d WHERE d.workspace_id = $1 AND d.course_id = $3 AND d.node_id IN (SELECT
        $2::uuid AS id) AND NOT EXISTS (
      SELECT 1 FROM dismissals o WHERE o.workspace_id = $1 AND o.course_id = $4 AND o.finding_id = d.finding_id
    ) LIMIT greatest(0, 1000 - (
      SELECT count(*) FROM dismissals o WHERE o.workspace_id = $1 AND o.course_id = $4
    ))
  ))

-- dismissals_follow_lesson
UPDATE dismissals m SET course_id = $4 WHERE m.workspace_id = $1 AND m.course_id = $3 AND m.finding_id = ANY(ARRAY(
     SELECT d.finding_id FROM dismissals d WHERE d.workspace_id = $1 AND d.course_id = $3 AND d.node_id IN (SELECT
         $2::uuid AS id
  UNION ALL SELECT b.id FROM blocks b WHERE b.workspace_id = $1 AND b.lesson_id = $2) AND NOT EXISTS (
       SELECT 1 FROM dismissals o WHERE o.workspace_id = $1 AND o.course_id = $4 AND o.finding_id = d.finding_id
     ) LIMIT greatest(0, 1000 - (
       SELECT count(*) FROM dismissals o WHERE o.workspace_id = $1 AND o.course_id = $4
     ))
   ))

-- dismissals_follow_module
UPDATE dismissals m SET course_id = $4 WHERE m.workspace_id = $1 AND m.course_id = $3 AND m.finding_id = ANY(ARRAY(
     SELECT d.finding_id FROM dismissals d WHERE d.workspace_id = $1 AND d.course_id = $3 AND d.node_id IN (SELECT
         $2::uuid AS id
  UNION ALL SELECT l.id FROM lessons l WHERE l.workspace_id = $1 AND l.module_id = $2
  UNION ALL SELECT b.id FROM lessons l JOIN blocks b ON b.workspace_id = $1 AND b.lesson_id = l.id
  WHERE l.workspace_id = $1 AND l.module_id = $2) AND NOT EXISTS (
       SELECT 1 FROM dismissals o WHERE o.workspace_id = $1 AND o.course_id = $4 AND o.finding_id = d.finding_id
     ) LIMIT greatest(0, 1000 - (
       SELECT count(*) FROM dismissals o WHERE o.workspace_id = $1 AND o.course_id = $4
     ))
   ))

-- dismissals_insert
INSERT INTO dismissals AS d (workspace_id, course_id, finding_id, node_id, code, reason, caller)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (workspace_id, course_id, finding_id) DO UPDATE SET reason = EXCLUDED.reason, caller = EXCLUDED.caller
  RETURNING d.finding_id AS id, d.course_id AS "courseId", d.node_id AS "nodeId", d.code, d.reason, d.caller,
      d.created_at AS "createdAt"

-- dismissals_left_block
DELETE FROM dismissals d WHERE d.workspace_id = $1 AND d.course_id = $3 AND d.node_id IN (SELECT $2::uuid AS id)

-- dismissals_left_lesson
DELETE FROM dismissals d WHERE d.workspace_id = $1 AND d.course_id = $3 AND d.node_id IN (SELECT $2::uuid AS id
  UNION ALL SELECT b.id FROM blocks b WHERE b.workspace_id = $1 AND b.lesson_id = $2)

-- dismissals_left_module
DELETE FROM dismissals d WHERE d.workspace_id = $1 AND d.course_id = $3 AND d.node_id IN (SELECT $2::uuid AS id
  UNION ALL SELECT l.id FROM lessons l WHERE l.workspace_id = $1 AND l.module_id = $2
  UNION ALL SELECT b.id FROM lessons l JOIN blocks b ON b.workspace_id = $1 AND b.lesson_id = l.id
  WHERE l.workspace_id = $1 AND l.module_id = $2)

-- dismissals_of_course
SELECT d.finding_id AS id, d.course_id AS "courseId", d.node_id AS "nodeId", d.code, d.reason, d.caller, d.created_at AS
    "createdAt" FROM dismissals d WHERE d.workspace_id = $1 AND d.course_id = $2 LIMIT 1000

-- dismissals_remove
DELETE FROM dismissals d WHERE d.workspace_id = $1 AND d.course_id = $2 AND d.finding_id = $3
  RETURNING d.finding_id AS id

-- dismissals_remove_others
DELETE FROM dismissals d WHERE d.workspace_id = $1 AND d.course_id = $2
  AND NOT d.finding_id = ANY($3::uuid[]) AND NOT d.code = ANY($4::text[])

-- dismissals_restore
WITH restored AS (
    INSERT INTO dismissals (workspace_id, course_id, finding_id, node_id, code, reason, caller, created_at)
    SELECT $1, x.id, d.finding_id, d.node_id, d.code, d.reason, d.caller, d.created_at
    FROM trash_records x CROSS JOIN LATERAL json_to_recordset(coalesce(x.body -> 'dismissals', '[]'))
      AS d (finding_id uuid, node_id uuid, code text, reason text, caller text, created_at timestamptz)
    WHERE x.workspace_id = $1 AND x.trash_id = $2 AND x.level = 'course'
  ) SELECT c.id FROM courses c WHERE c.workspace_id = $1 LIMIT 0

-- draft_blocks_by_name
SELECT b.lesson_id AS "lessonId", b.id AS "blockId", b.key FROM blocks b
  WHERE b.workspace_id = $1 AND b.course_id = $2 AND (b.id::text = ANY($3::text[]) OR lower(b.key) = ANY($3::text[]))
      LIMIT 1000

-- embedded_grown_table
SELECT c.relname AS name FROM pg_class c
  CROSS JOIN LATERAL (SELECT pg_relation_size(c.oid) / current_setting('block_size')::int AS pages) s
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND s.pages >= greatest(2 * c.relpages, 16)
  ORDER BY s.pages - c.relpages DESC LIMIT 1

-- former_slug_course
SELECT f.course_id AS "courseId" FROM former_slugs f WHERE f.workspace_id = $1 AND f.slug = $2

-- former_slug_keep
INSERT INTO former_slugs (workspace_id, slug, course_id) VALUES ($1, $2, $3)
  ON CONFLICT (workspace_id, slug) DO UPDATE SET course_id = excluded.course_id, created_at = excluded.created_at

-- former_slugs_of_course
SELECT f.slug FROM former_slugs f WHERE f.workspace_id = $1 AND f.course_id = $2
  ORDER BY f.created_at DESC, f.slug OFFSET 20

-- former_slugs_remove
DELETE FROM former_slugs f WHERE f.workspace_id = $1 AND f.slug = ANY($2::text[])

-- idempotency_delete_expired
DELETE FROM idempotency_keys k WHERE k.workspace_id = $1 AND k.created_at < now() - interval '86400000 milliseconds'

-- idempotency_find
SELECT request = $4 AS same, result, greatest(1, ceil(extract(epoch FROM leased_until - clock_timestamp())))::int AS
    seconds FROM idempotency_keys k
  WHERE k.workspace_id = $1 AND k.caller = $2 AND k.key = $3 AND k.created_at > now() - interval '86400000 milliseconds'

-- idempotency_keep
INSERT INTO idempotency_keys (workspace_id, caller, key, request, result) VALUES ($1, $2, $3, $4, $5::json)
  ON CONFLICT (workspace_id, caller, key) DO UPDATE SET request = excluded.request, result = excluded.result,
    lease_id = NULL, leased_until = NULL, created_at = excluded.created_at

-- idempotency_lock
SELECT pg_try_advisory_xact_lock(hashtextextended($1, 7203998214)) AS locked

-- idempotency_release
DELETE FROM idempotency_keys k WHERE k.workspace_id = $1 AND k.caller = $2 AND k.key = $3 AND k.lease_id = $4

-- idempotency_renew
UPDATE idempotency_keys k SET leased_until = now() + interval '30 seconds'
  WHERE k.workspace_id = $1 AND k.caller = $2 AND k.key = $3 AND k.lease_id = $4

-- idempotency_reserve
INSERT INTO idempotency_keys AS k (workspace_id, caller, key, request, lease_id, leased_until)
  VALUES ($1, $2, $3, $4, $5, now() + interval '30 seconds')
  ON CONFLICT (workspace_id, caller, key) DO UPDATE SET request = excluded.request, result = NULL,
    lease_id = excluded.lease_id, leased_until = excluded.leased_until, created_at = excluded.created_at
  WHERE k.created_at < $6::timestamptz
    OR (k.result IS NULL AND coalesce(k.leased_until, '-infinity') < excluded.created_at)
  RETURNING k.key

-- idempotency_settle
UPDATE idempotency_keys k SET result = $5::json, lease_id = NULL, leased_until = NULL
  WHERE k.workspace_id = $1 AND k.caller = $2 AND k.key = $3 AND k.lease_id = $4 RETURNING k.key

-- idempotency_workspaces_with_expired
SELECT DISTINCT k.workspace_id AS "workspaceId" FROM idempotency_keys k WHERE k.created_at < now() - interval '86400000
    milliseconds'

-- key_by_hash
SELECT k.id, k.name, k.workspace_id AS "workspaceId", w.plan, array_to_json(k.scopes)::text AS scopes,
    k.expires_at AS "expiresAt", k.revoked_at IS NOT NULL AS revoked
  FROM api_keys k JOIN workspaces w ON w.id = k.workspace_id WHERE k.hash = $1

-- keys_taken
SELECT m.key FROM modules m WHERE m.workspace_id = $1 AND m.course_id = $2 AND m.key = ANY($3::text[]) AND m.id <>
    ALL($4::uuid[]) UNION ALL
  SELECT l.key FROM lessons l WHERE l.workspace_id = $1 AND l.course_id = $2 AND l.key = ANY($3::text[]) AND l.id <>
      ALL($4::uuid[]) UNION ALL
  SELECT b.key FROM blocks b WHERE b.workspace_id = $1 AND b.course_id = $2 AND b.key = ANY($3::text[]) AND b.id <>
      ALL($4::uuid[]) LIMIT 10

-- keys_twice
SELECT key FROM (
    SELECT m.key FROM modules m WHERE m.workspace_id = $1 AND m.course_id = $2 UNION ALL
    SELECT l.key FROM lessons l WHERE l.workspace_id = $1 AND l.course_id = $2 UNION ALL
    SELECT b.key FROM blocks b WHERE b.workspace_id = $1 AND b.course_id = $2
  ) records WHERE key IS NOT NULL GROUP BY key HAVING count(*) > 1 LIMIT 10

-- keys_used
UPDATE api_keys k SET last_used_at = used.at FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) AS used (id,
    at, before)
  WHERE k.id = used.id AND (k.last_used_at IS NULL OR k.last_used_at <= used.before)

-- lessons_by_id
SELECT t.id, t.course_id AS "courseId", t.module_id AS "moduleId", t."name", t."description", t."duration_minutes" AS
    "durationMinutes", t."objectives", t."prerequisites", t."optional", t."attributes", t."order", t.key, t.version,
    t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy"
    FROM lessons t WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[])

-- lessons_by_parent
SELECT t.id, t.course_id AS "courseId", t.module_id AS "moduleId", t."name", t."description", t."duration_minutes" AS
    "durationMinutes", t."objectives", t."prerequisites", t."optional", t."attributes", t."order", t.key, t.version,
    t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy"
    FROM lessons t WHERE t.workspace_id = $1 AND t.module_id = ANY($2::uuid[]) ORDER BY t."order" LIMIT $3

-- lessons_change
WITH before AS MATERIALIZED (SELECT o."key", o."name", o."description", o."objectives", o."prerequisites",
    o."attributes", o.version FROM lessons o WHERE o.workspace_id = $1 AND o.id = $2), course AS (UPDATE courses c SET
    tree_version = CASE WHEN c.status = 'archived' THEN refuse_archived_course(c.id) ELSE c.tree_version + 1 END,
    content_updated_at = greatest(c.content_updated_at, now())
  WHERE c.workspace_id = $1 AND c.id = (SELECT t.course_id FROM lessons t WHERE t.workspace_id = $1 AND t.id = $2)
  RETURNING c.id AS course_id, c.tree_version), changed AS (
        UPDATE lessons t SET "key" = CASE WHEN $5::boolean THEN CASE WHEN $6::text IS NOT NULL THEN unused_key($1,
            course.course_id, $6::text, t.id) END ELSE t."key" END, "name" = CASE WHEN $7::boolean THEN $8::text ELSE
            t."name" END, "description" = CASE WHEN $9::boolean THEN $10::text ELSE t."description" END,
            "duration_minutes" = CASE WHEN $11::boolean THEN $12::integer ELSE t."duration_minutes" END, "objectives" =
            CASE WHEN $13::boolean THEN $14::text[] ELSE t."objectives" END, "prerequisites" = CASE WHEN $15::boolean
            THEN $16::text[] ELSE t."prerequisites" END, "optional" = CASE WHEN $17::boolean THEN $18::boolean ELSE
            t."optional" END, "attributes" = CASE WHEN $19::boolean THEN $20::json ELSE t."attributes" END, version =
            t.version + 1, updated_at = now(), updated_by = $21 FROM course WHERE t.workspace_id = $1 AND t.id = $2 AND
            ($3::int IS NULL OR t.version = $3) AND $4::int IS NULL RETURNING t.id, t.course_id AS "courseId",
            t.module_id AS "moduleId", t."name", t."description", t."duration_minutes" AS "durationMinutes",
            t."objectives", t."prerequisites", t."optional", t."attributes", t."order", t.key, t.version, t.created_at
            AS "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy"
      ), recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller,
          request_id, nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $22::uuid, course.course_id, course.tree_version, $23::text, $24::text, $25::text,
      w.nodes, w.count, 500 + coalesce(octet_length(changed."key"), 0) + octet_length(changed."name") +
      coalesce(octet_length(changed."description"), 0) + coalesce(octet_length(changed."objectives"::text), 0) +
      coalesce(octet_length(changed."prerequisites"::text), 0) + coalesce(octet_length(changed."attributes"::text), 0) -
      (SELECT 500 + coalesce(octet_length(b."key"), 0) + octet_length(b."name") +
      coalesce(octet_length(b."description"), 0) + coalesce(octet_length(b."objectives"::text), 0) +
      coalesce(octet_length(b."prerequisites"::text), 0) + coalesce(octet_length(b."attributes"::text), 0) FROM before
      b), CASE WHEN NOT EXISTS (SELECT FROM before b WHERE (b.version + 1, b."key", b."name", b."description",
      b."objectives", b."prerequisites", b."attributes"::text) IS NOT DISTINCT FROM (changed.version, changed."key",
      changed."name", changed."description", changed."objectives", changed."prerequisites", changed."attributes"::text))
      THEN 'node:0' END
  FROM changed CROSS JOIN course CROSS JOIN (SELECT $26::jsonb AS nodes, $27::int AS count) w /* on the node of
      course.course_id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor)) SELECT h.* FROM changed h

-- lessons_change_order
WITH before AS MATERIALIZED (SELECT o."key", o."name", o."description", o."objectives", o."prerequisites",
    o."attributes", o.version FROM lessons o WHERE o.workspace_id = $1 AND o.id = $2), place AS (SELECT * FROM
    place_lesson($1, NULL, $4, $2)), changed AS (
        UPDATE lessons t SET "key" = CASE WHEN $5::boolean THEN CASE WHEN $6::text IS NOT NULL THEN unused_key($1,
            place.course_id, $6::text, t.id) END ELSE t."key" END, "name" = CASE WHEN $7::boolean THEN $8::text ELSE
            t."name" END, "description" = CASE WHEN $9::boolean THEN $10::text ELSE t."description" END,
            "duration_minutes" = CASE WHEN $11::boolean THEN $12::integer ELSE t."duration_minutes" END, "objectives" =
            CASE WHEN $13::boolean THEN $14::text[] ELSE t."objectives" END, "prerequisites" = CASE WHEN $15::boolean
            THEN $16::text[] ELSE t."prerequisites" END, "optional" = CASE WHEN $17::boolean THEN $18::boolean ELSE
            t."optional" END, "attributes" = CASE WHEN $19::boolean THEN $20::json ELSE t."attributes" END, version =
            t.version + 1, updated_at = now(), updated_by = $21, "order" = place.position FROM place WHERE
            t.workspace_id = $1 AND t.id = $2 AND ($3::int IS NULL OR t.version = $3) RETURNING t.id, t.course_id AS
            "courseId", t.module_id AS "moduleId", t."name", t."description", t."duration_minutes" AS "durationMinutes",
            t."objectives", t."prerequisites", t."optional", t."attributes", t."order", t.key, t.version, t.created_at
            AS "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy"
      ), recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller,
          request_id, nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $22::uuid, place.course_id, place.tree_version, $23::text, $24::text, $25::text,
      w.nodes, w.count, 500 + coalesce(octet_length(changed."key"), 0) + octet_length(changed."name") +
      coalesce(octet_length(changed."description"), 0) + coalesce(octet_length(changed."objectives"::text), 0) +
      coalesce(octet_length(changed."prerequisites"::text), 0) + coalesce(octet_length(changed."attributes"::text), 0) -
      (SELECT 500 + coalesce(octet_length(b."key"), 0) + octet_length(b."name") +
      coalesce(octet_length(b."description"), 0) + coalesce(octet_length(b."objectives"::text), 0) +
      coalesce(octet_length(b."prerequisites"::text), 0) + coalesce(octet_length(b."attributes"::text), 0) FROM before
      b), CASE WHEN NOT EXISTS (SELECT FROM before b WHERE (b.version + 1, b."key", b."name", b."description",
      b."objectives", b."prerequisites", b."attributes"::text) IS NOT DISTINCT FROM (changed.version, changed."key",
      changed."name", changed."description", changed."objectives", changed."prerequisites", changed."attributes"::text))
      THEN 'node:0' END
  FROM changed CROSS JOIN place CROSS JOIN (SELECT $26::jsonb AS nodes, $27::int AS count) w /* on the node of
      place.course_id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor)) SELECT h.* FROM changed h

-- lessons_copy
WITH inserted AS (INSERT INTO lessons AS w (id, workspace_id, course_id, module_id, key, "order", "name", "description",
    "duration_minutes", "objectives", "prerequisites", "optional", "attributes", created_by, updated_by)
      SELECT n.id, $1, $2, n.parent, CASE WHEN $4::boolean THEN t.key END, coalesce(n."order", t."order"),
          coalesce(n.name, t.name), t."description", t."duration_minutes", t."objectives", t."prerequisites",
          t."optional", t."attributes", $5::text, $5::text
      FROM json_to_recordset($3::json) AS n (old uuid, id uuid, parent uuid, "order" int, name text)
      CROSS JOIN LATERAL (SELECT o.* FROM lessons o WHERE o.workspace_id = $1 AND o.id = n.old OFFSET 0) t RETURNING
          w."key", w."name", w."description", w."objectives", w."prerequisites", w."attributes"), tallied AS (INSERT
          INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */, next_tally($1 /*
          here.workspace_id */), 'drafts', s.bytes
  FROM (SELECT sum(500 + coalesce(octet_length(i."key"), 0) + octet_length(i."name") +
      coalesce(octet_length(i."description"), 0) + coalesce(octet_length(i."objectives"::text), 0) +
      coalesce(octet_length(i."prerequisites"::text), 0) + coalesce(octet_length(i."attributes"::text), 0)) AS bytes
      FROM inserted i) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL) SELECT c.id FROM courses c WHERE
      c.workspace_id = $1 LIMIT 0

-- lessons_count_by_module
SELECT l.module_id AS id, count(*)::int AS count FROM lessons l
  WHERE l.workspace_id = $1 AND l.module_id = ANY($2::uuid[]) GROUP BY l.module_id

-- lessons_create
WITH place AS (SELECT * FROM place_lesson($1, $2, $4, NULL)), inserted AS (INSERT INTO lessons AS t (id, workspace_id,
    course_id, module_id, "order", "key", "name", "description", "duration_minutes", "objectives", "prerequisites",
    "optional", "attributes", created_by, updated_by)
    SELECT $3, $1 /* here.workspace_id */, place.course_id, $2, place.position, CASE WHEN $5::text IS NOT NULL THEN
        unused_key($1, place.course_id, $5::text, $3) END, $6::text, $7::text, $8::integer, $9::text[], $10::text[],
        $11::boolean, $12::json, $13::text, $13::text
    FROM place /* on the node of place.course_id */ RETURNING t.id, t.course_id AS "courseId", t.module_id AS
        "moduleId", t."name", t."description", t."duration_minutes" AS "durationMinutes", t."objectives",
        t."prerequisites", t."optional", t."attributes", t."order", t.key, t.version, t.created_at AS "createdAt",
        t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy"),
      recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller, request_id,
          nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $14::uuid, place.course_id, place.tree_version, $15::text, $16::text, $17::text,
      w.nodes, w.count, 500 + coalesce(octet_length(inserted."key"), 0) + octet_length(inserted."name") +
      coalesce(octet_length(inserted."description"), 0) + coalesce(octet_length(inserted."objectives"::text), 0) +
      coalesce(octet_length(inserted."prerequisites"::text), 0) + coalesce(octet_length(inserted."attributes"::text),
      0), CASE WHEN NOT false THEN 'node:0' END
  FROM inserted CROSS JOIN place CROSS JOIN (SELECT $18::jsonb AS nodes, $19::int AS count) w /* on the node of
      place.course_id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor)) SELECT i.* FROM inserted i

-- lessons_current
SELECT t.id, t.module_id AS "parentId", t.key, t."order", t."name", t."description", t."duration_minutes" AS
    "durationMinutes", t."objectives", t."prerequisites", t."optional", t."attributes" FROM lessons t
  WHERE t.workspace_id = $1 AND t.course_id = $2 ORDER BY t."order" LIMIT $3

-- lessons_follow_module
UPDATE lessons l SET course_id = $3 WHERE l.workspace_id = $1 AND l.module_id = $2 RETURNING l.id

-- lessons_ids_by_parent
SELECT t.id, t.module_id AS "parentId" FROM lessons t
  WHERE t.workspace_id = $1 AND t.module_id = ANY($2::uuid[])
  ORDER BY t."order" LIMIT $3

-- lessons_insert_all
WITH inserted AS (INSERT INTO lessons AS w (id, workspace_id, course_id, module_id, key, "order", "name", "description",
    "duration_minutes", "objectives", "prerequisites", "optional", "attributes", version, created_by, updated_by) SELECT
    n.id, $1 /* here.workspace_id */, $2, n.parent, n.key, n."order", n."name", n."description", n."duration_minutes",
    n."objectives", n."prerequisites", n."optional", n."attributes"::json, coalesce(n.version, 1), $4::text, $4::text
    FROM json_to_recordset($3::json) AS n (id uuid, parent uuid, key text, "order" int, version int, "name" text,
    "description" text, "duration_minutes" integer, "objectives" text[], "prerequisites" text[], "optional" boolean,
    "attributes" text) /* on the node of the workspace */ RETURNING w."key", w."name", w."description", w."objectives",
    w."prerequisites", w."attributes"), tallied AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT
    $1 /* here.workspace_id */, next_tally($1 /* here.workspace_id */), 'drafts', s.bytes
  FROM (SELECT sum(500 + coalesce(octet_length(i."key"), 0) + octet_length(i."name") +
      coalesce(octet_length(i."description"), 0) + coalesce(octet_length(i."objectives"::text), 0) +
      coalesce(octet_length(i."prerequisites"::text), 0) + coalesce(octet_length(i."attributes"::text), 0)) AS bytes
      FROM inserted i) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL) SELECT c.id FROM courses c WHERE
      c.workspace_id = $1 LIMIT 0

-- lessons_move
WITH place AS (SELECT * FROM place_lesson($1, $3, $4, $2)), moved AS (
      UPDATE lessons t SET course_id = place.course_id, module_id = $3, "order" = place.position, version = t.version +
          1, updated_at = now(), updated_by = $5
      FROM place WHERE t.workspace_id = $1 AND t.id = $2
      RETURNING t.id, t.course_id AS "courseId", t.module_id AS "moduleId", t."name", t."description",
          t."duration_minutes" AS "durationMinutes", t."objectives", t."prerequisites", t."optional", t."attributes",
          t."order", t.key, t.version, t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.created_by AS
          "createdBy", t.updated_by AS "updatedBy"
    ), recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller, request_id,
        nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $6::uuid, p.course_id, p.tree_version, $7::text, $8::text, $9::text, w.nodes,
      w.count, 0, CASE WHEN NOT false THEN 'node:0' END
  FROM moved m CROSS JOIN place p CROSS JOIN (SELECT $10::jsonb AS nodes, $11::int AS count) w /* on the node of
      p.course_id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor))
    SELECT m.* FROM moved m

-- lessons_move_lock
SELECT c.id FROM courses c WHERE c.workspace_id = $1 AND c.id IN (
    (SELECT t.course_id FROM lessons t WHERE t.workspace_id = $1 AND t.id = $2),
    (SELECT p.course_id FROM modules p WHERE p.workspace_id = $1 AND p.id = $3)
  ) ORDER BY c.id FOR NO KEY UPDATE

-- lessons_of_courses_complete
SELECT t.id, t.course_id AS "courseId", t.module_id AS "moduleId", t."name", t."description", t."duration_minutes" AS
    "durationMinutes", t."objectives", t."prerequisites", t."optional", t."attributes", t."order", t.key, t.version,
    t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy"
    FROM lessons t
  WHERE t.workspace_id = $1 AND t.course_id = ANY($2::uuid[]) ORDER BY t."order" LIMIT $3

-- lessons_of_courses_content
SELECT t.id, t.module_id AS "moduleId", t."name", t."description", t."duration_minutes" AS "durationMinutes",
    t."optional", t."order" FROM lessons t
  WHERE t.workspace_id = $1 AND t.course_id = ANY($2::uuid[]) ORDER BY t."order" LIMIT $3

-- lessons_of_courses_lean
SELECT t.id, t.module_id AS "moduleId", t."name", t."description", t."duration_minutes" AS "durationMinutes",
    t."optional", t."order" FROM lessons t
  WHERE t.workspace_id = $1 AND t.course_id = ANY($2::uuid[]) ORDER BY t."order" LIMIT $3

-- lessons_page
WITH list AS (SELECT (SELECT count(*)::int FROM lessons n
    WHERE n.workspace_id = $1 AND n.module_id = p.id) AS total
  FROM modules p WHERE p.workspace_id = $1 AND p.id = $2) SELECT list.*, page.* FROM list LEFT JOIN LATERAL (SELECT
      t.id, t.course_id AS "courseId", t.module_id AS "moduleId", t."name", t."description", t."duration_minutes" AS
      "durationMinutes", t."objectives", t."prerequisites", t."optional", t."attributes", t."order", t.key, t.version,
      t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy"
      FROM lessons t WHERE t.workspace_id = $1 AND t.module_id = $2 ORDER BY t."order" LIMIT $3 OFFSET $4) page ON true

-- lessons_place
WITH place AS (SELECT * FROM place_lesson($1, $2, $3, NULL)), recorded AS (INSERT INTO changes AS h (workspace_id, id,
    course_id, tree_version, operation, caller, request_id, nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $4::uuid, p.course_id, p.tree_version, $5::text, $6::text, $7::text, w.nodes,
      w.count, 0, CASE WHEN NOT false THEN 'node:0' END
  FROM place p CROSS JOIN (SELECT $8::jsonb AS nodes, $9::int AS count) w /* on the node of p.course_id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor))
      SELECT p.position FROM place p

-- lessons_place_before_delete
WITH RECURSIVE before AS (
    SELECT $3::uuid AS id, 0 AS step
    UNION ALL
    SELECT d.previous_id, b.step + 1 FROM before b CROSS JOIN LATERAL (
      SELECT t.previous_id FROM trash t WHERE t.workspace_id = $1 AND t.node_id = b.id AND t.parent_id = $2
      ORDER BY t.id DESC LIMIT 1
    ) d WHERE b.step < 1000 AND NOT EXISTS (SELECT 1 FROM lessons s WHERE s.workspace_id = $1 AND s.module_id = $2 AND
        s.id = b.id)
  ), last AS (SELECT b.id FROM before b ORDER BY b.step DESC LIMIT 1),
  found AS (SELECT l.id, (SELECT s."order" FROM lessons s WHERE s.workspace_id = $1 AND s.module_id = $2 AND s.id =
      l.id) AS "order" FROM last l)
  SELECT f.id, f."order", (SELECT min(s."order") FROM lessons s WHERE s.workspace_id = $1 AND s.module_id = $2 AND
      s."order" > coalesce(f."order", -1)) AS "nextOrder"
  FROM found f

-- lessons_place_restored
WITH place AS (SELECT * FROM place_lesson($1, $2, $3, NULL)), recorded AS (INSERT INTO changes AS h (workspace_id, id,
    course_id, tree_version, operation, caller, request_id, nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $5::uuid, p.course_id, p.tree_version, $6::text, $7::text, $8::text, w.nodes ||
      (SELECT CASE WHEN count(*) < 1000
    THEN coalesce(jsonb_agg(jsonb_build_object('level', o.level, 'id', o.id, 'change', 'restored')
      ORDER BY array_position('{module,lesson,block}'::text[], o.level::text)), '[]') ELSE '[]' END FROM (SELECT
          x.level, x.id FROM trash_records x JOIN trash t ON t.workspace_id = $1 AND t.id = x.trash_id
      WHERE x.workspace_id = $1 AND x.trash_id = $4 AND x.id <> t.node_id) o), w.count + (SELECT count(*)::int FROM
          (SELECT x.level, x.id FROM trash_records x JOIN trash t ON t.workspace_id = $1 AND t.id = x.trash_id
      WHERE x.workspace_id = $1 AND x.trash_id = $4 AND x.id <> t.node_id) o), 0, CASE WHEN NOT false THEN 'node:0' END
  FROM place p CROSS JOIN (SELECT $9::jsonb AS nodes, $10::int AS count) w /* on the node of p.course_id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor))
      SELECT p.position, p.course_id AS "courseId" FROM place p

-- lessons_remove
WITH roots AS NOT MATERIALIZED (
    SELECT n.entry, n.id, n.previous, $5::uuid[] IS NOT NULL AS has_previous
    FROM unnest($3::uuid[], $2::uuid[], $5::uuid[]) AS n (entry, id, previous)
  ), records AS (
    INSERT INTO trash_records AS x
      (workspace_id, trash_id, id, level, parent_id, key, "order", version, block_type, body, bytes, created_at,
          created_by)
    SELECT $1, r.entry, n.id, 'lesson', n.module_id, n.key, n."order", n.version, NULL, to_json(n), 500 +
        coalesce(octet_length(n."key"), 0) + octet_length(n."name") + coalesce(octet_length(n."description"), 0) +
        coalesce(octet_length(n."objectives"::text), 0) + coalesce(octet_length(n."prerequisites"::text), 0) +
        coalesce(octet_length(n."attributes"::text), 0), n.created_at, n.created_by FROM roots r CROSS JOIN LATERAL
        (SELECT o.* FROM lessons o WHERE o.workspace_id = $1 AND o.id = r.id OFFSET 0) n UNION ALL SELECT $1, r.entry,
        n.id, 'block', n.lesson_id, n.key, n."order", n.version, n.type, n.content, 500 +
        coalesce(octet_length(n."key"), 0) + octet_length(n."type") + octet_length(n."content"::text), n.created_at,
        n.created_by FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM blocks o WHERE o.workspace_id = $1 AND o.lesson_id
        = r.id OFFSET 0) n RETURNING x.trash_id, x.id, x.level, x.bytes
  ), drafts_left AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */,
      next_tally($1 /* here.workspace_id */), 'drafts', s.bytes
  FROM (SELECT -sum(c.bytes) AS bytes FROM records c) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL
  ), trash_grown AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */,
      next_tally($1 /* here.workspace_id */), 'trash', s.bytes
  FROM (SELECT sum(c.bytes) AS bytes FROM records c) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL
  ), entries AS (INSERT INTO trash (workspace_id, id, level, node_id, course_id, parent_id, previous_id, "order", name,
      block_type, records, deleted_by)
    SELECT $1 /* here.workspace_id */, r.entry, 'lesson', r.id, t.course_id, t.module_id, CASE WHEN r.has_previous THEN
        r.previous ELSE (
   SELECT s.id FROM lessons s WHERE s.workspace_id = $1 AND s.module_id = t.module_id AND s."order" < t."order"
   ORDER BY s."order" DESC LIMIT 1) END, t."order", t.name, NULL, k.records, $4
    FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM lessons o WHERE o.workspace_id = $1 AND o.id = r.id OFFSET 0) t
    JOIN (SELECT c.trash_id, count(*)::int AS records FROM records c GROUP BY c.trash_id) k ON k.trash_id = r.entry /*
        on the node of the workspace */), removed AS (
          DELETE FROM lessons t WHERE t.workspace_id = $1 AND t.id = ANY($2) RETURNING t.id, t.course_id, t.module_id AS
              parent_id
        ), changed AS (
          UPDATE courses c SET tree_version = CASE WHEN c.status = 'archived' THEN refuse_archived_course(c.id) ELSE
              c.tree_version + 1 END, content_updated_at = greatest(c.content_updated_at, now())
          WHERE c.workspace_id = $1 AND c.id = ANY(ARRAY(SELECT d.course_id FROM removed d)) RETURNING c.id,
              c.tree_version
        ), recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller,
            request_id, nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $6::uuid, d.id, d.tree_version, $7::text, $8::text, $9::text, w.nodes || (SELECT
      CASE WHEN count(*) < 1000
    THEN coalesce(jsonb_agg(jsonb_build_object('level', o.level, 'id', o.id, 'change', 'deleted')
      ORDER BY array_position('{module,lesson,block}'::text[], o.level::text)), '[]') ELSE '[]' END FROM (SELECT
          c.level, c.id FROM records c WHERE c.id <> ALL($2)) o), w.count + (SELECT count(*)::int FROM (SELECT c.level,
          c.id FROM records c WHERE c.id <> ALL($2)) o), 0, CASE WHEN NOT false THEN 'node:0' END
  FROM changed d CROSS JOIN (SELECT $10::jsonb AS nodes, $11::int AS count) w /* on the node of d.id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor))
      SELECT d.id, d.course_id AS "courseId", d.parent_id AS "parentId" FROM removed d

-- lessons_remove_all
DELETE FROM lessons t WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[])

-- lessons_remove_lock
SELECT c.id FROM courses c WHERE c.workspace_id = $1
  AND c.id = (SELECT t.course_id FROM lessons t WHERE t.workspace_id = $1 AND t.id = ($2::uuid[])[1])
  FOR NO KEY UPDATE

-- lessons_reorder
UPDATE lessons t SET "order" = n.position - 1 FROM unnest($2::uuid[]) WITH ORDINALITY AS n (id, position)
  WHERE t.workspace_id = $1 AND t.id::text = n.id::text AND t.id = ANY($2) AND t."order" <> n.position - 1

-- lessons_restore
WITH inserted AS (INSERT INTO lessons AS w (id, workspace_id, course_id, module_id, key, "order", "name", "description",
    "duration_minutes", "objectives", "prerequisites", "optional", "attributes", version, created_at, updated_at,
    created_by, updated_by) SELECT x.id, $1, $3, x.parent_id, x.key, CASE WHEN x.id = $4::uuid THEN $5::int ELSE
    x."order" END, n."name", n."description", n."duration_minutes", coalesce(n."objectives", '{}'),
    coalesce(n."prerequisites", '{}'), coalesce(n."optional", false), n."attributes", greatest(x.version, (SELECT
    c.tree_version FROM courses c WHERE c.workspace_id = $1 AND c.id = $3)) + 1, x.created_at, now(), x.created_by,
    $6::text FROM trash_records x CROSS JOIN LATERAL json_to_record(x.body) AS n ("name" text, "description" text,
    "duration_minutes" integer, "objectives" text[], "prerequisites" text[], "optional" boolean, "attributes" json)
  WHERE x.workspace_id = $1 AND x.trash_id = $2 AND x.level = 'lesson' RETURNING w."key", w."name", w."description",
      w."objectives", w."prerequisites", w."attributes"), tallied AS (INSERT INTO storage_tallies (workspace_id, seq,
      kind, bytes) SELECT $1 /* here.workspace_id */, next_tally($1 /* here.workspace_id */), 'drafts', s.bytes
  FROM (SELECT sum(500 + coalesce(octet_length(i."key"), 0) + octet_length(i."name") +
      coalesce(octet_length(i."description"), 0) + coalesce(octet_length(i."objectives"::text), 0) +
      coalesce(octet_length(i."prerequisites"::text), 0) + coalesce(octet_length(i."attributes"::text), 0)) AS bytes
      FROM inserted i) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL) SELECT c.id FROM courses c WHERE
      c.workspace_id = $1 LIMIT 0

-- lessons_shift_all
UPDATE lessons t SET "order" = n."order" FROM unnest($2::uuid[], $3::int[]) AS n (id, "order")
  WHERE t.workspace_id = $1 AND t.id::text = n.id::text AND t.id = ANY($2)

-- lessons_texts
SELECT t.id, t."description" AS "description", t."objectives" AS "objectives", t."prerequisites" AS "prerequisites" FROM
    lessons t WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[])

-- lessons_texts_change
WITH n AS MATERIALIZED (SELECT r.* FROM json_to_recordset($2::json) AS r (id uuid, "description" text, "objectives"
    text[], "prerequisites" text[]))
  UPDATE lessons t SET "description" = n."description", "objectives" = n."objectives", "prerequisites" =
      n."prerequisites" FROM n
  WHERE t.workspace_id = $1 AND t.id::text = n.id::text AND t.id = ANY(ARRAY(SELECT i.id FROM n i))

-- lessons_to_trash
WITH roots AS NOT MATERIALIZED (
    SELECT n.entry, n.id, n.previous, $5::uuid[] IS NOT NULL AS has_previous
    FROM unnest($3::uuid[], $2::uuid[], $5::uuid[]) AS n (entry, id, previous)
  ), records AS (
    INSERT INTO trash_records AS x
      (workspace_id, trash_id, id, level, parent_id, key, "order", version, block_type, body, bytes, created_at,
          created_by)
    SELECT $1, r.entry, n.id, 'lesson', n.module_id, n.key, n."order", n.version, NULL, to_json(n), 500 +
        coalesce(octet_length(n."key"), 0) + octet_length(n."name") + coalesce(octet_length(n."description"), 0) +
        coalesce(octet_length(n."objectives"::text), 0) + coalesce(octet_length(n."prerequisites"::text), 0) +
        coalesce(octet_length(n."attributes"::text), 0), n.created_at, n.created_by FROM roots r CROSS JOIN LATERAL
        (SELECT o.* FROM lessons o WHERE o.workspace_id = $1 AND o.id = r.id OFFSET 0) n UNION ALL SELECT $1, r.entry,
        n.id, 'block', n.lesson_id, n.key, n."order", n.version, n.type, n.content, 500 +
        coalesce(octet_length(n."key"), 0) + octet_length(n."type") + octet_length(n."content"::text), n.created_at,
        n.created_by FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM blocks o WHERE o.workspace_id = $1 AND o.lesson_id
        = r.id OFFSET 0) n RETURNING x.trash_id, x.id, x.level, x.bytes
  ), drafts_left AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */,
      next_tally($1 /* here.workspace_id */), 'drafts', s.bytes
  FROM (SELECT -sum(c.bytes) AS bytes FROM records c) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL
  ), trash_grown AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */,
      next_tally($1 /* here.workspace_id */), 'trash', s.bytes
  FROM (SELECT sum(c.bytes) AS bytes FROM records c) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL
  ), entries AS (INSERT INTO trash (workspace_id, id, level, node_id, course_id, parent_id, previous_id, "order", name,
      block_type, records, deleted_by)
    SELECT $1 /* here.workspace_id */, r.entry, 'lesson', r.id, t.course_id, t.module_id, CASE WHEN r.has_previous THEN
        r.previous ELSE (
   SELECT s.id FROM lessons s WHERE s.workspace_id = $1 AND s.module_id = t.module_id AND s."order" < t."order"
   ORDER BY s."order" DESC LIMIT 1) END, t."order", t.name, NULL, k.records, $4
    FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM lessons o WHERE o.workspace_id = $1 AND o.id = r.id OFFSET 0) t
    JOIN (SELECT c.trash_id, count(*)::int AS records FROM records c GROUP BY c.trash_id) k ON k.trash_id = r.entry /*
        on the node of the workspace */) SELECT c.id FROM courses c WHERE c.workspace_id = $1 LIMIT 0

-- lessons_update_all
WITH before AS MATERIALIZED (SELECT sum(500 + coalesce(octet_length(o."key"), 0) + octet_length(o."name") +
    coalesce(octet_length(o."description"), 0) + coalesce(octet_length(o."objectives"::text), 0) +
    coalesce(octet_length(o."prerequisites"::text), 0) + coalesce(octet_length(o."attributes"::text), 0))::bigint AS
    bytes FROM lessons o WHERE o.workspace_id = $1 AND o.id = ANY(ARRAY(SELECT (n.node ->> 'id')::uuid FROM
    json_array_elements($2::json) AS n (node)))), updated AS (WITH n AS MATERIALIZED (SELECT r.* FROM
    json_to_recordset($2::json) AS r (id uuid, parent uuid, key text, "order" int, version int, "name" text,
    "description" text, "duration_minutes" integer, "objectives" text[], "prerequisites" text[], "optional" boolean,
    "attributes" text))
      UPDATE lessons t SET module_id = n.parent, key = n.key, "order" = n."order", "name" = n."name", "description" =
          n."description", "duration_minutes" = n."duration_minutes", "objectives" = n."objectives", "prerequisites" =
          n."prerequisites", "optional" = n."optional", "attributes" = n."attributes"::json,
        version = t.version + 1, updated_at = now(), updated_by = $3
      FROM n WHERE t.workspace_id = $1 AND t.id::text = n.id::text AND t.id = ANY(ARRAY(SELECT i.id FROM n i)) RETURNING
          t."key", t."name", t."description", t."objectives", t."prerequisites", t."attributes"), tallied AS (INSERT
          INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */, next_tally($1 /*
          here.workspace_id */), 'drafts', s.bytes
  FROM (SELECT sum(500 + coalesce(octet_length(u."key"), 0) + octet_length(u."name") +
      coalesce(octet_length(u."description"), 0) + coalesce(octet_length(u."objectives"::text), 0) +
      coalesce(octet_length(u."prerequisites"::text), 0) + coalesce(octet_length(u."attributes"::text), 0)) -
      max(b.bytes) AS bytes FROM updated u CROSS JOIN before b) s /* on the node of the workspace */ WHERE s.bytes IS
      NOT NULL) SELECT c.id FROM courses c WHERE c.workspace_id = $1 LIMIT 0

-- lessons_version
SELECT t.version FROM lessons t WHERE t.workspace_id = $1 AND t.id = $2

-- lessons_with_course_version
SELECT t.id, t.course_id AS "courseId", t.module_id AS "moduleId", t."name", t."description", t."duration_minutes" AS
    "durationMinutes", t."objectives", t."prerequisites", t."optional", t."attributes", t."order", t.key, t.version,
    t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy",
    c.id || ' ' || c.tree_version AS "courseVersion" FROM lessons t
  CROSS JOIN LATERAL (SELECT o.* FROM courses o WHERE o.workspace_id = $1 AND o.id = t.course_id OFFSET 0) c
  WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[])

-- lessons_with_ids
SELECT t.id FROM lessons t WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[]) AND (t."description"::text ~*
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}' OR t."objectives"::text ~*
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}' OR t."prerequisites"::text ~*
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')

-- modules_by_id
SELECT t.id, t.course_id AS "courseId", t."name", t."description", t."duration_minutes" AS "durationMinutes",
    t."objectives", t."prerequisites", t."optional", t."attributes", t."order", t.key, t.version, t.created_at AS
    "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy" FROM modules t
    WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[])

-- modules_by_parent
SELECT t.id, t.course_id AS "courseId", t."name", t."description", t."duration_minutes" AS "durationMinutes",
    t."objectives", t."prerequisites", t."optional", t."attributes", t."order", t.key, t.version, t.created_at AS
    "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy" FROM modules t
    WHERE t.workspace_id = $1 AND t.course_id = ANY($2::uuid[]) ORDER BY t."order" LIMIT $3

-- modules_change
WITH before AS MATERIALIZED (SELECT o."key", o."name", o."description", o."objectives", o."prerequisites",
    o."attributes", o.version FROM modules o WHERE o.workspace_id = $1 AND o.id = $2), course AS (UPDATE courses c SET
    tree_version = CASE WHEN c.status = 'archived' THEN refuse_archived_course(c.id) ELSE c.tree_version + 1 END,
    content_updated_at = greatest(c.content_updated_at, now())
  WHERE c.workspace_id = $1 AND c.id = (SELECT t.course_id FROM modules t WHERE t.workspace_id = $1 AND t.id = $2)
  RETURNING c.id AS course_id, c.tree_version), changed AS (
        UPDATE modules t SET "key" = CASE WHEN $5::boolean THEN CASE WHEN $6::text IS NOT NULL THEN unused_key($1,
            course.course_id, $6::text, t.id) END ELSE t."key" END, "name" = CASE WHEN $7::boolean THEN $8::text ELSE
            t."name" END, "description" = CASE WHEN $9::boolean THEN $10::text ELSE t."description" END,
            "duration_minutes" = CASE WHEN $11::boolean THEN $12::integer ELSE t."duration_minutes" END, "objectives" =
            CASE WHEN $13::boolean THEN $14::text[] ELSE t."objectives" END, "prerequisites" = CASE WHEN $15::boolean
            THEN $16::text[] ELSE t."prerequisites" END, "optional" = CASE WHEN $17::boolean THEN $18::boolean ELSE
            t."optional" END, "attributes" = CASE WHEN $19::boolean THEN $20::json ELSE t."attributes" END, version =
            t.version + 1, updated_at = now(), updated_by = $21 FROM course WHERE t.workspace_id = $1 AND t.id = $2 AND
            ($3::int IS NULL OR t.version = $3) AND $4::int IS NULL RETURNING t.id, t.course_id AS "courseId", t."name",
            t."description", t."duration_minutes" AS "durationMinutes", t."objectives", t."prerequisites", t."optional",
            t."attributes", t."order", t.key, t.version, t.created_at AS "createdAt", t.updated_at AS "updatedAt",
            t.created_by AS "createdBy", t.updated_by AS "updatedBy"
      ), recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller,
          request_id, nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $22::uuid, course.course_id, course.tree_version, $23::text, $24::text, $25::text,
      w.nodes, w.count, 500 + coalesce(octet_length(changed."key"), 0) + octet_length(changed."name") +
      coalesce(octet_length(changed."description"), 0) + coalesce(octet_length(changed."objectives"::text), 0) +
      coalesce(octet_length(changed."prerequisites"::text), 0) + coalesce(octet_length(changed."attributes"::text), 0) -
      (SELECT 500 + coalesce(octet_length(b."key"), 0) + octet_length(b."name") +
      coalesce(octet_length(b."description"), 0) + coalesce(octet_length(b."objectives"::text), 0) +
      coalesce(octet_length(b."prerequisites"::text), 0) + coalesce(octet_length(b."attributes"::text), 0) FROM before
      b), CASE WHEN NOT EXISTS (SELECT FROM before b WHERE (b.version + 1, b."key", b."name", b."description",
      b."objectives", b."prerequisites", b."attributes"::text) IS NOT DISTINCT FROM (changed.version, changed."key",
      changed."name", changed."description", changed."objectives", changed."prerequisites", changed."attributes"::text))
      THEN 'node:0' END
  FROM changed CROSS JOIN course CROSS JOIN (SELECT $26::jsonb AS nodes, $27::int AS count) w /* on the node of
      course.course_id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor)) SELECT h.* FROM changed h

-- modules_change_order
WITH before AS MATERIALIZED (SELECT o."key", o."name", o."description", o."objectives", o."prerequisites",
    o."attributes", o.version FROM modules o WHERE o.workspace_id = $1 AND o.id = $2), place AS (SELECT * FROM
    place_module($1, NULL, $4, $2)), changed AS (
        UPDATE modules t SET "key" = CASE WHEN $5::boolean THEN CASE WHEN $6::text IS NOT NULL THEN unused_key($1,
            place.course_id, $6::text, t.id) END ELSE t."key" END, "name" = CASE WHEN $7::boolean THEN $8::text ELSE
            t."name" END, "description" = CASE WHEN $9::boolean THEN $10::text ELSE t."description" END,
            "duration_minutes" = CASE WHEN $11::boolean THEN $12::integer ELSE t."duration_minutes" END, "objectives" =
            CASE WHEN $13::boolean THEN $14::text[] ELSE t."objectives" END, "prerequisites" = CASE WHEN $15::boolean
            THEN $16::text[] ELSE t."prerequisites" END, "optional" = CASE WHEN $17::boolean THEN $18::boolean ELSE
            t."optional" END, "attributes" = CASE WHEN $19::boolean THEN $20::json ELSE t."attributes" END, version =
            t.version + 1, updated_at = now(), updated_by = $21, "order" = place.position FROM place WHERE
            t.workspace_id = $1 AND t.id = $2 AND ($3::int IS NULL OR t.version = $3) RETURNING t.id, t.course_id AS
            "courseId", t."name", t."description", t."duration_minutes" AS "durationMinutes", t."objectives",
            t."prerequisites", t."optional", t."attributes", t."order", t.key, t.version, t.created_at AS "createdAt",
            t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy"
      ), recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller,
          request_id, nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $22::uuid, place.course_id, place.tree_version, $23::text, $24::text, $25::text,
      w.nodes, w.count, 500 + coalesce(octet_length(changed."key"), 0) + octet_length(changed."name") +
      coalesce(octet_length(changed."description"), 0) + coalesce(octet_length(changed."objectives"::text), 0) +
      coalesce(octet_length(changed."prerequisites"::text), 0) + coalesce(octet_length(changed."attributes"::text), 0) -
      (SELECT 500 + coalesce(octet_length(b."key"), 0) + octet_length(b."name") +
      coalesce(octet_length(b."description"), 0) + coalesce(octet_length(b."objectives"::text), 0) +
      coalesce(octet_length(b."prerequisites"::text), 0) + coalesce(octet_length(b."attributes"::text), 0) FROM before
      b), CASE WHEN NOT EXISTS (SELECT FROM before b WHERE (b.version + 1, b."key", b."name", b."description",
      b."objectives", b."prerequisites", b."attributes"::text) IS NOT DISTINCT FROM (changed.version, changed."key",
      changed."name", changed."description", changed."objectives", changed."prerequisites", changed."attributes"::text))
      THEN 'node:0' END
  FROM changed CROSS JOIN place CROSS JOIN (SELECT $26::jsonb AS nodes, $27::int AS count) w /* on the node of
      place.course_id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor)) SELECT h.* FROM changed h

-- modules_copy
WITH inserted AS (INSERT INTO modules AS w (id, workspace_id, course_id, key, "order", "name", "description",
    "duration_minutes", "objectives", "prerequisites", "optional", "attributes", created_by, updated_by)
      SELECT n.id, $1, $2, CASE WHEN $4::boolean THEN t.key END, coalesce(n."order", t."order"), coalesce(n.name,
          t.name), t."description", t."duration_minutes", t."objectives", t."prerequisites", t."optional",
          t."attributes", $5::text, $5::text
      FROM json_to_recordset($3::json) AS n (old uuid, id uuid, parent uuid, "order" int, name text)
      CROSS JOIN LATERAL (SELECT o.* FROM modules o WHERE o.workspace_id = $1 AND o.id = n.old OFFSET 0) t RETURNING
          w."key", w."name", w."description", w."objectives", w."prerequisites", w."attributes"), tallied AS (INSERT
          INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */, next_tally($1 /*
          here.workspace_id */), 'drafts', s.bytes
  FROM (SELECT sum(500 + coalesce(octet_length(i."key"), 0) + octet_length(i."name") +
      coalesce(octet_length(i."description"), 0) + coalesce(octet_length(i."objectives"::text), 0) +
      coalesce(octet_length(i."prerequisites"::text), 0) + coalesce(octet_length(i."attributes"::text), 0)) AS bytes
      FROM inserted i) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL) SELECT c.id FROM courses c WHERE
      c.workspace_id = $1 LIMIT 0

-- modules_create
WITH place AS (SELECT * FROM place_module($1, $2, $4, NULL)), inserted AS (INSERT INTO modules AS t (id, workspace_id,
    course_id, "order", "key", "name", "description", "duration_minutes", "objectives", "prerequisites", "optional",
    "attributes", created_by, updated_by)
    SELECT $3, $1 /* here.workspace_id */, place.course_id, place.position, CASE WHEN $5::text IS NOT NULL THEN
        unused_key($1, place.course_id, $5::text, $3) END, $6::text, $7::text, $8::integer, $9::text[], $10::text[],
        $11::boolean, $12::json, $13::text, $13::text
    FROM place /* on the node of place.course_id */ RETURNING t.id, t.course_id AS "courseId", t."name",
        t."description", t."duration_minutes" AS "durationMinutes", t."objectives", t."prerequisites", t."optional",
        t."attributes", t."order", t.key, t.version, t.created_at AS "createdAt", t.updated_at AS "updatedAt",
        t.created_by AS "createdBy", t.updated_by AS "updatedBy"),
      recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller, request_id,
          nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $14::uuid, place.course_id, place.tree_version, $15::text, $16::text, $17::text,
      w.nodes, w.count, 500 + coalesce(octet_length(inserted."key"), 0) + octet_length(inserted."name") +
      coalesce(octet_length(inserted."description"), 0) + coalesce(octet_length(inserted."objectives"::text), 0) +
      coalesce(octet_length(inserted."prerequisites"::text), 0) + coalesce(octet_length(inserted."attributes"::text),
      0), CASE WHEN NOT false THEN 'node:0' END
  FROM inserted CROSS JOIN place CROSS JOIN (SELECT $18::jsonb AS nodes, $19::int AS count) w /* on the node of
      place.course_id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor)) SELECT i.* FROM inserted i

-- modules_current
SELECT t.id, t.course_id AS "parentId", t.key, t."order", t."name", t."description", t."duration_minutes" AS
    "durationMinutes", t."objectives", t."prerequisites", t."optional", t."attributes" FROM modules t
  WHERE t.workspace_id = $1 AND t.course_id = $2 ORDER BY t."order" LIMIT $3

-- modules_ids_by_parent
SELECT t.id, t.course_id AS "parentId" FROM modules t
  WHERE t.workspace_id = $1 AND t.course_id = ANY($2::uuid[])
  ORDER BY t."order" LIMIT $3

-- modules_insert_all
WITH inserted AS (INSERT INTO modules AS w (id, workspace_id, course_id, key, "order", "name", "description",
    "duration_minutes", "objectives", "prerequisites", "optional", "attributes", version, created_by, updated_by) SELECT
    n.id, $1 /* here.workspace_id */, $2, n.key, n."order", n."name", n."description", n."duration_minutes",
    n."objectives", n."prerequisites", n."optional", n."attributes"::json, coalesce(n.version, 1), $4::text, $4::text
    FROM json_to_recordset($3::json) AS n (id uuid, parent uuid, key text, "order" int, version int, "name" text,
    "description" text, "duration_minutes" integer, "objectives" text[], "prerequisites" text[], "optional" boolean,
    "attributes" text) /* on the node of the workspace */ RETURNING w."key", w."name", w."description", w."objectives",
    w."prerequisites", w."attributes"), tallied AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT
    $1 /* here.workspace_id */, next_tally($1 /* here.workspace_id */), 'drafts', s.bytes
  FROM (SELECT sum(500 + coalesce(octet_length(i."key"), 0) + octet_length(i."name") +
      coalesce(octet_length(i."description"), 0) + coalesce(octet_length(i."objectives"::text), 0) +
      coalesce(octet_length(i."prerequisites"::text), 0) + coalesce(octet_length(i."attributes"::text), 0)) AS bytes
      FROM inserted i) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL) SELECT c.id FROM courses c WHERE
      c.workspace_id = $1 LIMIT 0

-- modules_move
WITH place AS (SELECT * FROM place_module($1, $3, $4, $2)), moved AS (
      UPDATE modules t SET course_id = place.course_id, "order" = place.position, version = t.version + 1, updated_at =
          now(), updated_by = $5
      FROM place WHERE t.workspace_id = $1 AND t.id = $2
      RETURNING t.id, t.course_id AS "courseId", t."name", t."description", t."duration_minutes" AS "durationMinutes",
          t."objectives", t."prerequisites", t."optional", t."attributes", t."order", t.key, t.version, t.created_at AS
          "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy"
    ), recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller, request_id,
        nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $6::uuid, p.course_id, p.tree_version, $7::text, $8::text, $9::text, w.nodes,
      w.count, 0, CASE WHEN NOT false THEN 'node:0' END
  FROM moved m CROSS JOIN place p CROSS JOIN (SELECT $10::jsonb AS nodes, $11::int AS count) w /* on the node of
      p.course_id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor))
    SELECT m.* FROM moved m

-- modules_move_lock
SELECT c.id FROM courses c WHERE c.workspace_id = $1 AND c.id IN (
    (SELECT t.course_id FROM modules t WHERE t.workspace_id = $1 AND t.id = $2),
    (SELECT p.id FROM courses p WHERE p.workspace_id = $1 AND p.id = $3)
  ) ORDER BY c.id FOR NO KEY UPDATE

-- modules_of_courses_complete
SELECT t.id, t.course_id AS "courseId", t."name", t."description", t."duration_minutes" AS "durationMinutes",
    t."objectives", t."prerequisites", t."optional", t."attributes", t."order", t.key, t.version, t.created_at AS
    "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy" FROM modules t
  WHERE t.workspace_id = $1 AND t.course_id = ANY($2::uuid[]) ORDER BY t."order" LIMIT $3

-- modules_of_courses_complete_counted
SELECT t.id, t.course_id AS "courseId", t."name", t."description", t."duration_minutes" AS "durationMinutes",
    t."objectives", t."prerequisites", t."optional", t."attributes", t."order", t.key, t.version, t.created_at AS
    "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy",
    coalesce(n.count, 0)::int AS "lessonCount" FROM modules t
  LEFT JOIN (
    SELECT l.module_id, count(*) AS count FROM lessons l
    WHERE l.workspace_id = $1 AND l.course_id = ANY($2::uuid[]) GROUP BY l.module_id
  ) n ON n.module_id = t.id
  WHERE t.workspace_id = $1 AND t.course_id = ANY($2::uuid[]) ORDER BY t."order" LIMIT $3

-- modules_of_courses_content
SELECT t.id, t.course_id AS "courseId", t."name", t."description", t."duration_minutes" AS "durationMinutes",
    t."optional", t."order" FROM modules t
  WHERE t.workspace_id = $1 AND t.course_id = ANY($2::uuid[]) ORDER BY t."order" LIMIT $3

-- modules_of_courses_content_counted
SELECT t.id, t.course_id AS "courseId", t."name", t."description", t."duration_minutes" AS "durationMinutes",
    t."optional", t."order", coalesce(n.count, 0)::int AS "lessonCount" FROM modules t
  LEFT JOIN (
    SELECT l.module_id, count(*) AS count FROM lessons l
    WHERE l.workspace_id = $1 AND l.course_id = ANY($2::uuid[]) GROUP BY l.module_id
  ) n ON n.module_id = t.id
  WHERE t.workspace_id = $1 AND t.course_id = ANY($2::uuid[]) ORDER BY t."order" LIMIT $3

-- modules_of_courses_lean
SELECT t.id, t.course_id AS "courseId", t."name", t."description", t."duration_minutes" AS "durationMinutes",
    t."optional", t."order" FROM modules t
  WHERE t.workspace_id = $1 AND t.course_id = ANY($2::uuid[]) ORDER BY t."order" LIMIT $3

-- modules_of_courses_lean_counted
SELECT t.id, t.course_id AS "courseId", t."name", t."description", t."duration_minutes" AS "durationMinutes",
    t."optional", t."order", coalesce(n.count, 0)::int AS "lessonCount" FROM modules t
  LEFT JOIN (
    SELECT l.module_id, count(*) AS count FROM lessons l
    WHERE l.workspace_id = $1 AND l.course_id = ANY($2::uuid[]) GROUP BY l.module_id
  ) n ON n.module_id = t.id
  WHERE t.workspace_id = $1 AND t.course_id = ANY($2::uuid[]) ORDER BY t."order" LIMIT $3

-- modules_page
WITH list AS (SELECT (SELECT count(*)::int FROM modules n
    WHERE n.workspace_id = $1 AND n.course_id = p.id) AS total
  FROM courses p WHERE p.workspace_id = $1 AND p.id = $2) SELECT list.*, page.* FROM list LEFT JOIN LATERAL (SELECT
      t.id, t.course_id AS "courseId", t."name", t."description", t."duration_minutes" AS "durationMinutes",
      t."objectives", t."prerequisites", t."optional", t."attributes", t."order", t.key, t.version, t.created_at AS
      "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy" FROM modules t
      WHERE t.workspace_id = $1 AND t.course_id = $2 ORDER BY t."order" LIMIT $3 OFFSET $4) page ON true

-- modules_place
WITH place AS (SELECT * FROM place_module($1, $2, $3, NULL)), recorded AS (INSERT INTO changes AS h (workspace_id, id,
    course_id, tree_version, operation, caller, request_id, nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $4::uuid, p.course_id, p.tree_version, $5::text, $6::text, $7::text, w.nodes,
      w.count, 0, CASE WHEN NOT false THEN 'node:0' END
  FROM place p CROSS JOIN (SELECT $8::jsonb AS nodes, $9::int AS count) w /* on the node of p.course_id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor))
      SELECT p.position FROM place p

-- modules_place_before_delete
WITH RECURSIVE before AS (
    SELECT $3::uuid AS id, 0 AS step
    UNION ALL
    SELECT d.previous_id, b.step + 1 FROM before b CROSS JOIN LATERAL (
      SELECT t.previous_id FROM trash t WHERE t.workspace_id = $1 AND t.node_id = b.id AND t.parent_id = $2
      ORDER BY t.id DESC LIMIT 1
    ) d WHERE b.step < 1000 AND NOT EXISTS (SELECT 1 FROM modules s WHERE s.workspace_id = $1 AND s.course_id = $2 AND
        s.id = b.id)
  ), last AS (SELECT b.id FROM before b ORDER BY b.step DESC LIMIT 1),
  found AS (SELECT l.id, (SELECT s."order" FROM modules s WHERE s.workspace_id = $1 AND s.course_id = $2 AND s.id =
      l.id) AS "order" FROM last l)
  SELECT f.id, f."order", (SELECT min(s."order") FROM modules s WHERE s.workspace_id = $1 AND s.course_id = $2 AND
      s."order" > coalesce(f."order", -1)) AS "nextOrder"
  FROM found f

-- modules_place_restored
WITH place AS (SELECT * FROM place_module($1, $2, $3, NULL)), recorded AS (INSERT INTO changes AS h (workspace_id, id,
    course_id, tree_version, operation, caller, request_id, nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $5::uuid, p.course_id, p.tree_version, $6::text, $7::text, $8::text, w.nodes ||
      (SELECT CASE WHEN count(*) < 1000
    THEN coalesce(jsonb_agg(jsonb_build_object('level', o.level, 'id', o.id, 'change', 'restored')
      ORDER BY array_position('{module,lesson,block}'::text[], o.level::text)), '[]') ELSE '[]' END FROM (SELECT
          x.level, x.id FROM trash_records x JOIN trash t ON t.workspace_id = $1 AND t.id = x.trash_id
      WHERE x.workspace_id = $1 AND x.trash_id = $4 AND x.id <> t.node_id) o), w.count + (SELECT count(*)::int FROM
          (SELECT x.level, x.id FROM trash_records x JOIN trash t ON t.workspace_id = $1 AND t.id = x.trash_id
      WHERE x.workspace_id = $1 AND x.trash_id = $4 AND x.id <> t.node_id) o), 0, CASE WHEN NOT false THEN 'node:0' END
  FROM place p CROSS JOIN (SELECT $9::jsonb AS nodes, $10::int AS count) w /* on the node of p.course_id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor))
      SELECT p.position, p.course_id AS "courseId" FROM place p

-- modules_remove
WITH roots AS NOT MATERIALIZED (
    SELECT n.entry, n.id, n.previous, $5::uuid[] IS NOT NULL AS has_previous
    FROM unnest($3::uuid[], $2::uuid[], $5::uuid[]) AS n (entry, id, previous)
  ), records AS (
    INSERT INTO trash_records AS x
      (workspace_id, trash_id, id, level, parent_id, key, "order", version, block_type, body, bytes, created_at,
          created_by)
    SELECT $1, r.entry, n.id, 'module', n.course_id, n.key, n."order", n.version, NULL, to_json(n), 500 +
        coalesce(octet_length(n."key"), 0) + octet_length(n."name") + coalesce(octet_length(n."description"), 0) +
        coalesce(octet_length(n."objectives"::text), 0) + coalesce(octet_length(n."prerequisites"::text), 0) +
        coalesce(octet_length(n."attributes"::text), 0), n.created_at, n.created_by FROM roots r CROSS JOIN LATERAL
        (SELECT o.* FROM modules o WHERE o.workspace_id = $1 AND o.id = r.id OFFSET 0) n UNION ALL SELECT $1, r.entry,
        n.id, 'lesson', n.module_id, n.key, n."order", n.version, NULL, to_json(n), 500 +
        coalesce(octet_length(n."key"), 0) + octet_length(n."name") + coalesce(octet_length(n."description"), 0) +
        coalesce(octet_length(n."objectives"::text), 0) + coalesce(octet_length(n."prerequisites"::text), 0) +
        coalesce(octet_length(n."attributes"::text), 0), n.created_at, n.created_by FROM roots r CROSS JOIN LATERAL
        (SELECT o.* FROM lessons o WHERE o.workspace_id = $1 AND o.module_id = r.id OFFSET 0) n UNION ALL SELECT $1,
        r.entry, n.id, 'block', n.lesson_id, n.key, n."order", n.version, n.type, n.content, 500 +
        coalesce(octet_length(n."key"), 0) + octet_length(n."type") + octet_length(n."content"::text), n.created_at,
        n.created_by FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM lessons o WHERE o.workspace_id = $1 AND
        o.module_id = r.id OFFSET 0) l
    CROSS JOIN LATERAL (SELECT o.* FROM blocks o WHERE o.workspace_id = $1 AND o.lesson_id = l.id OFFSET 0) n RETURNING
        x.trash_id, x.id, x.level, x.bytes
  ), drafts_left AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */,
      next_tally($1 /* here.workspace_id */), 'drafts', s.bytes
  FROM (SELECT -sum(c.bytes) AS bytes FROM records c) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL
  ), trash_grown AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */,
      next_tally($1 /* here.workspace_id */), 'trash', s.bytes
  FROM (SELECT sum(c.bytes) AS bytes FROM records c) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL
  ), entries AS (INSERT INTO trash (workspace_id, id, level, node_id, course_id, parent_id, previous_id, "order", name,
      block_type, records, deleted_by)
    SELECT $1 /* here.workspace_id */, r.entry, 'module', r.id, t.course_id, t.course_id, CASE WHEN r.has_previous THEN
        r.previous ELSE (
   SELECT s.id FROM modules s WHERE s.workspace_id = $1 AND s.course_id = t.course_id AND s."order" < t."order"
   ORDER BY s."order" DESC LIMIT 1) END, t."order", t.name, NULL, k.records, $4
    FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM modules o WHERE o.workspace_id = $1 AND o.id = r.id OFFSET 0) t
    JOIN (SELECT c.trash_id, count(*)::int AS records FROM records c GROUP BY c.trash_id) k ON k.trash_id = r.entry /*
        on the node of the workspace */), removed AS (
          DELETE FROM modules t WHERE t.workspace_id = $1 AND t.id = ANY($2) RETURNING t.id, t.course_id, t.course_id AS
              parent_id
        ), changed AS (
          UPDATE courses c SET tree_version = CASE WHEN c.status = 'archived' THEN refuse_archived_course(c.id) ELSE
              c.tree_version + 1 END, content_updated_at = greatest(c.content_updated_at, now())
          WHERE c.workspace_id = $1 AND c.id = ANY(ARRAY(SELECT d.course_id FROM removed d)) RETURNING c.id,
              c.tree_version
        ), recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller,
            request_id, nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $6::uuid, d.id, d.tree_version, $7::text, $8::text, $9::text, w.nodes || (SELECT
      CASE WHEN count(*) < 1000
    THEN coalesce(jsonb_agg(jsonb_build_object('level', o.level, 'id', o.id, 'change', 'deleted')
      ORDER BY array_position('{module,lesson,block}'::text[], o.level::text)), '[]') ELSE '[]' END FROM (SELECT
          c.level, c.id FROM records c WHERE c.id <> ALL($2)) o), w.count + (SELECT count(*)::int FROM (SELECT c.level,
          c.id FROM records c WHERE c.id <> ALL($2)) o), 0, CASE WHEN NOT false THEN 'node:0' END
  FROM changed d CROSS JOIN (SELECT $10::jsonb AS nodes, $11::int AS count) w /* on the node of d.id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor))
      SELECT d.id, d.course_id AS "courseId", d.parent_id AS "parentId" FROM removed d

-- modules_remove_all
DELETE FROM modules t WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[])

-- modules_remove_lock
SELECT c.id FROM courses c WHERE c.workspace_id = $1
  AND c.id = (SELECT t.course_id FROM modules t WHERE t.workspace_id = $1 AND t.id = ($2::uuid[])[1])
  FOR NO KEY UPDATE

-- modules_reorder
UPDATE modules t SET "order" = n.position - 1 FROM unnest($2::uuid[]) WITH ORDINALITY AS n (id, position)
  WHERE t.workspace_id = $1 AND t.id::text = n.id::text AND t.id = ANY($2) AND t."order" <> n.position - 1

-- modules_restore
WITH inserted AS (INSERT INTO modules AS w (id, workspace_id, course_id, key, "order", "name", "description",
    "duration_minutes", "objectives", "prerequisites", "optional", "attributes", version, created_at, updated_at,
    created_by, updated_by) SELECT x.id, $1, $3, x.key, CASE WHEN x.id = $4::uuid THEN $5::int ELSE x."order" END,
    n."name", n."description", n."duration_minutes", coalesce(n."objectives", '{}'), coalesce(n."prerequisites", '{}'),
    coalesce(n."optional", false), n."attributes", greatest(x.version, (SELECT c.tree_version FROM courses c WHERE
    c.workspace_id = $1 AND c.id = $3)) + 1, x.created_at, now(), x.created_by, $6::text FROM trash_records x CROSS JOIN
    LATERAL json_to_record(x.body) AS n ("name" text, "description" text, "duration_minutes" integer, "objectives"
    text[], "prerequisites" text[], "optional" boolean, "attributes" json)
  WHERE x.workspace_id = $1 AND x.trash_id = $2 AND x.level = 'module' RETURNING w."key", w."name", w."description",
      w."objectives", w."prerequisites", w."attributes"), tallied AS (INSERT INTO storage_tallies (workspace_id, seq,
      kind, bytes) SELECT $1 /* here.workspace_id */, next_tally($1 /* here.workspace_id */), 'drafts', s.bytes
  FROM (SELECT sum(500 + coalesce(octet_length(i."key"), 0) + octet_length(i."name") +
      coalesce(octet_length(i."description"), 0) + coalesce(octet_length(i."objectives"::text), 0) +
      coalesce(octet_length(i."prerequisites"::text), 0) + coalesce(octet_length(i."attributes"::text), 0)) AS bytes
      FROM inserted i) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL) SELECT c.id FROM courses c WHERE
      c.workspace_id = $1 LIMIT 0

-- modules_shift_all
UPDATE modules t SET "order" = n."order" FROM unnest($2::uuid[], $3::int[]) AS n (id, "order")
  WHERE t.workspace_id = $1 AND t.id::text = n.id::text AND t.id = ANY($2)

-- modules_texts
SELECT t.id, t."description" AS "description", t."objectives" AS "objectives", t."prerequisites" AS "prerequisites" FROM
    modules t WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[])

-- modules_texts_change
WITH n AS MATERIALIZED (SELECT r.* FROM json_to_recordset($2::json) AS r (id uuid, "description" text, "objectives"
    text[], "prerequisites" text[]))
  UPDATE modules t SET "description" = n."description", "objectives" = n."objectives", "prerequisites" =
      n."prerequisites" FROM n
  WHERE t.workspace_id = $1 AND t.id::text = n.id::text AND t.id = ANY(ARRAY(SELECT i.id FROM n i))

-- modules_to_trash
WITH roots AS NOT MATERIALIZED (
    SELECT n.entry, n.id, n.previous, $5::uuid[] IS NOT NULL AS has_previous
    FROM unnest($3::uuid[], $2::uuid[], $5::uuid[]) AS n (entry, id, previous)
  ), records AS (
    INSERT INTO trash_records AS x
      (workspace_id, trash_id, id, level, parent_id, key, "order", version, block_type, body, bytes, created_at,
          created_by)
    SELECT $1, r.entry, n.id, 'module', n.course_id, n.key, n."order", n.version, NULL, to_json(n), 500 +
        coalesce(octet_length(n."key"), 0) + octet_length(n."name") + coalesce(octet_length(n."description"), 0) +
        coalesce(octet_length(n."objectives"::text), 0) + coalesce(octet_length(n."prerequisites"::text), 0) +
        coalesce(octet_length(n."attributes"::text), 0), n.created_at, n.created_by FROM roots r CROSS JOIN LATERAL
        (SELECT o.* FROM modules o WHERE o.workspace_id = $1 AND o.id = r.id OFFSET 0) n UNION ALL SELECT $1, r.entry,
        n.id, 'lesson', n.module_id, n.key, n."order", n.version, NULL, to_json(n), 500 +
        coalesce(octet_length(n."key"), 0) + octet_length(n."name") + coalesce(octet_length(n."description"), 0) +
        coalesce(octet_length(n."objectives"::text), 0) + coalesce(octet_length(n."prerequisites"::text), 0) +
        coalesce(octet_length(n."attributes"::text), 0), n.created_at, n.created_by FROM roots r CROSS JOIN LATERAL
        (SELECT o.* FROM lessons o WHERE o.workspace_id = $1 AND o.module_id = r.id OFFSET 0) n UNION ALL SELECT $1,
        r.entry, n.id, 'block', n.lesson_id, n.key, n."order", n.version, n.type, n.content, 500 +
        coalesce(octet_length(n."key"), 0) + octet_length(n."type") + octet_length(n."content"::text), n.created_at,
        n.created_by FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM lessons o WHERE o.workspace_id = $1 AND
        o.module_id = r.id OFFSET 0) l
    CROSS JOIN LATERAL (SELECT o.* FROM blocks o WHERE o.workspace_id = $1 AND o.lesson_id = l.id OFFSET 0) n RETURNING
        x.trash_id, x.id, x.level, x.bytes
  ), drafts_left AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */,
      next_tally($1 /* here.workspace_id */), 'drafts', s.bytes
  FROM (SELECT -sum(c.bytes) AS bytes FROM records c) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL
  ), trash_grown AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */,
      next_tally($1 /* here.workspace_id */), 'trash', s.bytes
  FROM (SELECT sum(c.bytes) AS bytes FROM records c) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL
  ), entries AS (INSERT INTO trash (workspace_id, id, level, node_id, course_id, parent_id, previous_id, "order", name,
      block_type, records, deleted_by)
    SELECT $1 /* here.workspace_id */, r.entry, 'module', r.id, t.course_id, t.course_id, CASE WHEN r.has_previous THEN
        r.previous ELSE (
   SELECT s.id FROM modules s WHERE s.workspace_id = $1 AND s.course_id = t.course_id AND s."order" < t."order"
   ORDER BY s."order" DESC LIMIT 1) END, t."order", t.name, NULL, k.records, $4
    FROM roots r CROSS JOIN LATERAL (SELECT o.* FROM modules o WHERE o.workspace_id = $1 AND o.id = r.id OFFSET 0) t
    JOIN (SELECT c.trash_id, count(*)::int AS records FROM records c GROUP BY c.trash_id) k ON k.trash_id = r.entry /*
        on the node of the workspace */) SELECT c.id FROM courses c WHERE c.workspace_id = $1 LIMIT 0

-- modules_update_all
WITH before AS MATERIALIZED (SELECT sum(500 + coalesce(octet_length(o."key"), 0) + octet_length(o."name") +
    coalesce(octet_length(o."description"), 0) + coalesce(octet_length(o."objectives"::text), 0) +
    coalesce(octet_length(o."prerequisites"::text), 0) + coalesce(octet_length(o."attributes"::text), 0))::bigint AS
    bytes FROM modules o WHERE o.workspace_id = $1 AND o.id = ANY(ARRAY(SELECT (n.node ->> 'id')::uuid FROM
    json_array_elements($2::json) AS n (node)))), updated AS (WITH n AS MATERIALIZED (SELECT r.* FROM
    json_to_recordset($2::json) AS r (id uuid, parent uuid, key text, "order" int, version int, "name" text,
    "description" text, "duration_minutes" integer, "objectives" text[], "prerequisites" text[], "optional" boolean,
    "attributes" text))
      UPDATE modules t SET key = n.key, "order" = n."order", "name" = n."name", "description" = n."description",
          "duration_minutes" = n."duration_minutes", "objectives" = n."objectives", "prerequisites" = n."prerequisites",
          "optional" = n."optional", "attributes" = n."attributes"::json,
        version = t.version + 1, updated_at = now(), updated_by = $3
      FROM n WHERE t.workspace_id = $1 AND t.id::text = n.id::text AND t.id = ANY(ARRAY(SELECT i.id FROM n i)) RETURNING
          t."key", t."name", t."description", t."objectives", t."prerequisites", t."attributes"), tallied AS (INSERT
          INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT $1 /* here.workspace_id */, next_tally($1 /*
          here.workspace_id */), 'drafts', s.bytes
  FROM (SELECT sum(500 + coalesce(octet_length(u."key"), 0) + octet_length(u."name") +
      coalesce(octet_length(u."description"), 0) + coalesce(octet_length(u."objectives"::text), 0) +
      coalesce(octet_length(u."prerequisites"::text), 0) + coalesce(octet_length(u."attributes"::text), 0)) -
      max(b.bytes) AS bytes FROM updated u CROSS JOIN before b) s /* on the node of the workspace */ WHERE s.bytes IS
      NOT NULL) SELECT c.id FROM courses c WHERE c.workspace_id = $1 LIMIT 0

-- modules_version
SELECT t.version FROM modules t WHERE t.workspace_id = $1 AND t.id = $2

-- modules_with_course_version
SELECT t.id, t.course_id AS "courseId", t."name", t."description", t."duration_minutes" AS "durationMinutes",
    t."objectives", t."prerequisites", t."optional", t."attributes", t."order", t.key, t.version, t.created_at AS
    "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy", c.id || ' ' ||
    c.tree_version AS "courseVersion" FROM modules t
  CROSS JOIN LATERAL (SELECT o.* FROM courses o WHERE o.workspace_id = $1 AND o.id = t.course_id OFFSET 0) c
  WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[])

-- modules_with_ids
SELECT t.id FROM modules t WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[]) AND (t."description"::text ~*
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}' OR t."objectives"::text ~*
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}' OR t."prerequisites"::text ~*
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')

-- operator_workspace_insert
INSERT INTO workspaces AS w (id, name, plan) VALUES ($1, $2, $3) RETURNING w.id, w.name, w.plan

-- operator_workspace_names_lock
SELECT pg_advisory_xact_lock(7203998216)

-- operator_workspaces_by_name
SELECT w.id, w.name, w.plan, EXISTS (SELECT FROM users u WHERE u.workspace_id = w.id) AS "hasUsers"
  FROM workspaces w WHERE w.name = $1 ORDER BY "hasUsers" LIMIT 2

-- preview_link_by_token
SELECT p.id, p.course_id AS "courseId", p.release_number AS "releaseNumber", p.expires_at AS "expiresAt",
  p.revoked_at AS "revokedAt", p.caller AS "createdBy", p.created_at AS "createdAt" FROM preview_links p
   WHERE p.workspace_id = $1 AND p.id = $2 AND p.hash = $3::bytea AND p.revoked_at IS NULL AND p.expires_at >
       statement_timestamp()

-- preview_link_insert
INSERT INTO preview_links AS p (workspace_id, course_id, id, release_number, hash, expires_at, caller)
   VALUES ($1, $2, $3, $4::int, $5::bytea, $6::timestamptz, $7) RETURNING p.id, p.course_id AS "courseId",
       p.release_number AS "releaseNumber", p.expires_at AS "expiresAt",
  p.revoked_at AS "revokedAt", p.caller AS "createdBy", p.created_at AS "createdAt"

-- preview_link_revoke
UPDATE preview_links p SET revoked_at = coalesce(p.revoked_at, $3::timestamptz)
   WHERE p.workspace_id = $1 AND p.id = $2 RETURNING p.id, p.course_id AS "courseId", p.release_number AS
       "releaseNumber", p.expires_at AS "expiresAt",
  p.revoked_at AS "revokedAt", p.caller AS "createdBy", p.created_at AS "createdAt"

-- preview_links_clear
DELETE FROM preview_links p WHERE p.workspace_id = $1 AND p.course_id = $2 AND NOT (p.revoked_at IS NULL AND
    p.expires_at > statement_timestamp())

-- preview_links_of_course
SELECT p.id, p.course_id AS "courseId", p.release_number AS "releaseNumber", p.expires_at AS "expiresAt",
  p.revoked_at AS "revokedAt", p.caller AS "createdBy", p.created_at AS "createdAt" FROM preview_links p WHERE
      p.workspace_id = $1 AND p.course_id = $2 AND p.revoked_at IS NULL AND p.expires_at > statement_timestamp()
   ORDER BY p.id DESC LIMIT 50

-- release_blocks_by_name
SELECT n.body ->> 'id' AS "lessonId", b.block ->> 'id' AS "blockId", b.block ->> 'key' AS key
  FROM release_nodes n CROSS JOIN LATERAL json_array_elements(n.body -> 'blocks') AS b (block)
  WHERE n.workspace_id = $1 AND n.hash = ANY($2::text[])
    AND (b.block ->> 'id' = ANY($3::text[]) OR lower(b.block ->> 'key') = ANY($3::text[])) LIMIT 1000

-- release_change
UPDATE releases r SET pinned = $4::boolean, live_from = $5::timestamptz, live_until = $6::timestamptz, version =
    r.version + 1,
     first_live_from = coalesce(r.first_live_from,
       CASE WHEN r.live_from <= $7::timestamptz AND r.live_from IS DISTINCT FROM $5::timestamptz THEN r.live_from END)
   WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.number = $3 RETURNING r.id, r.course_id AS "courseId", r.number,
       r.message, r.tree_version AS "treeVersion",
  r.is_partial AS "isPartial", r.hash, r.caller AS "createdBy", r.published, r.live_from AS "liveFrom",
  coalesce(CASE WHEN r.published AND EXISTS (SELECT 1 FROM courses c
    WHERE c.workspace_id = $1 AND c.id = r.course_id AND c.live_changes_at <= statement_timestamp())
  THEN (SELECT min(n.live_from) FROM releases n
    WHERE n.workspace_id = $1 AND n.course_id = r.course_id AND n.published AND n.live_until IS NULL
      AND n.live_from <= statement_timestamp() AND (n.live_from, n.number) > (r.live_from, r.number)
      AND (r.live_until IS NULL OR r.live_until > n.live_from)) END, r.live_until) AS "liveUntil", r.pinned,
  r.version + CASE WHEN CASE WHEN r.published AND EXISTS (SELECT 1 FROM courses c
    WHERE c.workspace_id = $1 AND c.id = r.course_id AND c.live_changes_at <= statement_timestamp())
  THEN (SELECT min(n.live_from) FROM releases n
    WHERE n.workspace_id = $1 AND n.course_id = r.course_id AND n.published AND n.live_until IS NULL
      AND n.live_from <= statement_timestamp() AND (n.live_from, n.number) > (r.live_from, r.number)
      AND (r.live_until IS NULL OR r.live_until > n.live_from)) END IS NULL THEN 0 ELSE 1 END AS version, r.created_at
          AS "createdAt"

-- release_clock
SELECT date_trunc('milliseconds', statement_timestamp()) AS now

-- release_insert
WITH inserted AS (INSERT INTO releases AS r (workspace_id, course_id, id, number, message, tree_version, is_partial,
    hash, outline, caller,
     published, live_from, live_until)
   SELECT $1, $2, $3, coalesce((SELECT max(n.number) FROM releases n WHERE n.workspace_id = $1 AND n.course_id = $2), 0)
       + 1,
     $4, $5::int, $6::boolean, $7, $8::json, $9, $10::boolean,
     CASE WHEN $10 THEN greatest($11::timestamptz, date_trunc('milliseconds', statement_timestamp())) END,
         $12::timestamptz
   RETURNING r.*)
   SELECT r.id, r.course_id AS "courseId", r.number, r.message, r.tree_version AS "treeVersion",
  r.is_partial AS "isPartial", r.hash, r.caller AS "createdBy", r.published, r.live_from AS "liveFrom",
  coalesce(CASE WHEN r.published AND EXISTS (SELECT 1 FROM courses c
    WHERE c.workspace_id = $1 AND c.id = r.course_id AND c.live_changes_at <= statement_timestamp())
  THEN (SELECT min(n.live_from) FROM releases n
    WHERE n.workspace_id = $1 AND n.course_id = r.course_id AND n.published AND n.live_until IS NULL
      AND n.live_from <= statement_timestamp() AND (n.live_from, n.number) > (r.live_from, r.number)
      AND (r.live_until IS NULL OR r.live_until > n.live_from)) END, r.live_until) AS "liveUntil", r.pinned,
  r.version + CASE WHEN CASE WHEN r.published AND EXISTS (SELECT 1 FROM courses c
    WHERE c.workspace_id = $1 AND c.id = r.course_id AND c.live_changes_at <= statement_timestamp())
  THEN (SELECT min(n.live_from) FROM releases n
    WHERE n.workspace_id = $1 AND n.course_id = r.course_id AND n.published AND n.live_until IS NULL
      AND n.live_from <= statement_timestamp() AND (n.live_from, n.number) > (r.live_from, r.number)
      AND (r.live_until IS NULL OR r.live_until > n.live_from)) END IS NULL THEN 0 ELSE 1 END AS version, r.created_at
          AS "createdAt" FROM inserted r

-- release_is_due
SELECT c.id FROM courses c WHERE c.workspace_id = $1 AND c.id = $2 AND c.live_changes_at <= statement_timestamp()

-- release_lessons_of_draft
WITH bodies AS (
    SELECT l.id, l.module_id, l."order", l.key, l.name, l.duration_minutes, l.prerequisites, l.optional,
      coalesce(b.count, 0) AS blocks, '{' || '"id":' || coalesce(to_json(l.id)::text, 'null') || ',' || '"courseId":' ||
          coalesce(to_json(l.course_id)::text, 'null') || ',' || '"key":' || coalesce(to_json(l.key)::text, 'null') ||
          ',' || '"name":' || coalesce(to_json(l."name")::text, 'null') || ',' || '"description":' ||
          coalesce(to_json(l."description")::text, 'null') || ',' || '"durationMinutes":' ||
          coalesce(to_json(l."duration_minutes")::text, 'null') || ',' || '"objectives":' ||
          coalesce(to_json(l."objectives")::text, 'null') || ',' || '"prerequisites":' ||
          coalesce(to_json(l."prerequisites")::text, 'null') || ',' || '"optional":' ||
          coalesce(to_json(l."optional")::text, 'null') || ',' || '"attributes":' ||
          coalesce(to_json(l."attributes")::text, 'null') || ',' || '"blocks":[' || coalesce(b.text, '') || ']' || '}'
          AS body
    FROM (SELECT * FROM lessons t WHERE t.workspace_id = $1 AND t.course_id = $2) l FULL JOIN (
      SELECT b.lesson_id, count(*)::int AS count, string_agg('{' || '"id":' || coalesce(to_json(b.id)::text, 'null') ||
          ',' || '"key":' || coalesce(to_json(b.key)::text, 'null') || ',' || '"type":' ||
          coalesce(to_json(b.type)::text, 'null') || ',' || '"content":' || coalesce(to_json(b.content)::text, 'null')
          || '}', ',' ORDER BY b."order") AS text
      FROM blocks b WHERE b.workspace_id = $1 AND b.course_id = $2 GROUP BY b.lesson_id
    ) b ON b.lesson_id = l.id
  ), hashed AS MATERIALIZED (
    SELECT d.*, encode(sha256(convert_to(d.body, 'UTF8')), 'hex') AS hash FROM bodies d
  )
  SELECT h.id, h.module_id AS "moduleId", h.key, h.name, h.duration_minutes AS "durationMinutes", h.prerequisites,
      h.optional, h.blocks, h.hash,
    CASE WHEN n.hash IS NULL THEN h.body END AS body
  FROM hashed h LEFT JOIN LATERAL (
    SELECT n.hash FROM release_nodes n WHERE n.workspace_id = $1 AND n.hash = h.hash LIMIT 1
  ) n ON true ORDER BY h."order"

-- release_live
SELECT r.id, r.course_id AS "courseId", r.number, r.message, r.tree_version AS "treeVersion",
  r.is_partial AS "isPartial", r.hash, r.caller AS "createdBy", r.published, r.live_from AS "liveFrom",
  coalesce(CASE WHEN r.published AND EXISTS (SELECT 1 FROM courses c
    WHERE c.workspace_id = $1 AND c.id = r.course_id AND c.live_changes_at <= statement_timestamp())
  THEN (SELECT min(n.live_from) FROM releases n
    WHERE n.workspace_id = $1 AND n.course_id = r.course_id AND n.published AND n.live_until IS NULL
      AND n.live_from <= statement_timestamp() AND (n.live_from, n.number) > (r.live_from, r.number)
      AND (r.live_until IS NULL OR r.live_until > n.live_from)) END, r.live_until) AS "liveUntil", r.pinned,
  r.version + CASE WHEN CASE WHEN r.published AND EXISTS (SELECT 1 FROM courses c
    WHERE c.workspace_id = $1 AND c.id = r.course_id AND c.live_changes_at <= statement_timestamp())
  THEN (SELECT min(n.live_from) FROM releases n
    WHERE n.workspace_id = $1 AND n.course_id = r.course_id AND n.published AND n.live_until IS NULL
      AND n.live_from <= statement_timestamp() AND (n.live_from, n.number) > (r.live_from, r.number)
      AND (r.live_until IS NULL OR r.live_until > n.live_from)) END IS NULL THEN 0 ELSE 1 END AS version, r.created_at
          AS "createdAt", r.outline FROM live_release($1, $2) r

-- release_live_state
SELECT l.number, l.hash, l.live_from AS "liveFrom", CASE WHEN NOT l.is_partial THEN l.tree_version END AS "treeVersion",
    n.at AS "changesAt"
  FROM (
    SELECT min(t.at) AS at FROM releases r CROSS JOIN LATERAL (VALUES (r.live_from), (r.live_until)) t (at)
    WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.published AND t.at > statement_timestamp()
  ) n LEFT JOIN live_release($1, $2) l ON true

-- release_live_state_store
WITH before AS (
    SELECT (c.status, c.live_release_number) IS DISTINCT FROM (CASE WHEN c.status = 'archived' THEN c.status ELSE $7
        END, $3::int) AS is_changed
    FROM courses c WHERE c.workspace_id = $1 AND c.id = $2
  ), stored AS (
    UPDATE courses c SET live_release_number = $3::int, published_at = $4,
      live_tree_version = CASE WHEN $5::boolean THEN c.tree_version + CASE WHEN $8::int = 1 AND c.status NOT IN
          ('archived', $7) THEN 1 ELSE 0 END END, live_changes_at = $6,
      status = CASE WHEN c.status = 'archived' THEN c.status ELSE $7 END, version = c.version + $8::int, tree_version =
          c.tree_version + CASE WHEN $8::int = 1 AND c.status NOT IN ('archived', $7) THEN 1 ELSE 0 END
    WHERE c.workspace_id = $1 AND c.id = $2 RETURNING c.id, c.tree_version
  ), recorded AS (INSERT INTO changes AS h (workspace_id, id, course_id, tree_version, operation, caller, request_id,
      nodes, node_count, bytes, search_cursor)
  SELECT $1 /* here.workspace_id */, $9::uuid, d.id, d.tree_version, $10::text, $11::text, $12::text, w.nodes, w.count,
      0, CASE WHEN NOT false THEN 'node:0' END
  FROM (SELECT s.id, s.tree_version FROM stored s CROSS JOIN before b WHERE b.is_changed) d CROSS JOIN (SELECT
      $13::jsonb AS nodes, $14::int AS count) w /* on the node of d.id */
  ON CONFLICT (workspace_id, id, course_id) DO UPDATE SET
    tree_version = excluded.tree_version, node_count = h.node_count + excluded.node_count,
    nodes = CASE WHEN h.node_count + excluded.node_count <= 1000 THEN h.nodes || excluded.nodes ELSE h.nodes END,
    bytes = CASE WHEN h.search_cursor IS NULL THEN excluded.bytes ELSE h.bytes + excluded.bytes END, search_cursor =
        coalesce(excluded.search_cursor, h.search_cursor)) SELECT c.id FROM courses c WHERE c.workspace_id = $1 LIMIT 0

-- release_modules_of_draft
SELECT t.id, t.course_id AS "courseId", t."name", t."description", t."duration_minutes" AS "durationMinutes",
    t."objectives", t."prerequisites", t."optional", t."attributes", t."order", t.key, t.version, t.created_at AS
    "createdAt", t.updated_at AS "updatedAt", t.created_by AS "createdBy", t.updated_by AS "updatedBy" FROM modules t
  WHERE t.workspace_id = $1 AND t.course_id = $2 ORDER BY t."order"

-- release_nodes_by_hash
SELECT n.hash, n.body FROM release_nodes n WHERE n.workspace_id = $1 AND n.hash = ANY($2::text[])

-- release_nodes_delete_unused
WITH needed AS (
    SELECT l.value->>'hash' AS hash FROM releases r
    CROSS JOIN LATERAL json_array_elements(r.outline->'modules') m
    CROSS JOIN LATERAL json_array_elements(m.value->'lessons') l
    WHERE r.workspace_id = $1 AND r.course_id = $2
  )
  DELETE FROM release_nodes n WHERE n.workspace_id = $1 AND n.course_id = $2
    AND n.created_at < statement_timestamp() - interval '1 day'
    AND NOT EXISTS (SELECT 1 FROM needed WHERE needed.hash = n.hash)

-- release_nodes_insert
INSERT INTO release_nodes (workspace_id, hash, course_id, body, learner_body, learner_form)
  SELECT $1, n.hash, $2, n.body::json, n.learner_body::json, 2
  FROM unnest($3::text[], $4::text[], $5::text[]) AS n (hash, body, learner_body)
  ON CONFLICT (workspace_id, hash) DO NOTHING

-- release_nodes_remove
DELETE FROM release_nodes n WHERE n.workspace_id = $1 AND n.course_id = $2
  AND NOT EXISTS (SELECT 1 FROM courses c WHERE c.workspace_id = $1 AND c.id = $2)

-- release_nodes_size
SELECT coalesce(sum(octet_length(n.body::text)), 0)::float8 AS bytes FROM release_nodes n
  WHERE n.workspace_id = $1 AND n.hash = ANY($2::text[])

-- release_nodes_sizes
SELECT n.hash, octet_length(n.body::text) AS bytes FROM release_nodes n
  WHERE n.workspace_id = $1 AND n.hash = ANY($2::text[])

-- release_size_of_draft
SELECT b.bytes + l.bytes + m.bytes AS bytes, b.blocks FROM (
    SELECT coalesce(sum(octet_length('{' || '"id":' || coalesce(to_json(b.id)::text, 'null') || ',' || '"key":' ||
        coalesce(to_json(b.key)::text, 'null') || ',' || '"type":' || coalesce(to_json(b.type)::text, 'null') || ',' ||
        '"content":' || coalesce(to_json(b.content)::text, 'null') || '}') + 1), 0)::float8 AS bytes, count(*)::int AS
        blocks
    FROM blocks b WHERE b.workspace_id = $1 AND b.course_id = $2
  ) b, (
    SELECT coalesce(sum(octet_length('{' || '"id":' || coalesce(to_json(l.id)::text, 'null') || ',' || '"courseId":' ||
        coalesce(to_json(l.course_id)::text, 'null') || ',' || '"key":' || coalesce(to_json(l.key)::text, 'null') || ','
        || '"name":' || coalesce(to_json(l."name")::text, 'null') || ',' || '"description":' ||
        coalesce(to_json(l."description")::text, 'null') || ',' || '"durationMinutes":' ||
        coalesce(to_json(l."duration_minutes")::text, 'null') || ',' || '"objectives":' ||
        coalesce(to_json(l."objectives")::text, 'null') || ',' || '"prerequisites":' ||
        coalesce(to_json(l."prerequisites")::text, 'null') || ',' || '"optional":' ||
        coalesce(to_json(l."optional")::text, 'null') || ',' || '"attributes":' ||
        coalesce(to_json(l."attributes")::text, 'null') || '}') + octet_length(to_json(l.name)::text)
      + octet_length(to_json(l.prerequisites)::text) + 400), 0)::float8 AS bytes
    FROM lessons l WHERE l.workspace_id = $1 AND l.course_id = $2
  ) l, (
    SELECT coalesce(sum(octet_length('{' || '"name":' || coalesce(to_json(m."name")::text, 'null') || ',' ||
        '"description":' || coalesce(to_json(m."description")::text, 'null') || ',' || '"durationMinutes":' ||
        coalesce(to_json(m."duration_minutes")::text, 'null') || ',' || '"objectives":' ||
        coalesce(to_json(m."objectives")::text, 'null') || ',' || '"prerequisites":' ||
        coalesce(to_json(m."prerequisites")::text, 'null') || ',' || '"optional":' ||
        coalesce(to_json(m."optional")::text, 'null') || ',' || '"attributes":' ||
        coalesce(to_json(m."attributes")::text, 'null') || '}') + 400), 0)::float8 AS bytes
    FROM modules m WHERE m.workspace_id = $1 AND m.course_id = $2
  ) m

-- release_taken_ids
SELECT t.id FROM modules t WHERE t.workspace_id = $1 AND t.id = ANY($3::uuid[]) AND t.course_id <> $2 UNION ALL SELECT
    t.id FROM lessons t WHERE t.workspace_id = $1 AND t.id = ANY($3::uuid[]) AND t.course_id <> $2 UNION ALL SELECT t.id
    FROM blocks t WHERE t.workspace_id = $1 AND t.id = ANY($3::uuid[]) AND t.course_id <> $2

-- release_texts_of_lessons
SELECT d.id, d.body, encode(sha256(convert_to(d.body, 'UTF8')), 'hex') AS hash FROM (
    SELECT l.id, '{' || '"id":' || coalesce(to_json(l.id)::text, 'null') || ',' || '"courseId":' ||
        coalesce(to_json(l.course_id)::text, 'null') || ',' || '"key":' || coalesce(to_json(l.key)::text, 'null') || ','
        || '"name":' || coalesce(to_json(l."name")::text, 'null') || ',' || '"description":' ||
        coalesce(to_json(l."description")::text, 'null') || ',' || '"durationMinutes":' ||
        coalesce(to_json(l."duration_minutes")::text, 'null') || ',' || '"objectives":' ||
        coalesce(to_json(l."objectives")::text, 'null') || ',' || '"prerequisites":' ||
        coalesce(to_json(l."prerequisites")::text, 'null') || ',' || '"optional":' ||
        coalesce(to_json(l."optional")::text, 'null') || ',' || '"attributes":' ||
        coalesce(to_json(l."attributes")::text, 'null') || ',' || '"blocks":[' || coalesce(b.text, '') || ']' || '}' AS
        body FROM lessons l CROSS JOIN LATERAL (
      SELECT string_agg('{' || '"id":' || coalesce(to_json(b.id)::text, 'null') || ',' || '"key":' ||
          coalesce(to_json(b.key)::text, 'null') || ',' || '"type":' || coalesce(to_json(b.type)::text, 'null') || ','
          || '"content":' || coalesce(to_json(b.content)::text, 'null') || '}', ',' ORDER BY b."order") AS text
      FROM (SELECT * FROM blocks o WHERE o.workspace_id = $1 AND o.lesson_id = l.id OFFSET 0) b
    ) b WHERE l.workspace_id = $1 AND l.id = ANY($2::uuid[])
  ) d

-- release_with_hash
SELECT r.number FROM releases r WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.hash = $3 LIMIT 1

-- releases_by_course_and_number
SELECT r.id, r.course_id AS "courseId", r.number, r.message, r.tree_version AS "treeVersion",
  r.is_partial AS "isPartial", r.hash, r.caller AS "createdBy", r.published, r.live_from AS "liveFrom",
  coalesce(CASE WHEN r.published AND EXISTS (SELECT 1 FROM courses c
    WHERE c.workspace_id = $1 AND c.id = r.course_id AND c.live_changes_at <= statement_timestamp())
  THEN (SELECT min(n.live_from) FROM releases n
    WHERE n.workspace_id = $1 AND n.course_id = r.course_id AND n.published AND n.live_until IS NULL
      AND n.live_from <= statement_timestamp() AND (n.live_from, n.number) > (r.live_from, r.number)
      AND (r.live_until IS NULL OR r.live_until > n.live_from)) END, r.live_until) AS "liveUntil", r.pinned,
  r.version + CASE WHEN CASE WHEN r.published AND EXISTS (SELECT 1 FROM courses c
    WHERE c.workspace_id = $1 AND c.id = r.course_id AND c.live_changes_at <= statement_timestamp())
  THEN (SELECT min(n.live_from) FROM releases n
    WHERE n.workspace_id = $1 AND n.course_id = r.course_id AND n.published AND n.live_until IS NULL
      AND n.live_from <= statement_timestamp() AND (n.live_from, n.number) > (r.live_from, r.number)
      AND (r.live_until IS NULL OR r.live_until > n.live_from)) END IS NULL THEN 0 ELSE 1 END AS version, r.created_at
          AS "createdAt" FROM unnest($2::uuid[], $3::int[]) AS n (course_id, number)
   CROSS JOIN LATERAL (
     SELECT o.* FROM releases o WHERE o.workspace_id = $1 AND o.course_id = n.course_id AND o.number = n.number OFFSET 0
   ) r

-- releases_by_number
SELECT r.id, r.course_id AS "courseId", r.number, r.message, r.tree_version AS "treeVersion",
  r.is_partial AS "isPartial", r.hash, r.caller AS "createdBy", r.published, r.live_from AS "liveFrom",
  coalesce(CASE WHEN r.published AND EXISTS (SELECT 1 FROM courses c
    WHERE c.workspace_id = $1 AND c.id = r.course_id AND c.live_changes_at <= statement_timestamp())
  THEN (SELECT min(n.live_from) FROM releases n
    WHERE n.workspace_id = $1 AND n.course_id = r.course_id AND n.published AND n.live_until IS NULL
      AND n.live_from <= statement_timestamp() AND (n.live_from, n.number) > (r.live_from, r.number)
      AND (r.live_until IS NULL OR r.live_until > n.live_from)) END, r.live_until) AS "liveUntil", r.pinned,
  r.version + CASE WHEN CASE WHEN r.published AND EXISTS (SELECT 1 FROM courses c
    WHERE c.workspace_id = $1 AND c.id = r.course_id AND c.live_changes_at <= statement_timestamp())
  THEN (SELECT min(n.live_from) FROM releases n
    WHERE n.workspace_id = $1 AND n.course_id = r.course_id AND n.published AND n.live_until IS NULL
      AND n.live_from <= statement_timestamp() AND (n.live_from, n.number) > (r.live_from, r.number)
      AND (r.live_until IS NULL OR r.live_until > n.live_from)) END IS NULL THEN 0 ELSE 1 END AS version, r.created_at
          AS "createdAt", r.outline FROM releases r
   WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.number = ANY($3::int[])
     AND EXISTS (SELECT 1 FROM courses c WHERE c.workspace_id = $1 AND c.id = $2)

-- releases_cancel
UPDATE releases r SET live_from = NULL, live_until = NULL, version = r.version + 1
  WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.published AND r.live_from > statement_timestamp() RETURNING r.id

-- releases_crowded
SELECT r.workspace_id AS "workspaceId", r.course_id AS "courseId" FROM releases r
  WHERE NOT r.pinned AND (NOT r.published OR r.live_from IS NULL OR r.live_until <= statement_timestamp())
  GROUP BY r.workspace_id, r.course_id HAVING count(*) > $1::int LIMIT 100

-- releases_delete_old
DELETE FROM releases r WHERE r.workspace_id = $1 AND r.course_id = $2 AND NOT r.pinned
  AND (NOT r.published OR r.live_from IS NULL OR r.live_until <= statement_timestamp())
  AND r.number <= (
    SELECT n.number FROM releases n WHERE n.workspace_id = $1 AND n.course_id = $2
    ORDER BY n.number DESC OFFSET $3::int LIMIT 1
  ) RETURNING r.id

-- releases_due
SELECT c.workspace_id AS "workspaceId", c.id AS "courseId", c.live_changes_at = '-infinity' AS "needsFirstRelease" FROM
    courses c
  WHERE c.live_changes_at <= statement_timestamp() ORDER BY c.live_changes_at LIMIT 100

-- releases_end
UPDATE releases r SET live_until = date_trunc('milliseconds', statement_timestamp()), version = r.version + 1
  WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.published AND r.live_from <= statement_timestamp()
    AND (r.live_until IS NULL OR r.live_until > statement_timestamp()) RETURNING r.id

-- releases_end_replaced
UPDATE releases r SET live_until = e.at, version = r.version + 1 FROM (
    SELECT o.number, min(n.live_from) AS at FROM releases o JOIN releases n
      ON n.workspace_id = $1 AND n.course_id = $2 AND n.published AND n.live_until IS NULL
      AND n.live_from <= statement_timestamp() AND (n.live_from, n.number) > (o.live_from, o.number)
    WHERE o.workspace_id = $1 AND o.course_id = $2 AND o.published AND (o.live_until IS NULL OR o.live_until >
        n.live_from)
    GROUP BY o.number
  ) e WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.number = e.number

-- releases_note_deleted_course
UPDATE releases r SET course_deleted_at = statement_timestamp()
  WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.course_deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM courses c
      WHERE c.workspace_id = $1 AND c.id = $2)

-- releases_note_returned_course
UPDATE releases r SET course_deleted_at = NULL
  WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.course_deleted_at IS NOT NULL AND EXISTS (SELECT 1 FROM courses c
      WHERE c.workspace_id = $1 AND c.id = $2)

-- releases_of_deleted_or_returned_courses
SELECT DISTINCT r.workspace_id AS "workspaceId", r.course_id AS "courseId", c.id IS NULL AS "isDeleted" FROM releases r
  LEFT JOIN courses c ON c.workspace_id = r.workspace_id AND c.id = r.course_id
  WHERE (c.id IS NULL) = (r.course_deleted_at IS NULL)

-- releases_of_expired_courses
SELECT DISTINCT r.workspace_id AS "workspaceId", r.course_id AS "courseId" FROM releases r
  WHERE r.course_deleted_at < statement_timestamp() - interval '31 days' LIMIT 100

-- releases_open_count
SELECT count(*)::int AS count FROM releases r WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.published
  AND r.live_from IS NOT NULL AND (r.live_until IS NULL OR r.live_until > statement_timestamp())
  AND (r.live_from > statement_timestamp() OR NOT $3::boolean)

-- releases_page
WITH list AS (SELECT (SELECT count(*)::int FROM releases n WHERE n.workspace_id = $1 AND n.course_id = c.id) AS total
     FROM courses c WHERE c.workspace_id = $1 AND c.id = $2) SELECT list.*, page.* FROM list LEFT JOIN LATERAL (SELECT
         r.id, r.course_id AS "courseId", r.number, r.message, r.tree_version AS "treeVersion",
  r.is_partial AS "isPartial", r.hash, r.caller AS "createdBy", r.published, r.live_from AS "liveFrom",
  coalesce(CASE WHEN r.published AND EXISTS (SELECT 1 FROM courses c
    WHERE c.workspace_id = $1 AND c.id = r.course_id AND c.live_changes_at <= statement_timestamp())
  THEN (SELECT min(n.live_from) FROM releases n
    WHERE n.workspace_id = $1 AND n.course_id = r.course_id AND n.published AND n.live_until IS NULL
      AND n.live_from <= statement_timestamp() AND (n.live_from, n.number) > (r.live_from, r.number)
      AND (r.live_until IS NULL OR r.live_until > n.live_from)) END, r.live_until) AS "liveUntil", r.pinned,
  r.version + CASE WHEN CASE WHEN r.published AND EXISTS (SELECT 1 FROM courses c
    WHERE c.workspace_id = $1 AND c.id = r.course_id AND c.live_changes_at <= statement_timestamp())
  THEN (SELECT min(n.live_from) FROM releases n
    WHERE n.workspace_id = $1 AND n.course_id = r.course_id AND n.published AND n.live_until IS NULL
      AND n.live_from <= statement_timestamp() AND (n.live_from, n.number) > (r.live_from, r.number)
      AND (r.live_until IS NULL OR r.live_until > n.live_from)) END IS NULL THEN 0 ELSE 1 END AS version, r.created_at
          AS "createdAt" FROM releases r WHERE r.workspace_id = $1 AND r.course_id = $2
     ORDER BY r.number DESC LIMIT $3 OFFSET $4) page ON true

-- releases_pinned_count
SELECT count(*)::int AS count FROM releases r
  WHERE r.workspace_id = $1 AND r.course_id = $2 AND r.pinned AND r.number <> $3

-- releases_remove
DELETE FROM releases r WHERE r.workspace_id = $1 AND r.course_id = $2
  AND NOT EXISTS (SELECT 1 FROM courses c WHERE c.workspace_id = $1 AND c.id = $2)

-- replayed
SELECT pg_last_wal_replay_lsn()::text AS at

-- schema_version
SELECT m.migration_name AS name, NULL AS checksum FROM _prisma_migrations m
  WHERE m.finished_at IS NOT NULL AND m.rolled_back_at IS NULL
  UNION ALL SELECT s.name, s.checksum FROM _sql_scripts s

-- search_catch_up_batch
SELECT taken, failed FROM search_catch_up_batch($1, $2)

-- search_prefer_index
SELECT set_config('enable_seqscan', 'off', true)

-- search_time
SELECT set_config('statement_timeout', $1, true)

-- search_unindexed_workspaces
WITH RECURSIVE w AS (
    (SELECT h.workspace_id FROM changes h WHERE h.search_cursor IS NOT NULL AND h.workspace_id > $1::uuid
     ORDER BY h.workspace_id, h.created_at LIMIT 1) UNION ALL SELECT (SELECT h.workspace_id FROM changes h WHERE
         h.search_cursor IS NOT NULL AND h.workspace_id > w.workspace_id
     ORDER BY h.workspace_id, h.created_at LIMIT 1) FROM w WHERE w.workspace_id IS NOT NULL
  )
  SELECT w.workspace_id AS "workspaceId" FROM w WHERE w.workspace_id IS NOT NULL LIMIT $2

-- search_words_found
WITH variants AS MATERIALIZED (
    SELECT v.word, t.term FROM unnest($2::text[]) v (word)
    CROSS JOIN LATERAL unnest(ARRAY[v.word] || ts_lexize('english_stem', v.word)) t (term)
  ),
  known AS MATERIALIZED (
    SELECT k.word AS term FROM search_vocabulary k
    WHERE k.workspace_id = $1 AND k.word = ANY(ARRAY(SELECT DISTINCT s.term FROM variants s))
  ),
  candidates AS MATERIALIZED (SELECT s.word, s.term FROM variants s WHERE s.term IN (SELECT k.term FROM known k)),
  search AS MATERIALIZED (
    SELECT string_agg(DISTINCT quote_literal(c.term), ' | ')::tsquery && quote_literal(workspace_term($1))::tsquery AS
        query
    FROM candidates c
  ),
  entries AS MATERIALIZED (
    SELECT e.terms FROM search_entries e, search
    WHERE e.workspace_id IS NOT DISTINCT FROM $1 AND e.terms @@ search.query
      AND ($3::uuid IS NULL OR e.course_id = $3) LIMIT 50
  )
  SELECT DISTINCT c.word FROM entries f CROSS JOIN LATERAL unnest(tsvector_to_array(f.terms)) w (term)
  JOIN candidates c ON c.term = w.term ORDER BY c.word

-- server_version
SELECT current_setting('server_version_num') AS version

-- storage_add_up
SELECT storage_add_up($1)

-- storage_read
SELECT w.plan, s.* FROM workspaces w CROSS JOIN (
    SELECT coalesce(sum(t.bytes), 0)::bigint AS total, coalesce(sum(t.bytes) FILTER (WHERE t.kind = 'drafts'),
        0)::bigint AS drafts, coalesce(sum(t.bytes) FILTER (WHERE t.kind = 'trash'), 0)::bigint AS trash,
        coalesce(sum(t.bytes) FILTER (WHERE t.kind = 'releases'), 0)::bigint AS releases, coalesce(sum(t.bytes) FILTER
        (WHERE t.kind = 'assets'), 0)::bigint AS assets
    FROM (
      SELECT t.kind, t.bytes FROM storage_tallies t WHERE t.workspace_id = $1 UNION ALL
      SELECT 'drafts', h.bytes FROM changes h WHERE h.workspace_id = $1 AND h.search_cursor IS NOT NULL
    ) t
  ) s WHERE w.id = $1

-- storage_recount
SELECT storage_recount($1)

-- storage_recount_time
SELECT set_config('statement_timeout', '600000', true)

-- storage_take_due
UPDATE workspaces w SET storage_counted_at = statement_timestamp() WHERE coalesce(w.storage_counted_at, '-infinity') <
    statement_timestamp() - interval '7 days'
    AND w.id = ANY(ARRAY(SELECT w.id FROM workspaces w WHERE coalesce(w.storage_counted_at, '-infinity') <
        statement_timestamp() - interval '7 days'
      ORDER BY w.storage_counted_at NULLS FIRST, w.id LIMIT 10))
  RETURNING w.id

-- storage_tallies_crowded
SELECT t.workspace_id AS id FROM storage_tallies t GROUP BY t.workspace_id HAVING count(*) > 20 LIMIT 100

-- trash_below_course
WITH RECURSIVE kept AS (
    SELECT t.id FROM trash t WHERE t.workspace_id = $1 AND t.course_id = $2 AND (
      EXISTS (SELECT 1 FROM courses c WHERE c.workspace_id = $1 AND c.id = t.parent_id)
      OR EXISTS (SELECT 1 FROM modules m WHERE m.workspace_id = $1 AND m.id = t.parent_id)
      OR EXISTS (SELECT 1 FROM lessons l WHERE l.workspace_id = $1 AND l.id = t.parent_id)
      OR EXISTS (
        SELECT 1 FROM trash_records p JOIN trash o ON o.workspace_id = $1 AND o.id = p.trash_id AND o.course_id <> $2
        WHERE p.workspace_id = $1 AND p.id = t.parent_id AND p.level <> 'block'
      ))
    UNION
    SELECT t.id FROM kept k
    JOIN trash_records p ON p.workspace_id = $1 AND p.trash_id = k.id AND p.level <> 'block'
    JOIN trash t ON t.workspace_id = $1 AND t.course_id = $2 AND t.parent_id = p.id
  )
  SELECT t.id FROM trash t WHERE t.workspace_id = $1 AND t.course_id = $2 AND t.id NOT IN (SELECT k.id FROM kept k)

-- trash_crowded
SELECT t.workspace_id AS "workspaceId" FROM trash t
  WHERE t.workspace_id IN (
    SELECT r.workspace_id FROM trash r WHERE r.deleted_at > statement_timestamp() - interval '1 day'
  ) GROUP BY t.workspace_id
  HAVING count(*) > $1::int OR sum(t.records) > $2::int LIMIT 100

-- trash_delete
WITH records AS (DELETE FROM trash_records x WHERE x.workspace_id = $1 AND x.trash_id = ANY($2::uuid[]) RETURNING
    coalesce(x.bytes, octet_length(x.body::text)) AS bytes), freed AS (INSERT INTO storage_tallies (workspace_id, seq,
    kind, bytes) SELECT $1 /* here.workspace_id */, next_tally($1 /* here.workspace_id */), 'trash', s.bytes
  FROM (SELECT -sum(c.bytes) AS bytes FROM records c) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL)
  DELETE FROM trash t WHERE t.workspace_id = $1 AND t.id = ANY($2::uuid[])
  RETURNING t.level, t.course_id AS "courseId"

-- trash_entry
SELECT t.id, t.level, t.node_id AS "nodeId", t.course_id AS "courseId", t.parent_id AS "parentId",
  t.previous_id AS "previousId", t."order", t.name, t.block_type AS "blockType", (SELECT
      left(coalesce(nullif(r.body->>'title', ''), nullif(r.body->>'text', ''), nullif(r.body->>'alt', ''),
    nullif(r.body->>'caption', ''), nullif(r.body#>>'{questions,0,prompt}', ''), nullif(r.body->>'filename', ''),
    nullif(r.body->>'code', ''), nullif(r.body->>'url', '')), 200)
  FROM trash_records r WHERE r.workspace_id = $1 AND r.trash_id = t.id AND r.id = t.node_id AND r.level = 'block') AS
      "blockTitle", t.records,
  t.deleted_at AS "deletedAt", t.deleted_by AS "deletedBy", t.deleted_at + interval '30 days' AS "expiresAt" FROM trash
      t WHERE t.workspace_id = $1 AND t.id = $2 AND t.deleted_at + interval '30 days' > statement_timestamp()

-- trash_entry_lock
SELECT t.id, t.level, t.node_id AS "nodeId", t.course_id AS "courseId", t.parent_id AS "parentId",
  t.previous_id AS "previousId", t."order", t.name, t.block_type AS "blockType", (SELECT
      left(coalesce(nullif(r.body->>'title', ''), nullif(r.body->>'text', ''), nullif(r.body->>'alt', ''),
    nullif(r.body->>'caption', ''), nullif(r.body#>>'{questions,0,prompt}', ''), nullif(r.body->>'filename', ''),
    nullif(r.body->>'code', ''), nullif(r.body->>'url', '')), 200)
  FROM trash_records r WHERE r.workspace_id = $1 AND r.trash_id = t.id AND r.id = t.node_id AND r.level = 'block') AS
      "blockTitle", t.records,
  t.deleted_at AS "deletedAt", t.deleted_by AS "deletedBy", t.deleted_at + interval '30 days' AS "expiresAt" FROM trash
      t WHERE t.workspace_id = $1 AND t.id = $2 AND t.deleted_at + interval '30 days' > statement_timestamp() FOR UPDATE

-- trash_entry_of_record
SELECT x.trash_id AS id FROM trash_records x
  WHERE x.workspace_id = $1 AND x.level = $2 AND x.level <> 'block' AND x.id = $3 ORDER BY x.trash_id DESC LIMIT 1

-- trash_entry_restored
WITH records AS (DELETE FROM trash_records x WHERE x.workspace_id = $1 AND x.trash_id = $2 RETURNING coalesce(x.bytes,
    octet_length(x.body::text)) AS bytes), freed AS (INSERT INTO storage_tallies (workspace_id, seq, kind, bytes) SELECT
    $1 /* here.workspace_id */, next_tally($1 /* here.workspace_id */), 'trash', s.bytes
  FROM (SELECT -sum(c.bytes) AS bytes FROM records c) s /* on the node of the workspace */ WHERE s.bytes IS NOT NULL)
  DELETE FROM trash t WHERE t.workspace_id = $1 AND t.id = $2

-- trash_expired
SELECT t.workspace_id AS "workspaceId", t.id FROM trash t
  WHERE t.deleted_at <= statement_timestamp() - interval '30 days' AND NOT t.workspace_id = ANY($1::uuid[])
  ORDER BY t.deleted_at LIMIT 100

-- trash_ids_in_use
SELECT t.id FROM trash_records x JOIN modules t ON t.workspace_id = $1 AND t.id = x.id
  WHERE x.workspace_id = $1 AND x.trash_id = $2 AND x.level = 'module' UNION ALL SELECT t.id FROM trash_records x JOIN
      lessons t ON t.workspace_id = $1 AND t.id = x.id
  WHERE x.workspace_id = $1 AND x.trash_id = $2 AND x.level = 'lesson' UNION ALL SELECT t.id FROM trash_records x JOIN
      blocks t ON t.workspace_id = $1 AND t.id = x.id
  WHERE x.workspace_id = $1 AND x.trash_id = $2 AND x.level = 'block' LIMIT 10

-- trash_keys
SELECT x.key FROM trash_records x WHERE x.workspace_id = $1 AND x.trash_id = $2 AND x.key IS NOT NULL

-- trash_oldest
SELECT n.id FROM (
    SELECT t.id, row_number() OVER (ORDER BY t.id DESC) AS position, sum(t.records) OVER (ORDER BY t.id DESC) AS total
    FROM trash t WHERE t.workspace_id = $1
  ) n WHERE n.position > $2::int OR n.total > $3::int ORDER BY n.id LIMIT 100

-- trash_page
WITH list AS (SELECT count(*)::int AS total FROM trash t WHERE t.workspace_id = $1 AND ($2::uuid IS NULL OR t.course_id
    = $2) AND ($3::text IS NULL OR t.level = $3) AND t.deleted_at + interval '30 days' > statement_timestamp()) SELECT
    list.*, page.* FROM list LEFT JOIN LATERAL (SELECT t.id, t.level, t.node_id AS "nodeId", t.course_id AS "courseId",
    t.parent_id AS "parentId",
  t.previous_id AS "previousId", t."order", t.name, t.block_type AS "blockType", (SELECT
      left(coalesce(nullif(r.body->>'title', ''), nullif(r.body->>'text', ''), nullif(r.body->>'alt', ''),
    nullif(r.body->>'caption', ''), nullif(r.body#>>'{questions,0,prompt}', ''), nullif(r.body->>'filename', ''),
    nullif(r.body->>'code', ''), nullif(r.body->>'url', '')), 200)
  FROM trash_records r WHERE r.workspace_id = $1 AND r.trash_id = t.id AND r.id = t.node_id AND r.level = 'block') AS
      "blockTitle", t.records,
  t.deleted_at AS "deletedAt", t.deleted_by AS "deletedBy", t.deleted_at + interval '30 days' AS "expiresAt" FROM trash
      t WHERE t.workspace_id = $1 AND ($2::uuid IS NULL OR t.course_id = $2) AND ($3::text IS NULL OR t.level = $3) AND
      t.deleted_at + interval '30 days' > statement_timestamp() ORDER BY t.id DESC LIMIT $4 OFFSET $5) page ON true

-- trash_taken_by_course
SELECT c.id, coalesce(c.key = x.key, false) AS "isKey", x.key, n.slug
  FROM trash_records x CROSS JOIN LATERAL json_to_record(x.body) AS n (slug text)
  JOIN courses c ON c.workspace_id = $1 AND (c.key = x.key OR c.slug = n.slug)
  WHERE x.workspace_id = $1 AND x.trash_id = $2 AND x.level = 'course' LIMIT 2

-- trash_versions
SELECT x.id, max(x.version) AS version FROM unnest($2::uuid[]) AS n (id)
  JOIN trash_records x ON x.workspace_id = $1 AND x.id = n.id GROUP BY x.id

-- usage_add
INSERT INTO usage_hours (workspace_id, hour, requests, errors)
  SELECT added.* FROM unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::int[]) AS added (workspace_id, hour,
      requests, errors)
    JOIN workspaces w ON w.id = added.workspace_id
  ORDER BY 1, 2
  ON CONFLICT (workspace_id, hour) DO UPDATE
    SET requests = least(usage_hours.requests::bigint + excluded.requests, 2147483647),
      errors = least(usage_hours.errors::bigint + excluded.errors, 2147483647)

-- usage_delete_expired
DELETE FROM usage_hours u WHERE u.workspace_id = $1 AND u.hour < $2::timestamptz

-- usage_hours
SELECT u.hour, u.requests, u.errors FROM usage_hours u
  WHERE u.workspace_id = $1 AND u.hour > $2::timestamptz - interval '1 hour' AND u.hour < $3::timestamptz ORDER BY
      u.hour

-- usage_workspaces_with_expired
SELECT DISTINCT u.workspace_id AS "workspaceId" FROM usage_hours u WHERE u.hour < $1::timestamptz

-- wait_briefly
SELECT set_config('lock_timeout', $1, true)

-- workspace_address
SELECT w.public_id AS "publicId", w.hash_secret AS "hashSecret" FROM workspaces w WHERE w.id = $1

-- workspace_brand
SELECT w.name, w.accent_color AS "accentColor" FROM workspaces w WHERE w.id = $1

-- workspace_by_id
SELECT w.id, w.name, w.plan FROM workspaces w WHERE w.id = $1

-- workspace_by_public_id
SELECT w.id, w.hash_secret AS "hashSecret" FROM workspaces w WHERE w.public_id = $1

-- workspace_publish_gate
SELECT w.publish_gate AS gate FROM workspaces w WHERE w.id = $1

-- workspace_set_plan
UPDATE workspaces w SET plan = $2, plan_issued_at = $3::timestamptz WHERE w.id = $1

-- workspaces_first_two
SELECT w.id, w.name, w.plan FROM workspaces w ORDER BY w.id LIMIT 2

-- written
SELECT pg_current_wal_insert_lsn()::text AS at
