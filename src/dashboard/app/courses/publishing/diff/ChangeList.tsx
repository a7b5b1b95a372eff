import type { ReactNode } from 'react'
import type { NodeKind } from '../../../generated/operations.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { formatCountWithNoun } from '../../labels.ts'
import style from './Diff.module.css'
import { FieldChange } from './FieldChange.tsx'
import type { ChangeGroup, CourseChange } from './group-changes.ts'

const badges = {
  added: { variant: 'success', label: 'Added' },
  removed: { variant: 'error', label: 'Removed' },
  changed: { variant: 'accent', label: 'Changed' },
  moved: { variant: 'neutral', label: 'Moved' },
} as const

function ChangeBadges({ change, isMoved }: Pick<CourseChange, 'change' | 'isMoved'>) {
  const { variant, label } = badges[change]
  return (
    <>
      <Badge variant={variant}>{label}</Badge>
      {isMoved && change === 'changed' && <Badge>{badges.moved.label}</Badge>}
    </>
  )
}

const kindLabels: Record<NodeKind, string> = { course: 'Course', module: 'Module', lesson: 'Lesson', block: 'Block' }

const Values = ({ change }: { change: CourseChange | undefined }) =>
  change?.values.map((value) => <FieldChange key={value.path} value={value} />)

/** Returns a name for a block, made from its type and its position in the lesson: `Text, block 3`. */
const nameBlock = ({ name, path }: CourseChange) =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}, block ${Number(path.split('.').at(-1)) + 1}`

function Group({ group, action }: { group: ChangeGroup; action?: ReactNode }) {
  const { kind, name, own, blocks } = group
  const isWhole = own?.change === 'added' || own?.change === 'removed'
  return (
    <li className={style.group}>
      <div className={style.groupHead}>
        <span className={style.kind}>{kindLabels[kind]}</span>
        <bdi className={style.name}>{name}</bdi>
        {own ? <ChangeBadges {...own} /> : <Badge variant="accent">Changed</Badge>}
        {action}
      </div>
      <Values change={own} />
      {isWhole && blocks.length > 0 && (
        <p className={style.soft}>With {formatCountWithNoun(blocks.length, 'block')}.</p>
      )}
      {!isWhole && blocks.length > 0 && (
        <ul className={style.blocks}>
          {blocks.map((block) => (
            <li key={block.nodeId}>
              <div className={style.groupHead}>
                <span className={style.blockName}>{nameBlock(block)}</span>
                <ChangeBadges {...block} />
              </div>
              <Values change={block} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

type ChangeListProps = {
  groups: readonly ChangeGroup[]
  /** Whether `groups` contains all changes of the course. If false, the component says that there are more changes. */
  isComplete: boolean
  actionOf?(group: ChangeGroup): ReactNode
}

/** Shows the changes of a course, module by module and lesson by lesson. */
export const ChangeList = ({ groups, isComplete, actionOf }: ChangeListProps) => (
  <>
    <ul className={style.groups}>
      {groups.map((group) => (
        <Group key={group.id} group={group} action={actionOf?.(group)} />
      ))}
    </ul>
    {!isComplete && <p className={style.soft}>There are more changes than this list can show.</p>}
  </>
)
