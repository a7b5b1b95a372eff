import { type Ref, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import menu from '../../ui/Menu.module.css'
import style from './RichText.module.css'
import { findSlashItems, type InsertableBlock, type SlashAction, type SlashItem } from './slash-items.ts'

/** Lets the editor, which keeps the focus, pass its keys to the menu. */
export type SlashMenuHandle = { handleKey(event: KeyboardEvent): boolean }

type SlashMenuProps = {
  ref: Ref<SlashMenuHandle>
  query: string
  blocks: readonly InsertableBlock[]
  actions: readonly SlashAction[]
  /** Where the menu appears in the window, in pixels: below a line, or above it if there is no room. */
  anchor: { left: number; top: number; bottom: number }
  /** The editor, which the menu belongs to for screen readers. */
  editor: HTMLElement
  onChoose(item: SlashItem): void
  onDismiss(): void
}

const gapPx = 6

/** Shows what a slash offers. The focus stays in the text. */
export function SlashMenu({ ref, query, blocks, actions, anchor, editor, onChoose, onDismiss }: SlashMenuProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const items = findSlashItems(query, blocks, actions)
  const [chosen, setChosen] = useState(0)
  const index = Math.min(chosen, Math.max(items.length - 1, 0))
  const optionId = (position: number) => `${id}-${position}`
  useImperativeHandle(ref, () => ({
    handleKey(event) {
      if (event.key === 'Escape') {
        onDismiss()
        return true
      }
      if (items.length === 0 || event.isComposing) return false
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        const step = event.key === 'ArrowDown' ? 1 : -1
        setChosen((index + step + items.length) % items.length)
        return true
      }
      if (event.key !== 'Enter' && event.key !== 'Tab') return false
      onChoose(items[index]!)
      return true
    },
  }))
  useLayoutEffect(() => {
    editor.setAttribute('aria-controls', id)
    editor.setAttribute('aria-activedescendant', `${id}-${index}`)
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' })
    return () => {
      editor.removeAttribute('aria-controls')
      editor.removeAttribute('aria-activedescendant')
    }
  }, [editor, id, index])
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const { offsetHeight, offsetWidth } = element
    const fitsBelow = anchor.bottom + gapPx + offsetHeight <= window.innerHeight
    element.style.top = `${Math.max(gapPx, fitsBelow ? anchor.bottom + gapPx : anchor.top - gapPx - offsetHeight)}px`
    element.style.left = `${Math.max(gapPx, Math.min(anchor.left, window.innerWidth - offsetWidth - gapPx))}px`
  })
  if (items.length === 0) return null
  return createPortal(
    <div ref={list} id={id} role="listbox" aria-label="Insert" className={`${menu.popover} ${style.slash}`}>
      {items.map((item, position) => (
        // The editor handles the keys, because it has the focus.
        // biome-ignore lint/a11y/useFocusableInteractive: `aria-activedescendant` of the editor names the option.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
        <div
          key={item.label}
          id={optionId(position)}
          role="option"
          aria-selected={position === index}
          className={style.slashItem}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => setChosen(position)}
          onClick={() => onChoose(item)}
        >
          <item.icon aria-hidden size={16} />
          {item.label}
        </div>
      ))}
    </div>,
    document.body,
  )
}
