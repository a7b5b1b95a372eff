import { type ReactNode, useState } from 'react'
import { useApiQuery } from '../../../api/hooks.ts'
import { FindingsWithDismissedDocument } from '../../../generated/later-operations.ts'
import { DisclosureSection } from '../../../ui/DisclosureSection.tsx'
import { LoadErrorNotice } from '../../../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../../../ui/LoadingPlaceholder.tsx'
import { formatCountWithNoun } from '../../labels.ts'
import style from './Checks.module.css'
import { type Finding, selectFindingsInLessons } from './findings.ts'

type DismissedFindingListProps = {
  courseId: string
  count: number
  /** The lessons whose findings are shown, or undefined for the whole course. */
  lessonIds: readonly string[] | undefined
  renderRow(finding: Finding): ReactNode
}

/** Lists the dismissed findings. The dashboard loads them when the author opens the list. */
export function DismissedFindingList({ courseId, count, lessonIds, renderRow }: DismissedFindingListProps) {
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useApiQuery(FindingsWithDismissedDocument, { id: courseId }, { isEnabled: isOpen })
  const findings = data?.courseChecks?.findings.filter(({ isDismissed }) => isDismissed)
  const shown = findings && selectFindingsInLessons(findings, lessonIds)
  const omitted = shown ? count - shown.length : 0
  return (
    <DisclosureSection level={4} title={`Dismissed (${count})`} onToggle={setOpen}>
      {error && !data && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
      {!shown && !error && <LoadingPlaceholder lines={2} />}
      {shown && <ul className={style.rows}>{shown.map(renderRow)}</ul>}
      {omitted > 0 && (
        <p className={style.soft}>{formatCountWithNoun(omitted, 'further dismissed finding')} not shown.</p>
      )}
    </DisclosureSection>
  )
}
