import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { addUnknownFieldHints } from '../../operations/unknown-field.ts'
import { makeFieldOptionsFromZod, makeInputTypeOptionsFromZod, parseInput } from '../../operations/validation.ts'
import type { TransactionalSqlRunner } from '../../platform/db/sql.ts'
import { makeUuidV7 } from '../../platform/uuid.ts'
import { findUnfinishedModules } from '../block/unfinished.ts'
import { mcpContentTools } from '../outline/graphql/content-tools.ts'
import { deletedResultRef } from '../outline/graphql/record-types.ts'
import { courseRef } from '../outline/graphql/refs.ts'
import { courseChangeSchema } from '../outline/rules/course-rules.ts'
import {
  deleteCourse,
  insertCourse,
  updateCourseFields,
  writeCourseWithPublishedField,
} from '../outline/writes/course-writes.ts'
import { expectedVersionDescription } from '../outline/writes/writes.ts'
import { getWritingCaller } from '../outline/writing-caller.ts'
import { courseRecordDefinition } from '../records/course.ts'
import { courseSettingsDefinition } from '../records/course-settings.ts'
import { declareFieldsInCreateInput, declareFieldsInUpdateInput } from '../records/graphql.ts'
import { courseKeyDescription, declareKeyInCreateInput, declareKeyInUpdateInput } from '../records/key.ts'
import { unknownFieldHints } from '../records/unknown-field-hints.ts'
import { parseDesiredTreeNodes } from '../tree/input.ts'
import { waitForTreeWriteTurn } from '../tree/large-writes.ts'
import { maxTreeRequestBodyBytes, newTreeModuleInputRef } from '../tree/node-types.ts'
import { insertCourseTree } from '../tree/write.ts'
import { confirmedCourseNameSchema, lockCourseAndCheckConfirmation } from './confirm-delete.ts'
import { createdCourseToolAnswer, createdCourseToolSelection } from './created-outline.ts'
import { newCourseSchema } from './rules.ts'

const publishedText =
  'true publishes the draft as a new release, and false unpublishes the course. Needs the scope courses:publish. A new course is not published by default.'

const newCourseRef = builder.inputType('CreateCourseInput', {
  description: 'A new course.',
  ...addUnknownFieldHints(
    makeInputTypeOptionsFromZod(newCourseSchema, {
      name: 'Botany',
      description: 'How plants live.',
      language: 'en',
      difficulty: 'beginner',
      published: false,
    }),
    { ...unknownFieldHints, status: 'set published instead' },
  ),
  fields: (t) => ({
    ...declareKeyInCreateInput(t, courseKeyDescription),
    ...declareFieldsInCreateInput(t, courseRecordDefinition),
    ...declareFieldsInUpdateInput(t, courseSettingsDefinition),
    published: t.boolean({ description: publishedText }),
    modules: t.field({
      type: [newTreeModuleInputRef],
      description: 'The modules of the course, in order, with their lessons and blocks.',
    }),
  }),
})

const courseChangeRef = builder.inputType('UpdateCourseInput', {
  description: 'The changes of a course. Missing fields stay unchanged; null clears a field.',
  ...addUnknownFieldHints(
    makeInputTypeOptionsFromZod(courseChangeSchema, {
      name: 'Botany for gardeners',
      difficulty: null,
      published: true,
    }),
    {
      ...unknownFieldHints,
      status: 'set published instead',
      modules: 'PUT /courses/{courseId}/tree writes a course with its modules',
    },
  ),
  fields: (t) => ({
    ...declareKeyInUpdateInput(t, courseKeyDescription),
    ...declareFieldsInUpdateInput(t, courseRecordDefinition),
    ...declareFieldsInUpdateInput(t, courseSettingsDefinition),
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
      maxBodyBytes: maxTreeRequestBodyBytes,
      largeBodyField: 'modules',
      tool: {
        name: 'create_course',
        title: 'Create a course',
        description:
          'Creates a course with all its modules, lessons and blocks. The course is a draft unless published is true. Returns the ids and names of its modules and lessons.',
        selection: createdCourseToolSelection,
        answer: createdCourseToolAnswer,
        findWarnings: (input) =>
          findUnfinishedModules((input as typeof newCourseRef.$inferInput).modules, { keepsMissingLists: false }),
      },
      idempotent: true,
    }),
    type: courseRef,
    description: 'Creates a course.',
    args: { input: t.arg({ type: newCourseRef, required: true, description: 'The new course.' }) },
    waitForTurn: waitForTreeWriteTurn,
    resolve: async (_root, { input }, context) => {
      const { modules, published, ...fields } = parseInput(newCourseSchema, input)
      const writer = getWritingCaller(context)
      const desired = await parseDesiredTreeNodes(modules)
      const write = (sql: TransactionalSqlRunner) =>
        desired?.length
          ? sql.transaction((tx) => insertCourseTree(tx, writer, fields, desired))
          : insertCourse(sql, writer, makeUuidV7(), fields)
      // A new course is a draft, so `published: false` changes nothing.
      return writeCourseWithPublishedField(context, published || undefined, write, { increasesVersion: true })
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
      expectedVersion: t.arg.int({ description: expectedVersionDescription }),
    },
    resolve: (_root, { id, input, expectedVersion }, context) => {
      const { published, ...fields } = parseInput(courseChangeSchema, input)
      const increasesVersion = Object.values(fields).some((value) => value !== undefined)
      return writeCourseWithPublishedField(
        context,
        published,
        (sql) => updateCourseFields(sql, getWritingCaller(context), id, fields, { version: expectedVersion }),
        { id, increasesVersion },
      )
    },
  }),
)

builder.mutationField('deleteCourse', (t) =>
  t.field({
    ...operation({
      access: 'courses:delete',
      rest: {
        method: 'DELETE',
        path: '/courses/{courseId}',
        tag: 'Courses',
        names: { id: 'courseId' },
        omit: ['confirm'],
      },
      tool: { ...mcpContentTools.remove, kind: 'course' },
      idempotent: true,
    }),
    type: deletedResultRef,
    description: 'Deletes a course with its modules, lessons and blocks. They stay in the trash for 30 days.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      expectedVersion: t.arg.int({ description: expectedVersionDescription }),
      confirm: t.arg.string({
        ...makeFieldOptionsFromZod(confirmedCourseNameSchema),
        description: 'The name of the course. Agents must send it to delete a published course.',
      }),
    },
    resolve: (_root, { id, expectedVersion, confirm }, context) =>
      context.db.sql.transaction(async (tx) => {
        const writer = getWritingCaller(context)
        if (context.api === 'mcp' || confirm != null)
          await lockCourseAndCheckConfirmation(tx, writer.workspaceId, id, confirm)
        return { id, ...(await deleteCourse(tx, writer, id, { version: expectedVersion })) }
      }),
  }),
)
