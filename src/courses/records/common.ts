import { maxNameChars } from '../../operations/validation.ts'
import { truncateText } from '../../platform/text.ts'
import { defineAttributesField } from './attributes.ts'
import {
  defineFlagField,
  defineKeyListField,
  defineOptionalIntegerField,
  defineOptionalTextField,
  defineRequiredTextField,
  defineTextListField,
} from './field-types.ts'

// Courses, modules and lessons share the fields in this file.

export const nameField = defineRequiredTextField({
  max: maxNameChars,
  about: `Name, 1 to ${maxNameChars} characters.`,
  searched: 'A',
  courseText: 'heading',
  aiWrites: { about: 'A short name.' },
})

/** The maximum length, in characters, of a description when a course is read as text. */
const shownChars = 1000

function shortened(description: string): string {
  if (description.length <= shownChars) return description
  const more = (description.length - shownChars).toLocaleString('en')
  return `${truncateText(description, shownChars)} … (${more} characters more)`
}

/** Defines the field `description`. @param about the API description of the field, without the final full stop */
export const defineDescriptionField = (about: string) =>
  defineOptionalTextField({
    max: 10_000,
    about: `${about}.`,
    inputAbout: `${about}, at most 10,000 characters.`,
    searched: 'C',
    courseText: { paragraph: shortened },
    aiWrites: { about: 'One or two sentences on what it is about.' },
  })

export const durationMinutesField = defineOptionalIntegerField({
  min: 1,
  max: 100_000,
  about: 'The learning time, in minutes.',
  courseText: { paragraph: (minutes) => `Duration: ${minutes.toLocaleString('en')} minutes` },
  aiWrites: { about: 'How many minutes a learner needs for it, as an estimate.', max: 10_000 },
})

export const attributesField = defineAttributesField({
  about: 'An object with properties of your own: strings, numbers, booleans, and lists of these.',
  inputAbout:
    'An object with properties of your own: strings, numbers, booleans, and lists of these. At most 16 KB as JSON. A change replaces the whole object.',
})

export const objectivesField = defineTextListField(
  { max: 500 },
  {
    max: 20,
    about: 'The learning objectives: what a learner can do afterwards, in order.',
    inputAbout: 'The learning objectives, in order: at most 20 texts of 1 to 500 characters.',
    searched: 'C',
    courseText: { paragraph: (all) => ['Objectives:', ...all.map((objective) => `- ${objective}`)].join('\n') },
    aiWrites: {
      about: 'Two to four short sentences: what a learner can do afterwards. Each begins with a verb.',
      max: 5,
      maxChars: 200,
    },
  },
)

export const prerequisitesField = defineKeyListField({
  max: 20,
  about: 'The prerequisites: the keys of lessons and modules of the course that a learner should finish first.',
  inputAbout: 'Keys of lessons and modules to finish first, at most 20. The checks report unknown keys and cycles.',
  // A course that is read as text shows the prerequisites in one line, so line breaks in the keys become spaces.
  courseText: { fact: (keys) => `prerequisites ${keys.join(', ').replace(/\s+/g, ' ')}` },
})

export const optionalField = defineFlagField({
  about: 'Whether learners may skip it.',
  courseText: { fact: () => 'optional' },
})
