import type { CourseRow } from '../../courses/outline/rows.ts'
import { defineSqlStatement, type SqlRunner } from '../../platform/db/statement.ts'
import { makeUuidV7 } from '../../platform/uuid.ts'
import type { DraftAsRelease } from '../content/draft-as-release.ts'
import { insertReleaseLessons } from '../content/nodes.ts'
import { type ReleaseRow, releaseColumnsSql } from '../content/row.ts'

const insert = defineSqlStatement<ReleaseRow>(
  'release_insert',
  `WITH inserted AS (INSERT INTO releases AS r (workspace_id, course_id, id, number, message, tree_version, is_partial, hash, outline, caller,
     published, live_from, live_until)
   SELECT $1, $2, $3, coalesce((SELECT max(n.number) FROM releases n WHERE n.workspace_id = $1 AND n.course_id = $2), 0) + 1,
     $4, $5::int, $6::boolean, $7, $8::json, $9, $10::boolean,
     CASE WHEN $10 THEN greatest($11::timestamptz, date_trunc('milliseconds', statement_timestamp())) END, $12::timestamptz
   RETURNING r.*)
   SELECT ${releaseColumnsSql} FROM inserted r`,
)

type ContentToInsert = Pick<DraftAsRelease, 'text' | 'hash' | 'bodies' | 'outline'>
type Insertion = {
  message?: string | null
  caller: string
  isPartial: boolean
  published: boolean
  liveFrom?: Date | null
  liveUntil?: Date | null
}

/**
 * Stores a release of a course, and the JSON texts of its lessons that the database does not contain yet. The
 * transaction must have locked the course.
 */
export async function insertRelease(
  tx: SqlRunner,
  workspaceId: string,
  course: CourseRow,
  { text, hash, bodies, outline }: ContentToInsert,
  { message, caller, isPartial, published, liveFrom, liveUntil }: Insertion,
): Promise<ReleaseRow> {
  const needed = new Set(outline.modules.flatMap(({ lessons }) => lessons.map((lesson) => lesson.hash)))
  const bodiesOfRelease = new Map([...bodies].filter(([hash]) => needed.has(hash)))
  await insertReleaseLessons(tx, workspaceId, course.id, bodiesOfRelease)
  const [release] = await tx.rows(insert, [
    workspaceId,
    course.id,
    makeUuidV7(),
    message ?? null,
    course.treeVersion,
    isPartial,
    hash,
    text,
    caller,
    published,
    liveFrom?.toISOString() ?? '-infinity',
    liveUntil?.toISOString() ?? null,
  ])
  return release!
}
