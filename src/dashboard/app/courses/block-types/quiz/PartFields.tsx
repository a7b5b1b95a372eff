import { Select } from '../../../ui/Select.tsx'
import { type AnswerFieldProps, toParts } from './answer-field-props.ts'
import style from './Quiz.module.css'
import { shuffleEntries } from './shuffle-entries.ts'

type ChoiceProps = {
  label: string
  isLabelHidden?: boolean
  value: string | undefined
  choices: readonly { id: string; text: string }[]
  isReadOnly: boolean
  onChoose(id: string): void
}

export const Choice = ({ label, isLabelHidden, value, choices, isReadOnly, onChoose }: ChoiceProps) => (
  <Select
    label={label}
    isLabelHidden={isLabelHidden ?? false}
    value={choices.some(({ id }) => id === value) ? value! : ''}
    options={[{ value: '', label: 'Choose' }, ...choices.map(({ id, text }) => ({ value: id, label: text || id }))]}
    isDisabled={isReadOnly}
    onChange={onChoose}
  />
)

/** Returns the response with another value for a part. An empty value removes the part. */
export function replacePart(parts: Readonly<Record<string, string>>, id: string, value: string) {
  const { [id]: _former, ...others } = parts
  return value === '' ? others : { ...others, [id]: value }
}

/** Shows the options of a question, for each of which a learner chooses a target. */
export function MatchFields({ question, response, isReadOnly, labelledBy, onRespond }: AnswerFieldProps) {
  const parts = toParts(response)
  const targets = shuffleEntries(question.targets, question.id)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the text of the question is elsewhere, so that a legend has no place.
    <div role="group" className={style.options} aria-labelledby={labelledBy}>
      {question.options.map(({ id, text }, index) => (
        <Choice
          key={id}
          label={text || `Option ${index + 1}`}
          value={parts[id]}
          choices={targets}
          isReadOnly={isReadOnly}
          onChoose={(target) => onRespond(replacePart(parts, id, target))}
        />
      ))}
    </div>
  )
}
