import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** Says that the form shows an unsaved draft. A button discards the unsaved draft. */
export const RestoredUnsavedDraftNotice = ({ onDiscard }: { onDiscard?: () => void }) => (
  <Notice
    action={
      <Button isSmall onPress={onDiscard}>
        Discard draft
      </Button>
    }
  >
    This is your unsaved draft.
  </Notice>
)
