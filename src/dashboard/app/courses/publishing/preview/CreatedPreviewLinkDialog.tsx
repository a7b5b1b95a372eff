import { Button } from '../../../ui/Button.tsx'
import { CodeSnippet } from '../../../ui/CodeSnippet.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { formatTimeWithZone } from '../time-zone.ts'
import { makePreviewLinkUrl } from './preview-link-url.ts'

type CreatedPreviewLinkDialogProps = { token: string; expiresAt: string; onClose(): void }

/** Shows a preview link that was just created. The link is shown only this once. */
export function CreatedPreviewLinkDialog({ token, expiresAt, onClose }: CreatedPreviewLinkDialogProps) {
  const address = makePreviewLinkUrl(token)
  return (
    <Dialog
      title="The preview link is ready"
      isOpen
      onClose={onClose}
      actions={
        <Button variant="primary" onPress={onClose}>
          Done
        </Button>
      }
    >
      <p>Copy the link now: it is shown only once. It works until {formatTimeWithZone(expiresAt)}.</p>
      <CodeSnippet label="preview link" text={address} />
      <p>
        <a href={address} target="_blank" rel="noreferrer">
          Open the preview in a new tab
        </a>
      </p>
    </Dialog>
  )
}
