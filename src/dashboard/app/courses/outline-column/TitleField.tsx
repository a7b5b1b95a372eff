import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { findPastedList } from './find-pasted-list.ts'
import style from './OutlineColumn.module.css'
import type { PastedTitle } from './pasted-titles.ts'

export type TitleFieldHandlers = {
  /** Called with Enter. `goesOn`: the author wants to write the next title. */
  onEnter(text: string, goesOn: boolean): void
  onEscape(): void
  /** Called when the focus leaves the field. */
  onBlur(text: string): void
  /** Called with Tab and Shift-Tab. */
  onLevelChange(to: 'module' | 'lesson', text: string): void
  /** Called with Alt and an arrow key. */
  onMove(step: -1 | 1): void
  onPasteList(titles: readonly PastedTitle[], text: string): void
}

type TitleFieldProps = TitleFieldHandlers & {
  level: 'module' | 'lesson'
  initialText: string
  isNew: boolean
}

/** Lets the author write the title of a module or lesson in the outline. */
export function TitleField({ level, initialText, isNew, ...handlers }: TitleFieldProps) {
  const [text, setText] = useState(initialText)
  const input = useRef<HTMLInputElement>(null)
  // Whether the field is about to disappear, so that the loss of the focus does not save its text again.
  const isLeft = useRef(false)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
    input.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  function leave(handle: () => void): void {
    isLeft.current = true
    handle()
  }
  function handleEnter({ selectionStart, selectionEnd, value }: HTMLInputElement): void {
    const isAtEnd = selectionStart === value.length && selectionEnd === value.length
    const goesOn = isNew ? value.trim() !== '' : value.trim() === initialText && isAtEnd
    leave(() => handlers.onEnter(value, goesOn))
  }
  function handleKey(event: KeyboardEvent<HTMLInputElement>): void {
    // The keys of an input method choose letters.
    if (event.nativeEvent.isComposing) return
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event
    if (ctrlKey || metaKey) return
    if (key === 'Enter') handleEnter(event.currentTarget)
    else if (key === 'Escape') leave(handlers.onEscape)
    else if (key === 'Tab') handlers.onLevelChange(shiftKey ? 'module' : 'lesson', text)
    else if (altKey && key === 'ArrowUp') handlers.onMove(-1)
    else if (altKey && key === 'ArrowDown') handlers.onMove(1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  async function handlePaste(event: ClipboardEvent<HTMLInputElement>): Promise<void> {
    const found = findPastedList(event.clipboardData)
    if (!found) return
    event.preventDefault()
    handlers.onPasteList(await found(), text)
  }
  return (
    <input
      ref={input}
      className={style.field}
      aria-label={isNew ? `Title of the new ${level}` : `Title of the ${level}`}
      dir="auto"
      maxLength={255}
      placeholder={isNew ? `New ${level}` : undefined}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={handleKey}
      onPaste={(event) => void handlePaste(event)}
      onBlur={(event) => {
        // The window has lost the focus, and the field has kept it.
        if (isLeft.current || document.activeElement === event.target) return
        handlers.onBlur(event.target.value)
      }}
    />
  )
}
