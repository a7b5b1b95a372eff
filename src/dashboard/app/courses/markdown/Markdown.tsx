import type { Root } from 'hast'
import { createContext, type ReactNode, use, useCallback, useId, useMemo } from 'react'
import { findAssetIds } from '../../../../courses/block/asset-ids.ts'
import { findMarkupLabels } from '../../../../markup/labels/labels.ts'
import type { MarkdownKind } from '../../../../markup/read-markdown.ts'
import { renderHtml, renderMarkdown, renderPlain } from '../../../../markup/render.ts'
import { useCourseLanguage } from '../course-language.ts'
import { useAssetAddresses } from '../files/asset-addresses.tsx'
import './highlight.css'
import style from './Markdown.module.css'
import { useToMath } from './to-math.ts'
import { showFiles, toReact, toReactWithGaps } from './to-react.ts'

/** The fields of the gaps in a text, by the ids of the gaps. */
export type GapFields = Readonly<Record<string, ReactNode>>

const GapFieldsContext = createContext<GapFields>({})
const GapSlot = ({ name }: { name?: string | undefined }) => use(GapFieldsContext)[name!]

/** Returns a function that gives the files that a text names their addresses. It changes when an address changes. */
export function useShowFiles(text: string): (tree: Root) => Root {
  const ids = useMemo(() => findAssetIds(text), [text])
  const { find } = useAssetAddresses(ids)
  const urls = ids.map((id) => find(id)?.url ?? '').join(' ')
  return useCallback(
    (tree) => {
      const known = urls.split(' ')
      showFiles(tree, (id) => known[ids.indexOf(id)] || undefined)
      return tree
    },
    [ids, urls],
  )
}

/** Returns the elements for a text of the course, as the page for learners shows it. */
function useRenderedText(text: string, kind: MarkdownKind | 'html' | 'plain') {
  const notePrefix = `note-${useId()}-`
  const language = useCourseLanguage()
  const withFiles = useShowFiles(text)
  const toMath = useToMath(text)
  return useMemo(() => {
    if (kind === 'plain') return toReact(renderPlain(text))
    if (kind === 'html') return toReact(withFiles(renderHtml(text)))
    return toReact(withFiles(renderMarkdown(text, kind, { labels: findMarkupLabels(language), toMath, notePrefix })))
  }, [text, kind, language, notePrefix, toMath, withFiles])
}

/** Shows a text of a block in Markdown or HTML. */
export function MarkdownOrHtml({ text, format }: { text: string; format: string }) {
  const content = useRenderedText(text, format === 'html' || format === 'plain' ? format : 'text')
  return <div className={style.prose}>{content}</div>
}

/** Shows Markdown of a quiz question. With `isInline`, the text is on one line and has no links. */
export function QuestionMarkdown({ text, isInline }: { text: string; isInline?: boolean }) {
  const content = useRenderedText(text, isInline ? 'option' : 'question')
  return isInline ? (
    <span className={style.inline} dir="auto">
      {content}
    </span>
  ) : (
    <div className={`${style.prose} ${style.compact}`}>{content}</div>
  )
}

/** Shows Markdown of a quiz question in which fields take the place of gaps such as `{{g1}}`. */
export function ClozeMarkdown({ text, fields }: { text: string; fields: GapFields }) {
  const notePrefix = `note-${useId()}-`
  const language = useCourseLanguage()
  const withFiles = useShowFiles(text)
  const toMath = useToMath(text)
  const gapIds = JSON.stringify(Object.keys(fields))
  const content = useMemo(() => {
    const tree = renderMarkdown(text, 'question', { labels: findMarkupLabels(language), toMath, notePrefix })
    return toReactWithGaps(withFiles(tree), JSON.parse(gapIds), GapSlot)
  }, [text, language, notePrefix, gapIds, toMath, withFiles])
  return (
    <GapFieldsContext value={fields}>
      <div className={`${style.prose} ${style.compact}`}>{content}</div>
    </GapFieldsContext>
  )
}
