import { builder } from '../../../operations/builder.ts'

export const courseStatusRef = builder.enumType('CourseStatus', {
  description: 'The status of a course: draft, published or archived.',
  values: {
    draft: { description: 'The course is in progress. Learners cannot see it.' },
    published: { description: 'Learners can see the course.' },
    archived: {
      description: 'Nobody can change the course, and learners cannot see it. Lists leave the course out by default.',
    },
  },
})
