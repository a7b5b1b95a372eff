import { Sparkles } from 'lucide-react'
import { useRef } from 'react'
import type { TextTask } from '../../../generated/later-operations.ts'
import { ActionPopover } from '../../../ui/ActionMenu.tsx'
import { Button } from '../../../ui/Button.tsx'
import { textChoices } from './choices.ts'

export type TextChangeToolProps = {
  isOpen: boolean
  isDisabled: boolean
  /** Whether a part of the text is selected. */
  isSelection: boolean
  onOpenChange(isOpen: boolean): void
  onChoose(task: TextTask): void
}

/** Shows the tool that has the language model change the selected text, or the whole text. */
export function TextChangeTool({ isOpen, isDisabled, isSelection, onOpenChange, onChoose }: TextChangeToolProps) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        isSmall
        icon={<Sparkles aria-hidden />}
        aria-label="Change with AI"
        aria-keyshortcuts="Control+Alt+A"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        isDisabled={isDisabled}
        preventFocusOnPress
        onPress={() => onOpenChange(true)}
      />
      {isOpen && (
        <ActionPopover
          triggerRef={button}
          isOpen
          onOpenChange={onOpenChange}
          label={isSelection ? 'Change the selected text' : 'Change the whole text'}
          actions={textChoices.map(({ task, label, icon }) => ({ label, icon, onSelect: () => onChoose(task) }))}
        />
      )}
    </>
  )
}
