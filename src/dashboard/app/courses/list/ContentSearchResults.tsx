import { Link } from 'react-aria-components/Link'
import { useApiQuery } from '../../api/hooks.ts'
import { ContentSearchDocument, type ContentSearchQuery } from '../../generated/operations.ts'
import { Card } from '../../ui/Card.tsx'
import { formatCountWithNoun } from '../labels.ts'
import { makeBlockAnchorId, makeCoursePath, makeLessonPath } from '../paths.ts'
import { parseSearchResultExcerpt } from './excerpt.ts'
import style from './List.module.css'

type SearchResult = ContentSearchQuery['searchContent']['items'][number]

function hrefOf({ id, kind, courseId, path }: SearchResult): string {
  if (kind === 'lesson') return makeLessonPath(courseId, id)
  const lesson = path.find((step) => step.kind === 'lesson')
  return lesson ? `${makeLessonPath(courseId, lesson.id)}#${makeBlockAnchorId(id)}` : makeCoursePath(courseId)
}

/** Lists the modules, lessons and blocks that match the search. Each result is a link with an excerpt of the text. */
export function ContentSearchResults({ query }: { query: string }) {
  const { data } = useApiQuery(ContentSearchDocument, { query })
  const results = data?.searchContent.items ?? []
  if (results.length === 0) return null
  return (
    <Card
      title="Matching content"
      lead={formatCountWithNoun(data?.searchContent.pageInfo.total ?? 0, 'result')}
      isFlush
    >
      <ul className={style.rows}>
        {results.map((result) => (
          <li key={result.id}>
            <Link href={hrefOf(result)} className={style.row!}>
              <span className={style.text}>
                <span className={style.facts} dir="auto">
                  {result.path.map(({ name }) => name).join(' › ')}
                </span>
                <span className={style.excerpt} dir="auto">
                  {parseSearchResultExcerpt(result.excerpt).map(({ text, isMatch }, index) =>
                    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the parts never changes.
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
