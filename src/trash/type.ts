import { blockTypeRef } from '../courses/block/enum.ts'
import type { BlockType } from '../courses/block/types.ts'
import { getDataLoaders } from '../courses/outline/loaders.ts'
import { declarePageType } from '../courses/outline/record-types.ts'
import { courseRef } from '../courses/outline/refs.ts'
import type { TrashLevel } from '../courses/outline/trash.ts'
import { actorFieldOptions, readActor } from '../operations/actor.ts'
import { builder } from '../operations/builder.ts'
import { graphqlOnlyFieldOptions, makeExposedFieldOptions } from '../operations/operation.ts'
import { declareRecordId } from '../operations/record-id.ts'
import type { TrashEntryRow } from './entries.ts'
import type { RestoredContent } from './restore.ts'

export const trashLevelRef = builder.enumType('TrashLevel', {
  description: 'What was deleted: a course, or a record of a level below it.',
  values: {
    course: { description: 'A course.' },
    module: { description: 'A module.' },
    lesson: { description: 'A lesson.' },
    block: { description: 'A content block.' },
  } satisfies Record<TrashLevel, { description: string }>,
})

const trashEntryRef = builder.objectRef<TrashEntryRow>('TrashEntry').implement({
  description: 'A deleted course, module, lesson or block, with everything that was below it.',
  fields: (t) => ({
    ...declareRecordId(t, 'trashId', 'Identifier of the trash entry.'),
    level: t.expose('level', { type: trashLevelRef, description: 'What was deleted.' }),
    nodeId: t.exposeID('nodeId', { description: 'Identifier that the record had, and gets again.' }),
    name: t.exposeString('name', { nullable: true, description: 'Name of the record. Null for a block.' }),
    blockType: t.field({
      type: blockTypeRef,
      nullable: true,
      description: 'The type of a block. Null for other records.',
      ...makeExposedFieldOptions('blockType'),
      resolve: ({ blockType }) => blockType as BlockType | null,
    }),
    courseId: t.exposeID('courseId', { description: 'Identifier of the course that the record belonged to.' }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'The course of a module, the module of a lesson, or the lesson of a block. Null for a course.',
    }),
    recordCount: t.exposeInt('records', {
      description: 'The number of deleted records: this one and everything that was below it.',
    }),
    deletedAt: t.expose('deletedAt', { type: 'DateTime', description: 'When the record was deleted.' }),
    deletedBy: t.field({
      ...actorFieldOptions,
      description: 'Who deleted the record.',
      resolve: ({ deletedBy }, _args, context) => readActor(context, deletedBy),
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the entry is deleted for good, 30 days after the delete.',
    }),
    course: t.field({
      type: courseRef,
      nullable: true,
      description: 'The course that the record belonged to. Null if the course is deleted.',
      ...graphqlOnlyFieldOptions,
      resolve: ({ courseId }, _args, context) => getDataLoaders(context).course.load(courseId),
    }),
  }),
})

export const trashPageRef = declarePageType('TrashPage', trashEntryRef, 'the trash, what was deleted last first')

export const restoredContentRef = builder.objectRef<RestoredContent>('RestoredContent').implement({
  description: 'A record that came back from the trash, with everything below it.',
  fields: (t) => ({
    level: t.expose('level', { type: trashLevelRef, description: 'What came back.' }),
    nodeId: t.exposeID('nodeId', { description: 'Identifier of the record, as before the delete.' }),
    courseId: t.exposeID('courseId', { description: 'Identifier of the course that the record belongs to.' }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description: 'The course of a module, the module of a lesson, or the lesson of a block. Null for a course.',
    }),
    order: t.exposeInt('order', { nullable: true, description: 'Position among the siblings. Null for a course.' }),
    treeVersion: t.exposeInt('treeVersion', { description: 'The treeVersion of the course after the request.' }),
    course: t.field({
      type: courseRef,
      nullable: true,
      description: 'The course after the request.',
      ...graphqlOnlyFieldOptions,
      resolve: ({ courseId }, _args, context) => getDataLoaders(context).course.load(courseId),
    }),
  }),
})
