import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Notice } from '../../ui/Notice.tsx'

type DeletedNoticeProps = {
  level: 'block' | 'lesson'
  text: string
  isBusy: boolean
  /** Adds the author's text to the lesson as a new block. Undefined if the lesson was deleted too. */
  onAddAsNew: (() => void) | undefined
  onChooseLesson(): void
}

/** Says that the edited block or its lesson was deleted. The author can copy the text or add the text to a lesson. */
export const DeletedBlockOrLessonNotice = ({ level, text, isBusy, onAddAsNew, onChooseLesson }: DeletedNoticeProps) => (
  <Notice
    variant="error"
    title={`This ${level} was deleted`}
    action={
      <>
        <CopyButton text={text} label="Copy text" />
        <Button isSmall onPress={onChooseLesson}>
          Add to another lesson
        </Button>
        {onAddAsNew && (
          <Button isSmall variant="primary" isBusy={isBusy} onPress={onAddAsNew}>
            Add as new block
          </Button>
        )}
      </>
    }
  >
    It was deleted in another tab or by another person. Your text is still here.
  </Notice>
)
