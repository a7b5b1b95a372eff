import { deliveredBlockContentRef } from '../courses/block/typed-content.ts'
import { childListFieldOptions } from '../courses/outline/graphql/record-types.ts'
import { declareFieldsInOutputType } from '../courses/records/graphql.ts'
import { lessonRecordDefinition } from '../courses/records/lesson.ts'
import { moduleRecordDefinition } from '../courses/records/module.ts'
import { builder } from '../operations/builder.ts'
import { declareIdFieldPair } from '../operations/record-id.ts'
import { declareReleaseBlockType, keyFieldOptionsInRelease } from '../releases/content/block-type.ts'
import type { OutlineModule, ReleaseLesson } from '../releases/content/outline.ts'
import type { DeliveredCourseEntry } from './list.ts'
import { declareSharedDeliveredCourseFields } from './type.ts'

export const deliveredBlockRef = declareReleaseBlockType(
  'DeliveredBlock',
  'A content block of a release, without answers.',
  'The content of the block, without answers, explanations, feedback and solutions.',
  deliveredBlockContentRef,
)

export const deliveredLessonRef = builder.objectRef<ReleaseLesson>('DeliveredLesson').implement({
  description: 'A lesson of a release with its content blocks, without answers.',
  fields: (t) => ({
    ...declareIdFieldPair(t, 'lessonId', 'Identifier of the lesson.'),
    courseId: t.exposeID('courseId', { description: 'Identifier of the course.' }),
    key: t.exposeString('key', keyFieldOptionsInRelease),
    ...declareFieldsInOutputType(t, lessonRecordDefinition),
    blocks: t.expose('blocks', {
      type: [deliveredBlockRef],
      description: 'The blocks of the lesson, in order.',
      ...childListFieldOptions,
    }),
  }),
})

type TreeModule = Omit<OutlineModule, 'lessons'> & { lessons: ReleaseLesson[] }
/** A release of a course with its modules, lessons and blocks. */
export type DeliveredTree = DeliveredCourseEntry & { modules: TreeModule[] }

const treeModuleRef = builder.objectRef<TreeModule>('DeliveredTreeModule').implement({
  description: 'A module of a release, with its lessons and their blocks.',
  fields: (t) => ({
    ...declareIdFieldPair(t, 'moduleId', 'Identifier of the module.'),
    key: t.exposeString('key', keyFieldOptionsInRelease),
    ...declareFieldsInOutputType(t, moduleRecordDefinition),
    lessons: t.expose('lessons', {
      type: [deliveredLessonRef],
      description: 'The lessons of the module, in order, with their blocks.',
      ...childListFieldOptions,
    }),
  }),
})

export const deliveredTreeRef = builder.objectRef<DeliveredTree>('DeliveredTree').implement({
  description: 'A release of a course with all its lessons and blocks, without answers.',
  fields: (t) => ({
    ...declareSharedDeliveredCourseFields(t),
    modules: t.expose('modules', {
      type: [treeModuleRef],
      description: 'The modules of the course, in order.',
      ...childListFieldOptions,
    }),
  }),
})
