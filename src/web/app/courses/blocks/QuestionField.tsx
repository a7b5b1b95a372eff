import { Check } from 'lucide-react'
import { Checkbox, CheckboxGroup } from 'react-aria-components/CheckboxGroup'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { Label } from 'react-aria-components/TextField'
import { Field } from '../../parts/Field.tsx'
import style from './Blocks.module.css'
import { isRight, type Question } from './quiz.ts'

type QuestionFieldProps = {
  question: Question
  number: number
  given: readonly string[]
  isChecked: boolean
  onAnswer(given: readonly string[]): void
}

const labelOf = ({ prompt, points, right }: Question, number: number) => (
  <>
    <span>
      {number}. {prompt || 'This question has no words yet.'}
    </span>
    {right.length > 0 && points !== 1 && <span className={style.soft}>{points} points</span>}
  </>
)

/** What a learner is told about the answer. */
function Feedback({ question, given }: { question: Question; given: readonly string[] }) {
  const right = isRight(question, given)
  const words = question.options.filter(({ id, feedback }) => feedback && given.includes(id))
  return (
    <div className={style.feedback}>
      <p className={right === undefined ? style.soft : right ? style.right : style.wrong}>
        {right === undefined ? 'Not scored: no right answer is set.' : right ? 'Right.' : 'Not right.'}
      </p>
      {words.map(({ id, feedback }) => (
        <p key={id}>{feedback}</p>
      ))}
      {question.explanation && <p>{question.explanation}</p>}
    </div>
  )
}

/** One question with its answers to choose, or a line to write on. */
export function QuestionField({ question, number, given, isChecked, onAnswer }: QuestionFieldProps) {
  const { type, options } = question
  const feedback = isChecked && <Feedback question={question} given={given} />
  if (type === 'short_text') {
    return (
      <div className={style.question}>
        <Field
          label={`${number}. ${question.prompt || 'This question has no words yet.'}`}
          value={given[0] ?? ''}
          isReadOnly={isChecked}
          onChange={(text) => onAnswer([text])}
        />
        {feedback}
      </div>
    )
  }
  if (type === 'multiple_choice') {
    return (
      <div className={style.question}>
        <CheckboxGroup className={style.options!} value={[...given]} onChange={onAnswer} isReadOnly={isChecked}>
          <Label className={style.prompt}>{labelOf(question, number)}</Label>
          {options.map(({ id, text }) => (
            <Checkbox key={id} value={id} className={style.option!}>
              <span className={style.box}>
                <Check aria-hidden size={13} strokeWidth={3} />
              </span>
              {text}
            </Checkbox>
          ))}
        </CheckboxGroup>
        {feedback}
      </div>
    )
  }
  return (
    <div className={style.question}>
      <RadioGroup
        className={style.options!}
        value={given[0] ?? null}
        onChange={(id) => onAnswer([id])}
        isReadOnly={isChecked}
      >
        <Label className={style.prompt}>{labelOf(question, number)}</Label>
        {options.map(({ id, text }) => (
          <Radio key={id} value={id} className={style.option!}>
            <span className={`${style.box} ${style.round}`} />
            {text}
          </Radio>
        ))}
      </RadioGroup>
      {feedback}
    </div>
  )
}
