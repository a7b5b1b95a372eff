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

export const checkedAnswerRef = builder.objectRef<Grade>('CheckedAnswer').implement({
  description: "Whether a learner's response is right, with the author's feedback and explanation.",
  fields: (t) => ({
    correct: t.exposeBoolean('correct', {
      nullable: true,
      description: 'Whether the response is right. Null if the author has not set the right answer.',
    }),
    points: t.exposeFloat('points', {
      ...withJsonSchema({ minimum: 0 }),
      description: 'The points of the question if the response is right, otherwise 0.',
    }),
    feedback: t.expose('feedback', {
      ...withJsonSchema({ maxItems: maxContentValues }),
      type: [feedbackRef],
      description: "The author's feedback on the options that the learner chose.",
    }),
    explanation: t.exposeString('explanation', {
      ...contentTextOptions,
      nullable: true,
      description: 'Why the answer is right, as Markdown. Null if the author has written no explanation.',
    }),
  }),
})
