import { makeYieldToEventLoop } from '../courses/tree/yield-often.ts'
import type { ReleaseBlock } from '../releases/content/outline.ts'
import { makeBlockElementId, makeElementIdAssigner } from './anchors.ts'
import { renderBlock, type ShownInPage } from './block-html.ts'
import { html, renderLanguageAttributes, type SafeHtml } from './html.ts'
import { noFiles } from './page-files.ts'
import type { PageLabelLanguage } from './page-language.ts'
import { placeFiles } from './place-files.ts'
import type { QuizResponsesWithGrades } from './quiz-responses.ts'

/** A quiz that the learner has submitted: the id of its block, and the result. */
export type GradedQuiz = { blockId: string; result: QuizResponsesWithGrades }

/**
 * The maximum cost of the blocks of a page whose texts are converted: the sum of their costs (`costOf`). The usual lesson
 * costs at most 100,000.
 */
const maxCost = 1_000_000

/** The maximum length of the HTML of the blocks of a page, in characters. */
const maxHtmlChars = 2_000_000

/** What becomes a link without further marks, such as `www.example.com` and `a@example.com`. */
const addresses = /@|www\.|:\/\//gi
/** What becomes a footnote, with links to and from it. */
const footnotes = /\[\^/g

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/**
 * Estimates how long a block takes to render: 1 for each character, and more for characters that slow down a Markdown
 * parser or become long HTML.
 */
function costOf({ content }: ReleaseBlock): number {
  const text = JSON.stringify(content)
  const marks = text.match(/\\n|[[\]<>&`|!*_~]/g) ?? []
  const lines = marks.filter((mark) => mark === '\\n').length
  // Many short texts take longer to render than one text of the same length.
  const values = text.match(/":"/g)?.length ?? 0
  const links = count(text, addresses) + 2 * count(text, footnotes)
  return text.length + 80 * lines + 25 * (marks.length - lines) + 50 * values + 80 * links
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
  shown: ShownInPage = { embedHosts: [], files: noFiles },
): Promise<{ sections: SafeHtml[]; ids: ReadonlySet<string> }> {
  const { labels } = language
  const { ids, giveIds } = makeElementIdAssigner()
  const yieldOften = makeYieldToEventLoop()
  const sections: SafeHtml[] = []
  const hasSeveralQuizzes = blocks.filter(({ type }) => type === 'quiz').length > 1
  let quizNumber = 0
  let cost = 0
  let htmlChars = 0
  for (const block of blocks) {
    if (block.type === 'quiz') quizNumber++
    // Screen readers list the forms of a page by name, so each quiz on the page has a different name.
    const label = hasSeveralQuizzes ? labels.numberedQuiz(quizNumber) : labels.quiz
    await yieldOften()
    const result = block.id === checked?.blockId ? checked.result : undefined
    const render = async (language: PageLabelLanguage) =>
      placeFiles(
        await renderBlock(block, { action, label, language, result }, yieldOften, shown),
        shown.files,
        language,
      )
    const costOfBlock = costOf(block)
    const isConverted = cost + costOfBlock <= maxCost
    if (isConverted) cost += costOfBlock
    let rendered = isConverted ? await render(language) : undefined
    // Anonymous readers must not overload the service, so the texts of a block beyond the maximum are not converted.
    if (!rendered || htmlChars + rendered.text.length > maxHtmlChars)
      rendered = await render({ ...language, showsTextsAsWritten: true })
    htmlChars += rendered.text.length
    if (htmlChars > maxHtmlChars) {
      sections.push(html`<p class="notice"${renderLanguageAttributes(language)}>${labels.lessonTooLong}</p>`)
      break
    }
    const content = giveIds(rendered)
    sections.push(
      html`<section class="block prose ${block.type}" id="${makeBlockElementId(block.id)}">${content}</section>`,
    )
  }
  return { sections, ids }
}
