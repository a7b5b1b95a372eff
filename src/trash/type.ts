import { blockTypeRef } from '../courses/block/enum.ts'
import type { BlockType } from '../courses/block/types.ts'
import { declareCourseField, declareRecordField } from '../courses/outline/graphql/affected-record-fields.ts'
import { courseRef } from '../courses/outline/graphql/refs.ts'
import { levelDefinitions } from '../courses/outline/levels.ts'
import { getDataLoaders } from '../courses/outline/reads/loaders.ts'
import type { TrashLevel } from '../courses/outline/writes/trash-statements.ts'
import { nameResponseFieldOptions } from '../courses/records/name.ts'
import { actorFieldOptions, findActorOfCallerId } from '../operations/actor.ts'
import { builder } from '../operations/builder.ts'
import { graphqlOnlyFieldOptions, makeExposedFieldOptions } from '../operations/field-options.ts'
import { withJsonSchema } from '../operations/json-schema.ts'
import { declarePageType } from '../operations/pages.ts'
import { declareIdFieldPair } from '../operations/record-id.ts'
import { maxBlockTitleChars, type TrashEntryRow } from './entries.ts'
import type { RestoredContent } from './restore.ts'

export const trashLevelRef = builder.enumType('TrashLevel', {
  description: 'What was deleted: a course, module, lesson or block.',
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
    ...declareIdFieldPair(t, 'trashId', 'Identifier of the trash entry.'),
    level: t.expose('level', { type: trashLevelRef, description: 'What was deleted.' }),
    nodeId: t.exposeID('nodeId', {
      description: 'Identifier of the deleted course, module, lesson or block. A restore keeps this identifier.',
    }),
    name: t.exposeString('name', {
      ...nameResponseFieldOptions,
      nullable: true,
      description: 'Name of the course, module or lesson. Null for a block.',
    }),
    blockType: t.field({
      type: blockTypeRef,
      nullable: true,
      description: 'Type of the block. Null for a course, module or lesson.',
      ...makeExposedFieldOptions('blockType'),
      resolve: ({ blockType }) => blockType as BlockType | null,
    }),
    blockTitle: t.exposeString('blockTitle', {
      ...withJsonSchema({ maxLength: maxBlockTitleChars }),
      nullable: true,
      description:
        'The beginning of the first text of the block, as written: its title, text, alternative text, caption, first question, file name, code or address. Null for a block without a text, and for a course, module or lesson.',
    }),
    courseId: t.exposeID('courseId', {
      description:
        'Identifier of the deleted course, or of the course from which the module, lesson or block was deleted.',
    }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description:
        'Identifier of the parent: the course of a module, the module of a lesson, or the lesson of a block. Null for a course.',
    }),
    recordCount: t.exposeInt('records', {
      description: 'How many records (course, modules, lessons and blocks) the entry contains.',
    }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      description: 'When the course, module, lesson or block was deleted.',
    }),
    deletedBy: t.field({
      ...actorFieldOptions,
      description: 'Who deleted the course, module, lesson or block.',
      resolve: ({ deletedBy }, _args, context) => findActorOfCallerId(context, deletedBy),
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the entry is deleted for good: 30 days after deletedAt.',
    }),
    course: t.field({
      type: courseRef,
      nullable: true,
      description: 'The course from which the module, lesson or block was deleted. Null if the course is deleted.',
      ...graphqlOnlyFieldOptions,
      resolve: ({ courseId }, _args, context) => getDataLoaders(context).course.load(courseId),
    }),
  }),
})

export const trashPageRef = declarePageType('TrashPage', trashEntryRef, 'the trash, the latest deletion first')

export const restoredContentRef = builder.objectRef<RestoredContent>('RestoredContent').implement({
  description: 'A course, module, lesson or block that was restored from the trash, with everything below it.',
  fields: (t) => ({
    level: t.expose('level', { type: trashLevelRef, description: 'What was restored.' }),
    nodeId: t.exposeID('nodeId', {
      description: 'Identifier of the restored course, module, lesson or block, the same as before it was deleted.',
    }),
    courseId: t.exposeID('courseId', {
      description:
        'Identifier of the restored course, or of the course that contains the restored module, lesson or block.',
    }),
    parentId: t.exposeID('parentId', {
      nullable: true,
      description:
        'Identifier of the parent: the course of a module, the module of a lesson, or the lesson of a block. Null for a course.',
    }),
    order: t.exposeInt('order', { nullable: true, description: 'Position among the siblings. Null for a course.' }),
    treeVersion: t.exposeInt('treeVersion', { description: 'The treeVersion of the course after the request.' }),
    ...declareCourseField(t, ({ courseId }) => courseId, 'The course after the request.'),
    ...declareRecordField(t, 'record', 'The restored course, module, lesson or block.', ({ level, nodeId }) => ({
      level,
      id: nodeId,
    })),
    ...declareRecordField(t, 'parent', 'The parent after the request. Null for a course.', ({ level, parentId }) =>
      level !== 'course' && parentId ? { level: levelDefinitions[level].parent, id: parentId } : null,
    ),
  }),
})
