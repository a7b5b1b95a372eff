import { Ban, Link2, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useApiQuery } from '../../../api/hooks.ts'
import { PreviewLinksDocument, type PreviewLinksQuery } from '../../../generated/later-operations.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { formatDateTime } from '../../../ui/format-time.ts'
import { LoadErrorNotice } from '../../../ui/LoadErrorNotice.tsx'
import { LoadingPlaceholder } from '../../../ui/LoadingPlaceholder.tsx'
import { getActorName } from '../../actor-name.ts'
import style from '../Publishing.module.css'
import { CreatePreviewLinkDialog } from './CreatePreviewLinkDialog.tsx'
import { RevokePreviewLinkDialog } from './RevokePreviewLinkDialog.tsx'

type PreviewLink = PreviewLinksQuery['previewLinks'][number]

const nameContent = ({ releaseNumber }: PreviewLink) => (releaseNumber === null ? 'Draft' : `Release ${releaseNumber}`)

/** Shows the preview links of a course. The author can create and revoke preview links. */
export function PreviewLinksCard({ courseId, canCreate }: { courseId: string; canCreate: boolean }) {
  const { data, error, refetch } = useApiQuery(PreviewLinksDocument, { courseId })
  const [isCreating, setCreating] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const [revoked, setRevoked] = useState<PreviewLink>()
  const links = data?.previewLinks
  const createButton = canCreate && (
    <Button isSmall icon={<Plus aria-hidden />} onPress={() => setCreating(true)}>
      Create preview link
    </Button>
  )
  return (
    <Card
      title="Preview links"
      lead="Whoever has a link sees the course without signing in, until the link ends."
      actions={links && links.length > 0 ? createButton : undefined}
      isFlush
    >
      {error && <LoadErrorNotice error={error} onRetry={() => void refetch()} />}
      {!links && !error && <LoadingPlaceholder />}
      {links?.length === 0 && (
        <EmptyState icon={<Link2 aria-hidden />} title="No preview links" action={createButton}>
          {canCreate
            ? 'Create a link to show the draft to a colleague before you publish it.'
            : 'An archived course gets no new links.'}
        </EmptyState>
      )}
      {links && links.length > 0 && (
        <ul ref={list} tabIndex={-1} aria-label="Preview links" className={style.rows}>
          {links.map((link) => (
            <li key={link.previewLinkId} className={style.row}>
              <div className={style.rowText}>
                <span className={style.rowName}>{nameContent(link)}</span>
                <span className={style.soft}>
                  Ends on {formatDateTime(link.expiresAt)} · created by {getActorName(link.createdBy)} on{' '}
                  {formatDateTime(link.createdAt)}
                </span>
              </div>
              <Button
                isSmall
                icon={<Ban aria-hidden />}
                aria-label={`Revoke the link to the ${nameContent(link).toLowerCase()} that ends on ${formatDateTime(link.expiresAt)}`}
                onPress={() => setRevoked(link)}
              >
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isCreating && <CreatePreviewLinkDialog courseId={courseId} onClose={() => setCreating(false)} />}
      {revoked && (
        <RevokePreviewLinkDialog
          id={revoked.previewLinkId}
          onRevoked={() => list.current?.focus()}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </Card>
  )
}
