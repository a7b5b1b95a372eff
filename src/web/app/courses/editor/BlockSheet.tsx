import { X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Form } from 'react-aria-components/Form'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { problemOf } from '../../data/failure.ts'
import { Button } from '../../parts/Button.tsx'
import dialog from '../../parts/Dialog.module.css'
import { Notice } from '../../parts/Notice.tsx'
import { BlockView } from '../blocks/BlockView.tsx'
import type { Content } from '../blocks/content.ts'
import { NotSaved } from '../details/NotSaved.tsx'
import { useDraft } from '../drafts.ts'
import { Conflict } from './Conflict.tsx'
import style from './Editor.module.css'
import { kinds } from './kinds.ts'
import { Leave } from './Leave.tsx'
import { type Subject, useSave } from './use-save.ts'
import { useSaveKeys } from './use-save-keys.ts'

/** The name that a block's unsaved text is kept by. */
export const draftOf = (subject: Subject) =>
  subject.block ? `block:${subject.block.id}` : `block:new:${subject.lessonId}:${subject.type}`

type BlockSheetProps = { subject: Subject; onSaved(news: string): void; onClose(): void }

/** Writes a block: a form, and beside it what a learner will see. Unsaved text is kept, and leaving it asks first. */
export function BlockSheet({ subject, onSaved, onClose }: BlockSheetProps) {
  const type = subject.block?.type ?? ('type' in subject ? subject.type : 'text')
  const { label, form: TypeForm, start } = kinds[type]
  const saved: Content = subject.block?.content ?? start
  const version = subject.block?.version
  const draft = useDraft(draftOf(subject), saved, version)
  const { save, error, isConflict, isBusy, forget } = useSave(subject)
  const [isLeaving, setLeaving] = useState(false)
  const preview = useDeferredValue(draft.value)
  const title = subject.block ? `Edit ${label.toLowerCase()}` : `Add ${label.toLowerCase()}`

  async function submit(at: number | undefined): Promise<void> {
    if (isBusy) return
    const block = await save(draft.value, at)
    if (!block) return
    draft.restart(block.content, block.version)
    // Told where nothing is covered: the list below shows it.
    onSaved(`${label} saved.`)
    onClose()
  }
  const form = useSaveKeys()
  const close = () => (draft.isDirty ? setLeaving(true) : onClose())
  const takeTheirs = (content: Content, at: number) => {
    forget()
    draft.restart(content, at)
  }
  return (
    <ModalOverlay className={dialog.veil!} isOpen onOpenChange={(open) => !open && close()}>
      <Modal className={`${dialog.modal} ${style.sheet}`}>
        <AriaDialog className={dialog.dialog!}>
          <header className={dialog.header}>
            <Heading slot="title" className={dialog.title}>
              {title}
            </Heading>
            <Button look="quiet" small aria-label="Close" icon={<X aria-hidden />} onPress={close} />
          </header>
          <div className={style.panes}>
            <Form
              id="block-form"
              ref={form}
              aria-keyshortcuts="Control+S Control+Enter"
              className={style.form}
              onSubmit={(event) => {
                event.preventDefault()
                void submit(draft.version)
              }}
            >
              {draft.isRestored && !error && (
                <Notice
                  action={
                    <Button small onPress={() => draft.restart(saved, version)}>
                      Discard it
                    </Button>
                  }
                >
                  This is your text from before, which was not saved.
                </Notice>
              )}
              <TypeForm
                content={draft.value}
                problem={(path) => problemOf(error, `content.${path}`)}
                onChange={draft.write}
              />
            </Form>
            <section className={style.preview} aria-label="Preview">
              <h3 className={style.previewTitle}>As a learner sees it</h3>
              <BlockView block={{ type, content: preview }} />
            </section>
          </div>
          <footer className={style.footer}>
            {isConflict && subject.block && (
              <Conflict
                blockId={subject.block.id}
                isBusy={isBusy}
                onOverwrite={(at) => void submit(at)}
                onUseTheirs={takeTheirs}
              />
            )}
            {error && !isConflict ? <NotSaved error={error} /> : null}
            <div className={style.footerActions}>
              <span className={style.state} role="status">
                {draft.isDirty ? 'Not saved yet. This browser keeps the text.' : ''}
              </span>
              <Button onPress={close}>Cancel</Button>
              <Button look="primary" type="submit" form="block-form" isBusy={isBusy}>
                {subject.block ? 'Save' : 'Add to the lesson'}
              </Button>
            </div>
          </footer>
        </AriaDialog>
      </Modal>
      {isLeaving && (
        <Leave
          onStay={() => setLeaving(false)}
          onKeep={onClose}
          onDiscard={() => {
            draft.restart(saved, version)
            onClose()
          }}
        />
      )}
    </ModalOverlay>
  )
}
