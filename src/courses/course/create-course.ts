import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { withUnknownFieldHints } from '../../operations/unknown-field.ts'
import { makeInputTypeLimitOptionsFromZod, parseInput } from '../../operations/validation.ts'
import type { TransactionalSqlRunner } from '../../platform/db/sql.ts'
import { makeUuidV7 } from '../../platform/uuid.ts'
import { getContentHandling } from '../block/content.ts'
import { findContentWarningsOfModules } from '../block/read.ts'
import { findUnfinishedContentOfModules } from '../block/unfinished.ts'
import { getWriter } from '../changes/writer.ts'
import { courseRef } from '../outline/graphql/refs.ts'
import { courseRecordDefinition } from '../records/course.ts'
import { courseSettingsDefinition } from '../records/course-settings.ts'
import { declareFieldsInCreateInput, declareFieldsInUpdateInput } from '../records/graphql.ts'
import { courseKeyDescription, declareKeyInCreateInput } from '../records/key.ts'
import { unknownFieldHints } from '../records/unknown-field-hints.ts'
import { parseDesiredTreeNodes } from '../tree/input.ts'
import { waitForTurnIfLargeTreeWrite } from '../tree/large-writes.ts'
import { maxTreeRequestBodyBytes, newTreeModuleInputRef } from '../tree/node-types.ts'
import { insertCourseTree } from '../tree/write.ts'
import { graphqlSelectionOfCreateCourseTool, makeCreateCourseToolAnswer } from './created-outline.ts'
import { newCourseSchema } from './rules.ts'
import { insertCourse } from './writes/course-writes.ts'
import { writeCourseWithPublishedField } from './writes/published-field.ts'

/** The description of the field `published` in the inputs that write a course. */
export const publishedFieldDescription =
  'true publishes the draft as a new release, and false unpublishes the course. Needs the scope courses:publish. A new course is not published by default.'

const newCourseRef = builder.inputType('CreateCourseInput', {
  description: 'A new course.',
  ...withUnknownFieldHints(
    makeInputTypeLimitOptionsFromZod(newCourseSchema, {
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
    published: t.boolean({ description: publishedFieldDescription }),
    modules: t.field({
      type: [newTreeModuleInputRef],
      description: 'The modules of the course, in order, with their lessons and blocks.',
    }),
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
        findWarnings: (input) => findContentWarningsOfModules((input as typeof newCourseRef.$inferInput).modules),
      },
      maxBodyBytes: maxTreeRequestBodyBytes,
      largeBodyField: 'modules',
      tool: {
        name: 'create_course',
        toolset: 'write',
        title: 'Create a course',
        runsWithout: { tool: 'put_course_tree', argument: 'id' },
        selection: graphqlSelectionOfCreateCourseTool,
        makeAnswer: makeCreateCourseToolAnswer,
        findWarnings: (input) =>
          findUnfinishedContentOfModules((input as typeof newCourseRef.$inferInput).modules, {
            keepsMissingLists: false,
          }),
      },
      idempotent: true,
    }),
    type: courseRef,
    description: 'Creates a course.',
    args: { input: t.arg({ type: newCourseRef, required: true, description: 'The new course.' }) },
    waitForTurn: waitForTurnIfLargeTreeWrite,
    resolve: async (_root, { input }, context) => {
      const { modules, published, ...fields } = parseInput(newCourseSchema, input)
      const writer = getWriter(context)
      const desired = await parseDesiredTreeNodes(modules, getContentHandling(context))
      const write = (sql: TransactionalSqlRunner) =>
        desired?.length
          ? sql.transaction((tx) => insertCourseTree(tx, writer, fields, desired))
          : insertCourse(sql, writer, makeUuidV7(), fields)
      // A new course is a draft anyway, so `published: false` is the same as no `published`.
      return writeCourseWithPublishedField(context, published || undefined, write, { increasesVersion: true })
    },
  }),
)
