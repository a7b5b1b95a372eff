import { getWriter } from '../courses/changes/writer.ts'
import { deletedResultRef } from '../courses/outline/graphql/record-types.ts'
import { wholeCourseLimiter } from '../courses/outline/whole-course-limiter.ts'
import { builder } from '../operations/builder.ts'
import { operation } from '../operations/operation.ts'
import { deleteTrashEntryForGood } from './delete-entries.ts'
import { restoreTrashEntry } from './restore.ts'
import { restoredContentRef } from './type.ts'

const names = { id: 'trashId' }
const idText = 'Identifier of the trash entry.'

builder.mutationField('restoreTrashEntry', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      rest: { method: 'POST', path: '/trash/{trashId}/restore', tag: 'Trash', names, etag: 'treeVersion' },
      tool: {
        name: 'restore_content',
        toolset: 'write',
        title: 'Restore deleted content',
        description:
          'Takes a deleted course, module, lesson or block out of the trash, with everything below it. A restored course has the status draft.',
        selection: '{ level nodeId courseId parentId order treeVersion }',
        names,
        argumentDescriptions: { trashId: 'The trashId of delete_content, or the id of an entry of the trash.' },
      },
      idempotent: true,
    }),
    type: restoredContentRef,
    description:
      'Takes a course, module, lesson or block out of the trash, with everything below it. All identifiers are the same as before. A module, lesson or block returns to its position after the sibling that preceded it, or to the last position if that sibling is gone. A restored course has the status draft.',
    args: { id: t.arg.id({ required: true, description: idText }) },
    waitForTurn: (_args, context) => context.limiters.get(wholeCourseLimiter).acquire(context.workspaceId()),
    resolve: (_root, { id }, context) =>
      context.db.sql.transaction((tx) => restoreTrashEntry(tx, getWriter(context), id)),
  }),
)

builder.mutationField('deleteTrashEntry', (t) =>
  t.field({
    ...operation({
      access: 'courses:delete',
      rest: { method: 'DELETE', path: '/trash/{trashId}', tag: 'Trash', names },
      idempotent: true,
    }),
    type: deletedResultRef,
    description:
      'Deletes a trash entry for good. Nothing can restore the entry afterwards. If the entry is a course, its releases are deleted too.',
    args: { id: t.arg.id({ required: true, description: idText }) },
    resolve: async (_root, { id }, context) => {
      await context.db.sql.transaction((tx) => deleteTrashEntryForGood(tx, context.workspaceId(), id))
      return { id }
    },
  }),
)
