import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serviceCallerId } from '../../operations/actor.ts'
import { computeScriptChecksum, sqlFunctionsFolder } from '../../platform/db/migrations.ts'
import { lowestId } from '../../platform/uuid.ts'
import { variantPattern } from './one-letter-variants.ts'
import { filterIndexedColumns, makeWeightedTextSql, searchIndexTables } from './searched-columns.ts'

type SearchedRecord = (typeof searchIndexTables)[number]

const generatedNote = '-- Generated from the fields in src/courses/records by `npm run migration`.'

/** The scripts that make the words of the search index. */
const wordScripts = [
  'content_text.sql',
  'search_compounding.sql',
  'search_forms.sql',
  'search_marks.sql',
  'search_pairs.sql',
  'search_parts.sql',
  'search_plain.sql',
  'search_terms.sql',
  'search_unspaced.sql',
  'search_words.sql',
  'text_beginning.sql',
]
const checksumOfWords = computeScriptChecksum(
  wordScripts.map((name) => readFileSync(join(sqlFunctionsFolder, name), 'utf8')).join(''),
)

const languageSql = '(SELECT c.language FROM courses c WHERE c.workspace_id = p_workspace AND c.id = n.course_id)'

const entryOf = ({ kind, table, courseId, columns }: SearchedRecord) =>
  `    SELECT n.id, '${kind}' AS kind, n.${courseId} AS course_id,
      search_terms(p_workspace, ${makeWeightedTextSql(columns, 'A', 'n')}, ${makeWeightedTextSql(columns, 'C', 'n')}, ${courseId === 'id' ? 'n.language' : languageSql}) AS terms
    FROM ${table} n
    WHERE n.workspace_id = p_workspace AND n.id = ANY(ARRAY(SELECT t.id FROM unnest(p_kinds, p_ids) AS t (kind, id) WHERE t.kind = '${kind}'))`

/** The first cursor of a walk over all records, and the cursor's kind after the last one. */
const [firstCursor, entryKind] = [`${searchIndexTables[0].kind}:${lowestId}`, 'entry']

function walkOf({ kind, table, courseId }: SearchedRecord, index: number): string {
  const idsOf = (condition: string) =>
    `SELECT coalesce(array_agg(f.id ORDER BY f.id), '{}') INTO ids FROM (
        SELECT n.id FROM ${table} n WHERE n.workspace_id = p_workspace${condition} AND n.id > after ORDER BY n.id LIMIT p_max
      ) f;`
  return `  ${index === 0 ? 'IF' : 'ELSIF'} kind = '${kind}' THEN
    next_kind := '${searchIndexTables[index + 1]?.kind ?? entryKind}';
    IF p_course = '${lowestId}' THEN
      ${idsOf('')}
    ELSE
      ${idsOf(` AND n.${courseId} = p_course`)}
    END IF;`
}

const isGone = ({ kind, table, courseId }: SearchedRecord) =>
  `(e.kind = '${kind}' AND NOT EXISTS (
          SELECT 1 FROM ${table} n WHERE n.workspace_id = p_workspace AND n.id = e.id AND n.${courseId} = e.course_id
        ))`

/** The GraphQL names of the fields whose changes change the words of a record, or the course of its search entry. */
const indexedFields = [
  'courseId',
  ...new Set(searchIndexTables.flatMap(({ columns }) => filterIndexedColumns(columns).map(({ field }) => field))),
]

const indexScript = `${generatedNote}
-- Writes the search entries of these records of a workspace, or removes those of deleted records.
-- Each table is read with an array of ids, so that PostgreSQL looks the ids up in the index; with a join it might read all
-- rows of the workspace.
-- The words that can be corrections are added to search_vocabulary, in which a search looks for them (typos.ts).
-- The entries are compared in a statement of their own: a cluster sends rows that a part of a statement selects and another
-- part writes to all nodes.
CREATE OR REPLACE FUNCTION search_index(p_workspace uuid, p_kinds text[], p_ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  indexed uuid[];
  ids uuid[];
  kinds text[];
  courses uuid[];
  all_terms tsvector[];
BEGIN
  WITH current AS MATERIALIZED (
${searchIndexTables.map(entryOf).join('\n    UNION ALL\n')}
  ),
  compared AS (
    SELECT r.id, r.kind, r.course_id, r.terms,
      (e.course_id, e.terms) IS DISTINCT FROM (r.course_id, r.terms) AS differs
    FROM current r LEFT JOIN (
      SELECT f.id, f.course_id, f.terms FROM search_entries f WHERE f.workspace_id = p_workspace AND f.id = ANY(p_ids)
    ) e ON e.id = r.id
  )
  SELECT coalesce(array_agg(r.id), '{}'), array_agg(r.id) FILTER (WHERE r.differs), array_agg(r.kind) FILTER (WHERE r.differs),
    array_agg(r.course_id) FILTER (WHERE r.differs), array_agg(r.terms) FILTER (WHERE r.differs)
  INTO indexed, ids, kinds, courses, all_terms FROM compared r;
  IF ids IS NOT NULL THEN
    INSERT INTO search_entries (id, kind, workspace_id, course_id, terms)
    SELECT r.id, r.kind, p_workspace, r.course_id, r.terms
    FROM unnest(ids, kinds, courses, all_terms) AS r (id, kind, course_id, terms)
    ON CONFLICT (workspace_id, id) DO UPDATE SET course_id = excluded.course_id, terms = excluded.terms;
    INSERT INTO search_vocabulary (workspace_id, word)
    SELECT DISTINCT p_workspace, w.word FROM unnest(all_terms) AS r (terms) CROSS JOIN LATERAL unnest(tsvector_to_array(r.terms)) w (word)
    WHERE w.word ~ '${variantPattern}'
    ON CONFLICT (workspace_id, word) DO NOTHING;
  END IF;
  DELETE FROM search_failures f WHERE f.workspace_id = p_workspace AND f.id = ANY(p_ids);
  DELETE FROM search_entries e WHERE e.workspace_id = p_workspace AND e.id = ANY(p_ids) AND e.id <> ALL(indexed);
END $$;

-- Returns the next p_max records of a course, or of the workspace if p_course is the lowest UUID, and the cursor after them. A cursor
-- is a kind of record and the id of the last one. After the courses come the modules, then the lessons, then the blocks. At
-- last come the search entries: those of records that were deleted or have left the course are removed. Then there is no
-- next cursor.
CREATE OR REPLACE FUNCTION search_walk(p_workspace uuid, p_course uuid, p_cursor text, p_max integer,
  OUT kind text, OUT ids uuid[], OUT next_cursor text) LANGUAGE plpgsql AS $$
DECLARE
  after uuid := split_part(p_cursor, ':', 2);
  next_kind text;
  entries uuid[];
BEGIN
  kind := split_part(p_cursor, ':', 1);
${searchIndexTables.map(walkOf).join('\n')}
  ELSE
    ids := '{}';
    SELECT coalesce(array_agg(f.id ORDER BY f.id), '{}') INTO entries FROM (
      SELECT e.id FROM search_entries e WHERE e.workspace_id = p_workspace AND e.id > after ORDER BY e.id LIMIT 10 * p_max
    ) f;
    DELETE FROM search_entries e
    WHERE e.workspace_id = p_workspace AND e.id = ANY(entries) AND (p_course = '${lowestId}' OR e.course_id = p_course)
      AND (${searchIndexTables.map(isGone).join(' OR ')});
    IF cardinality(entries) = 10 * p_max THEN next_cursor := '${entryKind}:' || entries[10 * p_max]; END IF;
    RETURN;
  END IF;
  next_cursor := CASE WHEN cardinality(ids) = p_max THEN kind || ':' || ids[p_max] ELSE next_kind || ':${lowestId}' END;
END $$;

-- Indexes the oldest changes of a workspace that the search does not contain yet, at most p_max records. Returns how many it
-- took, and which of them failed. If more changes may follow, it returns p_max.
-- Returns no row while another transaction indexes this workspace: one at a time, so that no older text overwrites a newer
-- one. Each change has its own mark, so a change that commits later is indexed later.
--
-- A change lists its records. If it has more than it lists, or changes the language of a course, all records of the course
-- are indexed; if its course is the lowest UUID, all records of the workspace.
--
-- The bytes of a change are added to storage_tallies when it is marked.
--
-- A record that cannot be indexed is written to search_failures and skipped until it changes. Temporary errors (SQLSTATE
-- classes 08 connection, 40 rollback, 53 resources, 55 locks, 57 operator, 58 system) roll the batch back instead.
CREATE OR REPLACE FUNCTION search_catch_up_batch(p_workspace uuid, p_max integer)
RETURNS TABLE (taken integer, failed json) LANGUAGE plpgsql AS $$
DECLARE
  temporary_classes constant text[] := ARRAY['08', '40', '53', '55', '57', '58'];
  change record;
  step record;
  kinds text[] := '{}';
  ids uuid[] := '{}';
  done uuid[] := '{}';
  done_courses uuid[] := '{}';
  position integer;
  last integer;
  failures json[] := '{}';
BEGIN
  taken := 0;
  failed := '[]';
  IF NOT EXISTS (
    SELECT 1 FROM changes h WHERE h.workspace_id = p_workspace AND h.search_cursor IS NOT NULL ORDER BY h.created_at LIMIT 1
  ) THEN
    RETURN NEXT;
    RETURN;
  END IF;
  IF NOT pg_try_advisory_xact_lock(hashtextextended('search:' || p_workspace, 7203998215)) THEN RETURN; END IF;
  -- A commit that is lost in a crash leaves its changes as they were.
  PERFORM set_config('synchronous_commit', 'off', true);
  FOR change IN
    SELECT h.id, h.course_id, h.nodes, h.search_cursor AS cursor, h.course_id = '${lowestId}'
      OR h.node_count > jsonb_array_length(h.nodes)
      OR h.nodes @? '$[*] ? (@.level == "course" && @.change == "changed").fields[*] ? (@ == "language")' AS is_walk
    FROM changes h WHERE h.workspace_id = p_workspace AND h.search_cursor IS NOT NULL ORDER BY h.created_at LIMIT p_max
  LOOP
    IF change.is_walk THEN
      IF change.cursor = 'node:0' THEN
        change.cursor := '${firstCursor}';
        -- All words are added again, so that those which no text has any more are gone.
        IF change.course_id = '${lowestId}' THEN DELETE FROM search_vocabulary v WHERE v.workspace_id = p_workspace; END IF;
      END IF;
      step := search_walk(p_workspace, change.course_id, change.cursor, p_max - taken);
      kinds := kinds || array_fill(step.kind, ARRAY[cardinality(step.ids)]);
      ids := ids || step.ids;
      taken := taken + cardinality(step.ids);
      change.cursor := step.next_cursor;
    ELSE
      position := split_part(change.cursor, ':', 2);
      last := position + p_max - taken;
      SELECT kinds || coalesce(array_agg(n.node ->> 'level'), '{}'), ids || coalesce(array_agg((n.node ->> 'id')::uuid), '{}')
      INTO kinds, ids
      FROM jsonb_array_elements(change.nodes) WITH ORDINALITY AS n (node, number)
      WHERE n.number > position AND n.number <= last
        AND (n.node ->> 'change' NOT IN ('changed', 'moved') OR n.node -> 'fields' ?| ARRAY[${indexedFields.map((field) => `'${field}'`).join(', ')}]);
      taken := taken + least(last, jsonb_array_length(change.nodes)) - position;
      change.cursor := CASE WHEN last < jsonb_array_length(change.nodes) THEN 'node:' || last END;
    END IF;
    IF change.cursor IS NULL THEN
      done := done || change.id;
      done_courses := done_courses || change.course_id;
    ELSE
      UPDATE changes h SET search_cursor = change.cursor WHERE h.workspace_id = p_workspace AND h.id = change.id AND h.course_id = change.course_id;
      taken := p_max;
    END IF;
    EXIT WHEN taken >= p_max;
  END LOOP;
  BEGIN
    PERFORM search_index(p_workspace, kinds, ids);
  EXCEPTION WHEN OTHERS THEN
    IF left(SQLSTATE, 2) = ANY(temporary_classes) THEN RAISE; END IF;
    FOR step IN SELECT DISTINCT t.kind, t.id FROM unnest(kinds, ids) AS t (kind, id) LOOP
      BEGIN
        PERFORM search_index(p_workspace, ARRAY[step.kind], ARRAY[step.id]);
      EXCEPTION WHEN OTHERS THEN
        IF left(SQLSTATE, 2) = ANY(temporary_classes) THEN RAISE; END IF;
        INSERT INTO search_failures AS f (id, kind, workspace_id, reason) VALUES (step.id, step.kind, p_workspace, SQLERRM)
        ON CONFLICT (workspace_id, id) DO UPDATE SET reason = excluded.reason, failed_at = excluded.failed_at;
        failures := failures || json_build_object('id', step.id, 'kind', step.kind, 'reason', SQLERRM);
      END;
    END LOOP;
  END;
  WITH marked AS (
    UPDATE changes h SET search_cursor = NULL
    WHERE h.workspace_id = p_workspace AND h.id = ANY(done)
      AND (h.id, h.course_id) IN (SELECT d.id, d.course_id FROM unnest(done, done_courses) AS d (id, course_id))
    RETURNING h.bytes
  )
  INSERT INTO storage_tallies (workspace_id, kind, bytes)
  SELECT p_workspace, 'drafts', sum(m.bytes) FROM marked m HAVING sum(m.bytes) <> 0;
  failed := array_to_json(failures);
  RETURN NEXT;
END $$;

-- The fields may have changed, or the words that the functions make of them: index every record again, in the background. A
-- database can have millions of records, so each workspace gets one row here. So that a change of these functions changes this
-- script too, here is the checksum of their scripts:
-- ${checksumOfWords}
INSERT INTO changes (workspace_id, id, course_id, tree_version, operation, caller, nodes, node_count)
  SELECT w.id, ('00000000-0000-7000-8000-' || right(gen_random_uuid()::text, 12))::uuid,
    '${lowestId}', 0, 'indexEverything', '${serviceCallerId}', '[]', 0
  FROM workspaces w WHERE w.id IN (SELECT c.workspace_id FROM courses c);
`

/**
 * The generated SQL script with the functions that fill the search index, by its file name in `prisma/sql`.
 */
export const generatedSearchIndexingScripts: Readonly<Record<string, string>> = { 'search_index.sql': indexScript }
