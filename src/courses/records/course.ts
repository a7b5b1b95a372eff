import { attributesField, defineDescriptionField, durationMinutesField, nameField, objectivesField } from './common.ts'
import {
  defineAssetIdField,
  defineLanguageTagField,
  defineOptionalEnumField,
  defineOptionalTextField,
  defineTagListField,
  defineTextListField,
} from './field-types.ts'
import { defineRecord } from './record.ts'
import { maxTagChars } from './tag.ts'

const joinInOneLine = (texts: readonly string[]) => texts.join(', ').replace(/\s+/g, ' ')

const tagsField = defineTagListField({
  max: 20,
  about: 'The tags, by which courses are found and grouped.',
  inputAbout: `Tags, at most 20 of 1 to ${maxTagChars} characters.`,
  searched: 'C',
  courseText: { fact: (tags) => `tags ${joinInOneLine(tags)}` },
})

const authorsField = defineTextListField(
  { max: 200 },
  {
    max: 20,
    about: 'The names of the authors, in order.',
    inputAbout: 'Names of the authors: at most 20 of 1 to 200 characters.',
    searched: 'C',
    courseText: { fact: (names) => `by ${joinInOneLine(names)}` },
    aiWrites: false,
  },
)

const licenseField = defineOptionalTextField({
  max: 200,
  about: 'The license of the course: an SPDX identifier such as CC-BY-4.0, or words.',
  searched: false,
  courseText: { fact: (license) => `license ${joinInOneLine([license])}` },
  aiWrites: false,
})

const coverAssetIdField = defineAssetIdField({ about: 'The file of the cover, a picture.' })

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
  tags: tagsField,
  authors: authorsField,
  license: licenseField,
  coverAssetId: coverAssetIdField,
  attributes: attributesField,
})
