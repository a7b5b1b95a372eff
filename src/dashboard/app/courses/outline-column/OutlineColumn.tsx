import { ListTree, PanelLeftClose, PanelLeftOpen, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useApiQuery } from '../../api/hooks.ts'
import { OutlineDocument } from '../../generated/operations.ts'
import { Button } from '../../ui/Button.tsx'
import { readIsColumnOpen, storeIsColumnOpen } from './column-state.ts'
import style from './OutlineColumn.module.css'
import { OutlineTree } from './OutlineTree.tsx'
import { useWideScreen } from './use-wide-screen.ts'

type OutlineColumnProps = { courseId: string; lessonId: string; children: ReactNode }

/**
 * Shows a lesson beside the outline of its course. The author can close the outline. On a narrow screen, a button opens
 * it as a panel.
 */
export function OutlineColumn({ courseId, lessonId, children }: OutlineColumnProps) {
  const course = useApiQuery(OutlineDocument, { id: courseId }).data?.courseTree
  const isWide = useWideScreen()
  const [isOpen, setOpen] = useState(readIsColumnOpen)
  const [isPanelOpen, setPanelOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  // Whether the author has pressed the button that was replaced by the other one, which then gets the focus.
  const isToggled = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button is replaced when `isOpen` changes.
  useEffect(() => {
    if (isToggled.current) toggle.current?.focus()
    isToggled.current = false
  }, [isOpen])
  function setColumnOpen(next: boolean): void {
    isToggled.current = true
    storeIsColumnOpen(next)
    setOpen(next)
  }
  const tree = course && (
    <OutlineTree
      courseId={courseId}
      modules={course.modules}
      lessonId={lessonId}
      isReadOnly={course.status === 'archived'}
      onOpened={() => setPanelOpen(false)}
    />
  )
  const hasColumn = isWide && isOpen
  return (
    <div className={hasColumn ? `${style.layout} ${style.withColumn}` : style.layout}>
      {hasColumn ? (
        <nav className={style.column} aria-label="Course outline">
          <div className={style.top}>
            <h2 className={style.heading}>Outline</h2>
            <Button
              ref={toggle}
              variant="quiet"
              isSmall
              aria-label="Hide the outline"
              icon={<PanelLeftClose aria-hidden />}
              onPress={() => setColumnOpen(false)}
            />
          </div>
          {tree}
        </nav>
      ) : (
        <div className={style.bar}>
          <Button
            ref={toggle}
            variant={isWide ? 'quiet' : 'plain'}
            isSmall={isWide}
            aria-label={isWide ? 'Show the outline' : undefined}
            icon={isWide ? <PanelLeftOpen aria-hidden /> : <ListTree aria-hidden />}
            onPress={() => (isWide ? setColumnOpen(true) : setPanelOpen(true))}
          >
            {isWide ? undefined : 'Outline'}
          </Button>
        </div>
      )}
      <ModalOverlay
        className={style.overlay!}
        isOpen={isPanelOpen && !isWide}
        onOpenChange={setPanelOpen}
        isDismissable
      >
        <Modal className={style.panel!}>
          <Dialog className={style.panelContent!} aria-label="Course outline">
            <div className={style.top}>
              <h2 className={style.heading}>Outline</h2>
              <Button
                variant="quiet"
                aria-label="Close the outline"
                icon={<X aria-hidden />}
                onPress={() => setPanelOpen(false)}
              />
            </div>
            {tree}
          </Dialog>
        </Modal>
      </ModalOverlay>
      <div className={style.page}>{children}</div>
    </div>
  )
}
