import type { BlockType } from '../../courses/block/types.ts'
import type { Heading } from '../markup/markup.ts'
import type { Fix, FixEdit, FoundProblem, LessonCheck } from '../model/check.ts'
import { isHeadingShownOnLessonPage, type ParsedLesson } from '../model/parsed-lesson.ts'
import { quoteForMessage } from './define.ts'

type PlacedHeading = Heading & { blockId: string; path: string }

/** The types of block whose headings learners see when they open the lesson. */
const types: readonly BlockType[] = ['text', 'quiz', 'interactive']
const isSeenAtOnce = (type: BlockType, path: string) => types.includes(type) && isHeadingShownOnLessonPage(type, path)

const headingsOf = ({ blocks }: ParsedLesson): PlacedHeading[] =>
  blocks.flatMap(({ id, type, texts }) =>
    texts
      .filter(({ path }) => isSeenAtOnce(type, path))
      .flatMap(({ path, markup }) => markup.headings.map((heading) => ({ ...heading, blockId: id, path }))),
  )

const isInSameText = (one: PlacedHeading, other: PlacedHeading) =>
  one.blockId === other.blockId && one.path === other.path

/** Returns the edit that changes the level of a Markdown heading. */
const depthEdit = ({ path, at, depth }: PlacedHeading & { at: number }, newDepth: number): FixEdit => ({
  path,
  from: at,
  to: at + depth,
  value: '#'.repeat(newDepth),
})

const isMovable = (heading: PlacedHeading): heading is PlacedHeading & { at: number } => heading.at !== undefined

/** The maximum number of headings that one fix changes. A finding that needs more changes has no fix. */
const maxSection = 200

/**
 * Returns the fix that raises a heading by `levels` levels. The fix also raises the headings after it in the same text,
 * until a heading of a higher level. Returns undefined if the fix cannot change all these headings.
 */
function raiseSection(headings: readonly PlacedHeading[], index: number, levels: number): Fix | undefined {
  const first = headings[index]!
  const end = headings.findIndex((heading, at) => at > index && heading.depth < first.depth)
  const section = headings.slice(index, end < 0 ? undefined : end).filter((heading) => isInSameText(heading, first))
  if (section.length > maxSection || !section.every(isMovable)) return undefined
  return {
    description: `Raises the heading and those below it by ${levels === 1 ? 'one level' : `${levels} levels`}.`,
    edits: section.filter(isMovable).map((heading) => depthEdit(heading, heading.depth - levels)),
  }
}

const maxFindings = 50

export const headingChecks: readonly LessonCheck[] = [
  {
    code: 'heading_skipped',
    severity: 'warning',
    wcag: '1.3.1',
    types,
    meaning: 'A heading is more than one level below the heading before it. The name of the lesson is level 1.',
    remedy: 'Use the next level, for example `##` below `#`.',
    find(lesson) {
      const headings = headingsOf(lesson)
      const found: FoundProblem[] = []
      let before = 1
      for (const [index, heading] of headings.entries()) {
        const { depth, text, blockId, path } = heading
        if (depth > before + 1 && found.length < maxFindings) {
          const fix = raiseSection(headings, index, depth - before - 1)
          found.push({
            kind: 'block',
            nodeId: blockId,
            path,
            message: `The heading ${quoteForMessage(text)} has level ${depth} and follows level ${before}. Use level ${before + 1}.`,
            ...(fix && { fix }),
          })
        }
        before = depth
      }
      return found
    },
  },
  {
    code: 'heading_level_1_repeated',
    severity: 'warning',
    wcag: '1.3.1',
    types,
    meaning: 'A lesson has a second heading of level 1.',
    remedy: 'Use level 2 for the sections of a lesson.',
    find(lesson) {
      const headings = headingsOf(lesson).filter(({ depth }) => depth === 1)
      return headings.slice(1, maxFindings + 1).map((heading): FoundProblem => {
        const { text, blockId, path } = heading
        return {
          kind: 'block',
          nodeId: blockId,
          path,
          message: `The heading ${quoteForMessage(text)} is a second heading of level 1 in its lesson. Use level 2.`,
          ...(isMovable(heading) && {
            fix: { description: 'Changes the heading to level 2.', edits: [depthEdit(heading, 2)] },
          }),
        }
      })
    },
  },
]
