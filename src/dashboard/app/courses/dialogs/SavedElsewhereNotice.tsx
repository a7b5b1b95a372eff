import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

type SavedElsewhereNoticeProps = { onUseSaved?: () => void; onOverwrite(): void }

/** Says that another tab or person has saved the edited item, and asks which version to keep. */
export const SavedElsewhereNotice = ({ onUseSaved, onOverwrite }: SavedElsewhereNoticeProps) => (
  <Notice
    variant="warning"
    title="This was saved elsewhere"
    action={
      <>
        <Button isSmall onPress={onUseSaved}>
          Use saved version
        </Button>
        <Button isSmall onPress={onOverwrite}>
          Overwrite with my version
        </Button>
      </>
    }
  >
    It was changed in another tab or by another person. Your text is not saved.
  </Notice>
)
