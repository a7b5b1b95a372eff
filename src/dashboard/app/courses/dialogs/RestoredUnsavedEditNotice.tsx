import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** Says that the form shows an unsaved edit. A button discards the unsaved edit. */
export const RestoredUnsavedEditNotice = ({ onDiscard }: { onDiscard?: () => void }) => (
  <Notice
    action={
      <Button isSmall onPress={onDiscard}>
        Discard edit
      </Button>
    }
  >
    This is your unsaved edit.
  </Notice>
)
