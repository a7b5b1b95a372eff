import { Check, Copy as CopyIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { copyText } from './clipboard.ts'

type CopyProps = { text: string; label: string; look?: 'plain' | 'quiet' | 'primary'; iconOnly?: boolean }

/** Copies a text, and says that it did. */
export function Copy({ text, label, look = 'plain', iconOnly }: CopyProps) {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 2000)
    return () => clearTimeout(timer)
  }, [done])
  const copy = () => void copyText(text).then(setDone)
  const icon = done ? <Check aria-hidden /> : <CopyIcon aria-hidden />
  return (
    <>
      <Button look={look} small icon={icon} aria-label={iconOnly ? label : undefined} onPress={copy}>
        {iconOnly ? undefined : done ? 'Copied' : label}
      </Button>
      <span className="visually-hidden" role="status">
        {done ? 'Copied.' : ''}
      </span>
    </>
  )
}
