import { makeNodesBelowSql, makeRecordChangeSql } from '../courses/changes/record-change.ts'

/**
 * Returns the INSERT that records the change of a course to which the records of a trash entry return. The parameters
 * contain the topmost one.
 * @param entryId the SQL parameter with the id of the trash entry
 */
export const makeRecordRestoredSql = (change: Parameters<typeof makeRecordChangeSql>[0], entryId: string) =>
  makeRecordChangeSql({
    ...change,
    ...makeNodesBelowSql(
      'restored',
      `SELECT x.level, x.id FROM trash_records x JOIN trash t ON t.workspace_id = $1 AND t.id = x.trash_id
       WHERE x.workspace_id = $1 AND x.trash_id = ${entryId} AND x.id <> t.node_id`,
    ),
  })
