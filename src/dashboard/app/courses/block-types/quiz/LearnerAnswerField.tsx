import { Check } from 'lucide-react'
import { Checkbox, CheckboxGroup } from 'react-aria-components/CheckboxGroup'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { Input, TextArea, TextField } from 'react-aria-components/TextField'
import type { AnswerOption } from '../../../../../courses/block/quiz/question-types/question.ts'
import field from '../../../ui/TextField.module.css'
import { LazyQuestionMarkdown } from '../../markdown/LazyQuestionMarkdown.tsx'
import { type AnswerFieldProps, toIds, toText } from './answer-field-props.ts'
import { OrderField } from './OrderField.tsx'
import { MatchFields } from './PartFields.tsx'
import style from './Quiz.module.css'

const WrittenAnswerField = ({ question, response, isReadOnly, labelledBy, onRespond }: AnswerFieldProps) => (
  <div className={style.written}>
    <TextField
      className={field.field!}
      aria-labelledby={labelledBy}
      value={toText(response)}
      isReadOnly={isReadOnly}
      onChange={onRespond}
    >
      {question.type === 'essay' ? (
        <TextArea className={field.input!} dir="auto" rows={5} />
      ) : (
        <Input className={field.input!} dir="auto" inputMode={question.type === 'numeric' ? 'decimal' : undefined} />
      )}
    </TextField>
    {question.type === 'numeric' && question.unit && <span className={style.unit}>{question.unit}</span>}
  </div>
)

type ChoiceFieldProps = AnswerFieldProps & { options: readonly AnswerOption[] }

/** Returns the name of an answer that has no text yet. */
const labelIfEmpty = (text: string, index: number) => (text.trim() === '' ? `Answer ${index + 1}` : undefined)

const SeveralChoicesField = ({ response, options, isReadOnly, labelledBy, onRespond }: ChoiceFieldProps) => (
  <CheckboxGroup
    className={style.options!}
    aria-labelledby={labelledBy}
    value={toIds(response)}
    onChange={onRespond}
    isReadOnly={isReadOnly}
  >
    {options.map(({ id, text }, index) => (
      <Checkbox key={id} value={id} className={style.option!} aria-label={labelIfEmpty(text, index)}>
        <span className={style.box}>
          <Check aria-hidden size={13} strokeWidth={3} />
        </span>
        <LazyQuestionMarkdown text={text} isInline />
      </Checkbox>
    ))}
  </CheckboxGroup>
)

const OneChoiceField = ({ response, options, isReadOnly, labelledBy, onRespond }: ChoiceFieldProps) => (
  <RadioGroup
    className={style.options!}
    aria-labelledby={labelledBy}
    value={toIds(response)[0] ?? null}
    onChange={onRespond}
    isReadOnly={isReadOnly}
  >
    {options.map(({ id, text }, index) => (
      <Radio key={id} value={id} className={style.option!} aria-label={labelIfEmpty(text, index)}>
        <span className={`${style.box} ${style.round}`} />
        <LazyQuestionMarkdown text={text} isInline />
      </Radio>
    ))}
  </RadioGroup>
)

/**
 * Shows the field for a learner's response to a question, which depends on the type of the question. The fields of a
 * `cloze` question are in its text (`ClozePrompt`).
 */
export function LearnerAnswerField(props: AnswerFieldProps) {
  const { type, options } = props.question
  switch (type) {
    case 'short_text':
    case 'numeric':
    case 'essay':
      return <WrittenAnswerField {...props} />
    case 'ordering':
      return <OrderField {...props} />
    case 'matching':
      return <MatchFields {...props} />
    case 'multiple_choice':
      return <SeveralChoicesField {...props} options={options} />
    default:
      return <OneChoiceField {...props} options={options} />
  }
}
