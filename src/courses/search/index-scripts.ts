import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { computeScriptChecksum, sqlFunctionsFolder } from '../../platform/db/migrations.ts'
import { quoteColumnName } from '../outline/levels.ts'
import { searchTriggerSettingName } from '../outline/storage/trigger-setting.ts'
import type { ColumnDefinition } from '../records/record.ts'
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
    WHERE n.workspace_id = p_workspace AND n.id = ANY(ARRAY(SELECT t.id FROM taken t WHERE t.kind = '${kind}'))`

const lowestId = '00000000-0000-0000-0000-000000000000'
const everyKind = ({ kind }: Pick<SearchedRecord, 'kind'>) => `every ${kind}`

function expansionOf(record: SearchedRecord, index: number): string {
  const { kind, table } = record
  const next = searchIndexTables[index + 1]
  return `  IF p_kind = '${everyKind(record)}' THEN
    record_kind := '${kind}';
    next_kind := ${next ? `'${everyKind(next)}'` : 'NULL'};
    SELECT coalesce(array_agg(f.id ORDER BY f.id), '{}') INTO ids FROM (
      SELECT n.id FROM ${table} n WHERE n.workspace_id = p_workspace AND n.id > p_after ORDER BY n.id LIMIT p_max
    ) f;
  END IF;`
}

const indexScript = `${generatedNote}
-- Writes the search entries of these pending changes of a workspace and removes the changes.
-- Each table is read with an array of ids, so that PostgreSQL looks the ids up in the index; with a join it might read all
-- rows of the workspace.
-- The words that can be corrections are added to search_vocabulary, in which a search looks for them (typos.ts).
CREATE OR REPLACE FUNCTION search_index(p_workspace uuid, p_seqs bigint[]) RETURNS void LANGUAGE sql AS $$
  WITH taken AS (
    DELETE FROM search_pending p WHERE p.workspace_id = p_workspace AND p.seq = ANY(p_seqs) RETURNING p.kind, p.id
  ),
  current AS (
${searchIndexTables.map(entryOf).join('\n    UNION ALL\n')}
  ),
  put AS (
    INSERT INTO search_entries AS e (id, kind, workspace_id, course_id, terms)
    SELECT r.id, r.kind, p_workspace, r.course_id, r.terms FROM current r
    ON CONFLICT (workspace_id, id) DO UPDATE SET course_id = excluded.course_id, terms = excluded.terms
    WHERE (e.course_id, e.terms) IS DISTINCT FROM (excluded.course_id, excluded.terms)
  ),
  words AS (
    INSERT INTO search_vocabulary (workspace_id, word)
    SELECT DISTINCT p_workspace, w.word FROM current r CROSS JOIN LATERAL unnest(tsvector_to_array(r.terms)) w (word)
    WHERE w.word ~ '${variantPattern}'
    ON CONFLICT (workspace_id, word) DO NOTHING
  ),
  no_failures AS (
    DELETE FROM search_failures f WHERE f.workspace_id = p_workspace AND f.id = ANY(ARRAY(SELECT t.id FROM taken t))
  )
  DELETE FROM search_entries e
  WHERE e.workspace_id = p_workspace AND e.id = ANY(ARRAY(SELECT t.id FROM taken t EXCEPT SELECT r.id FROM current r))
$$;

-- The kind 'every block' of a pending change means all blocks of the workspace with greater ids. After the courses
-- come the modules, then the lessons, then the blocks. This function adds a pending change for each of the next p_max
-- records, and then one for the records that follow.
CREATE OR REPLACE FUNCTION search_pending_expand(p_workspace uuid, p_kind text, p_after uuid, p_max integer)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  record_kind text;
  next_kind text;
  ids uuid[];
BEGIN
  -- All words are added again, so that those which no text has any more are gone.
  IF p_kind = '${everyKind(searchIndexTables[0]!)}' AND p_after = '${lowestId}' THEN
    DELETE FROM search_vocabulary v WHERE v.workspace_id = p_workspace;
  END IF;
${searchIndexTables.map(expansionOf).join('\n')}
  INSERT INTO search_pending (workspace_id, kind, id) SELECT p_workspace, record_kind, i.id FROM unnest(ids) AS i (id);
  IF cardinality(ids) = p_max THEN
    INSERT INTO search_pending (workspace_id, kind, id) VALUES (p_workspace, p_kind, ids[p_max]);
  ELSIF next_kind IS NOT NULL THEN
    INSERT INTO search_pending (workspace_id, kind, id) VALUES (p_workspace, next_kind, '${lowestId}');
  END IF;
END $$;

-- The fields may have changed, or the words that the functions make of them: index every record again, in the background. A
-- database can have millions of records, so each workspace gets one row here. So that a change of these functions changes this
-- script too, here is the checksum of their scripts:
-- ${checksumOfWords}
INSERT INTO search_pending (workspace_id, kind, id)
  SELECT w.id, '${everyKind(searchIndexTables[0]!)}', '${lowestId}' FROM workspaces w
  WHERE EXISTS (SELECT 1 FROM courses c WHERE c.workspace_id = w.id);
`

// PostgreSQL cannot compare values of type json, so the triggers compare json values as text.
const compared = (column: ColumnDefinition, row: string) =>
  `${row}.${quoteColumnName(column)}${column.type === 'json' ? '::text' : ''}`

function triggersOf({ kind, table, courseId, columns }: SearchedRecord): string {
  const searched = filterIndexedColumns(columns)
  const isCourse = courseId === 'id'
  const parent = isCourse ? [] : [courseId]
  const valuesOf = (row: string) =>
    [...searched.map((column) => compared(column, row)), ...parent.map((name) => `${row}.${name}`)].join(', ')
  const isOn = isCourse ? '' : `current_setting('${searchTriggerSettingName}', true) IS DISTINCT FROM 'off' AND `
  const [name, events] = isCourse ? ['search_change', 'INSERT OR DELETE'] : ['search_delete', 'DELETE']
  return `CREATE OR REPLACE TRIGGER ${name} AFTER ${events} ON ${table}
  FOR EACH ROW EXECUTE FUNCTION search_note_change('${kind}');
CREATE OR REPLACE TRIGGER search_update AFTER UPDATE OF ${[...searched.map(quoteColumnName), ...parent].join(', ')} ON ${table}
  FOR EACH ROW WHEN (${isOn}(${valuesOf('OLD')})
    IS DISTINCT FROM (${valuesOf('NEW')})) EXECUTE FUNCTION search_note_change('${kind}');`
}

const pendingScript = `${generatedNote}
-- Every insert, text change, move and delete of a course, module, lesson or block adds a row to search_pending. The search
-- entries are written later (search_catch_up_batch), because that takes longer than the write itself.
-- A statement that inserts modules, lessons or blocks writes these rows itself: it inserts up to 10,000 at once, and a row
-- trigger for each would cost it 8 %. A trigger with transition tables could not run on the distributed tables of a cluster.
-- A statement that updates many of them writes these rows itself too, and turns its triggers off with the setting
-- ${searchTriggerSettingName}.
CREATE OR REPLACE FUNCTION search_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO search_pending (workspace_id, kind, id) VALUES (OLD.workspace_id, TG_ARGV[0], OLD.id);
  ELSE
    INSERT INTO search_pending (workspace_id, kind, id) VALUES (NEW.workspace_id, TG_ARGV[0], NEW.id);
  END IF;
  RETURN NULL;
END $$;

${searchIndexTables.map(triggersOf).join('\n\n')}

-- The language of a course says whether its texts are searched by the parts of compounds.
CREATE OR REPLACE FUNCTION search_note_language() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
${searchIndexTables
  .map(
    ({ kind, table, courseId }) =>
      `  INSERT INTO search_pending (workspace_id, kind, id) SELECT n.workspace_id, '${kind}', n.id FROM ${table} n
    WHERE n.workspace_id = NEW.workspace_id AND n.${courseId} = NEW.id;`,
  )
  .join('\n')}
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER search_language AFTER UPDATE OF language ON courses
  FOR EACH ROW WHEN (search_compounding(OLD.language) IS DISTINCT FROM search_compounding(NEW.language))
  EXECUTE FUNCTION search_note_language();
`

/**
 * The generated SQL scripts with the functions and triggers that fill the search index, by their file name in
 * `prisma/sql`.
 */
export const generatedSearchIndexingScripts: Readonly<Record<string, string>> = {
  'search_index.sql': indexScript,
  'search_pending.sql': pendingScript,
}
