import { type BlockContent, getObjectListProperty, getStringProperty } from '../../block-content/content.ts'

const questionTypes = ['single_choice', 'multiple_choice', 'true_false', 'short_text'] as const
export type QuestionType = (typeof questionTypes)[number]

type AnswerOption = { id: string; text: string; feedback: string }
export type QuizQuestion = {
  id: string
  type: QuestionType
  prompt: string
  options: AnswerOption[]
  /**
   * The ids of the correct options, or the accepted texts of a `short_text` question. Empty if the author has set no
   * correct answer.
   */
  correctAnswers: string[]
  points: number
  explanation: string
}

/** The learner's answers by question id. An answer is a list of option ids, or a list with one text. */
export type AnswersByQuestionId = Readonly<Record<string, readonly string[]>>

const trueFalseOptions: AnswerOption[] = [
  { id: 'true', text: 'True', feedback: '' },
  { id: 'false', text: 'False', feedback: '' },
]

/**
 * Returns whether the options fit a `true_false` question: there must be options with the ids `true` and `false`,
 * because the correct answer is a boolean.
 */
const areTrueFalseOptions = (options: readonly AnswerOption[]): boolean =>
  trueFalseOptions.every(({ id }) => options.some((option) => option.id === id))

function toStrings(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flatMap(toStrings)
  return typeof answer === 'string' || typeof answer === 'number' || typeof answer === 'boolean' ? [String(answer)] : []
}

function parseQuestion(content: BlockContent, index: number): QuizQuestion {
  const options = getObjectListProperty(content, 'options').map((option, position) => ({
    id: getStringProperty(option, 'id') || String(position),
    text: getStringProperty(option, 'text'),
    feedback: getStringProperty(option, 'feedback'),
  }))
  const knownType = questionTypes.find((type) => type === content.type)
  const type = knownType ?? (options.length > 0 ? 'single_choice' : 'short_text')
  const { points } = content
  return {
    id: getStringProperty(content, 'id') || `question-${index}`,
    type,
    prompt: getStringProperty(content, 'prompt'),
    options: type === 'true_false' && !areTrueFalseOptions(options) ? trueFalseOptions : options,
    correctAnswers: toStrings(content.answer).filter((answer) => answer !== ''),
    points: typeof points === 'number' ? points : 1,
    explanation: getStringProperty(content, 'explanation'),
  }
}

/** Reads the questions of a quiz from the block's content. Each returned question has a unique id. */
export const parseQuestions = (content: BlockContent): QuizQuestion[] => {
  const ids = new Set<string>()
  return getObjectListProperty(content, 'questions').map((item, index) => {
    const question = parseQuestion(item, index)
    const id = ids.has(question.id) ? `${question.id}-${index}` : question.id
    ids.add(id)
    return { ...question, id }
  })
}

const normalize = (text: string) => text.trim().toLocaleLowerCase().replaceAll(/\s+/g, ' ')

/** Returns whether a learner's answer is correct, or undefined if the author has set no correct answer. */
export function gradeAnswer({ type, correctAnswers }: QuizQuestion, answer: readonly string[]): boolean | undefined {
  if (correctAnswers.length === 0) return undefined
  if (type === 'short_text') return correctAnswers.some((text) => normalize(text) === normalize(answer[0] ?? ''))
  if (type === 'multiple_choice')
    return answer.length === correctAnswers.length && correctAnswers.every((id) => answer.includes(id))
  return answer.length === 1 && correctAnswers.includes(answer[0]!)
}

/** The score of a learner's answers to a quiz. If the quiz has no passing score, `isPassed` is undefined. */
export type QuizScore = { points: number; maxPoints: number; isPassed: boolean | undefined }

/** Calculates the score of a learner's answers to a quiz. Questions without a correct answer do not count. */
export function calculateQuizScore(
  questions: readonly QuizQuestion[],
  answers: AnswersByQuestionId,
  passingScore: unknown,
): QuizScore {
  const scored = questions.filter(({ correctAnswers }) => correctAnswers.length > 0)
  const sumPoints = (some: readonly QuizQuestion[]) => some.reduce((total, question) => total + question.points, 0)
  const points = sumPoints(scored.filter((question) => gradeAnswer(question, answers[question.id] ?? [])))
  return {
    points,
    maxPoints: sumPoints(scored),
    isPassed: typeof passingScore === 'number' ? points >= passingScore : undefined,
  }
}
