import { ApiError, getErrorMessageForUser } from '../../../api/api-error.ts'
import { Notice } from '../../../ui/Notice.tsx'

type Refusal = { checks?: { findings?: readonly { message: string }[] } }

type PublishErrorNoticeProps = {
  error: Error
  /** Whether the author has fixed or dismissed all findings that prevented the publish. */
  areFindingsCorrected: boolean
}

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** Says in sight why a course was not published, and what the author can do. */
export function PublishErrorNotice({ error, areFindingsCorrected }: PublishErrorNoticeProps) {
  const isApiError = error instanceof ApiError
  const isOutdated = isApiError && error.code === 'precondition_failed'
  const findings = isApiError ? ((error.details as Refusal).checks?.findings ?? []) : []
  if (findings.length > 0 && areFindingsCorrected) return null
  return (
    <div ref={scrollIntoView}>
      <Notice variant="error" title={isOutdated ? 'Not published: the course has changed meanwhile' : 'Not published'}>
        {isOutdated
          ? 'The changes above are up to date now. Review them, and publish again.'
          : getErrorMessageForUser(error)}
        {findings.length > 0 && ' You find them above, under “Checks”.'}
      </Notice>
    </div>
  )
}
