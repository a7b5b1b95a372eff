import { describe, expect, inject, test } from 'vitest'
import { defineSqlStatement } from '../../../src/platform/db/statement.ts'
import { createCourseTree } from '../../support/course-fixture.ts'
import { whileRowsAreLocked } from '../../support/row-locks.ts'
import { freshDatabase, openAgain, startTestService } from '../../support/service.ts'

const lock = defineSqlStatement<never>(
  'test_lock_course',
  'SELECT c.id FROM courses c WHERE c.workspace_id = $1 AND c.id = $2 FOR NO KEY UPDATE',
)
// The subquery reads the name of the moment at which the statement begins.
const rename = defineSqlStatement<{ name: string }>(
  'test_rename_locked_course',
  `UPDATE courses c SET name = $3 || (SELECT o.name FROM courses o WHERE o.workspace_id = $1 AND o.id = $2)
   WHERE c.workspace_id = $1 AND c.id = $2 RETURNING c.name`,
  { lock },
)

describe.runIf(inject('postgres'))('a statement with a lock', () => {
  test.each([true, false])(
    'reads what the writer before it has committed, with named statements: %s',
    async (namedStatements) => {
      const { db, url } = await freshDatabase()
      const service = await startTestService({ db })
      const other = openAgain(url!, { size: 1, namedStatements })
      try {
        const workspaceId = await service.workspace()
        const { course } = await createCourseTree(service, await service.key({ workspaceId }))
        const rows = await whileRowsAreLocked(
          service,
          (tx) =>
            tx.rows(
              defineSqlStatement(
                `test_set_name_${namedStatements}`,
                `UPDATE courses c SET name = 'New' WHERE c.workspace_id = $1 AND c.id = $2 RETURNING c.id`,
              ),
              [workspaceId, course.id],
            ),
          () => other.sql.rows(rename, [workspaceId, course.id, 'Very ']),
        )
        expect(rows).toEqual([{ name: 'Very New' }])
      } finally {
        await other.close()
        await service.close()
      }
    },
  )
})
