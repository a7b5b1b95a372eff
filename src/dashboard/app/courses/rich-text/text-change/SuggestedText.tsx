import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { MarkdownComparison } from '../../markdown/MarkdownComparison.tsx'
import style from './TextChange.module.css'

type SuggestedTextProps = {
  source: string
  suggestion: string
  /** Whether a button gets the focus, because the author is not writing elsewhere. */
  takesFocus: boolean
  /** Puts the new text in place of the old one. Returns false if the old one is no longer there. */
  onTake(text: string): boolean
  onClose(): void
}

/** Shows what differs between the text and the one that the language model suggests, to take or to leave. */
export function SuggestedText({ source, suggestion, takesFocus, onTake, onClose }: SuggestedTextProps) {
  const [isOutdated, setOutdated] = useState(false)
  const isSame = suggestion.trim() === source.trim()
  if (isOutdated)
    return (
      <>
        <Notice variant="warning">
          The text was changed in the meantime, so the new text was not put in its place. You can copy it.
        </Notice>
        <div className={style.buttons}>
          <CopyButton text={suggestion} label="Copy new text" variant="primary" />
          <Button variant="quiet" icon={<X aria-hidden />} autoFocus onPress={onClose}>
            Close
          </Button>
        </div>
      </>
    )
  return (
    <>
      {isSame ? (
        <p className={style.hint}>The language model left the text as it is.</p>
      ) : (
        <>
          <div className={style.comparison}>
            <MarkdownComparison before={source} after={suggestion} kind="text" />
          </div>
          <p className={style.hint}>A language model wrote this. Read it before you take it.</p>
        </>
      )}
      <div className={style.buttons}>
        {!isSame && (
          <Button
            variant="primary"
            isSmall
            icon={<Check aria-hidden />}
            autoFocus={takesFocus}
            onPress={() => setOutdated(!onTake(suggestion))}
          >
            Take
          </Button>
        )}
        <Button variant="quiet" isSmall icon={<X aria-hidden />} autoFocus={isSame && takesFocus} onPress={onClose}>
          Leave
        </Button>
      </div>
    </>
  )
}
