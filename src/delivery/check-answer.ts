import { GraphQLError, GraphQLScalarType, Kind, valueFromASTUntyped } from 'graphql'
import { z } from 'zod'
import { gradeResponse, type QuestionResponse } from '../courses/block/quiz/grade.ts'
import { maxResponseChars } from '../courses/block/quiz/question-types/responses.ts'
import { maxEssayChars } from '../courses/block/quiz/question-types/texts.ts'
import { builder } from '../operations/builder.ts'
import { withJsonSchema } from '../operations/json-schema.ts'
import { operation, type RateLimitPerMinute } from '../operations/operation.ts'
import { countCall } from '../operations/operation-rate-limiter.ts'
import { makeInputTypeLimitOptionsFromZod, makeTextSchema, parseInput } from '../operations/validation.ts'
import { checkedAnswerRef } from './checked-answer-type.ts'
import { identifyLearner } from './learner.ts'
import { deliveryOpenapiTag, deliveryWorkspaceArgs } from './queries.ts'
import { readPublishedQuestion } from './quiz.ts'

const maxParts = 100
const shortTextSchema = makeTextSchema(maxResponseChars)
const textSchema = makeTextSchema(maxEssayChars)
const number = z.number()
const responseSchema = z.union([
  textSchema,
  number,
  z.boolean(),
  z.array(shortTextSchema).max(maxParts),
  z
    .record(z.string().max(maxResponseChars), z.union([shortTextSchema, number.transform(String)]))
    .refine((parts) => Object.keys(parts).length <= maxParts),
])

function readResponse(value: unknown): QuestionResponse {
  const read = responseSchema.safeParse(value)
  if (read.success) return read.data
  throw new GraphQLError(
    `must be a text of at most ${maxEssayChars.toLocaleString('en')} characters, a number, a boolean, a list of at most ${maxParts} texts, or an object with at most ${maxParts} texts`,
  )
}

declare module '../operations/builder.ts' {
  interface ScalarTypes {
    QuestionResponse: { Input: QuestionResponse; Output: QuestionResponse }
  }
}

builder.addScalarType(
  'QuestionResponse',
  new GraphQLScalarType({
    name: 'QuestionResponse',
    description:
      "A learner's response to a question, in the form of its right answer: the id of an option, a list of ids of options, a boolean, a number, a text, or an object with the id of a target for each option or a text for each gap. The type of the question determines which of these it is.",
    parseValue: readResponse,
    parseLiteral: (node, variables) =>
      readResponse(node.kind === Kind.NULL ? undefined : valueFromASTUntyped(node, variables)),
    ...withJsonSchema({
      anyOf: [
        { type: 'string', maxLength: maxEssayChars },
        { type: 'number' },
        { type: 'boolean' },
        { type: 'array', maxItems: maxParts, items: { type: 'string', maxLength: maxResponseChars } },
        {
          type: 'object',
          maxProperties: maxParts,
          additionalProperties: { anyOf: [{ type: 'string', maxLength: maxResponseChars }, { type: 'number' }] },
        },
      ],
      examples: ['a'],
    }),
  }),
)

const checkSchema = z.object({
  questionId: makeTextSchema(1000),
  response: z.custom<QuestionResponse>(),
  course: makeTextSchema(100).nullish(),
  release: z.int().min(1, 'must be 1 or more').max(2_147_483_647).nullish(),
})

const checkInputRef = builder.inputType('CheckAnswerInput', {
  description: "A learner's response to a question of a published quiz.",
  ...makeInputTypeLimitOptionsFromZod(checkSchema, { questionId: 'q1', response: 'a' }),
  fields: (t) => ({
    questionId: t.string({
      required: true,
      description:
        'Identifier of the question. A question without an identifier is named by its position: `question-0` is the first question.',
    }),
    response: t.field({ type: 'QuestionResponse', required: true, description: "The learner's response." }),
    course: t.string({
      description:
        'Identifier or slug of the course that the learner reads. Required if the question differs between the releases of several courses.',
    }),
    release: t.int({ description: 'Number of the release that the learner reads. Default: the live release.' }),
  }),
})

/** How many answers a tenant may have checked in a minute, by `checkAnswer` and by the forms of the page for learners. */
export const checkedAnswersPerMinute: RateLimitPerMinute = { sharedAs: 'checkAnswer', max: () => 600 }

builder.queryField('checkAnswer', (t) =>
  t.field({
    ...operation({
      access: 'learner',
      perMinute: checkedAnswersPerMinute,
      rest: { method: 'POST', path: '/delivery/{workspace}/blocks/{blockId}/check', tag: deliveryOpenapiTag },
    }),
    type: checkedAnswerRef,
    description: "Checks a learner's response to a question of a published quiz. Nothing is stored.",
    args: {
      ...deliveryWorkspaceArgs,
      blockId: t.arg.id({ required: true, description: 'Identifier of the content block that is the quiz.' }),
      input: t.arg({ type: checkInputRef, required: true, description: 'The question and the response.' }),
    },
    resolve: async (_root, { workspace, blockId, input }, context) => {
      const { questionId, response, course, release } = parseInput(checkSchema, input)
      await countCall(context, checkedAnswersPerMinute)
      const learner = await identifyLearner(context.db.sql, context.caller, workspace, 'Quiz')
      const { question, language } = await readPublishedQuestion(
        context,
        learner,
        { blockId, questionId },
        { course: course ?? undefined, number: release ?? undefined },
      )
      return gradeResponse(question, response, language)
    },
  }),
)
