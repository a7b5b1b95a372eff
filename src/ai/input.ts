import { blockTypeRef } from '../courses/block/enum.ts'
import { courseRecordDefinition } from '../courses/records/course.ts'
import { builder } from '../operations/builder.ts'
import { clearableFieldOptions } from '../operations/field-options.ts'
import { makeEnumHintOptions } from '../operations/unknown-field.ts'
import { makeInputTypeLimitOptionsFromZod } from '../operations/validation.ts'
import { generationInputSchema, maxPromptChars } from './generation-request.ts'

export const generationTypeRef = builder.enumType('GenerationType', {
  description: 'The type of content to generate.',
  ...makeEnumHintOptions({ course: 'outline', module: 'outline', text: 'block' }),
  values: {
    lesson: { description: 'A lesson with a name, a description and blocks.' },
    outline: { description: 'The modules and lessons of a course, without blocks.' },
    quiz: { description: 'One quiz block.' },
    block: { description: 'One content block.' },
  },
})

const modeRef = builder.enumType('GenerationMode', {
  description: 'What the service does with the generated content.',
  values: {
    preview: { description: 'The content is returned but not saved.' },
    append: {
      description:
        'The content is added at the end of the given course, module or lesson. The course must not be archived.',
    },
  },
})

const optionsRef = builder.inputType('GenerationOptions', {
  description: 'Options for generated content.',
  ...makeInputTypeLimitOptionsFromZod(generationInputSchema.shape.options.unwrap().unwrap()),
  fields: (t) => ({
    includeExamples: t.boolean({ description: 'Whether to include worked examples.' }),
    difficulty: t.field({
      ...clearableFieldOptions,
      type: courseRecordDefinition.fields.difficulty.enumRef,
      description: 'The difficulty of the content.',
    }),
    language: t.string({
      description: 'Language of the content, as a BCP 47 tag such as pt-BR. Default: the language of the prompt.',
    }),
    audience: t.string({ description: 'The learners that the content is for, at most 200 characters.' }),
    blockTypes: t.field({
      type: [blockTypeRef],
      description: 'The block types that the model may use. Default: text, code, quiz.',
    }),
    fromLesson: t.boolean({
      description:
        'Whether a quiz asks about what the lesson says (lessonId): its first 32 KB are sent to the model. Also needs the scope courses:read. Default false.',
    }),
    maxBlocks: t.int({ description: 'The maximum number of blocks in a lesson, 1 to 30. Default 8.' }),
  }),
})

export const generationInputRef = builder.inputType('GenerateContentInput', {
  description: 'What to generate, and where to add it.',
  ...makeInputTypeLimitOptionsFromZod(generationInputSchema, {
    prompt: 'Photosynthesis for gardeners',
    type: 'lesson',
    options: { includeExamples: true, difficulty: 'beginner' },
  }),
  fields: (t) => ({
    prompt: t.string({
      required: true,
      description: `The subject of the content, 1 to ${maxPromptChars.toLocaleString('en')} characters.`,
    }),
    type: t.field({ type: generationTypeRef, description: 'The type of content. Default lesson.' }),
    options: t.field({ type: optionsRef, description: 'Options such as language, difficulty and block types.' }),
    courseId: t.id({ description: 'Identifier of the course to add an outline to.' }),
    moduleId: t.id({ description: 'Identifier of the module to add a lesson to.' }),
    lessonId: t.id({ description: 'Identifier of the lesson to add blocks to.' }),
    mode: t.field({ type: modeRef, description: 'What the service does with the content. Default preview.' }),
  }),
})
