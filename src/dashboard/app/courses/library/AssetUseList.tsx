import { Link } from 'react-aria-components/Link'
import { useApiQuery } from '../../api/hooks.ts'
import {
  AssetUsesDocument,
  type AssetUsesQuery,
  CourseNameDocument,
  LessonNameDocument,
} from '../../generated/later-operations.ts'
import { LoadErrorNotice } from '../../ui/LoadErrorNotice.tsx'
import { formatCountWithNoun } from '../labels.ts'
import { makeBlockEditorPath, makeCoursePath, makeLessonEditorPath, makePublishingPath, trashPath } from '../paths.ts'
import style from './Library.module.css'

type AssetUse = AssetUsesQuery['assetUses'][number]

/** The others are counted only, because each line asks for two names. */
const maxShown = 20

function findHref({ place, courseId, lessonId, blockId }: AssetUse): string {
  if (place === 'trash') return trashPath
  if (place === 'release') return makePublishingPath(courseId)
  if (!lessonId) return makeCoursePath(courseId)
  return blockId ? makeBlockEditorPath(courseId, lessonId, blockId) : makeLessonEditorPath(courseId, lessonId)
}

const suffixes: Record<AssetUse['place'], string> = { draft: '', release: ' (release)', trash: ' (trash)' }

function AssetUseRow({ use }: { use: AssetUse }) {
  const { place, courseId, lessonId } = use
  const course = useApiQuery(CourseNameDocument, { id: courseId }, { isEnabled: place !== 'trash' })
  const lesson = useApiQuery(
    LessonNameDocument,
    { id: lessonId ?? '' },
    { isEnabled: place === 'draft' && lessonId !== null },
  )
  const names = [course.data?.course?.name, lesson.data?.lesson?.name].filter(Boolean)
  const name = place === 'trash' ? 'Something deleted' : names.length > 0 ? names.join(' › ') : 'A course'
  return (
    <li>
      <Link href={findHref(use)}>
        <bdi>{name}</bdi>
        {suffixes[place]}
      </Link>
    </li>
  )
}

/** Returns the uses of which each leads to another page. A lesson of several releases is one use. */
function mergeUses(uses: readonly AssetUse[]): AssetUse[] {
  const byHref = new Map(uses.map((use) => [findHref(use), use]))
  return [...byHref.values()]
}

/** Lists where a file is used, with links. */
export function AssetUseList({ id }: { id: string }) {
  const { data, error, refetch } = useApiQuery(AssetUsesDocument, { id })
  if (error) return <LoadErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <p className={style.soft}>Loading …</p>
  const uses = mergeUses(data.assetUses)
  if (uses.length === 0)
    return <p className={style.soft}>Nothing uses this file. It is deleted after 30 days without use.</p>
  return (
    <ul className={style.uses} aria-label="Used in">
      {uses.slice(0, maxShown).map((use) => (
        <AssetUseRow key={findHref(use)} use={use} />
      ))}
      {uses.length > maxShown && (
        <li className={style.soft}>and {formatCountWithNoun(uses.length - maxShown, 'more place')}</li>
      )}
    </ul>
  )
}
