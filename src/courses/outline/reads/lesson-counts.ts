import DataLoader from 'dataloader'
import { defineSqlStatement, type SqlRunner } from '../../../platform/db/statement.ts'

const lessonsByModule = defineSqlStatement<{ id: string; count: number }>(
  'lessons_count_by_module',
  `SELECT l.module_id AS id, count(*)::int AS count FROM lessons l
   WHERE l.workspace_id = $1 AND l.module_id = ANY($2::uuid[]) GROUP BY l.module_id`,
)

/** Makes a DataLoader that counts the lessons of modules in one SQL statement. */
export const makeLessonCountOfModuleLoader = (sql: SqlRunner, workspaceId: string) =>
  new DataLoader<string, number>(
    async (moduleIds) => {
      const rows = await sql.rows(lessonsByModule, [workspaceId, moduleIds])
      const counts = new Map(rows.map(({ id, count }) => [id, count]))
      return moduleIds.map((id) => counts.get(id) ?? 0)
    },
    { cache: false },
  )
