import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react'
import { ButtonContext } from 'react-aria-components/Button'
import { useSlottedContext } from 'react-aria-components/slots'

export const isPressKey = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' '

/**
 * The button with which keys and screen readers pick a row up. The mouse drags the row itself. It is a plain button that
 * behaves as the one of React Aria does, because that is drawn again with the list, which is slow with very many rows.
 */
export function DragButton({ label, children }: { label: string; children: ReactNode }) {
  const drag = useSlottedContext(ButtonContext, 'drag')
  const pickUp = ({ currentTarget }: SyntheticEvent<HTMLButtonElement>) =>
    drag?.onPress?.({
      type: 'press',
      pointerType: 'virtual',
      target: currentTarget,
      shiftKey: false,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      x: 0,
      y: 0,
      continuePropagation: () => {},
    })
  return (
    <button
      type="button"
      ref={drag?.ref}
      style={{ pointerEvents: 'none' }}
      aria-label={label}
      aria-describedby={drag?.['aria-describedby']}
      // The key that picks the row up must be released first, because a released Enter drops it.
      onKeyDown={(event) => {
        if (!isPressKey(event)) return
        event.preventDefault()
        event.stopPropagation()
      }}
      onKeyUp={(event) => {
        if (!isPressKey(event)) return
        event.preventDefault()
        pickUp(event)
      }}
      onClick={pickUp}
    >
      {children}
    </button>
  )
}
