import { builder } from '../builder.ts'

export const difficultyRef = builder.enumType('Difficulty', {
  description: 'How hard a course is.',
  values: {
    beginner: { description: 'Needs nothing but interest.' },
    intermediate: { description: 'Builds on the basics.' },
    advanced: { description: 'For people who practise the subject.' },
  },
})

export const courseStatusRef = builder.enumType('CourseStatus', {
  description: 'Whether learners may see a course.',
  values: {
    draft: { description: 'Being written.' },
    published: { description: 'Ready for learners.' },
  },
})
