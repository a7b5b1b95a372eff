import { builder } from '../../operations/builder.ts'
import { exposedFieldOptions, nestedFieldOptions } from '../../operations/operation.ts'
import { declareRecordId } from '../../operations/record-id.ts'
import { courseStatusRef } from '../outline/course-enums.ts'
import { courseMetadataRef } from '../outline/record-types.ts'
import { blockRef, courseRef, levelRef } from '../outline/refs.ts'
import type { CourseRow, LessonRow, ModuleRow } from '../outline/rows.ts'
import { courseRecordDefinition } from '../records/course.ts'
import { declareOutputFields } from '../records/graphql.ts'
import { lessonRecordDefinition } from '../records/lesson.ts'
import { moduleRecordDefinition } from '../records/module.ts'
import type { TreeChange, TreeWriteResult } from './write.ts'

const lessonTreeRef = builder.objectRef<LessonRow>('LessonTree').implement({
  description: 'A lesson of a course tree, with its content blocks.',
  fields: (t) => ({
    ...declareRecordId(t, 'lessonId', 'Identifier of the lesson.'),
    key: t.exposeString('key', { nullable: true, description: "The author's own identifier, unique in the course." }),
    ...declareOutputFields(t, lessonRecordDefinition),
    order: t.exposeInt('order', { description: 'Position within the module.' }),
    version: t.exposeInt('version', { description: 'Version of the lesson. Changes of its blocks do not count.' }),
    blocks: t.expose('blocks', {
      type: [blockRef],
      nullable: true,
      description: 'The blocks of the lesson, in order. Null if depth is outline.',
      ...nestedFieldOptions,
    }),
  }),
})

const moduleTreeRef = builder.objectRef<ModuleRow>('ModuleTree').implement({
  description: 'A module of a course tree, with its lessons.',
  fields: (t) => ({
    ...declareRecordId(t, 'moduleId', 'Identifier of the module.'),
    key: t.exposeString('key', { nullable: true, description: "The author's own identifier, unique in the course." }),
    ...declareOutputFields(t, moduleRecordDefinition),
    order: t.exposeInt('order', { description: 'Position within the course.' }),
    version: t.exposeInt('version', { description: 'Version of the module. Changes of its lessons do not count.' }),
    lessons: t.field({
      type: [lessonTreeRef],
      description: 'The lessons of the module, in order.',
      resolve: ({ lessons }) => lessons ?? [],
      ...nestedFieldOptions,
    }),
  }),
})

export const courseTreeRef = builder.objectRef<CourseRow>('CourseTree').implement({
  description: 'A course with its modules, lessons and blocks.',
  fields: (t) => ({
    ...declareRecordId(t, 'courseId', 'Identifier of the course.'),
    ...declareOutputFields(t, courseRecordDefinition),
    status: t.field({
      type: courseStatusRef,
      description: 'Whether learners can see the course.',
      ...exposedFieldOptions('status'),
      resolve: (course) => course.status as typeof courseStatusRef.$inferType,
    }),
    version: t.exposeInt('version', {
      description: 'Version of the course. Changes of its modules, lessons and blocks do not count.',
    }),
    treeVersion: t.exposeInt('treeVersion', {
      description:
        'Version of the course with its modules, lessons and blocks. putCourseTree compares this version with expectedVersion.',
    }),
    metadata: t.field({
      type: courseMetadataRef,
      description: 'When the course was created, when the course last changed, and when its content last changed.',
      resolve: (course) => course,
    }),
    modules: t.field({
      type: [moduleTreeRef],
      description: 'The modules of the course, in order.',
      resolve: ({ modules }) => modules ?? [],
      ...nestedFieldOptions,
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

const changeNameRef = builder.enumType('TreeChangeName', {
  description: 'How putCourseTree changes a module, lesson or block.',
  values: {
    created: { description: 'The node is new.' },
    updated: { description: 'The fields of the node change. The parent and position stay unchanged.' },
    moved: { description: 'The parent or position of the node changes. The fields may change too.' },
    deleted: { description: 'The node is deleted.' },
    unchanged: { description: 'The node does not change.' },
  },
})

const changeRef = builder.objectRef<TreeChange>('TreeChange').implement({
  description: 'A module, lesson or block, and how putCourseTree changes it.',
  fields: (t) => ({
    kind: t.expose('kind', { type: levelRef, description: 'Whether the node is a module, lesson or block.' }),
    ...declareRecordId(t, 'recordId', 'Identifier of the node. Null for a node that a dry run would create.', {
      nullable: true,
    }),
    key: t.exposeString('key', { nullable: true, description: "The author's own identifier, unique in the course." }),
    change: t.expose('change', { type: changeNameRef, description: 'How the node changes.' }),
  }),
})

const countsRef = builder.objectRef<TreeChange[]>('TreeCounts').implement({
  description: 'The number of nodes for each kind of change.',
  fields: (t) => {
    const count = (change: TreeChange['change']) =>
      t.int({
        description: `Number of nodes that are ${change}.`,
        resolve: (changes) => changes.filter((one) => one.change === change).length,
      })
    return {
      created: count('created'),
      updated: count('updated'),
      moved: count('moved'),
      deleted: count('deleted'),
      unchanged: count('unchanged'),
    }
  },
})

export const treeWriteResultRef = builder.objectRef<TreeWriteResult>('PutCourseTreeResult').implement({
  description: 'The result of putCourseTree. For a dry run, the changes are planned but not written.',
  fields: (t) => ({
    course: t.expose('course', { type: courseRef, description: 'The course after the request.' }),
    changes: t.expose('changes', {
      type: [changeRef],
      description: 'Every module, lesson and block of the course, and how each changes.',
    }),
    counts: t.field({
      type: countsRef,
      description: 'The number of nodes for each kind of change.',
      resolve: ({ changes }) => changes,
    }),
  }),
})
