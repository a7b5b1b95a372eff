import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { withFieldHints } from '../../operations/unknown-field.ts'
import { inputJsonSchemaOptions, parseInput } from '../../operations/validation.ts'
import { findUnfinishedModules } from '../block/unfinished.ts'
import { mcpContentTools } from '../outline/content-tools.ts'
import { courseChangeSchema, toCourseRowFields } from '../outline/course-rules.ts'
import { deleteCourse, insertCourse, updateCourseFields } from '../outline/course-writes.ts'
import { deletedResultRef } from '../outline/record-types.ts'
import { courseRef } from '../outline/refs.ts'
import { expectedVersionText, makeUuidV7 } from '../outline/writes.ts'
import { courseRecordDefinition } from '../records/course.ts'
import { declareCreateInputFields, declareUpdateInputFields } from '../records/graphql.ts'
import { parseDesiredNodes } from '../tree/input.ts'
import { waitForTreeWrite } from '../tree/large-writes.ts'
import { maxTreeBodyBytes, newTreeModuleInputRef } from '../tree/node-types.ts'
import { insertCourseTree } from '../tree/write.ts'
import { createCourseToolAnswer, createCourseToolSelection } from './created-outline.ts'
import { newCourseSchema } from './rules.ts'

const publishedText = 'Whether learners can see the course. Default false.'

const newCourseRef = builder.inputType('CreateCourseInput', {
  description: 'A new course.',
  ...withFieldHints(
    inputJsonSchemaOptions(newCourseSchema, {
      name: 'Botany',
      description: 'How plants live.',
      language: 'en',
      difficulty: 'beginner',
      published: false,
    }),
    { status: 'set published instead' },
  ),
  fields: (t) => ({
    ...declareCreateInputFields(t, courseRecordDefinition),
    published: t.boolean({ description: publishedText }),
    modules: t.field({
      type: [newTreeModuleInputRef],
      description: 'The modules of the course, in order, with their lessons and blocks.',
    }),
  }),
})

const courseChangeRef = builder.inputType('UpdateCourseInput', {
  description: 'The changes of a course. Missing fields stay unchanged; null clears a field.',
  ...withFieldHints(
    inputJsonSchemaOptions(courseChangeSchema, { name: 'Botany for gardeners', difficulty: null, published: true }),
    { status: 'set published instead' },
  ),
  fields: (t) => ({
    ...declareUpdateInputFields(t, courseRecordDefinition),
    published: t.boolean({ description: publishedText }),
  }),
})

builder.mutationField('createCourse', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      rest: {
        method: 'POST',
        path: '/courses',
        status: 201,
        tag: 'Courses',
        location: '/courses/{id}',
      },
      maxBodyBytes: maxTreeBodyBytes,
      largeBodyMember: 'modules',
      tool: {
        name: 'create_course',
        title: 'Create a course',
        description:
          'Creates a course with all its modules, lessons and blocks. The course is a draft unless published is true. Answers the outline with ids.',
        selection: createCourseToolSelection,
        answer: createCourseToolAnswer,
        findWarnings: (input) =>
          findUnfinishedModules((input as typeof newCourseRef.$inferInput).modules, { keepsMissingLists: false }),
      },
      idempotent: true,
    }),
    type: courseRef,
    description: 'Creates a course.',
    args: { input: t.arg({ type: newCourseRef, required: true, description: 'The new course.' }) },
    waitForTurn: waitForTreeWrite,
    resolve: async (_root, { input }, context) => {
      const { modules, ...fields } = parseInput(newCourseSchema, input)
      const { sql } = context.db
      const workspaceId = context.workspaceId()
      const desired = await parseDesiredNodes(modules)
      return desired?.length
        ? sql.transaction((tx) => insertCourseTree(tx, workspaceId, toCourseRowFields(fields), desired))
        : insertCourse(sql, workspaceId, makeUuidV7(), toCourseRowFields(fields))
    },
  }),
)

builder.mutationField('updateCourse', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      rest: { method: 'PATCH', path: '/courses/{courseId}', tag: 'Courses', names: { id: 'courseId' } },
      tool: { ...mcpContentTools.update, kind: 'course' },
      idempotent: true,
    }),
    type: courseRef,
    description: 'Changes a course. Missing fields stay unchanged; null clears a field.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      input: t.arg({ type: courseChangeRef, required: true, description: 'The changes of the course.' }),
      expectedVersion: t.arg.int({ description: expectedVersionText }),
    },
    resolve: (_root, { id, input, expectedVersion }, context) => {
      const fields = toCourseRowFields(parseInput(courseChangeSchema, input))
      return updateCourseFields(context.db.sql, context.workspaceId(), id, fields, { version: expectedVersion })
    },
  }),
)

builder.mutationField('deleteCourse', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      rest: { method: 'DELETE', path: '/courses/{courseId}', tag: 'Courses', names: { id: 'courseId' } },
      tool: { ...mcpContentTools.remove, kind: 'course' },
      idempotent: true,
    }),
    type: deletedResultRef,
    description: 'Deletes a course with its modules, lessons and blocks.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      expectedVersion: t.arg.int({ description: expectedVersionText }),
    },
    resolve: async (_root, { id, expectedVersion }, context) => {
      await deleteCourse(context.db.sql, context.workspaceId(), id, { version: expectedVersion })
      return { id }
    },
  }),
)
