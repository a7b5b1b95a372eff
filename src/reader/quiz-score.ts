import type { Question } from '../courses/block/quiz/questions.ts'
import { html, renderLabelWithLanguage, type SafeHtml } from './html.ts'
import type { Labels } from './labels/labels.ts'
import type { PageLabelLanguage } from './page-language.ts'
import type { QuizResponsesWithGrades } from './quiz-responses.ts'

/** Adds up points. The sum is rounded, because sums of fractions such as 0.1 and 0.7 have a small binary error. */
const sumOf = (points: readonly number[]) => Number(points.reduce((sum, one) => sum + one, 0).toPrecision(12))

/** The score of a graded quiz. `passed` is undefined if the quiz has no passing score. */
type Score = { points: number; total: number; passed: boolean | undefined }

/** Counts the points of a graded quiz. Ignores questions without a right answer. */
export function countPoints(
  questions: readonly Question[],
  result: QuizResponsesWithGrades,
  passingScore: unknown,
): Score {
  const points = sumOf(result.map(({ grade }) => grade?.points ?? 0))
  const total = sumOf(questions.map((question, index) => (result[index]?.isScored ? question.points : 0)))
  return { points, total, passed: typeof passingScore === 'number' ? points >= passingScore : undefined }
}

/** Points as learners read them: a third of a point is 0.33. */
const roundPoints = (points: number) => Number(points.toFixed(2))

function makeScoreText({ points, total, passed }: Score, labels: Labels): string {
  const score = labels.score(roundPoints(points), roundPoints(total))
  return passed === undefined ? score : `${score} ${passed ? labels.passed : labels.notPassed}`
}

/** Renders the place of the score, with the numbers for the page's scripts. */
export function renderScore(score: Score | undefined, language: PageLabelLanguage): SafeHtml {
  if (!score) return html`<p class="score" role="status" tabindex="-1"></p>`
  const { points, total, passed } = score
  return html`<p class="score" role="status" tabindex="-1" data-points="${roundPoints(points)}" data-total="${roundPoints(total)}"${passed !== undefined && html` data-passed="${String(passed)}"`}>${renderLabelWithLanguage(language, makeScoreText(score, language.labels))}</p>`
}
