import type { Json } from '../builder.ts'
import {
  codeMarkdown,
  imageMarkdown,
  interactiveMarkdown,
  quizMarkdown,
  textMarkdown,
  videoMarkdown,
} from './markdown.ts'

type JsonSchema = { readonly [keyword: string]: unknown }

/**
 * One type of content block. `schema` is JSON Schema (2020-12): what is written must not contradict it, and members that
 * it does not name are kept. `complete` are the members that a finished block has, dotted, in lists in each entry;
 * `markdown` is how it reads in a text.
 */
export type Kind = {
  description: string
  schema: JsonSchema
  complete: readonly string[]
  example: Json
  markdown: (content: Json) => string
}

const string = (description: string) => ({ type: 'string', description })
const url = (description: string) => ({ type: 'string', format: 'uri', pattern: '^https?://', description })
const object = (description: string, properties: JsonSchema, required: readonly string[] = []) => ({
  type: 'object',
  description,
  properties,
  ...(required.length > 0 && { required }),
})
const list = (description: string, items: JsonSchema) => ({ type: 'array', description, items })

const option = object('One answer to choose.', {
  id: string('Identifier within the question.'),
  text: string('What the learner reads.'),
  feedback: string('What the learner is told after choosing it.'),
})

const question = object('One question.', {
  id: string('Identifier within the quiz.'),
  type: {
    enum: ['single_choice', 'multiple_choice', 'true_false', 'short_text'],
    description: 'How it is answered.',
  },
  prompt: string('What is asked.'),
  options: list('What can be chosen.', option),
  answer: { description: 'The id of the right option, a list of ids, true or false, or the text.' },
  points: { type: 'number', minimum: 0, description: 'What a right answer is worth.' },
  explanation: string('Why the answer is right.'),
})

/** The types of content block: specification, section 2; their shapes: a row here, and nowhere else. */
export const kinds = {
  text: {
    description: 'Prose.',
    schema: object(
      'Prose.',
      {
        text: string('The text itself.'),
        format: { enum: ['markdown', 'html', 'plain'], description: 'How the text is written. Default markdown.' },
      },
      ['text'],
    ),
    markdown: textMarkdown,
    complete: ['text'],
    example: { text: '## Photosynthesis\n\nPlants turn **light** into sugar.', format: 'markdown' },
  },
  image: {
    description: 'A picture.',
    schema: object('A picture.', {
      url: url('Where the picture is.'),
      alt: string('What the picture shows, for those who do not see it.'),
      caption: string('A line below the picture.'),
      decorative: { type: 'boolean', description: 'Whether it says nothing that the text does not.' },
    }),
    markdown: imageMarkdown,
    complete: ['url', 'alt'],
    example: { url: 'https://example.com/leaf.png', alt: 'A leaf in cross-section', caption: 'Where it happens' },
  },
  video: {
    description: 'A film.',
    schema: object('A film.', {
      url: url('Where the film is.'),
      captions: list(
        'Caption tracks (WebVTT).',
        object('One track.', { language: string('Its language, a BCP 47 tag.'), url: url('Where the track is.') }),
      ),
      transcript: string('What is said, as text.'),
      posterUrl: url('The picture that stands for it.'),
    }),
    markdown: videoMarkdown,
    complete: ['url'],
    example: {
      url: 'https://example.com/light.mp4',
      captions: [{ language: 'en', url: 'https://example.com/light.en.vtt' }],
      transcript: 'Light reaches the leaf …',
    },
  },
  quiz: {
    description: 'Questions with answers.',
    schema: object('Questions with answers.', {
      questions: list('The questions, in order.', question),
      passingScore: { type: 'number', minimum: 0, description: 'The points that pass the quiz.' },
    }),
    markdown: quizMarkdown,
    complete: [
      'questions',
      'questions.id',
      'questions.type',
      'questions.prompt',
      'questions.answer',
      'questions.options.id',
      'questions.options.text',
    ],
    example: {
      questions: [
        {
          id: 'q1',
          type: 'single_choice',
          prompt: 'What does a plant make from light?',
          options: [
            { id: 'a', text: 'Sugar', feedback: 'Right.' },
            { id: 'b', text: 'Salt', feedback: 'Plants take salts up; they do not make them.' },
          ],
          answer: 'a',
          points: 1,
          explanation: 'Photosynthesis stores light as sugar.',
        },
      ],
      passingScore: 1,
    },
  },
  code: {
    description: 'Source code.',
    schema: object('Source code.', {
      language: string('The programming language.'),
      code: string('The code itself.'),
      filename: string('The file it stands in.'),
      runnable: { type: 'boolean', description: 'Whether a learner can run it.' },
    }),
    markdown: codeMarkdown,
    complete: ['language', 'code'],
    example: { language: 'python', code: 'print("light")\n', filename: 'light.py', runnable: true },
  },
  interactive: {
    description: 'Something to try: a simulation, an exercise, an embedded page.',
    schema: object('Something to try.', {
      kind: string('What it is.'),
      url: url('The page to embed.'),
      config: object('Settings of the activity.', {}),
      fallbackText: string('What is shown where it cannot run.'),
    }),
    markdown: interactiveMarkdown,
    complete: [],
    example: {
      kind: 'simulation',
      url: 'https://example.com/leaf',
      config: { light: 0.7 },
      fallbackText: 'Imagine a leaf.',
    },
  },
} as const satisfies Record<string, Kind>

export type BlockType = keyof typeof kinds

export const blockTypes = Object.keys(kinds) as BlockType[]
