import { type Content, listIn, textIn } from './content.ts'

const types = ['single_choice', 'multiple_choice', 'true_false', 'short_text'] as const
export type QuestionType = (typeof types)[number]

export type Option = { id: string; text: string; feedback: string }
export type Question = {
  id: string
  type: QuestionType
  prompt: string
  options: Option[]
  /** The ids of the right options, the right texts, or none where the author has not said. */
  right: string[]
  points: number
  explanation: string
}

/** What a learner has chosen or written, by question. */
export type Answers = Readonly<Record<string, readonly string[]>>

const trueFalse: Option[] = [
  { id: 'true', text: 'True', feedback: '' },
  { id: 'false', text: 'False', feedback: '' },
]

function rightOf(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flatMap(rightOf)
  return typeof answer === 'string' || typeof answer === 'number' || typeof answer === 'boolean' ? [String(answer)] : []
}

function questionOf(content: Content, index: number): Question {
  const options = listIn(content, 'options').map((option, place) => ({
    id: textIn(option, 'id') || String(place),
    text: textIn(option, 'text'),
    feedback: textIn(option, 'feedback'),
  }))
  const named = types.find((type) => type === content.type)
  const type = named ?? (options.length > 0 ? 'single_choice' : 'short_text')
  const { points } = content
  return {
    id: textIn(content, 'id') || `question-${index}`,
    type,
    prompt: textIn(content, 'prompt'),
    options: type === 'true_false' && options.length === 0 ? trueFalse : options,
    right: rightOf(content.answer).filter((answer) => answer !== ''),
    points: typeof points === 'number' ? points : 1,
    explanation: textIn(content, 'explanation'),
  }
}

/** The questions of a quiz; two with the same id are told apart by their places. */
export const questionsOf = (content: Content): Question[] => {
  const seen = new Set<string>()
  return listIn(content, 'questions').map((one, index) => {
    const question = questionOf(one, index)
    const id = seen.has(question.id) ? `${question.id}-${index}` : question.id
    seen.add(id)
    return { ...question, id }
  })
}

const plain = (text: string) => text.trim().toLocaleLowerCase().replaceAll(/\s+/g, ' ')

/** Whether the answer is right; undefined where the author has not said what is. */
export function isRight({ type, right }: Question, given: readonly string[]): boolean | undefined {
  if (right.length === 0) return undefined
  if (type === 'short_text') return right.some((text) => plain(text) === plain(given[0] ?? ''))
  if (type === 'multiple_choice') return given.length === right.length && right.every((id) => given.includes(id))
  return given.length === 1 && right.includes(given[0]!)
}

export type Score = { points: number; of: number; passes: boolean | undefined }

/** The points for these answers, out of those that can be had. */
export function scoreOf(questions: readonly Question[], answers: Answers, passingScore: unknown): Score {
  const scored = questions.filter(({ right }) => right.length > 0)
  const sum = (some: readonly Question[]) => some.reduce((total, { points }) => total + points, 0)
  const points = sum(scored.filter((question) => isRight(question, answers[question.id] ?? [])))
  return { points, of: sum(scored), passes: typeof passingScore === 'number' ? points >= passingScore : undefined }
}
