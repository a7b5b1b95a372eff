import { createHash } from 'node:crypto'
import type { BlockType } from '../block/kinds.ts'
import type { Json } from '../builder.ts'
import type { GenerationRequest } from './request.ts'

const notice =
  'This was not written by a language model: none is configured, and the built-in outline writer put it together from your request. Set OPENAI_API_KEY and OPENAI_MODEL for real drafts.'

const picture = 'https://example.com/placeholder.png'
const film = 'https://example.com/placeholder.mp4'
/** The addresses that stand for ones that a person will put there. */
export const placeholders = [picture, film]

/** A subject to speak of: the request's first words. */
const subjectOf = (prompt: string) => prompt.trim().split(/\s+/).slice(0, 10).join(' ').slice(0, 120).toWellFormed()

/** The same prompt, the same pick. */
function pick<T>(prompt: string, salt: string, from: readonly T[]): T {
  const [byte = 0] = createHash('sha256').update(`${salt} ${prompt}`).digest()
  return from[byte % from.length]!
}

const angles = [
  'The idea',
  'Step by step',
  'Where it goes wrong',
  'In practice',
  'Looking back',
  'Going further',
] as const

type Write = (subject: string, angle: string, request: GenerationRequest) => Json

const writers: Record<BlockType, Write> = {
  text: (subject, angle, { includeExamples }) => ({
    text: `## ${angle}\n\n${notice}\n\nWrite here what a learner should know about *${subject}*.${includeExamples ? '\n\n### Example\n\nWork one example through, step by step.' : ''}`,
    format: 'markdown',
  }),
  image: (subject, angle) => ({
    url: picture,
    alt: `${angle}: a picture for ${subject} goes here`,
    caption: 'Offline draft: replace this picture.',
  }),
  video: (subject) => ({
    url: film,
    transcript: `Offline draft: what is said about ${subject} goes here.`,
  }),
  quiz: (subject, angle) => ({
    questions: [
      {
        id: 'q1',
        type: 'single_choice',
        prompt: `${angle}: which of these belongs to ${subject}? (Offline draft)`,
        options: [
          { id: 'a', text: `Something about ${subject}`, feedback: 'Right.' },
          { id: 'b', text: 'Something else', feedback: 'Look again at the lesson.' },
        ],
        answer: 'a',
        points: 1,
        explanation: 'Replace this question with one of your own.',
      },
    ],
    passingScore: 1,
  }),
  code: (subject) => ({ language: 'text', code: `Offline draft: code for ${subject} goes here.\n`, runnable: false }),
  interactive: (subject) => ({
    kind: 'exercise',
    fallbackText: `Offline draft: something to try about ${subject} goes here.`,
  }),
}

/** What the built-in writer answers: valid, deterministic by the request, and plain about what it is. */
export function offlineDraft(request: GenerationRequest): Json {
  const { prompt, type, blockTypes, maxBlocks } = request
  const subject = subjectOf(prompt)
  const description = `An offline draft. ${notice}`
  if (type === 'outline') {
    const modules = ['Foundations', 'Practice', 'Mastery'].map((name) => ({
      name: `${name}: ${subject}`,
      description,
      lessons: [0, 1].map((index) => ({ name: pick(prompt, `${name} ${index}`, angles), description: null })),
    }))
    return { name: subject, description, modules }
  }
  const wanted = type === 'lesson' ? Math.min(maxBlocks, Math.max(3, blockTypes.length)) : 1
  const blocks = Array.from({ length: wanted }, (_, index) => {
    const kind = blockTypes[index % blockTypes.length]!
    return { type: kind, content: writers[kind](subject, angles[index % angles.length]!, request) }
  })
  return type === 'lesson' ? { name: subject, description, blocks } : { blocks }
}
