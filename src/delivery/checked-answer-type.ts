import { maxContentBytes, maxContentValues } from '../courses/block/content.ts'
import type { Grade } from '../courses/block/quiz/grade.ts'
import { builder } from '../operations/builder.ts'
import { withJsonSchema } from '../operations/json-schema.ts'

/**
 * The options of a GraphQL field that contains a text of a quiz, such as the author's feedback. The options declare the
 * maximum length of the text.
 */
const contentTextOptions = withJsonSchema({ maxLength: maxContentBytes })

const feedbackRef = builder.objectRef<Grade['feedback'][number]>('OptionFeedback').implement({
  description: "The author's feedback on an option that the learner has chosen.",
  fields: (t) => ({
    optionId: t.exposeString('optionId', { ...contentTextOptions, description: 'Identifier of the option.' }),
    text: t.exposeString('text', { ...contentTextOptions, description: 'The feedback, as Markdown.' }),
  }),
})

const partRef = builder.objectRef<Grade['parts'][number]>('CheckedPart').implement({
  description: 'Whether one part of a response is right.',
  fields: (t) => ({
    id: t.exposeString('id', { ...contentTextOptions, description: 'Identifier of the option or of the gap.' }),
    correct: t.exposeBoolean('correct', { description: 'Whether this part is right.' }),
  }),
})

export const checkedAnswerRef = builder.objectRef<Grade>('CheckedAnswer').implement({
  description: "Whether a learner's response is right, with the author's feedback and explanation.",
  fields: (t) => ({
    correct: t.exposeBoolean('correct', {
      nullable: true,
      description: 'Whether the response is right. Null if the question has no right answer.',
    }),
    points: t.exposeFloat('points', {
      ...withJsonSchema({ minimum: 0 }),
      description:
        'The points of the question if the response is right. A partly right response has a part of them if the question has partial credit, otherwise 0.',
    }),
    feedback: t.expose('feedback', {
      ...withJsonSchema({ maxItems: maxContentValues }),
      type: [feedbackRef],
      description: "The author's feedback on the options that the learner chose.",
    }),
    generalFeedback: t.exposeString('generalFeedback', {
      ...contentTextOptions,
      nullable: true,
      description: "The author's feedback on a right or on a wrong response, as Markdown. Null if there is none.",
    }),
    explanation: t.exposeString('explanation', {
      ...contentTextOptions,
      nullable: true,
      description: 'Why the answer is right, as Markdown. Null if the author has written no explanation.',
    }),
    sampleAnswer: t.exposeString('sampleAnswer', {
      ...contentTextOptions,
      nullable: true,
      description: 'A sample answer to an essay, as Markdown. Null if there is none.',
    }),
    parts: t.expose('parts', {
      ...withJsonSchema({ maxItems: maxContentValues }),
      type: [partRef],
      description: 'Which parts of the response to an ordering, matching or cloze question are right.',
    }),
  }),
})
