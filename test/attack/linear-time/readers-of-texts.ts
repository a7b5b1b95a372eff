import { GraphQLList, GraphQLString } from 'graphql'
import { cleanBlockContent } from '../../../src/ai/clean/content.ts'
import { findTextsTooComplexToClean } from '../../../src/ai/clean/limits.ts'
import { joinLinesWithSpaces } from '../../../src/ai/clean/lines.ts'
import { hasSafeOrNoUrlScheme } from '../../../src/ai/clean/links.ts'
import { removeControlCharacters, removeHtmlTags } from '../../../src/ai/clean/plain.ts'
import { findUrlsInPrompt } from '../../../src/ai/urls.ts'
import { checks } from '../../../src/checks/checks.ts'
import { parseHtml } from '../../../src/checks/markup/html.ts'
import { parseMarkdown } from '../../../src/checks/markup/markdown.ts'
import type { Check, LessonCheck } from '../../../src/checks/model/check.ts'
import { parseBlock } from '../../../src/checks/model/parsed-lesson.ts'
import { findTextInCapitals } from '../../../src/checks/rules/capitals.ts'
import { collectInternalLinksAndAnchors } from '../../../src/checks/rules/internal-links.ts'
import { listObjectiveWordStems } from '../../../src/checks/rules/objectives.ts'
import { gradeResponse } from '../../../src/courses/block/quiz/grade.ts'
import { readQuizQuestions } from '../../../src/courses/block/quiz/questions.ts'
import { type BlockType, blockTypeDefinitionByName } from '../../../src/courses/block/types.ts'
import { makeExcerpt } from '../../../src/courses/search/excerpt.ts'
import { foldWord } from '../../../src/courses/search/fold.ts'
import { findSearchMarks, getTermsToMark } from '../../../src/courses/search/marks.ts'
import { parseSearchText } from '../../../src/courses/search/words.ts'
import { removeMarkdownSyntax } from '../../../src/dashboard/app/courses/list/excerpt.ts'
import { findHtmlComplexityProblem, findMarkdownComplexityProblem } from '../../../src/markup/complexity.ts'
import { estimateMarkdownParsingSteps } from '../../../src/markup/parsing-steps.ts'
import { coerceInput } from '../../../src/operations/execution/coerce-input.ts'
import type { JsonObject } from '../../../src/operations/json-object.ts'
import { findLikelyName } from '../../../src/operations/likely-name.ts'
import { languageTagSchema } from '../../../src/operations/validation.ts'
import { isExactNumberSource, parseJsonAndNoteInexactNumbers } from '../../../src/platform/inexact-numbers.ts'
import { renderAuthorText, renderInlineMarkdown, renderQuestionText } from '../../../src/reader/markdown.ts'
import { englishPageLanguage } from '../../../src/reader/page-language.ts'
import { orRefusal } from './row.ts'

/** A function that reads a text of an author, a learner or a language model. */
export type TextReader = {
  name: string
  read(text: string): unknown
  /** The shorter of the two sizes that are compared. Functions that take long for each character get shorter texts. */
  size: number
}

const isLessonCheck = (check: Check): check is LessonCheck => 'find' in check
const lessonChecks = checks.filter(isLessonCheck)

/** Runs every check of a lesson on one block, as a check of the course does. */
function checkBlock(type: BlockType, content: JsonObject): void {
  const lesson = { id: 'l', name: 'L', objectives: [], blocks: [parseBlock('b', type, content)], unknownTypes: [] }
  for (const check of lessonChecks) for (const _ of check.find(lesson, { language: 'en', difficulty: 'beginner' }));
  collectInternalLinksAndAnchors(lesson)
}

/** A question all of whose texts are `text`. */
const quizOf = (text: string): JsonObject => ({
  questions: [
    { id: 'q', type: 'single_choice', prompt: text, options: [{ id: 'a', text, feedback: text }], answer: 'a' },
    { id: 'p', type: 'short_text', prompt: 'P', answer: text, explanation: text },
    { id: 'c', type: 'cloze', prompt: text, gaps: [{ id: 'g', options: [text] }], answer: { g: text } },
    { id: 'm', pairs: [{ left: text, right: text }], hints: [text], feedbackCorrect: text },
    { id: 'n', type: 'numeric', answer: 1, unit: text },
    { id: 'e', type: 'essay', sampleAnswer: text },
  ],
})

/** Contents whose texts are all `text`, by type. */
const contentsOf: Record<BlockType, (text: string) => JsonObject> = {
  text: (text) => ({ text }),
  image: (text) => ({ url: text, alt: text, caption: text, link: text, title: text }),
  video: (text) => ({ url: text, transcript: text, captions: [{ language: text, url: text }] }),
  quiz: quizOf,
  code: (text) => ({
    ...{ language: text, code: text, filename: text, highlight: text, solution: text, hints: [text] },
    tests: [{ name: text, input: text, expected: text }],
  }),
  interactive: (text) => ({ kind: text, url: text, fallbackText: text }),
}

/** Drafts of a language model are cleaned unless they are refused before that. */
const clean = (type: BlockType, content: JsonObject) =>
  findTextsTooComplexToClean(content, 'content').length > 0 || cleanBlockContent(type, content, [])

const search = getTermsToMark(parseSearchText('ab light 土壤 שלום'))
const mark = (text: string) => findSearchMarks(search, { text, sameStem: new Set(), hasParts: true })

const blockTypes = Object.keys(contentsOf) as BlockType[]

let usedLanguages = 0
/** Returns a language that no text was shown in, because the reader shows a text that it has shown from its memory. */
const makeUnusedLanguage = () => ({ ...englishPageLanguage, tag: `en-x-${++usedLanguages}` })

type Reader = Omit<TextReader, 'size'>

/** Functions that parse Markdown or HTML. They refuse texts that are too complex, or show them as they are written. */
const parsers: readonly Reader[] = [
  { name: 'Markdown on the page', read: (text) => renderAuthorText(text, 'markdown', makeUnusedLanguage()) },
  { name: 'HTML on the page', read: (text) => renderAuthorText(text, 'html', makeUnusedLanguage()) },
  { name: 'plain text on the page', read: (text) => renderAuthorText(text, 'plain', makeUnusedLanguage()) },
  { name: 'question on the page', read: (text) => renderQuestionText(text, makeUnusedLanguage()) },
  { name: 'option on the page', read: (text) => renderInlineMarkdown(text, makeUnusedLanguage()) },
  ...blockTypes.map((type) => ({
    name: `${type} block, read as text`,
    read: (text: string) => blockTypeDefinitionByName[type].markdown(contentsOf[type](text)),
  })),
  ...blockTypes
    .filter((type) => type !== 'quiz')
    .map((type) => ({
      name: `checks of a ${type} block`,
      read: (text: string) => checkBlock(type, contentsOf[type](text)),
    })),
  { name: 'checks of HTML', read: (text) => checkBlock('text', { text, format: 'html' }) },
  { name: 'checks of plain text', read: (text) => checkBlock('text', { text, format: 'plain' }) },
  {
    name: 'parseMarkdown',
    read: (source) => findMarkdownComplexityProblem(source) ?? parseMarkdown({ source, showsTags: true }),
  },
  { name: 'parseHtml', read: (text) => findHtmlComplexityProblem(text) ?? parseHtml(text) },
  { name: 'generated Markdown', read: (text) => clean('text', { text, format: 'markdown' }) },
  { name: 'generated HTML', read: (text) => clean('text', { text, format: 'html' }) },
]

const textList = new GraphQLList(GraphQLString)

/** Returns a JSON text of two strings. The second one has many digits, so that the numbers of the text are compared. */
const asJsonText = (text: string) => JSON.stringify([text, '1'.repeat(17)])

/** Functions that only look for patterns in a text. */
const scanners: readonly Reader[] = [
  { name: 'findMarkdownComplexityProblem', read: findMarkdownComplexityProblem },
  { name: 'estimateMarkdownParsingSteps', read: estimateMarkdownParsingSteps },
  { name: 'findTextInCapitals', read: findTextInCapitals },
  { name: 'listObjectiveWordStems', read: listObjectiveWordStems },
  { name: 'generated plain text', read: removeHtmlTags },
  { name: 'removeControlCharacters', read: removeControlCharacters },
  { name: 'hasSafeOrNoUrlScheme', read: hasSafeOrNoUrlScheme },
  { name: 'joinLinesWithSpaces', read: joinLinesWithSpaces },
  { name: 'findUrlsInPrompt', read: findUrlsInPrompt },
  { name: 'findSearchMarks', read: mark },
  { name: 'makeExcerpt', read: (text) => makeExcerpt(text, mark(text)) },
  { name: 'parseSearchText', read: parseSearchText },
  { name: 'foldWord', read: foldWord },
  {
    name: 'gradeResponse',
    read: (text) => {
      const [question] = readQuizQuestions({ questions: [{ type: 'short_text', prompt: 'p', answer: text }] })
      return question && gradeResponse(question, 'a')
    },
  },
  { name: 'excerpt in the dashboard', read: removeMarkdownSyntax },
  { name: 'parseJsonAndNoteInexactNumbers', read: orRefusal(parseJsonAndNoteInexactNumbers) },
  {
    name: 'parseJsonAndNoteInexactNumbers of a string',
    read: (text) => parseJsonAndNoteInexactNumbers(asJsonText(text)),
  },
  { name: 'isExactNumberSource', read: isExactNumberSource },
  { name: 'coerceInput a list as JSON text', read: (text) => coerceInput(`[${text}`, textList, { api: 'mcp' }) },
  { name: 'coerceInput a text', read: (text) => coerceInput(asJsonText(text), textList, { api: 'mcp' }) },
  { name: 'likely name', read: (text) => findLikelyName(text, ['name', 'durationMinutes']) },
  { name: 'language', read: (text) => languageTagSchema.safeParse(text).success },
]

/** Everything that reads the text of an author. To find slow texts in a new function, add it to one of the lists. */
export const textReaders: readonly TextReader[] = [
  ...parsers.map((reader) => ({ ...reader, size: 1000 })),
  ...scanners.map((reader) => ({ ...reader, size: 16_384 })),
  // A quiz has five texts.
  { name: 'checks of a quiz block', read: (text) => checkBlock('quiz', quizOf(text)), size: 400 },
  { name: 'generated quiz', read: (text) => clean('quiz', quizOf(text)), size: 300 },
]
