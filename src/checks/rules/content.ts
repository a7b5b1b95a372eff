import { findContentProblems } from '../../courses/block/content.ts'
import { toDocumentedShape } from '../../courses/block/learner.ts'
import { readCompleteContent, readContentAndFindUnread } from '../../courses/block/read.ts'
import { type BlockType, blockTypeNames } from '../../courses/block/types.ts'
import { findUnfinishedContentOfBlock } from '../../courses/block/unfinished.ts'
import type { JsonObject } from '../../operations/json-object.ts'
import { escapeJsonPointer } from '../model/block-texts.ts'
import type { Fix, LessonCheck } from '../model/check.ts'
import { defineBlockCheck } from './define.ts'

/** Converts a dotted path such as `content.questions.0` to a JSON Pointer. */
const toPointer = (path: string) =>
  path
    .split('.')
    .map((name) => `/${escapeJsonPointer(name)}`)
    .join('')

const isAnswer = (path: string) => path.endsWith('.answer')

const unreadable = defineBlockCheck({
  code: 'content_unreadable',
  severity: 'error',
  types: blockTypeNames,
  meaning: 'The content does not match the type of its block, or a text takes too long to parse.',
  remedy: 'Correct the field that the finding names, or split the text into several blocks.',
  *findInBlock({ type, content, texts }) {
    for (const { path, message } of findContentProblems(type, content))
      if (!isAnswer(path)) yield { path: toPointer(path), message: `${path} ${message}.` }
    for (const { path, tooComplex } of texts)
      if (tooComplex !== undefined) yield { path, message: `The text ${tooComplex}.` }
  },
})

/** The fields that this check skips, because another check reports them with a better message. */
const reportedElsewhere = new Set(['content.url', 'content.alt', 'content.questions'])

/** Returns the fix that writes the content of a block in the documented shape, or undefined if nothing would be left. */
function writeDocumentedShape(type: BlockType, sent: JsonObject): Fix | undefined {
  const value = toDocumentedShape(type, sent)
  if (Object.keys(value).length === 0 || findContentProblems(type, value).length > 0) return undefined
  return {
    description: 'Writes the content in the documented shape, and leaves out what is not read.',
    edits: [{ path: '/content', value }],
  }
}

const contentShapeCheck = defineBlockCheck({
  code: 'content_shape',
  severity: 'error',
  types: blockTypeNames,
  meaning:
    'A part of the content has a name or a form that the service cannot read, so learners would not get it. `docs/blocks.md` lists what the service reads.',
  remedy: 'Write the part in the documented shape, or apply the fix, which leaves the part out.',
  *findInBlock({ type, sent }) {
    // The check `answer_unknown` reports the answers of questions in the documented shape.
    const unread = readContentAndFindUnread(type, sent).unread.filter(
      ({ path }) => !/^content\.questions\.\d+\.answer$/.test(path),
    )
    if (unread.length === 0) return
    const fix = writeDocumentedShape(type, sent)
    for (const { path, message } of unread)
      yield { path: toPointer(path), message: `${path} ${message}.`, ...(fix && { fix }) }
  },
})

export const blockContentChecks: readonly LessonCheck[] = [
  contentShapeCheck,
  {
    ...unreadable,
    // The finding of a block can depend on other blocks of its lesson.
    // If the lesson has too many links, paragraphs and other parts, its last texts are not parsed.
    readsOneRecord: false,
    *find(lesson, settings) {
      for (const { id, type } of lesson.unknownTypes)
        yield {
          kind: 'block',
          nodeId: id,
          path: '/type',
          message: `The service does not know the block type ${JSON.stringify(type)}. Replace the block.`,
        }
      yield* unreadable.find(lesson, settings)
    },
  },
  defineBlockCheck({
    code: 'block_unfinished',
    severity: 'warning',
    types: blockTypeNames,
    meaning: 'A block lacks a field that a finished block has, such as the prompt of a question.',
    remedy: 'Fill in the field that the finding names.',
    *findInBlock({ type, content: read, sent }) {
      if (findContentProblems(type, read).length > 0) return
      // Learners get derived ids of questions and options, so such ids are not missing.
      const content = readCompleteContent(type, sent)
      for (const { path, message } of findUnfinishedContentOfBlock({ type, content })) {
        const isMissing = message === 'is missing' || message === 'is empty'
        if (isMissing && !isAnswer(path) && !reportedElsewhere.has(path))
          yield { path: toPointer(path), message: `${path} ${message}.` }
      }
    },
  }),
]
