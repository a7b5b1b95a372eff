import { useEffect, useRef, useState } from 'react'
import type { TextTask } from '../../../generated/later-operations.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useLiveRegion } from '../../../ui/use-live-region.tsx'
import { textChoices } from './choices.ts'
import { SuggestedText } from './SuggestedText.tsx'
import style from './TextChange.module.css'
import { type TaskAnswer, TextChangeForm } from './TextChangeForm.tsx'
import { useTextSuggestion } from './use-text-suggestion.ts'

/** The text that is changed, as Markdown, and what is done with it. */
export type TextChange = { task: TextTask; source: string; isSelection: boolean }

type TextChangePanelProps = {
  change: TextChange
  lessonId: string | undefined
  /** Puts the new text in place of the old one. Returns false if the old one is no longer there. */
  onTake(text: string): boolean
  onClose(): void
}

/** The most characters that the language model takes at once. */
const maxChars = 16_384

/**
 * Has the language model change a text, and shows the difference, which the author takes or leaves. The text stays
 * usable meanwhile.
 */
export function TextChangePanel({ change, lessonId, onTake, onClose }: TextChangePanelProps) {
  const { task, source, isSelection } = change
  const panel = useRef<HTMLElement>(null)
  const [answer, setAnswer] = useState<TaskAnswer>({})
  const [takesFocus, setTakesFocus] = useState(false)
  const { ask, suggestion, isAsking, error } = useTextSuggestion()
  const { announce, region } = useLiveRegion()
  const isTooLong = source.length > maxChars
  const begins = !isTooLong && task !== 'translate' && task !== 'custom'
  const [isAsked, setAsked] = useState(begins)

  async function start(said: TaskAnswer): Promise<void> {
    setAnswer(said)
    setAsked(true)
    announce('The language model is at work.')
    const text = await ask({ text: source, task, ...said, ...(lessonId !== undefined && { lessonId }) })
    // The author may be writing elsewhere by now.
    setTakesFocus(panel.current?.contains(document.activeElement) ?? false)
    setAsked(false)
    announce(text === undefined ? '' : 'The new text is ready.')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what asks the author nothing begins at once.
  useEffect(() => {
    if (begins) void start({})
  }, [])

  function showState() {
    if (isTooLong)
      return (
        <Notice
          variant="warning"
          action={
            <Button isSmall autoFocus onPress={onClose}>
              Close
            </Button>
          }
        >
          This text is too long for the language model. Select a part of at most {maxChars.toLocaleString('en')}{' '}
          characters.
        </Notice>
      )
    if (isAsked || isAsking)
      return (
        <div className={style.waiting}>
          <p className={style.hint}>The language model is writing …</p>
          <Button isSmall autoFocus onPress={onClose}>
            Cancel
          </Button>
        </div>
      )
    if (suggestion !== undefined) return <SuggestedText {...{ source, suggestion, takesFocus, onTake, onClose }} />
    return <TextChangeForm task={task} answer={answer} error={error} onSubmit={start} onCancel={onClose} />
  }
  return (
    <section
      ref={panel}
      aria-label="Change with AI"
      className={style.panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <h2 className={style.title}>
        {textChoices.find((choice) => choice.task === task)!.verb}{' '}
        {isSelection ? 'the selected text' : 'the whole text'}
      </h2>
      {showState()}
      {region}
    </section>
  )
}
