import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from './Button.tsx'
import style from './Dialog.module.css'

type DialogProps = {
  title: string
  isOpen: boolean
  onClose(): void
  /**
   * Whether the dialog has the ARIA role `alertdialog`, and no close button. Without `onDismiss`, the dialog ignores a
   * click outside.
   */
  isAlert?: boolean
  /**
   * Called instead of `onClose` after the Escape key or a click outside the dialog, because both can happen by
   * accident.
   */
  onDismiss?: () => void
  /** Whether the dialog ignores the Escape key, so that the user has to press a button. */
  isEscapeDisabled?: boolean
  isWide?: boolean
  /** Whether the dialog is at the top of the window, where a keyboard on the screen does not cover it. */
  isAtTop?: boolean
  /** The buttons at the bottom of the dialog. The main button comes last. */
  actions?: ReactNode
  children: ReactNode
}

/** Shows a modal dialog. When the dialog closes, the focus returns to the element that had the focus before. */
export function Dialog(props: DialogProps) {
  const {
    title,
    isOpen,
    onClose,
    isAlert = false,
    onDismiss = onClose,
    isEscapeDisabled,
    isWide,
    isAtTop,
    actions,
    children,
  } = props
  return (
    <ModalOverlay
      className={isAtTop ? `${style.overlay} ${style.top}` : style.overlay!}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onDismiss()}
      isDismissable={!isAlert || onDismiss !== onClose}
      isKeyboardDismissDisabled={isEscapeDisabled}
    >
      <Modal className={isWide ? `${style.modal} ${style.wide}` : style.modal!}>
        <AriaDialog className={style.dialog!} role={isAlert ? 'alertdialog' : 'dialog'}>
          <header className={style.header}>
            <Heading slot="title" className={style.title}>
              {title}
            </Heading>
            {!isAlert && (
              <Button variant="quiet" isSmall aria-label="Close" icon={<X aria-hidden />} onPress={onClose} />
            )}
          </header>
          <div className={style.body}>{children}</div>
          {actions && <footer className={style.actions}>{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
