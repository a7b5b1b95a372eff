import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import type { ReleaseLesson } from '../releases/content/outline.ts'
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
 * Finds blocks in released lessons. `hashes` are the hashes of the lessons. `names` are ids and keys of blocks, in
 * lower case. Returns a map from each id or key that was found to the place of its block.
 */
export const findReleasedBlockLocations = async (
  sql: SqlRunner,
  workspaceId: string,
  hashes: readonly string[],
  names: readonly string[],
) => toPlaces(await sql.rows(blocksOfLessons, [workspaceId, hashes, names]))

/** Returns a map from the id and the key of each block in the lessons, in lower case, to the place of the block. */
export const makeBlockLocationMap = (lessons: Iterable<ReleaseLesson>) =>
  toPlaces(
    [...lessons].flatMap(({ id, blocks }) =>
      blocks.map((block) => ({ lessonId: id, blockId: block.id, key: block.key })),
    ),
  )
