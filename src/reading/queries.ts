import { z } from 'zod'
import { builder } from '../builder.ts'
import { check, isId, limitedBy } from '../checks.ts'
import { notFound } from '../errors.ts'
import { expose } from '../expose.ts'
import { readBlockTypes, readChildren } from '../outline/reads.ts'
import { mustExist } from '../outline/records.ts'
import { readTree, wholeTo } from '../outline/trees.ts'
import { type FormName, forms } from './forms.ts'
import { textOf } from './text.ts'
import { courseReadingRef, readingFormRef } from './type.ts'

const size = z.object({
  maxChars: z
    .int('must be a whole number')
    .min(1000, 'must be between 1,000 and 400,000')
    .max(400_000, 'must be between 1,000 and 400,000')
    .default(20_000),
})

builder.queryField('courseReading', (t) =>
  t.field({
    ...expose({
      access: 'courses:read',
      rest: {
        method: 'GET',
        path: '/courses/{courseId}/reading',
        tag: 'Courses',
        names: { id: 'courseId', lessonId: 'lesson_id', maxChars: 'max_chars' },
      },
      tool: {
        name: 'read_course',
        title: 'Read a course',
        description:
          'Reads a course as text: its outline with all ids; in full with every block as JSON, for editing; or as Markdown, for reading. What does not fit into maxChars is left out, and the text says where; read such a lesson with lessonId.',
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
    type: courseReadingRef,
    nullable: true,
    description: 'A course as text of a bounded size: its outline, all of it for editing, or Markdown for reading.',
    args: {
      id: t.arg.id({ required: true, description: 'Identifier of the course.' }),
      as: t.arg({ type: readingFormRef, description: 'outline (default), full or markdown.' }),
      lessonId: t.arg.id({ description: 'Only this lesson of the course.' }),
      maxChars: t.arg.int({
        ...limitedBy(size.shape.maxChars),
        description: 'The longest text wanted, 1,000 to 400,000. Default 20,000.',
      }),
    },
    complexity: { field: 100, multiplier: 1 },
    resolve: async (_root, { id, as, lessonId, maxChars: wanted }, context) => {
      const { maxChars } = check(size, { maxChars: wanted ?? undefined })
      const name: FormName = as ?? 'outline'
      const only = lessonId?.toLowerCase()
      const { sql } = context.db
      const workspaceId = context.workspaceId()
      if (!isId(id)) throw notFound('Course')
      const isWhole = name !== 'outline' && only === undefined
      const [found, types] = await Promise.all([
        readTree(sql, workspaceId, id, wholeTo[isWhole ? 'blocks' : 'lessons']),
        name === 'outline' ? readBlockTypes(sql, workspaceId, id) : [],
      ])
      const course = mustExist('Course', found)
      if (only !== undefined) {
        const lesson = course.modules?.flatMap((module) => module.lessons ?? []).find((one) => one.id === only)
        mustExist('Lesson', lesson).blocks = await readChildren(sql, 'block', workspaceId, [only])
      }
      const held = Map.groupBy(types, (row) => row.lessonId)
      const holds = (id: string) => (held.get(id) ?? []).map(({ type, count }) => `${count} ${type}`).join(', ')
      return { id: course.id, as: name, ...textOf(forms[name], course, { holds, only, maxChars }) }
    },
  }),
)
