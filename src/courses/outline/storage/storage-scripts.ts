import { rowOverheadBytes } from '../../../operations/storage/quota.ts'
import type { ColumnDefinition } from '../../records/record.ts'
import { levelDefinitions, quoteColumnName } from '../levels.ts'
import { makeStoredBytesSql, storedCourseColumns, trashRecordBytesSql } from './stored-bytes.ts'

type CountedTable = { table: string; columns: readonly ColumnDefinition[] }

const courses: CountedTable = { table: 'courses', columns: storedCourseColumns }
const nodes: readonly CountedTable[] = Object.values(levelDefinitions)

const releaseBytes = (row: string) => `${rowOverheadBytes} + octet_length(${row}.outline::text)`
const releaseNodeBytes = (row: string) =>
  `${rowOverheadBytes} + octet_length(${row}.body::text) + coalesce(octet_length(${row}.learner_body::text), 0)`
const assetBytes = (row: string) => `${rowOverheadBytes} + ${row}.bytes`

/** Returns a trigger function that adds the difference between two states of a row to the storage. */
const makeTriggerFunctionSql = (table: string, kind: string, bytesOf: (row: string) => string) => `
CREATE OR REPLACE FUNCTION storage_note_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  difference bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN difference := ${bytesOf('NEW')}; END IF;
  IF TG_OP <> 'INSERT' THEN difference := difference - (${bytesOf('OLD')}); END IF;
  IF difference <> 0 THEN
    INSERT INTO storage_tallies (workspace_id, kind, bytes)
    VALUES (CASE WHEN TG_OP = 'DELETE' THEN OLD.workspace_id ELSE NEW.workspace_id END, '${kind}', difference);
  END IF;
  RETURN NULL;
END $$;`

const triggersScript = `-- Generated from the fields in src/courses/records by \`npm run migration\`.
-- The storage of a workspace is the sum of its rows in storage_tallies. A write inserts a row with the bytes that it adds or
-- frees, and updates no row, so that writers do not wait for each other (storage_add_up.sql adds the rows up).
-- A statement that writes modules, lessons and blocks counts their bytes itself: it writes up to 10,000 records at once, and a
-- trigger for each would make it slower. A statement that writes only one puts the bytes into its row of changes, and
-- search_index.sql adds them up when it marks that row.
${makeTriggerFunctionSql('courses', 'drafts', (row) => makeStoredBytesSql(courses.columns, row))}
CREATE OR REPLACE TRIGGER storage_insert AFTER INSERT ON courses
  FOR EACH ROW EXECUTE FUNCTION storage_note_courses();
CREATE OR REPLACE TRIGGER storage_update AFTER UPDATE OF key, ${courses.columns.map(quoteColumnName).join(', ')} ON courses
  FOR EACH ROW EXECUTE FUNCTION storage_note_courses();
${makeTriggerFunctionSql('releases', 'releases', releaseBytes)}
CREATE OR REPLACE TRIGGER storage_change AFTER INSERT OR DELETE OR UPDATE OF outline ON releases
  FOR EACH ROW EXECUTE FUNCTION storage_note_releases();
${makeTriggerFunctionSql('release_nodes', 'releases', releaseNodeBytes)}
CREATE OR REPLACE TRIGGER storage_change AFTER INSERT OR DELETE OR UPDATE OF body, learner_body ON release_nodes
  FOR EACH ROW EXECUTE FUNCTION storage_note_release_nodes();
${makeTriggerFunctionSql('assets', 'assets', assetBytes)}
CREATE OR REPLACE TRIGGER storage_change AFTER INSERT OR DELETE OR UPDATE OF bytes ON assets
  FOR EACH ROW EXECUTE FUNCTION storage_note_assets();
`

// The bytes of the changes that are not in storage_tallies yet are subtracted, because they are added later.
const counted = [
  ...[courses, ...nodes].map(({ table, columns }) => ['drafts', table, makeStoredBytesSql(columns, 'x')]),
  ['trash', 'trash_records', trashRecordBytesSql],
  ['releases', 'releases', releaseBytes('x')],
  ['releases', 'release_nodes', releaseNodeBytes('x')],
  ['assets', 'assets', assetBytes('x')],
  ['drafts', 'changes', '-x.bytes', ' AND x.search_cursor IS NOT NULL'],
].map(
  ([kind, table, bytes, condition = '']) =>
    `    SELECT '${kind}' AS kind, sum((${bytes})::bigint) AS bytes FROM ${table} x WHERE x.workspace_id = p_workspace${condition}`,
)

const recountScript = `-- Generated from the fields in src/courses/records by \`npm run migration\`.
-- Replaces the rows of a workspace in storage_tallies by the sums of what is stored.
-- The lock keeps storage_add_up from adding up rows that this function has read. The statement after it sees what was
-- committed before the lock was free, so it counts each write once: in the sum, or as a row that stays.
CREATE OR REPLACE FUNCTION storage_recount(p_workspace uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(p_workspace::text, 5303190412));
  WITH counted AS (
${counted.join('\n    UNION ALL\n')}
  ), replaced AS (
    DELETE FROM storage_tallies t WHERE t.workspace_id = p_workspace AND t.kind IN ('drafts', 'trash', 'releases', 'assets')
  )
  INSERT INTO storage_tallies (workspace_id, kind, bytes)
  SELECT p_workspace, c.kind, sum(c.bytes) FROM counted c GROUP BY c.kind HAVING sum(c.bytes) <> 0;
END $$;
`

/** The generated SQL scripts that count the stored bytes of workspaces, by their file name in `prisma/sql`. */
export const generatedStorageScripts: Readonly<Record<string, string>> = {
  'storage_recount.sql': recountScript,
  'storage_tallies.sql': triggersScript,
}
