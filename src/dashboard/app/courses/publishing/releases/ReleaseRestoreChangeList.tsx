import type { RestorePlanMutation, TreeChangeName } from '../../../generated/later-operations.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { formatCountWithNoun } from '../../labels.ts'
import style from '../Publishing.module.css'

type Plan = RestorePlanMutation['restoreRelease']
export type ReleaseRestoreChange = Plan['changes'][number]

/** Returns the name of the lesson that contains a changed block. */
type FindLessonName = (change: ReleaseRestoreChange) => string | undefined

const words: Record<TreeChangeName, string> = {
  created: 'comes back',
  updated: 'changes',
  moved: 'moves',
  deleted: 'is deleted',
  unchanged: 'stays',
}
const maxListed = 12

/** Shows which module, lesson or block a change concerns: `The lesson “Light”`, or `A block of “Light”`. */
function NamedNode({ change, findLessonName }: { change: ReleaseRestoreChange; findLessonName: FindLessonName }) {
  const { kind, name } = change
  if (kind !== 'block')
    return (
      <>
        The {kind} “<bdi>{name}</bdi>”
      </>
    )
  const lessonName = findLessonName(change)
  return lessonName !== undefined ? (
    <>
      A block of “<bdi>{lessonName}</bdi>”
    </>
  ) : (
    'A block'
  )
}

type ReleaseRestoreChangeListProps = {
  plan: Plan
  /** Whether the whole course is restored, and not only one lesson. */
  isWhole: boolean
  findLessonName: FindLessonName
}

/** Says which modules, lessons and blocks of the draft a restore changes. */
export function ReleaseRestoreChangeList({
  plan: { changes, counts },
  isWhole,
  findLessonName,
}: ReleaseRestoreChangeListProps) {
  const total = counts.created + counts.updated + counts.moved + counts.deleted
  if (total === 0)
    return (
      <Notice>
        {isWhole
          ? 'Every module, lesson and block of the draft is the same. Only the details of the course may change.'
          : 'The lesson is the same in the draft.'}
      </Notice>
    )
  return (
    <div role="status">
      <p>{formatCountWithNoun(total, 'change')} in the draft:</p>
      <ul className={style.plan}>
        {changes.slice(0, maxListed).map((change) => (
          <li key={`${change.recordId} ${change.path}`}>
            <NamedNode change={change} findLessonName={findLessonName} /> {words[change.change]}
          </li>
        ))}
        {changes.length > maxListed && <li>and {(changes.length - maxListed).toLocaleString('en')} more</li>}
      </ul>
    </div>
  )
}
