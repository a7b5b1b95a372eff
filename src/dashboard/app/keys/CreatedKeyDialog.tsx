import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { CodeSnippet } from '../ui/CodeSnippet.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import style from './Keys.module.css'

const mask = (key: string) => `${key.slice(0, 12)}${'•'.repeat(8)}`
const curlCommand = (key: string) =>
  `curl "${window.location.origin}/api/v1/courses" \\\n  -H "Authorization: Bearer ${key}"`

type CreatedKeyDialogProps = { title: string; value: string; actions: ReactNode; children?: ReactNode; onClose(): void }

/**
 * Shows a new API key, which is visible only once. Until the user has copied the key, an accidental close needs a
 * confirmation.
 */
export function CreatedKeyDialog({ title, value, actions, children, onClose }: CreatedKeyDialogProps) {
  const [isCopied, setCopied] = useState(false)
  const [question, setQuestion] = useState<'open' | 'answered'>()
  const onCopied = () => setCopied(true)
  useEffect(() => {
    if (isCopied) return
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', askBeforeUnload)
    return () => window.removeEventListener('beforeunload', askBeforeUnload)
  }, [isCopied])
  return (
    <Dialog
      title={title}
      isOpen
      isAlert
      onClose={onClose}
      onDismiss={() => (isCopied || question ? onClose() : setQuestion('open'))}
      actions={actions}
    >
      <div className="stack" onCopy={onCopied}>
        <Notice variant="warning" title="Copy the key now">
          It is shown only once. If you lose it, revoke it and create a new one.
        </Notice>
        <div className={style.value}>
          <code data-testid="key-value">
            <span>{value}</span>
          </code>
          <CopyButton text={value} label="Copy key" variant="primary" onCopied={onCopied} />
        </div>
        <div className={style.example}>
          <h3>Try it</h3>
          <CodeSnippet
            label="curl command"
            text={curlCommand(mask(value))}
            textToCopy={curlCommand(value)}
            onCopied={onCopied}
          />
        </div>
        {children}
      </div>
      {question === 'open' && (
        <Dialog
          title="Close without copying the key?"
          isOpen
          isAlert
          isEscapeDisabled
          onClose={() => setQuestion('answered')}
          actions={
            <>
              <Button variant="danger" onPress={onClose}>
                Close
              </Button>
              <Button variant="primary" autoFocus onPress={() => setQuestion('answered')}>
                Go back to the key
              </Button>
            </>
          }
        >
          <p>You cannot see the key again.</p>
        </Dialog>
      )}
    </Dialog>
  )
}
