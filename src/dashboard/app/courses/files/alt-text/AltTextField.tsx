import { lazy, Suspense, useState } from 'react'
import { makeLoaderThatWaitsForService } from '../../../service-status/wait-for-service.ts'
import { TextField } from '../../../ui/TextField.tsx'
import style from './AltText.module.css'

const AltTextSuggestion = lazy(
  makeLoaderThatWaitsForService(() =>
    import('./AltTextSuggestion.tsx').then(({ AltTextSuggestion: Component }) => ({ default: Component })),
  ),
)

/** The types of pictures that the language model can be shown. */
const shownTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']

type AltTextFieldProps = {
  /** The picture. Without one, there is nothing to suggest a text for. */
  asset: { id: string; type: string | null } | undefined
  rows: number
  hint: string
  autoFocus?: boolean
  value: string
  errorMessage: string | undefined
  onChange(alt: string): void
}

/** Shows the field for the alternative text of a picture, which a language model can suggest. */
export function AltTextField({ asset, autoFocus = false, onChange, ...field }: AltTextFieldProps) {
  // When a suggestion is taken, the focus moves to the field, which a new key makes anew.
  const [taken, setTaken] = useState(0)
  const canBeShown = asset && shownTypes.includes(asset.type ?? '')
  return (
    <div className={style.field}>
      <TextField
        {...field}
        key={taken}
        label="Alternative text"
        autoFocus={autoFocus || taken > 0}
        onChange={onChange}
      />
      {canBeShown && (
        <Suspense>
          <AltTextSuggestion
            key={`${asset.id} ${taken}`}
            assetId={asset.id}
            onTake={(alt) => {
              setTaken(taken + 1)
              onChange(alt)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
