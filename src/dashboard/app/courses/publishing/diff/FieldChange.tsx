import { lazy, type ReactNode, Suspense } from 'react'
import { makeLoaderThatWaitsForService } from '../../../service-status/wait-for-service.ts'
import style from './Diff.module.css'
import type { CourseChange } from './group-changes.ts'
import { findMarkdown } from './markdown-values.ts'
import { areReorderedStringLists, describeJsonPointer } from './value-labels.ts'

const MarkdownComparison = lazy(
  makeLoaderThatWaitsForService(() =>
    import('../../markdown/MarkdownComparison.tsx').then(({ MarkdownComparison }) => ({ default: MarkdownComparison })),
  ),
)

type Value = CourseChange['values'][number]

/**
 * The maximum length of an unchanged part of a text, in characters. Of a longer part, only the beginning and the end
 * are shown.
 */
const maxSameChars = 160
const shownSameChars = 60
const maxValueChars = 600
/**
 * If at least this fraction of a text is unchanged, the changes are shown word by word. Otherwise, the new text is
 * shown after the old text.
 */
const minSameShare = 0.5

function shortenSame(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= maxSameChars) return text
  const [start, end] = [text.slice(0, shownSameChars), text.slice(-shownSameChars)]
  return `${isFirst ? '' : start} … ${isLast ? '' : end}`
}

const shorten = (text: string) => (text.length > maxValueChars ? `${text.slice(0, maxValueChars)} …` : text)

// Not all screen readers announce `<ins>` and `<del>`, so visually hidden words say what was added and removed.
const Removed = ({ text }: { text: string }) => (
  <del className={style.removed}>
    <span className="visually-hidden">removed: </span>
    {shorten(text)}
    <span className="visually-hidden"> end of removed </span>
  </del>
)
const Added = ({ text }: { text: string }) => (
  <ins className={style.added}>
    <span className="visually-hidden">added: </span>
    {shorten(text)}
    <span className="visually-hidden"> end of added </span>
  </ins>
)

/** Returns whether enough of a text is unchanged to show its changes word by word. */
function areWordsReadable(words: NonNullable<Value['words']>): boolean {
  const count = (without: string) =>
    words.reduce((total, { change, text }) => (change === without ? total : total + text.length), 0)
  const same = words.reduce((total, { change, text }) => (change === 'same' ? total + text.length : total), 0)
  return same >= minSameShare * Math.max(count('added'), count('removed'))
}

function Difference({ value: { before, after, words } }: { value: Value }) {
  if (areReorderedStringLists(before, after)) return <>The order differs.</>
  if (words && areWordsReadable(words)) {
    return words.map(({ change, text }, index) => {
      const key = `${index} ${change}`
      if (change === 'removed') return <Removed key={key} text={text} />
      if (change === 'added') return <Added key={key} text={text} />
      return <span key={key}>{shortenSame(text, index === 0, index === words.length - 1)}</span>
    })
  }
  const [removed, added] = [before, after].map((text) => (text === 'null' ? null : text))
  const separator = `${removed}${added}`.includes('\n') ? '\n' : ' '
  return (
    <>
      {removed != null && <Removed text={removed} />}
      {removed != null && added != null && separator}
      {added != null && <Added text={added} />}
    </>
  )
}

/** Shows the change of one field: the name of the field, and what was removed and added. Markdown is shown as learners see it. */
export function FieldChange({ value }: { value: Value }) {
  const markdown = findMarkdown(value.path, value.before, value.after)
  const words: ReactNode = (
    <p className={style.text} dir="auto">
      <Difference value={value} />
    </p>
  )
  return (
    <div className={style.value}>
      <span className={style.valueName}>{describeJsonPointer(value.path)}</span>
      {markdown ? (
        <Suspense fallback={words}>
          <MarkdownComparison {...markdown} />
        </Suspense>
      ) : (
        words
      )}
    </div>
  )
}
