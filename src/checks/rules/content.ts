import { findContentProblems } from '../../courses/block/content.ts'
import { blockTypeNames } from '../../courses/block/types.ts'
import { findUnfinishedContentOfBlock } from '../../courses/block/unfinished.ts'
import { escapeJsonPointer } from '../model/block-texts.ts'
import type { LessonCheck } from '../model/check.ts'
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

export const blockContentChecks: readonly LessonCheck[] = [
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
    *findInBlock({ type, content }) {
      if (findContentProblems(type, content).length > 0) return
      for (const { path, message } of findUnfinishedContentOfBlock({ type, content })) {
        const isMissing = message === 'is missing' || message === 'is empty'
        if (isMissing && !isAnswer(path) && !reportedElsewhere.has(path))
          yield { path: toPointer(path), message: `${path} ${message}.` }
      }
    },
  }),
]
