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
  /** For a question that must be answered: `alertdialog`, and a click outside does not close it. */
  isAlert?: boolean
  wide?: boolean
  /** What can be done, at the bottom; the last is the likely one. */
  actions?: ReactNode
  children: ReactNode
}

/** A modal dialog: Escape closes it, and focus goes back to where it was. */
export function Dialog({ title, isOpen, onClose, isAlert = false, wide, actions, children }: DialogProps) {
  return (
    <ModalOverlay
      className={style.veil!}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isAlert}
    >
      <Modal className={wide ? `${style.modal} ${style.wide}` : style.modal!}>
        <AriaDialog className={style.dialog!} role={isAlert ? 'alertdialog' : 'dialog'}>
          <header className={style.header}>
            <Heading slot="title" className={style.title}>
              {title}
            </Heading>
            {!isAlert && <Button look="quiet" small aria-label="Close" icon={<X aria-hidden />} onPress={onClose} />}
          </header>
          <div className={style.body}>{children}</div>
          {actions && <footer className={style.actions}>{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
