import { Plus } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { BlockContentNumberField } from '../../block-content/BlockContentNumberField.tsx'
import type { BlockFormProps } from '../../block-content/block-form.ts'
import { type BlockContent, getObjectListProperty, getStringProperty } from '../../block-content/content.ts'
import { BlockSettings } from '../../block-content/MoreSettings.tsx'
import { makeEmptyQuestion } from './new-question.ts'
import { QuestionForm } from './QuestionForm.tsx'

/** Shows the form for the questions and the passing score of a quiz. */
export function QuizForm(form: BlockFormProps) {
  const { content, errorAt, onChange } = form
  const questions = getObjectListProperty(content, 'questions')
  const setQuestions = (next: BlockContent[]) => onChange({ ...content, questions: next })
  const swap = (index: number, other: number) =>
    setQuestions(questions.with(index, questions[other]!).with(other, questions[index]!))
  return (
    <>
      {errorAt('questions') && <Notice variant="error">{errorAt('questions')}</Notice>}
      {questions.map((question, index) => (
        <QuestionForm
          key={getStringProperty(question, 'id') || String(index)}
          number={index + 1}
          content={question}
          errorAt={(path) => errorAt(`questions.${index}.${path}`)}
          onChange={(next) => setQuestions(questions.with(index, next))}
          onRemove={() => setQuestions(questions.toSpliced(index, 1))}
          onMoveUp={index > 0 ? () => swap(index, index - 1) : undefined}
          onMoveDown={index < questions.length - 1 ? () => swap(index, index + 1) : undefined}
        />
      ))}
      <div>
        <Button icon={<Plus aria-hidden />} onPress={() => setQuestions([...questions, makeEmptyQuestion(questions)])}>
          Add question
        </Button>
      </div>
      <BlockContentNumberField
        {...form}
        property="passingScore"
        label="Passing score"
        hint="In points. Leave empty for a quiz without a result."
      />
      <BlockSettings {...form} />
    </>
  )
}
