import { makeYieldToEventLoop } from '../courses/tree/yield-often.ts'
import type { ReleaseBlock } from '../releases/content/outline.ts'
import { makeBlockElementId, makeElementIdAssigner } from './anchors.ts'
import { renderBlock } from './block-html.ts'
import { html, renderLanguageAttributes, type SafeHtml } from './html.ts'
import type { PageLabelLanguage } from './page-language.ts'
import type { QuizResponsesWithGrades } from './quiz-html.ts'

/** A quiz that the learner has submitted: the id of its block, and the result. */
export type GradedQuiz = { blockId: string; result: QuizResponsesWithGrades }

/**
 * The maximum cost of a page, which is the sum of the costs of its blocks (`costOf`). The usual lesson costs at most
 * 100,000.
 */
const maxCost = 1_000_000

/**
 * Estimates how long a block takes to render: 1 for each character, and more for characters that slow down a Markdown
 * parser.
 */
function costOf({ content }: ReleaseBlock): number {
  const text = JSON.stringify(content)
  const marks = text.match(/\\n|[[\]<>&`|!*_~]/g) ?? []
  const lines = marks.filter((mark) => mark === '\\n').length
  // Many short texts take longer to render than one text of the same length.
  const values = text.match(/":"/g)?.length ?? 0
  return text.length + 80 * lines + 25 * (marks.length - lines) + 50 * values
}

/**
 * Renders the blocks of a lesson. Returns the HTML of each block, and the ids of the elements in the blocks. Often
 * yields to the event loop.
 */
export async function renderBlocks(
  blocks: readonly ReleaseBlock[],
  action: string,
  language: PageLabelLanguage,
  checked: GradedQuiz | undefined,
): Promise<{ sections: SafeHtml[]; ids: ReadonlySet<string> }> {
  const { labels } = language
  const { ids, giveIds } = makeElementIdAssigner()
  const yieldOften = makeYieldToEventLoop()
  const sections: SafeHtml[] = []
  const hasSeveralQuizzes = blocks.filter(({ type }) => type === 'quiz').length > 1
  let quizNumber = 0
  let cost = 0
  for (const block of blocks) {
    if (block.type === 'quiz') quizNumber++
    // Screen readers list the forms of a page by name, so each quiz on the page has a different name.
    const label = hasSeveralQuizzes ? labels.numberedQuiz(quizNumber) : labels.quiz
    cost += costOf(block)
    // Anonymous readers must not overload the service, so a notice replaces the remaining blocks of a long lesson.
    if (cost > maxCost) {
      sections.push(html`<p class="notice"${renderLanguageAttributes(language)}>${labels.lessonTooLong}</p>`)
      break
    }
    await yieldOften()
    const result = block.id === checked?.blockId ? checked.result : undefined
    const content = giveIds(await renderBlock(block, { action, label, language, result }, yieldOften))
    sections.push(
      html`<section class="block prose ${block.type}" id="${makeBlockElementId(block.id)}">${content}</section>`,
    )
  }
  return { sections, ids }
}
