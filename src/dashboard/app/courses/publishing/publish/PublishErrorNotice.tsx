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
export const PublishErrorNotice = (props: PublishErrorNoticeProps) => (
  <div ref={scrollIntoView}>
    <PublishErrorText {...props} />
  </div>
)

function PublishErrorText({ error, areFindingsCorrected }: PublishErrorNoticeProps) {
  const isApiError = error instanceof ApiError
  if (isApiError && error.code === 'precondition_failed') {
    return (
      <Notice variant="error" title="Not published: the course has changed meanwhile">
        The changes above are up to date now. Review them, and publish again.
      </Notice>
    )
  }
  const findings = isApiError ? ((error.details as Refusal).checks?.findings ?? []) : []
  if (findings.length > 0 && areFindingsCorrected) return null
  return (
    <Notice variant="error" title="Not published">
      {getErrorMessageForUser(error)}
      {findings.length > 0 && ' You find them above, under “Checks”.'}
    </Notice>
  )
}
