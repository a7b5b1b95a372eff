import { z } from 'zod'
import { builder } from '../../operations/builder.ts'
import { operation } from '../../operations/operation.ts'
import { makeFieldLimitOptionsFromZod, parseInput } from '../../operations/validation.ts'
import { makeNotFoundError, requireRecord } from '../../platform/errors.ts'
import { isUuid } from '../../platform/uuid.ts'
import { countBlockTypesByLesson, readChildrenOfParents } from '../outline/reads/reads.ts'
import { readCourseTreeInTurn } from '../tree/reads/in-turn.ts'
import { treeLevelsByDepth } from '../tree/reads/trees.ts'
import { type CourseTextFormatName, courseTextFormats } from './formats.ts'
import { maxCourseTextChars, renderCourseText } from './text.ts'
import { courseTextFormatRef, courseTextRef } from './type.ts'

const size = z.object({
  maxChars: z
    .int('must be a whole number')
    .min(1000, 'must be between 1,000 and 400,000')
    .max(maxCourseTextChars, 'must be between 1,000 and 400,000')
    .default(20_000),
})

builder.queryField('courseReading', (t) =>
  t.field({
    ...operation({
      access: 'courses:read',
      rest: {
        method: 'GET',
        path: '/courses/{courseId}/reading',
        tag: 'Courses',
        names: { id: 'courseId', lessonId: 'lesson_id', maxChars: 'max_chars' },
      },
      tool: {
        name: 'read_course',
        toolset: 'read',
        title: 'Read a course',
        description:
          'Reads a course as text: an outline with all ids, the full text with every block as JSON for editing, or Markdown for reading. If the text would be longer than maxChars, notes in the text say what is left out. To read a lesson whose blocks are left out, send its lessonId.',
        readOnly: true,
        text: 'text',
      },
      resource: {
        name: 'course',
        title: 'Course',
        uri: 'course://{id}',
        mimeType: 'text/markdown',
        args: { as: 'markdown', maxChars: 100_000 },
        text: 'text',
      },
    }),
    type: courseTextRef,
    nullable: true,
    description: 'A course as text of limited length: an outline, the full text for editing, or Markdown for reading.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      as: t.arg({
        type: courseTextFormatRef,
        description: 'The format of the text: outline (default), full or markdown.',
      }),
      lessonId: t.arg.id({ description: 'Reads only this lesson of the course.' }),
      maxChars: t.arg.int({
        ...makeFieldLimitOptionsFromZod(size.shape.maxChars),
        description: 'Maximum length of the text in characters, 1,000 to 400,000. Default 20,000.',
      }),
    },
    complexity: { field: 1000, multiplier: 1 },
    resolve: async (_root, { id, as, lessonId, maxChars: sentMaxChars }, context) => {
      const { maxChars } = parseInput(size, { maxChars: sentMaxChars ?? undefined })
      const name: CourseTextFormatName = as ?? 'outline'
      const onlyLessonId = lessonId?.toLowerCase()
      const { sql } = context.db
      const workspaceId = context.workspaceId()
      if (!isUuid(id)) throw makeNotFoundError('Course')
      const isWhole = name !== 'outline' && onlyLessonId === undefined
      const [found, types] = await Promise.all([
        readCourseTreeInTurn(context, id, treeLevelsByDepth[isWhole ? 'blocks' : 'lessons']),
        name === 'outline' ? countBlockTypesByLesson(sql, workspaceId, id) : [],
      ])
      const course = requireRecord('Course', found)
      if (onlyLessonId !== undefined) {
        const lesson = course.modules?.flatMap((module) => module.lessons ?? []).find((one) => one.id === onlyLessonId)
        requireRecord('Lesson', lesson).blocks = await readChildrenOfParents(sql, 'block', workspaceId, [onlyLessonId])
      }
      const typesByLesson = Map.groupBy(types, (row) => row.lessonId)
      const contentsOf = (id: string) =>
        (typesByLesson.get(id) ?? []).map(({ type, count }) => `${count} ${type}`).join(', ')
      return {
        id: course.id,
        as: name,
        ...renderCourseText(courseTextFormats[name], course, { contentsOf, onlyLessonId, maxChars }),
      }
    },
  }),
)
