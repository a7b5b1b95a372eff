import { TextField } from '../../../ui/TextField.tsx'

type RightTextsFieldProps = {
  label: string
  hint?: string
  /** One text, or a list of texts. */
  value: unknown
  errorMessage?: string
  onChange(value: string | string[] | undefined): void
}

const toTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string')

const fromTexts = (texts: string[]) => (texts.length > 1 ? texts : texts[0] || undefined)

/** Shows a field for a text, or for several texts, one on each line. Blank lines are removed when the author leaves it. */
export function RightTextsField({ value, onChange, ...field }: RightTextsFieldProps) {
  const texts = toTexts(value)
  return (
    <TextField
      {...field}
      rows={2}
      value={texts.join('\n')}
      onChange={(text) => onChange(fromTexts(text.split('\n')))}
      onBlur={() => {
        const written = texts.filter((text) => text.trim() !== '')
        if (written.length < texts.length) onChange(fromTexts(written))
      }}
    />
  )
}
