import type { BlockType } from '../../src/courses/block/types.ts'
import type { JsonObject } from '../../src/operations/json-object.ts'

/**
 * Content in a spelling that the service tolerates. `read` is the content in the documented shape. `shown` is a text that
 * authors and learners see. Texts with `Zqsecret` are secret.
 */
export type ToleratedContent = { name: string; type: BlockType; sent: JsonObject; read: JsonObject; shown: string }

const options = [
  { text: 'Sugar', id: '0' },
  { text: 'Salt', id: '1' },
]
const question = (rest: JsonObject) => ({ questions: [{ prompt: 'What grows here?', ...rest }] })
const single = question({ options, type: 'single_choice', answer: '0' })
const quiz = (name: string, sent: JsonObject, read: JsonObject): ToleratedContent => ({
  name,
  type: 'quiz',
  sent,
  read,
  shown: 'What grows here?',
})

export const toleratedQuizzes: readonly ToleratedContent[] = [
  quiz(
    'a question instead of a list, with its answer as text',
    { question: 'What grows here?', options: ['Sugar', 'Salt'], correctAnswer: 'Sugar' },
    single,
  ),
  quiz(
    'the index of the answer',
    { question: 'What grows here?', options: ['Sugar', 'Salt'], correctAnswer: 0, explanation: 'Because Zqsecret1' },
    question({ options, explanation: 'Because Zqsecret1', type: 'single_choice', answer: '0' }),
  ),
  quiz(
    'choices that are marked as right',
    {
      text: 'What grows here?',
      choices: [
        { text: 'Sugar', isCorrect: true },
        { text: 'Salt', isCorrect: false },
      ],
    },
    single,
  ),
  quiz(
    'options that are marked as right, and feedback',
    {
      questions: [
        {
          question: 'What grows here?',
          options: [
            { text: 'Sugar', correct: true, feedback: 'Yes Zqsecret2' },
            { text: 'Salt', correct: true },
          ],
        },
      ],
    },
    question({
      options: [
        { text: 'Sugar', feedback: 'Yes Zqsecret2', id: '0' },
        { text: 'Salt', id: '1' },
      ],
      type: 'multiple_choice',
      answer: ['0', '1'],
    }),
  ),
  quiz(
    'several right answers of a multiple-choice question',
    {
      questions: [
        {
          question: 'What grows here?',
          type: 'multiple-choice',
          options: ['Sugar', 'Salt'],
          correctAnswers: ['Sugar', 'Salt'],
        },
      ],
    },
    question({ options, type: 'multiple_choice', answer: ['0', '1'] }),
  ),
  quiz(
    'one right answer of a multipleChoice question',
    {
      questions: [{ text: 'What grows here?', type: 'multipleChoice', choices: ['Sugar', 'Salt'], correctAnswer: 'A' }],
    },
    single,
  ),
  quiz(
    'a short answer',
    { questions: [{ question: 'What grows here?', type: 'short_answer', correctAnswer: 'A tree Zqsecret3' }] },
    question({ type: 'short_text', answer: 'A tree Zqsecret3' }),
  ),
  quiz(
    'true-false with a text',
    { question: 'What grows here?', type: 'true-false', answer: 'True' },
    question({ type: 'true_false', answer: true }),
  ),
]

export const toleratedContents: readonly ToleratedContent[] = [
  ...toleratedQuizzes,
  {
    name: 'the source of a picture',
    type: 'image',
    sent: { src: 'https://example.com/tree.png', altText: 'An oak' },
    read: { url: 'https://example.com/tree.png', alt: 'An oak' },
    shown: 'An oak',
  },
  {
    name: 'the id of a film on YouTube',
    type: 'video',
    sent: { youtubeId: 'dQw4w9WgXcQ', transcript: 'We see an oak.' },
    read: { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', transcript: 'We see an oak.' },
    shown: 'We see an oak.',
  },
  {
    name: 'the id of a film on Vimeo',
    type: 'video',
    sent: { videoId: 76979871, transcript: 'We see an oak.' },
    read: { url: 'https://vimeo.com/76979871', transcript: 'We see an oak.' },
    shown: 'We see an oak.',
  },
  {
    name: 'the source of a program',
    type: 'code',
    sent: { source: 'grow(oak)', lang: 'python', solution: 'Zqsecret4' },
    read: { code: 'grow(oak)', language: 'python' },
    shown: 'grow(oak)',
  },
  {
    name: 'a snippet',
    type: 'code',
    sent: { snippet: 'grow(oak)', language: 'python' },
    read: { code: 'grow(oak)', language: 'python' },
    shown: 'grow(oak)',
  },
  {
    name: 'the address of an embedded page',
    type: 'interactive',
    sent: {
      embedUrl: 'https://example.com/oak',
      fallback: 'Imagine an oak.',
      config: { size: 2, correctAnswer: 'Zqsecret5' },
    },
    read: {
      url: 'https://example.com/oak',
      fallbackText: 'Imagine an oak.',
      config: { size: 2, correctAnswer: 'Zqsecret5' },
    },
    shown: 'Imagine an oak.',
  },
  {
    name: 'HTML',
    type: 'interactive',
    sent: { html: '<h2>Oaks</h2><script>alert("Zqsecret6")</script><p onclick="x()">Imagine <b>an oak</b>.</p>' },
    read: { fallbackText: 'Oaks\n\nImagine an oak.' },
    shown: 'Imagine an oak.',
  },
]

/** What only an author may see. */
export const secretPattern = /Zqsecret\d|isCorrect|"correct|correctAnswer|"answer"|onclick/
