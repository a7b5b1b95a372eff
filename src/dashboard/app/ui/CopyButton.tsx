import { Check, Copy as CopyIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { copyToClipboard } from './clipboard.ts'

const confirmationMs = 2000

type CopyButtonProps = {
  text: string
  label: string
  variant?: 'plain' | 'quiet' | 'primary'
  isIconOnly?: boolean
  onCopied?(): void
}

/** Shows a button that copies a text to the clipboard and confirms that the text was copied. */
export function CopyButton({ text, label, variant = 'plain', isIconOnly, onCopied }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), confirmationMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  async function copy(): Promise<void> {
    if (!(await copyToClipboard(text))) return
    setCopied(true)
    onCopied?.()
  }
  const icon = isCopied ? <Check aria-hidden /> : <CopyIcon aria-hidden />
  return (
    <>
      <Button
        variant={variant}
        isSmall
        icon={icon}
        aria-label={isIconOnly ? label : undefined}
        onPress={() => void copy()}
      >
        {isIconOnly ? undefined : isCopied ? 'Copied' : label}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied ? 'Copied.' : ''}
      </span>
    </>
  )
}
