import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { getErrorMessageForUser } from '../../api/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import style from './Palette.module.css'
import { PaletteList } from './PaletteList.tsx'
import type { PaletteItem } from './palette-items.ts'
import { usePalette } from './use-palette.ts'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Finds courses, modules, lessons and pages by name, and does what the page offers. */
export function CommandPalette({ onClose }: { onClose(): void }) {
  const listId = useId()
  const [text, setText] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const { sections, isSearching, isUnreachable, error, retry } = usePalette(text)
  const items = sections.flatMap((section) => section.items)
  const active = items.find(({ id }) => id === chosenId) ?? items[0]
  const optionId = ({ id }: PaletteItem) => `${listId}-${id.replaceAll(/\W/g, '-')}`

  function run(item: PaletteItem): void {
    onClose()
    // The focus first returns to where it was, so that it does so again after a dialog that the command opens.
    requestAnimationFrame(() => requestAnimationFrame(item.run))
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = steps[event.key]
    if (event.nativeEvent.isComposing || !active) return
    if (event.key === 'Enter') {
      event.preventDefault()
      run(active)
    } else if (step !== undefined) {
      event.preventDefault()
      const next = items[(items.indexOf(active) + step + items.length) % items.length]!
      setChosenId(next.id)
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
    }
  }
  const isEmpty = items.length === 0 && !isSearching
  return (
    <Dialog title="Search" isOpen isWide isAtTop onClose={onClose}>
      <div className={style.field}>
        <Search aria-hidden size={18} />
        <input
          autoFocus
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={active && optionId(active)}
          aria-label="Search or do something"
          placeholder="Course, module, lesson, page or action"
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setChosenId(undefined)
            list.current?.scrollTo(0, 0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={style.results}>
        <PaletteList
          ref={list}
          id={listId}
          sections={sections}
          active={active}
          optionId={optionId}
          onPoint={({ id }) => setChosenId(id)}
          onChoose={run}
        />
        {isSearching && <p className={style.state}>Searching all courses …</p>}
        {isUnreachable ? (
          <Notice variant="warning">
            The service cannot be reached. Courses are found again when there is a connection.
          </Notice>
        ) : error ? (
          <Notice
            variant="error"
            action={
              <Button isSmall onPress={retry}>
                Try again
              </Button>
            }
          >
            {getErrorMessageForUser(error)}
          </Notice>
        ) : (
          isEmpty && (
            <p className={style.state}>
              Nothing has this name. Try the beginning of a word. To search in the text of lessons, go to Courses.
            </p>
          )
        )}
      </div>
      <p className="visually-hidden" role="status">
        {isSearching ? '' : items.length === 1 ? '1 result' : `${items.length} results`}
      </p>
    </Dialog>
  )
}
