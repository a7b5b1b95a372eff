import { blockTypeRef } from '../block/enum.ts'
import { builder } from '../builder.ts'
import { checkedBy } from '../checks.ts'
import { difficultyRef } from '../course/enums.ts'
import { generationInput } from './request.ts'

export const generationTypeRef = builder.enumType('GenerationType', {
  description: 'What is to be written.',
  values: {
    lesson: { description: 'A lesson: name, description and blocks.' },
    outline: { description: "A course's modules and lessons, without content." },
    quiz: { description: 'One quiz block.' },
    block: { description: 'One content block.' },
  },
})

const modeRef = builder.enumType('GenerationMode', {
  description: 'What becomes of a draft.',
  values: {
    preview: { description: 'It is answered, and nothing is written.' },
    append: {
      description: 'It is written into its place in a course that is a draft, after what is there, in one transaction.',
    },
  },
})

const optionsRef = builder.inputType('GenerationOptions', {
  description: 'How it is to be written.',
  ...checkedBy(generationInput.shape.options.unwrap().unwrap()),
  fields: (t) => ({
    includeExamples: t.boolean({ description: 'Whether to include worked examples.' }),
    difficulty: t.field({ type: difficultyRef, description: 'How hard it is to be.' }),
    language: t.string({ description: 'Language to write in, a BCP 47 tag. Left out: that of the prompt.' }),
    audience: t.string({ description: 'For whom it is, at most 200 characters.' }),
    blockTypes: t.field({ type: [blockTypeRef], description: 'Types of block to use. Left out: text, code, quiz.' }),
    maxBlocks: t.int({ description: 'How many blocks a lesson has at most, 1 to 30. Default 8.' }),
  }),
})

export const generationInputRef = builder.inputType('GenerateContentInput', {
  description: 'What to have written, and where it belongs.',
  ...checkedBy(generationInput, {
    prompt: 'Photosynthesis for gardeners',
    type: 'lesson',
    options: { includeExamples: true, difficulty: 'beginner' },
  }),
  fields: (t) => ({
    prompt: t.string({ required: true, description: 'What it is to be about, 1 to 4,000 characters.' }),
    type: t.field({ type: generationTypeRef, description: 'What to write. Default lesson.' }),
    options: t.field({ type: optionsRef, description: 'How to write it.' }),
    courseId: t.id({ description: 'The course that an outline belongs to.' }),
    moduleId: t.id({ description: 'The module that a new lesson belongs to.' }),
    lessonId: t.id({ description: 'The lesson that blocks belong to.' }),
    mode: t.field({ type: modeRef, description: 'What becomes of the draft. Default preview.' }),
  }),
})
