import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { withUnknownFieldHints } from '../../operations/unknown-field.ts'
import {
  makeFieldLimitOptionsFromZod,
  makeInputTypeLimitOptionsFromZod,
  parseInput,
} from '../../operations/validation.ts'
import { getWriter } from '../changes/writer.ts'
import { mcpContentTools, writtenCourseSelection } from '../outline/graphql/content-tools.ts'
import { deletedResultRef } from '../outline/graphql/record-types.ts'
import { courseRef } from '../outline/graphql/refs.ts'
import { courseChangeSchema } from '../outline/rules/course-rules.ts'
import { expectedVersionDescription } from '../outline/writes/writes.ts'
import { courseRecordDefinition } from '../records/course.ts'
import { courseSettingsDefinition } from '../records/course-settings.ts'
import { declareFieldsInUpdateInput } from '../records/graphql.ts'
import { courseKeyDescription, declareKeyInUpdateInput } from '../records/key.ts'
import { unknownFieldHints } from '../records/unknown-field-hints.ts'
import { courseDeleteConfirmationSchema, lockCourseAndCheckDeleteConfirmation } from './confirm-delete.ts'
import { publishedFieldDescription } from './create-course.ts'
import { updateCourseFields } from './writes/course-writes.ts'
import { deleteCourse } from './writes/delete-course.ts'
import { writeCourseWithPublishedField } from './writes/published-field.ts'

const courseChangeRef = builder.inputType('UpdateCourseInput', {
  description: 'The changes of a course. Missing fields stay unchanged; null clears a field.',
  ...withUnknownFieldHints(
    makeInputTypeLimitOptionsFromZod(courseChangeSchema, {
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
    published: t.boolean({ description: publishedFieldDescription }),
  }),
})

builder.mutationField('updateCourse', (t) =>
  t.field({
    ...operation({
      access: 'courses:write',
      rest: { method: 'PATCH', path: '/courses/{courseId}', tag: 'Courses', names: { id: 'courseId' } },
      tool: { ...mcpContentTools.update, kind: 'course', selection: writtenCourseSelection },
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
        (sql) => updateCourseFields(sql, getWriter(context), id, fields, { version: expectedVersion }),
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
        ...makeFieldLimitOptionsFromZod(courseDeleteConfirmationSchema),
        description: 'The name of the course. Agents must send it to delete a published course.',
      }),
    },
    resolve: (_root, { id, expectedVersion, confirm }, context) =>
      context.db.sql.transaction(async (tx) => {
        const writer = getWriter(context)
        if (context.api === 'mcp' || confirm != null)
          await lockCourseAndCheckDeleteConfirmation(tx, writer.workspaceId, id, confirm)
        return { id, ...(await deleteCourse(tx, writer, id, { version: expectedVersion })) }
      }),
  }),
)
