import { Button } from '../../parts/Button.tsx'
import { Dialog } from '../../parts/Dialog.tsx'

type LeaveProps = { onStay(): void; onKeep(): void; onDiscard(): void }

/** Asks before an unsaved text is left. */
export const Leave = ({ onStay, onKeep, onDiscard }: LeaveProps) => (
  <Dialog
    title="Leave without saving?"
    isOpen
    isAlert
    onClose={onStay}
    actions={
      <>
        <Button look="danger" onPress={onDiscard}>
          Discard the text
        </Button>
        <Button onPress={onKeep}>Keep it as a draft</Button>
        <Button look="primary" autoFocus onPress={onStay}>
          Go on writing
        </Button>
      </>
    }
  >
    <p>What you typed has not been saved. As a draft, this browser keeps it for when you come back.</p>
  </Dialog>
)
