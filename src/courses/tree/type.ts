import { builder } from '../../operations/builder.ts'
import { exposedFieldOptions, nestedFieldOptions } from '../../operations/operation.ts'
import { declareRecordId } from '../../operations/record-id.ts'
import { courseStatusRef } from '../outline/course-enums.ts'
import { courseMetadataRef, metadataRef } from '../outline/record-types.ts'
import { blockRef, courseRef, nodeKindRef } from '../outline/refs.ts'
import type { CourseRow, LessonRow, ModuleRow } from '../outline/rows.ts'
import { courseRecordDefinition } from '../records/course.ts'
import { declareOutputFields } from '../records/graphql.ts'
import { lessonRecordDefinition } from '../records/lesson.ts'
import { moduleRecordDefinition } from '../records/module.ts'
import type { TreeChangeKind } from './nodes.ts'
import type { TreeChange, TreeChangeCounts, TreeWriteResult } from './write.ts'

const lessonTreeRef = builder.objectRef<LessonRow>('LessonTree').implement({
  description: 'A lesson of a course tree, with its content blocks.',
  fields: (t) => ({
    ...declareRecordId(t, 'lessonId', 'Identifier of the lesson.'),
    key: t.exposeString('key', { nullable: true, description: "The author's own identifier, unique in the course." }),
    ...declareOutputFields(t, lessonRecordDefinition),
    order: t.exposeInt('order', { description: 'Position within the module.' }),
    version: t.exposeInt('version', { description: 'Version of the lesson. Changes of its blocks do not count.' }),
    metadata: t.field({
      type: metadataRef,
      description: 'When the lesson was created and last changed.',
      resolve: (lesson) => lesson,
    }),
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
    metadata: t.field({
      type: metadataRef,
      description: 'When the module was created and last changed.',
      resolve: (module) => module,
    }),
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

export const treeIncludeRef = builder.enumType('TreeInclude', {
  description: 'What the response of putCourseTree lists in addition to the nodes that change.',
  values: { unchanged: { description: 'The nodes that do not change.' } },
})

const changeNameRef = builder.enumType('TreeChangeName', {
  description: 'How putCourseTree changes a module, lesson or block.',
  values: {
    created: { description: 'The node is new.' },
    updated: { description: 'The fields of the node change. `position` tells whether the node moves too.' },
    moved: {
      description: 'The node moves to another parent or to another place among its siblings. No field changes.',
    },
    deleted: { description: 'The node is deleted.' },
    unchanged: { description: 'The node does not change.' },
  },
})

const changeRef = builder.objectRef<TreeChange>('TreeChange').implement({
  description: 'A module, lesson or block, and how putCourseTree changes it.',
  fields: (t) => ({
    kind: t.expose('kind', { type: nodeKindRef, description: 'Whether the node is a module, lesson or block.' }),
    ...declareRecordId(t, 'recordId', 'Identifier of the node. Null for a node that a dry run would create.', {
      nullable: true,
    }),
    key: t.exposeString('key', { nullable: true, description: "The author's own identifier, unique in the course." }),
    name: t.exposeString('name', { nullable: true, description: 'Name of the module or lesson. Null for a block.' }),
    path: t.exposeString('path', {
      description:
        'Place of the node in the course after the request, such as modules.0.lessons.2. For a deleted node, the place before the request.',
    }),
    change: t.expose('change', { type: changeNameRef, description: 'How the node changes.' }),
    fields: t.exposeStringList('fields', { description: 'Names of the fields that change in an updated node.' }),
    position: t.exposeBoolean('position', {
      description:
        'Whether the node moves to another parent or to another place among its siblings. False if only other nodes move.',
    }),
  }),
})

const countsRef = builder.objectRef<TreeChangeCounts>('TreeCounts').implement({
  description: 'The number of nodes for each kind of change. A node that is updated and moves counts in both.',
  fields: (t) => {
    const count = (change: TreeChangeKind) =>
      t.exposeInt(change, { description: `Number of nodes that are ${change}.` })
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
      description: 'The modules, lessons and blocks that change. With include: unchanged, also the others.',
    }),
    counts: t.expose('counts', { type: countsRef, description: 'The number of nodes for each kind of change.' }),
  }),
})
