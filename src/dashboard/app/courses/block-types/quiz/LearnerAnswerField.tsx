import { Check } from 'lucide-react'
import { Checkbox, CheckboxGroup } from 'react-aria-components/CheckboxGroup'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { Input, TextField } from 'react-aria-components/TextField'
import field from '../../../ui/TextField.module.css'
import { LazyQuestionMarkdown } from './LazyQuestionMarkdown.tsx'
import style from './Quiz.module.css'
import type { QuizQuestion } from './questions.ts'

type AnswerFieldProps = {
  question: QuizQuestion
  answer: readonly string[]
  isReadOnly: boolean
  labelledBy: string
  onAnswer(answer: readonly string[]): void
}

/** Shows the field for a learner's answer to a question: a text field, check boxes or radio buttons. */
export function LearnerAnswerField({ question, answer, isReadOnly, labelledBy, onAnswer }: AnswerFieldProps) {
  const { type, options } = question
  if (type === 'short_text') {
    return (
      <TextField
        className={field.field!}
        aria-labelledby={labelledBy}
        value={answer[0] ?? ''}
        isReadOnly={isReadOnly}
        onChange={(text) => onAnswer([text])}
      >
        <Input className={field.input!} dir="auto" />
      </TextField>
    )
  }
  if (type === 'multiple_choice') {
    return (
      <CheckboxGroup
        className={style.options!}
        aria-labelledby={labelledBy}
        value={[...answer]}
        onChange={onAnswer}
        isReadOnly={isReadOnly}
      >
        {options.map(({ id, text }) => (
          <Checkbox key={id} value={id} className={style.option!}>
            <span className={style.box}>
              <Check aria-hidden size={13} strokeWidth={3} />
            </span>
            <LazyQuestionMarkdown text={text} isInline />
          </Checkbox>
        ))}
      </CheckboxGroup>
    )
  }
  return (
    <RadioGroup
      className={style.options!}
      aria-labelledby={labelledBy}
      value={answer[0] ?? null}
      onChange={(id) => onAnswer([id])}
      isReadOnly={isReadOnly}
    >
      {options.map(({ id, text }) => (
        <Radio key={id} value={id} className={style.option!}>
          <span className={`${style.box} ${style.round}`} />
          <LazyQuestionMarkdown text={text} isInline />
        </Radio>
      ))}
    </RadioGroup>
  )
}
