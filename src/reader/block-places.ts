import { defineSqlStatement, type SqlRunner } from '../platform/db/statement.ts'
import type { FrozenLesson } from '../releases/content/outline.ts'
import type { BlockPlace } from './course.ts'

type Found = BlockPlace & { key: string | null }

const blocksOfLessons = defineSqlStatement<Found>(
  'release_blocks_by_name',
  `SELECT n.body ->> 'id' AS "lessonId", b.block ->> 'id' AS "blockId", b.block ->> 'key' AS key
   FROM release_nodes n CROSS JOIN LATERAL json_array_elements(n.body -> 'blocks') AS b (block)
   WHERE n.workspace_id = $1 AND n.hash = ANY($2::text[])
     AND (b.block ->> 'id' = ANY($3::text[]) OR lower(b.block ->> 'key') = ANY($3::text[])) LIMIT 1000`,
)

const toPlaces = (found: readonly Found[]): Map<string, BlockPlace> =>
  new Map(
    found.flatMap(({ key, ...place }) =>
      [place.blockId, ...(key === null ? [] : [key.toLowerCase()])].map((name) => [name, place] as const),
    ),
  )

/** Finds blocks in lessons of releases by their ids and keys. `hashes` are the hashes of the lessons. */
export const findReleasedBlocks = async (
  sql: SqlRunner,
  workspaceId: string,
  hashes: readonly string[],
  names: readonly string[],
) => toPlaces(await sql.rows(blocksOfLessons, [workspaceId, hashes, names]))

/** Returns a map from the ids and keys of the blocks of lessons, in lower case, to their places. */
export const listBlockPlaces = (lessons: Iterable<FrozenLesson>) =>
  toPlaces(
    [...lessons].flatMap(({ id, blocks }) =>
      blocks.map((block) => ({ lessonId: id, blockId: block.id, key: block.key })),
    ),
  )
