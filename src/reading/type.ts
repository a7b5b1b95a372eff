import { builder } from '../builder.ts'
import { type FormName, forms } from './forms.ts'
import type { CourseText, LeftOut } from './text.ts'

export const readingFormRef = builder.enumType('ReadingForm', {
  description: 'How a course is told as text.',
  values: Object.fromEntries(Object.entries(forms).map(([name, { description }]) => [name, { description }])) as Record<
    FormName,
    { description: string }
  >,
})

const leftOutRef = builder.objectRef<LeftOut>('LeftOut').implement({
  description: 'What a text leaves out for its size.',
  fields: (t) => ({
    headings: t.exposeInt('headings', { description: 'How many modules and lessons at the end are not even named.' }),
    blocks: t.exposeInt('blocks', { description: 'How many blocks of the lessons that are named.' }),
    lessonIds: t.exposeIDList('lessonIds', { description: 'The lessons whose blocks are not all there.' }),
  }),
})

export const courseReadingRef = builder
  .objectRef<CourseText & { id: string; as: FormName }>('CourseReading')
  .implement({
    description: 'A course as text.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Identifier of the course.' }),
      as: t.expose('as', { type: readingFormRef, description: 'How it is told.' }),
      text: t.exposeString('text', { description: 'The text, Markdown; it says itself what is left out, and where.' }),
      leftOut: t.expose('leftOut', { type: leftOutRef, description: 'What is left out for size.' }),
    }),
  })
