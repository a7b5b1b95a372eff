import { blockContentRef } from '../courses/block/typed-content.ts'
import { childListFieldOptions } from '../courses/outline/graphql/record-types.ts'
import { courseRecordDefinition } from '../courses/records/course.ts'
import { declareFieldsInOutputType } from '../courses/records/graphql.ts'
import { lessonRecordDefinition } from '../courses/records/lesson.ts'
import { moduleRecordDefinition } from '../courses/records/module.ts'
import { builder } from '../operations/builder.ts'
import { declareIdFieldPair } from '../operations/record-id.ts'
import { declareReleaseBlockType, keyFieldOptionsInRelease } from './content/block-type.ts'
import { contentHashFieldOptions } from './content/content-hash-field-options.ts'
import type { Outline, OutlineModule, ReleaseLesson } from './content/outline.ts'
import type { ReleaseRow } from './content/row.ts'
import { declareCommonReleaseFields } from './type.ts'

const releaseBlockRef = declareReleaseBlockType(
  'ReleaseBlock',
  'A content block of a release.',
  'The content of the block, including the quiz answers.',
  blockContentRef,
)

const releaseLessonRef = builder.objectRef<ReleaseLesson & { hash: string }>('ReleaseLesson').implement({
  description: 'A lesson of a release.',
  fields: (t) => ({
    ...declareIdFieldPair(t, 'lessonId', 'Identifier of the lesson.'),
    key: t.exposeString('key', keyFieldOptionsInRelease),
    ...declareFieldsInOutputType(t, lessonRecordDefinition),
    hash: t.exposeString('hash', {
      ...contentHashFieldOptions,
      description: 'SHA-256 of the lesson. A lesson with the same hash in two releases has the same content in both.',
    }),
    blocks: t.expose('blocks', {
      type: [releaseBlockRef],
      description: 'The blocks of the lesson, in order.',
      ...childListFieldOptions,
    }),
  }),
})

/** A module of a release with the contents of its lessons. */
type ReleaseModule = Omit<OutlineModule, 'lessons'> & { lessons: (ReleaseLesson & { hash: string })[] }

const releaseModuleRef = builder.objectRef<ReleaseModule>('ReleaseModule').implement({
  description: 'A module of a release.',
  fields: (t) => ({
    ...declareIdFieldPair(t, 'moduleId', 'Identifier of the module.'),
    key: t.exposeString('key', keyFieldOptionsInRelease),
    ...declareFieldsInOutputType(t, moduleRecordDefinition),
    lessons: t.expose('lessons', {
      type: [releaseLessonRef],
      description: 'The lessons of the module, in order.',
      ...childListFieldOptions,
    }),
  }),
})

/** A release with its content. */
export type ReleaseTree = ReleaseRow & Omit<Outline, 'id' | 'modules'> & { modules: ReleaseModule[] }

export const releaseTreeRef = builder.objectRef<ReleaseTree>('ReleaseTree').implement({
  description: 'A release with its content: the course, modules, lessons and blocks, including the quiz answers.',
  fields: (t) => ({
    ...declareCommonReleaseFields(t),
    ...declareFieldsInOutputType(t, courseRecordDefinition),
    modules: t.expose('modules', {
      type: [releaseModuleRef],
      description: 'The modules of the course, in order.',
      ...childListFieldOptions,
    }),
  }),
})
