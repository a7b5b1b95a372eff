import { type ReactNode, Suspense } from 'react'
import { Input, TextField } from 'react-aria-components/TextField'
import { listGapIds } from '../../../../../courses/block/quiz/gaps.ts'
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx'
import { makeLazyComponent } from '../../../ui/lazy-component.tsx'
import field from '../../../ui/TextField.module.css'
import { loadMarkdown } from '../../markdown/load-markdown.ts'
import { type AnswerFieldProps, toParts } from './answer-field-props.ts'
import { Choice, replacePart } from './PartFields.tsx'
import style from './Quiz.module.css'

const ClozeMarkdown = makeLazyComponent(loadMarkdown, (code) => code.ClozeMarkdown)

function GapField({
  id,
  options,
  number,
  ...props
}: AnswerFieldProps & { id: string; options: string[]; number: number }) {
  const { response, isReadOnly, onRespond } = props
  const parts = toParts(response)
  const label = `Gap ${number}`
  const respond = (value: string) => onRespond(replacePart(parts, id, value))
  const choices = [...new Set(options)].map((text) => ({ id: text, text }))
  return (
    <span className={style.gap}>
      {options.length > 0 ? (
        <Choice
          label={label}
          isLabelHidden
          value={parts[id]}
          choices={choices}
          isReadOnly={isReadOnly}
          onChoose={respond}
        />
      ) : (
        <TextField aria-label={label} value={parts[id] ?? ''} isReadOnly={isReadOnly} onChange={respond}>
          <Input className={field.input!} dir="auto" size={14} />
        </TextField>
      )}
    </span>
  )
}

/** Shows the text of a question with its gaps as fields. A gap that the text does not show is below the text. */
export function ClozePrompt(props: AnswerFieldProps) {
  const { prompt, gaps } = props.question
  const shown = new Set(listGapIds(prompt))
  const fields: [string, ReactNode][] = gaps.map(({ id, options }, index) => [
    id,
    <GapField key={id} {...props} id={id} options={[...options]} number={index + 1} />,
  ])
  const below = fields.filter(([id]) => !shown.has(id))
  return (
    <>
      <ErrorBoundary fallback={prompt}>
        <Suspense fallback={prompt}>
          <ClozeMarkdown text={prompt} fields={Object.fromEntries(fields)} />
        </Suspense>
      </ErrorBoundary>
      {below.map(([, gap]) => gap)}
    </>
  )
}
