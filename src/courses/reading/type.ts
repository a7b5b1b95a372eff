import { builder } from '../../operations/builder.ts'
import { withJsonSchema } from '../../operations/json-schema.ts'
import { declareIdFieldPair } from '../../operations/record-id.ts'
import { maxCourseRecords } from '../outline/rules/course-size.ts'
import { type CourseTextFormatName, courseTextFormats } from './formats.ts'
import { type CourseText, type CourseTextOmissions, maxCourseTextChars } from './text.ts'

export const courseTextFormatRef = builder.enumType('ReadingForm', {
  description: 'The format in which a course is read as text.',
  values: Object.fromEntries(
    Object.entries(courseTextFormats).map(([name, { description }]) => [name, { description }]),
  ) as Record<CourseTextFormatName, { description: string }>,
})

const leftOutRef = builder.objectRef<CourseTextOmissions>('LeftOut').implement({
  description: 'How many headings and blocks a text leaves out because it would be too long, and in which lessons.',
  fields: (t) => ({
    headings: t.exposeInt('headings', {
      description: 'Number of modules and lessons that are left out at the end of the text.',
    }),
    blocks: t.exposeInt('blocks', {
      description: 'Number of blocks that are left out although the text contains the heading of their lesson.',
    }),
    lessonIds: t.exposeIDList('lessonIds', {
      ...withJsonSchema({ maxItems: maxCourseRecords }),
      description: 'Identifiers of the lessons whose blocks are partly or wholly left out.',
    }),
  }),
})

export const courseTextRef = builder
  .objectRef<CourseText & { id: string; as: CourseTextFormatName }>('CourseReading')
  .implement({
    description: 'A course as text.',
    fields: (t) => ({
      ...declareIdFieldPair(t, 'courseId', 'Identifier of the course.'),
      as: t.expose('as', { type: courseTextFormatRef, description: 'The format of the text.' }),
      text: t.exposeString('text', {
        ...withJsonSchema({ maxLength: maxCourseTextChars }),
        description: 'The text, in Markdown. Notes in the text say what is left out.',
      }),
      leftOut: t.expose('leftOut', {
        type: leftOutRef,
        description: 'How much the text leaves out because it would be too long.',
      }),
    }),
  })
