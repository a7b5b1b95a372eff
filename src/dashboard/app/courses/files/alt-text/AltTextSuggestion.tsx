import { Check, Sparkles, X } from 'lucide-react'
import { useState } from 'react'
import { getErrorMessageForUser } from '../../../api/api-error.ts'
import { useApiQuery } from '../../../api/hooks.ts'
import { ViewerDocument } from '../../../generated/operations.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useLiveRegion } from '../../../ui/use-live-region.tsx'
import { canAskModel } from '../../can-ask-model.ts'
import { useCourseLanguage } from '../../course-language.ts'
import style from './AltText.module.css'
import { useAltTextSuggestion } from './use-alt-text-suggestion.ts'

type AltTextSuggestionProps = { assetId: string; onTake(alt: string): void }

/** Shows the button that has the language model suggest an alternative text, and the suggestion to take or leave. */
export function AltTextSuggestion({ assetId, onTake }: AltTextSuggestionProps) {
  const { data } = useApiQuery(ViewerDocument)
  const language = useCourseLanguage()
  const { ask, suggestion, isAsking, error, forget } = useAltTextSuggestion()
  // When a suggestion is dismissed, the focus moves to the button, which a new key makes anew.
  const [dismissed, setDismissed] = useState(0)
  const { announce, region } = useLiveRegion()
  if (!data || !canAskModel(data.viewer, 'assets:read')) return null
  async function start(): Promise<void> {
    const alt = await ask({ id: assetId, language })
    if (alt !== undefined) announce(`Suggestion: ${alt}`)
  }
  return (
    <>
      <Button
        key={dismissed}
        autoFocus={dismissed > 0}
        isSmall
        icon={<Sparkles aria-hidden />}
        isBusy={isAsking}
        onPress={() => void start()}
      >
        {suggestion === undefined ? 'Suggest' : 'Suggest again'}
      </Button>
      {error !== undefined && <Notice variant="error">{getErrorMessageForUser(error)}</Notice>}
      {suggestion !== undefined && (
        <section className={style.suggestion} aria-label="Suggested alternative text">
          <p className={style.text} dir="auto" lang={language}>
            {suggestion}
          </p>
          <p className={style.hint}>A language model wrote this. Compare it with the picture.</p>
          <div className={style.buttons}>
            <Button isSmall variant="primary" icon={<Check aria-hidden />} onPress={() => onTake(suggestion)}>
              Use text
            </Button>
            <Button
              isSmall
              variant="quiet"
              icon={<X aria-hidden />}
              onPress={() => {
                forget()
                setDismissed(dismissed + 1)
              }}
            >
              Dismiss
            </Button>
          </div>
        </section>
      )}
      {region}
    </>
  )
}
