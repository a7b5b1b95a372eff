import { useRef } from 'react'
import type { BlockFormProps } from './block-form.ts'
import type { BlockContent } from './content.ts'

/**
 * Returns a function that changes properties of the content as it is when the function is called. An upload that takes a
 * while keeps what was typed meanwhile.
 */
export function useLatestContent({ content, onChange }: Pick<BlockFormProps, 'content' | 'onChange'>) {
  const latest = useRef({ content, onChange })
  latest.current = { content, onChange }
  return (change: BlockContent | ((content: BlockContent) => BlockContent)): void => {
    const { content: current, onChange: report } = latest.current
    const next = { ...current, ...(typeof change === 'function' ? change(current) : change) }
    latest.current.content = next
    report(next)
  }
}
