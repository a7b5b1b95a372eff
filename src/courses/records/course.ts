import { attributesField, defineDescriptionField, durationMinutesField, nameField, objectivesField } from './common.ts'
import { defineLanguageTagField, defineOptionalEnumField } from './field-types.ts'
import { defineRecord } from './record.ts'

/**
 * Defines the content fields of a course. The key, the settings (`courseSettingsDefinition`), `published` and `status`
 * are defined elsewhere.
 */
export const courseRecordDefinition = defineRecord('course', {
  name: nameField,
  description: defineDescriptionField('What the course is about'),
  language: defineLanguageTagField({
    about: 'Language of the course: a BCP 47 tag such as en or pt-BR.',
    searched: false,
    courseText: 'fact',
    aiWrites: false,
  }),
  difficulty: defineOptionalEnumField({
    name: 'Difficulty',
    description: 'How hard a course is.',
    values: {
      beginner: 'For people who are new to the subject.',
      intermediate: 'For people who know the basics.',
      advanced: 'For people who practise the subject.',
    },
    about: 'How hard the course is.',
    searched: false,
    courseText: 'fact',
    aiWrites: false,
  }),
  durationMinutes: durationMinutesField,
  objectives: objectivesField,
  attributes: attributesField,
})
