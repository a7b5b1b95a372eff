import { useId } from 'react'
import { LazyQuestionMarkdown } from './LazyQuestionMarkdown.tsx'
import { LearnerAnswerField } from './LearnerAnswerField.tsx'
import style from './Quiz.module.css'
import { gradeAnswer, type QuizQuestion } from './questions.ts'

type QuestionViewProps = {
  question: QuizQuestion
  number: number
  answer: readonly string[]
  isChecked: boolean
  onAnswer(answer: readonly string[]): void
}

const Prompt = ({ id, question, number }: { id: string; question: QuizQuestion; number: number }) => (
  <div id={id} className={style.prompt}>
    <span className={style.number}>{number}.</span>
    <div className={style.promptText}>
      {question.prompt ? <LazyQuestionMarkdown text={question.prompt} /> : 'This question has no text yet.'}
    </div>
    {question.correctAnswers.length > 0 && question.points !== 1 && (
      <span className={style.soft}>{question.points} points</span>
    )}
  </div>
)

/** Shows whether a learner's answer is correct, with the author's feedback and explanation. */
function Feedback({ question, answer }: { question: QuizQuestion; answer: readonly string[] }) {
  const correct = gradeAnswer(question, answer)
  const chosenWithFeedback = question.options.filter(({ id, feedback }) => feedback && answer.includes(id))
  return (
    <div className={style.feedback}>
      <p className={correct === undefined ? style.soft : correct ? style.correct : style.incorrect}>
        {correct === undefined ? 'Not scored: no correct answer is set.' : correct ? 'Correct.' : 'Incorrect.'}
      </p>
      {chosenWithFeedback.map(({ id, feedback }) => (
        <LazyQuestionMarkdown key={id} text={feedback} />
      ))}
      {question.explanation && <LazyQuestionMarkdown text={question.explanation} />}
    </div>
  )
}

/** Shows a quiz question that a learner can answer. */
export function QuestionView({ question, number, answer, isChecked, onAnswer }: QuestionViewProps) {
  const id = useId()
  return (
    <div className={style.question}>
      <Prompt id={id} question={question} number={number} />
      <LearnerAnswerField
        question={question}
        answer={answer}
        isReadOnly={isChecked}
        labelledBy={id}
        onAnswer={onAnswer}
      />
      {isChecked && <Feedback question={question} answer={answer} />}
    </div>
  )
}
