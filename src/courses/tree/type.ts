import { builder } from '../../operations/builder.ts'
import { declareIdFieldPair } from '../../operations/record-id.ts'
import { declareCommonCourseFields } from '../outline/graphql/course-fields.ts'
import { courseTreeEtagTypeOptions } from '../outline/graphql/etag-parts.ts'
import { declareCourseTimeAndActorFields, declareNodeTimeAndActorFields } from '../outline/graphql/history-fields.ts'
import { childListFieldOptions } from '../outline/graphql/record-types.ts'
import { blockRef, courseRef } from '../outline/graphql/refs.ts'
import type { CourseRow, LessonRow, ModuleRow } from '../outline/rows.ts'
import { declareFieldsInOutputType } from '../records/graphql.ts'
import { makeKeyFieldOptions, nodeKeyDescription } from '../records/key.ts'
import { lessonRecordDefinition } from '../records/lesson.ts'
import { moduleRecordDefinition } from '../records/module.ts'
import { treeChangeCountsRef, treeChangeListFieldOptions, treeChangeRef } from './change-types.ts'
import type { TreeWriteResult } from './write.ts'

const lessonTreeRef = builder.objectRef<LessonRow>('LessonTree').implement({
  description: 'A lesson of a course tree, with its content blocks.',
  fields: (t) => ({
    ...declareIdFieldPair(t, 'lessonId', 'Identifier of the lesson.'),
    key: t.exposeString('key', makeKeyFieldOptions(nodeKeyDescription)),
    ...declareFieldsInOutputType(t, lessonRecordDefinition),
    order: t.exposeInt('order', { description: 'Position within the module.' }),
    version: t.exposeInt('version', {
      description: 'Version of the lesson. Changes of its blocks do not increase this version.',
    }),
    ...declareNodeTimeAndActorFields(t, 'lesson'),
    blocks: t.expose('blocks', {
      type: [blockRef],
      nullable: true,
      description: 'The blocks of the lesson, in order. Null if depth is outline.',
      ...childListFieldOptions,
    }),
  }),
})

const moduleTreeRef = builder.objectRef<ModuleRow>('ModuleTree').implement({
  description: 'A module of a course tree, with its lessons.',
  fields: (t) => ({
    ...declareIdFieldPair(t, 'moduleId', 'Identifier of the module.'),
    key: t.exposeString('key', makeKeyFieldOptions(nodeKeyDescription)),
    ...declareFieldsInOutputType(t, moduleRecordDefinition),
    order: t.exposeInt('order', { description: 'Position within the course.' }),
    version: t.exposeInt('version', {
      description: 'Version of the module. Changes of its lessons do not increase this version.',
    }),
    ...declareNodeTimeAndActorFields(t, 'module'),
    lessons: t.field({
      type: [lessonTreeRef],
      description: 'The lessons of the module, in order.',
      resolve: ({ lessons }) => lessons ?? [],
      ...childListFieldOptions,
    }),
  }),
})

export const courseTreeRef = builder.objectRef<CourseRow>('CourseTree').implement({
  ...courseTreeEtagTypeOptions,
  description: 'A course with its modules, lessons and blocks.',
  fields: (t) => ({
    ...declareIdFieldPair(t, 'courseId', 'Identifier of the course.'),
    ...declareCommonCourseFields(t),
    version: t.exposeInt('version', {
      description: 'Version of the course. Changes of its modules, lessons and blocks do not increase this version.',
    }),
    treeVersion: t.exposeInt('treeVersion', {
      description:
        'Version of the course with its modules, lessons and blocks. putCourseTree compares this version with expectedVersion.',
    }),
    ...declareCourseTimeAndActorFields(t),
    modules: t.field({
      type: [moduleTreeRef],
      description: 'The modules of the course, in order.',
      resolve: ({ modules }) => modules ?? [],
      ...childListFieldOptions,
    }),
  }),
})

export const treeDepthRef = builder.enumType('TreeDepth', {
  description: 'How much of a course tree to read.',
  values: {
    outline: { description: 'Modules and lessons, without blocks.' },
    full: { description: 'Modules, lessons and blocks with their content.' },
  },
})

export const treeWriteIncludeRef = builder.enumType('TreeInclude', {
  description: 'Which nodes the response of putCourseTree lists in addition to the nodes that change.',
  values: { unchanged: { description: 'The response also lists the nodes that the request does not change.' } },
})

export const treeWriteResultRef = builder.objectRef<TreeWriteResult>('PutCourseTreeResult').implement({
  description: 'The result of putCourseTree. For a dry run, the changes are planned but not written.',
  fields: (t) => ({
    course: t.expose('course', { type: courseRef, description: 'The course after the request.' }),
    changes: t.expose('changes', {
      ...treeChangeListFieldOptions,
      type: [treeChangeRef],
      description:
        'The modules, lessons and blocks that change. If include contains unchanged, also those that do not change.',
    }),
    counts: t.expose('counts', {
      type: treeChangeCountsRef,
      description: 'The number of nodes for each kind of change.',
    }),
  }),
})
