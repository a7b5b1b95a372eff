import style from './Diff.module.css'
import type { Change } from './group-changes.ts'
import { describePath, isOtherOrder } from './value-labels.ts'

type Value = Change['values'][number]

/** A part that is the same in both texts is cut in the middle if it is longer than this. */
const maxSameChars = 160
const shownSameChars = 60
const maxValueChars = 600
/** Texts that share less are shown one after the other, because single words would be hard to read. */
const minSameShare = 0.5

function shortenSame(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= maxSameChars) return text
  const [start, end] = [text.slice(0, shownSameChars), text.slice(-shownSameChars)]
  return `${isFirst ? '' : start} … ${isLast ? '' : end}`
}

const shorten = (text: string) => (text.length > maxValueChars ? `${text.slice(0, maxValueChars)} …` : text)

// Browsers do not tell all screen readers what `ins` and `del` mean, so hidden words do.
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

/** Returns whether most of a text stayed, so that its changed words are worth showing. */
function areWordsReadable(words: NonNullable<Value['words']>): boolean {
  const count = (without: string) =>
    words.reduce((total, { change, text }) => (change === without ? total : total + text.length), 0)
  const same = words.reduce((total, { change, text }) => (change === 'same' ? total + text.length : total), 0)
  return same >= minSameShare * Math.max(count('added'), count('removed'))
}

function Difference({ value: { before, after, words } }: { value: Value }) {
  if (isOtherOrder(before, after)) return <>The order differs.</>
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

/** Shows a field that differs, with the words that were removed and added. */
export const ValueChange = ({ value }: { value: Value }) => (
  <div className={style.value}>
    <span className={style.valueName}>{describePath(value.path)}</span>
    <p className={style.text} dir="auto">
      <Difference value={value} />
    </p>
  </div>
)
