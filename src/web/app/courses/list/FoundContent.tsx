import { Link } from 'react-aria-components/Link'
import { useRead } from '../../data/hooks.ts'
import { FoundContentDocument, type FoundContentQuery } from '../../generated/operations.ts'
import { Card } from '../../parts/Card.tsx'
import { blockAnchor, courseAddress, lessonAddress } from '../addresses.ts'
import { count } from '../words.ts'
import style from './List.module.css'

type Hit = FoundContentQuery['searchContent']['items'][number]

function hrefOf({ id, kind, courseId, path }: Hit): string {
  if (kind === 'lesson') return lessonAddress(courseId, id)
  const lesson = path.find((step) => step.kind === 'lesson')
  return lesson ? `${lessonAddress(courseId, lesson.id)}#${blockAnchor(id)}` : courseAddress(courseId)
}

/** The excerpt's text in parts, those that match marked. It comes as HTML, and is read as such without being shown as it. */
function partsOf(excerpt: string): { text: string; isMatch: boolean }[] {
  const { body } = new DOMParser().parseFromString(excerpt, 'text/html')
  return [...body.childNodes].map((node) => ({ text: node.textContent ?? '', isMatch: node.nodeName === 'MARK' }))
}

/** Modules, lessons and blocks that have the words, each with the way to it. */
export function FoundContent({ query }: { query: string }) {
  const { data } = useRead(FoundContentDocument, { query })
  const hits = data?.searchContent.items ?? []
  if (hits.length === 0) return null
  return (
    <Card
      title="In the content"
      lead={`${count(data?.searchContent.pageInfo.total ?? 0, 'place')} with these words`}
      flush
    >
      <ul className={style.rows}>
        {hits.map((hit) => (
          <li key={hit.id}>
            <Link href={hrefOf(hit)} className={style.row!}>
              <span className={style.words}>
                <span className={style.facts}>{hit.path.map(({ name }) => name).join(' › ')}</span>
                <span className={style.excerpt}>
                  {partsOf(hit.excerpt).map(({ text, isMatch }, index) =>
                    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one excerpt never change their places.
                    isMatch ? <mark key={index}>{text}</mark> : text,
                  )}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
