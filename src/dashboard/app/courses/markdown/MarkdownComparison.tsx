import type { ElementContent, Root } from 'hast'
import { Fragment, useId, useMemo } from 'react'
import { findMarkupLabels } from '../../../../markup/labels/labels.ts'
import type { MarkdownKind } from '../../../../markup/read-markdown.ts'
import { renderMarkdown } from '../../../../markup/render.ts'
import { useCourseLanguage } from '../course-language.ts'
import { compareRendered, type RenderedPart } from './comparison/compare-rendered.ts'
import { markChange } from './comparison/merge-words.ts'
import { flattenText } from './comparison/text.ts'
import style from './Markdown.module.css'
import { useShowFiles } from './Markdown.tsx'
import { useToMath } from './to-math.ts'
import { toReact } from './to-react.ts'

/** The maximum length of an unchanged part that is shown beside a change, in characters. */
const maxContextChars = 160

type Shown = ElementContent | 'left out'

/** Returns whether a part is unchanged, and too long or too far from a change to be shown. */
function isLeftOut(parts: readonly RenderedPart[], index: number): boolean {
  const part = parts[index]
  if (part?.change !== 'same') return false
  const neighbours = [parts[index - 1], parts[index + 1]]
  const isBesideChange = neighbours.some((other) => other !== undefined && other.change !== 'same')
  return !isBesideChange || flattenText(part.node).length > maxContextChars
}

/** Returns what is shown of the parts: the changes, and short unchanged parts beside them. */
const selectShown = (parts: readonly RenderedPart[]): Shown[] =>
  parts.flatMap(({ change, node }, index): Shown[] => {
    if (isLeftOut(parts, index)) return isLeftOut(parts, index - 1) ? [] : ['left out']
    return [change === 'removed' || change === 'added' ? markChange(change, [node]) : node]
  })

const rootOf = (node: ElementContent): Root => ({ type: 'root', children: [node] })

type MarkdownComparisonProps = { before: string | null; after: string | null; kind: MarkdownKind }

/** Shows how a text in Markdown changed, as learners see it: removed and added paragraphs and words are marked. */
export function MarkdownComparison({ before, after, kind }: MarkdownComparisonProps) {
  const notePrefix = `note-${useId()}-`
  const language = useCourseLanguage()
  const withFiles = useShowFiles(`${before ?? ''}\n${after ?? ''}`)
  const toMath = useToMath(`${before ?? ''}\n${after ?? ''}`)
  const shown = useMemo(() => {
    const render = (text: string | null) =>
      withFiles(renderMarkdown(text ?? '', kind, { labels: findMarkupLabels(language), toMath, notePrefix }))
    return selectShown(compareRendered(render(before), render(after)))
  }, [before, after, kind, language, notePrefix, toMath, withFiles])
  return (
    <div className={`${style.prose} ${style.compact} ${style.comparison}`}>
      {shown.map((part, index) =>
        part === 'left out' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity and no state.
          <p key={index} className={style.leftOut}>
            …
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity and no state.
          <Fragment key={index}>{toReact(rootOf(part))}</Fragment>
        ),
      )}
    </div>
  )
}
