import { builder } from '../builder.ts'
import { courseStatusRef, difficultyRef } from '../course/enums.ts'
import { nested } from '../expose.ts'
import { asColumn, metadataRef } from '../outline/records.ts'
import { blockRef, courseRef, nodeKindRef } from '../outline/refs.ts'
import type { CourseRow, LessonRow, ModuleRow } from '../outline/rows.ts'
import type { TreeChange, TreeResult } from './write.ts'

const lessonTreeRef = builder.objectRef<LessonRow>('LessonTree').implement({
  description: 'A lesson of a course tree with its content blocks.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the lesson.' }),
    key: t.exposeString('key', { nullable: true, description: "The author's own name for it." }),
    name: t.exposeString('name', { description: 'Name of the lesson.' }),
    description: t.exposeString('description', { nullable: true, description: 'What the lesson is about.' }),
    order: t.exposeInt('order', { description: 'Position within the module.' }),
    version: t.exposeInt('version', { description: 'Version of the lesson itself.' }),
    blocks: t.expose('blocks', {
      type: [blockRef],
      nullable: true,
      description: 'Its blocks, in order; null in an outline.',
      ...nested,
    }),
  }),
})

const moduleTreeRef = builder.objectRef<ModuleRow>('ModuleTree').implement({
  description: 'A module of a course tree with its lessons.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the module.' }),
    key: t.exposeString('key', { nullable: true, description: "The author's own name for it." }),
    name: t.exposeString('name', { description: 'Name of the module.' }),
    description: t.exposeString('description', { nullable: true, description: 'What the module is about.' }),
    order: t.exposeInt('order', { description: 'Position within the course.' }),
    version: t.exposeInt('version', { description: 'Version of the module itself.' }),
    lessons: t.field({
      type: [lessonTreeRef],
      description: 'Its lessons, in order.',
      resolve: ({ lessons }) => lessons ?? [],
      ...nested,
    }),
  }),
})

export const courseTreeRef = builder.objectRef<CourseRow>('CourseTree').implement({
  description: 'A course with everything below it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the course.' }),
    name: t.exposeString('name', { description: 'Name of the course.' }),
    description: t.exposeString('description', { nullable: true, description: 'What the course is about.' }),
    language: t.exposeString('language', { nullable: true, description: 'Language, a BCP 47 tag.' }),
    difficulty: t.field({
      ...asColumn('difficulty'),
      type: difficultyRef,
      nullable: true,
      description: 'How hard the course is.',
      resolve: (course) => course.difficulty as typeof difficultyRef.$inferType | null,
    }),
    status: t.field({
      ...asColumn('status'),
      type: courseStatusRef,
      description: 'Whether learners may see the course.',
      resolve: (course) => course.status as typeof courseStatusRef.$inferType,
    }),
    version: t.exposeInt('version', { description: 'Version of the course itself.' }),
    treeVersion: t.exposeInt('treeVersion', { description: 'Version of the whole tree: what tree calls expect.' }),
    metadata: t.field({
      type: metadataRef,
      description: 'When the course was made and last changed.',
      resolve: (course) => course,
    }),
    modules: t.field({
      type: [moduleTreeRef],
      description: 'Its modules, in order.',
      resolve: ({ modules }) => modules ?? [],
      ...nested,
    }),
  }),
})

export const treeDepthRef = builder.enumType('TreeDepth', {
  description: 'How much of a tree is read.',
  values: {
    outline: { description: 'Modules and lessons.' },
    full: { description: 'Modules, lessons and blocks with their content.' },
  },
})

const changeNameRef = builder.enumType('TreeChangeName', {
  description: 'What a tree call makes of a node.',
  values: {
    created: { description: 'It is new.' },
    updated: { description: 'Its own fields change; its place stays.' },
    moved: { description: 'Its parent or its position changes, and its own fields may.' },
    deleted: { description: 'It is gone.' },
    unchanged: { description: 'It stays as it is, and its row is not written.' },
  },
})

const changeRef = builder.objectRef<TreeChange>('TreeChange').implement({
  description: 'What a tree call makes of one node.',
  fields: (t) => ({
    kind: t.expose('kind', { type: nodeKindRef, description: 'What the node is.' }),
    id: t.exposeID('id', { nullable: true, description: 'Its identifier; null for one that a dry run would create.' }),
    key: t.exposeString('key', { nullable: true, description: "The author's own name for it." }),
    change: t.expose('change', { type: changeNameRef, description: 'What becomes of it.' }),
  }),
})

const countsRef = builder.objectRef<TreeChange[]>('TreeCounts').implement({
  description: 'How many nodes a tree call creates, updates, moves, deletes and leaves.',
  fields: (t) => {
    const count = (change: TreeChange['change']) =>
      t.int({
        description: `How many are ${change}.`,
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

export const treeResultRef = builder.objectRef<TreeResult>('PutCourseTreeResult').implement({
  description: 'What a tree call did or, for a dry run, would do.',
  fields: (t) => ({
    course: t.expose('course', { type: courseRef, description: 'The course as it is now.' }),
    changes: t.expose('changes', {
      type: [changeRef],
      description: 'Every node of the course and what becomes of it.',
    }),
    counts: t.field({ type: countsRef, description: 'The changes, counted.', resolve: ({ changes }) => changes }),
  }),
})
