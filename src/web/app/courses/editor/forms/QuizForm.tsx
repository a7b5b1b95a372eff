import { Plus } from 'lucide-react'
import { Button } from '../../../parts/Button.tsx'
import { Field } from '../../../parts/Field.tsx'
import { Notice } from '../../../parts/Notice.tsx'
import { type Content, listIn, textIn } from '../../blocks/content.ts'
import { type FormProps, numberOf, put, shown } from './form.ts'
import { QuestionForm } from './QuestionForm.tsx'

/** An id that none of these has yet: `q1`, `q2`. */
export function freshId(prefix: string, among: readonly Content[]): string {
  const taken = new Set(among.map((one) => textIn(one, 'id')))
  let number = among.length + 1
  while (taken.has(`${prefix}${number}`)) number += 1
  return `${prefix}${number}`
}

const newQuestion = (among: readonly Content[]): Content => ({
  id: freshId('q', among),
  type: 'single_choice',
  prompt: '',
  options: [{ id: 'o1' }, { id: 'o2' }],
  points: 1,
})

/** Questions in order, and what passes. */
export function QuizForm({ content, problem, onChange }: FormProps) {
  const questions = listIn(content, 'questions')
  const write = (next: Content[]) => onChange({ ...content, questions: next })
  const swap = (index: number, other: number) =>
    write(questions.with(index, questions[other]!).with(other, questions[index]!))
  return (
    <>
      {problem('questions') && <Notice look="bad">{problem('questions')}</Notice>}
      {questions.map((question, index) => (
        <QuestionForm
          key={textIn(question, 'id') || String(index)}
          number={index + 1}
          content={question}
          problem={(path) => problem(`questions.${index}.${path}`)}
          onChange={(next) => write(questions.with(index, next))}
          onRemove={() => write(questions.toSpliced(index, 1))}
          onUp={index > 0 ? () => swap(index, index - 1) : undefined}
          onDown={index < questions.length - 1 ? () => swap(index, index + 1) : undefined}
        />
      ))}
      <div>
        <Button icon={<Plus aria-hidden />} onPress={() => write([...questions, newQuestion(questions)])}>
          Add question
        </Button>
      </div>
      <Field
        label="Points that pass the quiz"
        hint="Left empty: nobody passes or fails."
        inputMode="decimal"
        value={shown(content.passingScore)}
        problem={problem('passingScore')}
        onChange={(text) => onChange(put(content, 'passingScore', numberOf(text)))}
      />
    </>
  )
}
