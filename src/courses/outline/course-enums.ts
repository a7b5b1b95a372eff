import { builder } from '../../operations/builder.ts'

export const courseSortRef = builder.enumType('CourseSort', {
  description: 'The order of a list of courses.',
  values: {
    created: { description: 'The most recently created course first.' },
    content_updated: {
      description: 'The most recently changed course first. Changes to modules, lessons and blocks count too.',
    },
  },
})

export const courseStatusRef = builder.enumType('CourseStatus', {
  description: 'Whether learners can see a course.',
  values: {
    draft: { description: 'The course is in progress. Learners cannot see it.' },
    published: { description: 'Learners can see the course.' },
  },
})
