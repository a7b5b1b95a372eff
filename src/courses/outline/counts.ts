import DataLoader from 'dataloader'
import { defineSqlStatement, type SqlRunner, type SqlStatement } from '../../platform/db/statement.ts'

/** The table and the GROUP BY column of each count of lessons or blocks. */
const counted = {
  lessonsOfCourse: { table: 'lessons', by: 'course_id' },
  lessonsOfModule: { table: 'lessons', by: 'module_id' },
  blocksOfCourse: { table: 'blocks', by: 'course_id' },
} as const

type Counted = keyof typeof counted
type CountRequest = { of: Counted; id: string }
type Count = CountRequest & { count: number }

const selectCounts = (of: Counted, index: number) => {
  const { table, by } = counted[of]
  return `SELECT '${of}' AS of, t.${by} AS id, count(*)::int AS count FROM ${table} t
     WHERE t.workspace_id = $1 AND t.${by} = ANY($${index + 2}::uuid[]) GROUP BY t.${by}`
}

const subsets = (Object.keys(counted) as Counted[])
  .sort()
  .reduce<Counted[][]>((smaller, of) => smaller.concat(smaller.map((subset) => [...subset, of])), [[]])

// Each combination of counts that a request may need has its own SQL statement.
const statements = new Map<string, SqlStatement<Count>>(
  subsets
    .filter((subset) => subset.length > 0)
    .map((subset) => [
      subset.join(),
      defineSqlStatement(`counts_${subset.join('_')}`, subset.map(selectCounts).join(' UNION ALL ')),
    ]),
)

const keyOf = ({ of, id }: CountRequest) => `${of} ${id}`

/** Makes a DataLoader that counts lessons and blocks. One SQL statement reads all counts that a request needs. */
export function makeCountLoader(sql: SqlRunner, workspaceId: string) {
  const batch = async (requests: readonly CountRequest[]) => {
    const byKind = Map.groupBy(requests, ({ of }) => of)
    const kinds = [...byKind.keys()].sort()
    const ids = kinds.map((of) => byKind.get(of)!.map(({ id }) => id))
    const rows = await sql.rows(statements.get(kinds.join())!, [workspaceId, ...ids])
    const counts = new Map(rows.map((row) => [keyOf(row), row.count]))
    return requests.map((one) => counts.get(keyOf(one)) ?? 0)
  }
  return new DataLoader(batch, { cacheKeyFn: keyOf, cache: false })
}
