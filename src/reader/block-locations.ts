import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import type { BlockLocation } from './course.ts'

type Found = BlockLocation & { key: string | null }

const blocksOfLessons = defineSqlStatement<Found>(
  'release_blocks_by_name',
  `SELECT n.body ->> 'id' AS "lessonId", b.block ->> 'id' AS "blockId", b.block ->> 'key' AS key
   FROM release_nodes n CROSS JOIN LATERAL json_array_elements(n.body -> 'blocks') AS b (block)
   WHERE n.workspace_id = $1 AND n.hash = ANY($2::text[])
     AND (b.block ->> 'id' = ANY($3::text[]) OR lower(b.block ->> 'key') = ANY($3::text[])) LIMIT 1000`,
)

const toPlaces = (found: readonly Found[]): Map<string, BlockLocation> =>
  new Map(
    found.flatMap(({ key, ...place }) =>
      [place.blockId, ...(key === null ? [] : [key.toLowerCase()])].map((name) => [name, place] as const),
    ),
  )

/**
 * Finds blocks in released lessons. Returns a map from the ids and lower-case keys of the found blocks to their
 * locations.
 * @param names ids and keys in lower case
 */
export const findReleasedBlockLocations = async (
  sql: SqlRunner,
  workspaceId: string,
  hashes: readonly string[],
  names: readonly string[],
) => toPlaces(await sql.rows(blocksOfLessons, [workspaceId, hashes, names]))

const blocksOfDraft = defineSqlStatement<Found>(
  'draft_blocks_by_name',
  `SELECT b.lesson_id AS "lessonId", b.id AS "blockId", b.key FROM blocks b
   WHERE b.workspace_id = $1 AND b.course_id = $2 AND (b.id::text = ANY($3::text[]) OR lower(b.key) = ANY($3::text[])) LIMIT 1000`,
)

/** Finds blocks in the draft of a course, like `findReleasedBlockLocations`. */
export const findDraftBlockLocations = async (
  sql: SqlRunner,
  workspaceId: string,
  courseId: string,
  names: readonly string[],
) => toPlaces(await sql.rows(blocksOfDraft, [workspaceId, courseId, names]))
