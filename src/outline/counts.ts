import DataLoader from 'dataloader'
import { type Queries, type Statement, statement } from '../db/sql.ts'

/** What is counted: the rows of a table, by the record above them. */
const counted = {
  lessonsOfCourse: { table: 'lessons', by: 'course_id' },
  lessonsOfModule: { table: 'lessons', by: 'module_id' },
  blocksOfCourse: { table: 'blocks', by: 'course_id' },
} as const

type Counted = keyof typeof counted
type Asked = { of: Counted; id: string }
type Count = Asked & { count: number }

const partOf = (of: Counted, index: number) => {
  const { table, by } = counted[of]
  return `SELECT '${of}' AS of, ${by} AS id, count(*)::int AS count FROM ${table}
     WHERE ${by} = ANY($${index + 2}::uuid[]) AND workspace_id = $1 GROUP BY ${by}`
}

const made = new Map<string, Statement<Count>>()

/** One statement for all that is asked at once, with a part for each kind. */
function countsOf(kinds: Counted[]): Statement<Count> {
  const name = `counts_${kinds.join('_')}`
  const known = made.get(name) ?? statement<Count>(name, kinds.map(partOf).join(' UNION ALL '))
  made.set(name, known)
  return known
}

const nameOf = ({ of, id }: Asked) => `${of} ${id}`

/** How many rows stand below records, counted together for one request. */
export function countLoader(sql: Queries, workspaceId: string) {
  const batch = async (asked: readonly Asked[]) => {
    const byKind = Map.groupBy(asked, ({ of }) => of)
    const kinds = [...byKind.keys()].sort()
    const ids = kinds.map((of) => byKind.get(of)!.map(({ id }) => id))
    const rows = await sql.rows(countsOf(kinds), [workspaceId, ...ids])
    const counts = new Map(rows.map((row) => [nameOf(row), row.count]))
    return asked.map((one) => counts.get(nameOf(one)) ?? 0)
  }
  return new DataLoader(batch, { cacheKeyFn: nameOf, cache: false })
}
