import type { RestorePlanMutation, TreeChangeName } from '../../../generated/later-operations.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { formatCountWithNoun } from '../../labels.ts'
import { findLessonAt, type OutlineNames } from '../diff/group-changes.ts'
import style from '../Publishing.module.css'

type Plan = RestorePlanMutation['restoreRelease']

/**
 * The outlines in which the lesson of a changed block is looked up. A block that the restore deletes is only in
 * `before`, the outline of the draft. Every other changed block is in `after`, the outline after the restore.
 */
type Outlines = { before: OutlineNames; after: OutlineNames }

const words: Record<TreeChangeName, string> = {
  created: 'comes back',
  updated: 'changes',
  moved: 'moves',
  deleted: 'is deleted',
  unchanged: 'stays',
}
const maxListed = 12

type Change = Plan['changes'][number]

/** Shows which module, lesson or block a change concerns: `The lesson “Light”`, or `A block of “Light”`. */
function NamedNode({ change: { kind, name, path, change }, before, after }: { change: Change } & Outlines) {
  if (kind !== 'block')
    return (
      <>
        The {kind} “<bdi>{name}</bdi>”
      </>
    )
  const lesson = findLessonAt(path, change === 'deleted' ? before : after)
  return lesson ? (
    <>
      A block of “<bdi>{lesson.name}</bdi>”
    </>
  ) : (
    'A block'
  )
}

/** Says which modules, lessons and blocks of the draft a restore changes. */
export function RestorePlan({ plan: { changes, counts }, ...outlines }: { plan: Plan } & Outlines) {
  const total = counts.created + counts.updated + counts.moved + counts.deleted
  if (total === 0)
    return (
      <Notice>
        Every module, lesson and block of the draft is the same. Only the details of the course may change.
      </Notice>
    )
  return (
    <div role="status">
      <p>{formatCountWithNoun(total, 'change')} in the draft:</p>
      <ul className={style.plan}>
        {changes.slice(0, maxListed).map((change) => (
          <li key={`${change.recordId} ${change.path}`}>
            <NamedNode change={change} {...outlines} /> {words[change.change]}
          </li>
        ))}
        {changes.length > maxListed && <li>and {(changes.length - maxListed).toLocaleString('en')} more</li>}
      </ul>
    </div>
  )
}
