import { type ReactNode, useId } from 'react'
import type { Grade, QuestionResponse } from '../../../../../courses/block/quiz/grade.ts'
import type { Question } from '../../../../../courses/block/quiz/question-types/question.ts'
import { Hints } from '../../block-content/Hints.tsx'
import { useCourseLanguage } from '../../course-language.ts'
import { LazyQuestionMarkdown } from '../../markdown/LazyQuestionMarkdown.tsx'
import { ClozePrompt } from './ClozePrompt.tsx'
import { gradeAnswer } from './grade-answers.ts'
import { LearnerAnswerField } from './LearnerAnswerField.tsx'
import style from './Quiz.module.css'

type QuestionViewProps = {
  question: Question
  number: number
  response: QuestionResponse | undefined
  isChecked: boolean
  onRespond(response: QuestionResponse): void
}

type PromptProps = { id: string; question: Question; number: number; children: ReactNode }

const Prompt = ({ id, question, number, children }: PromptProps) => (
  <div id={id} className={style.prompt}>
    <span className={style.number}>{number}.</span>
    <div className={style.promptText}>{question.prompt ? children : 'This question has no text yet.'}</div>
    {question.isScored && question.points !== 1 && <span className={style.soft}>{question.points} points</span>}
  </div>
)

function describeGrade({ correct, parts }: Grade): string {
  if (correct === null) return 'Not scored: no correct answer is set.'
  if (correct) return 'Correct.'
  const right = parts.filter((part) => part.correct).length
  return right > 0 ? `Incorrect: ${right} of ${parts.length} parts are right.` : 'Incorrect.'
}

/** Shows whether a learner's answer is correct, with the author's feedback and explanation. */
function Feedback({ type, grade }: { type: Question['type']; grade: Grade }) {
  const { correct, feedback, generalFeedback, explanation, sampleAnswer } = grade
  return (
    <div className={style.feedback}>
      <p className={correct === null ? style.soft : correct ? style.correct : style.incorrect}>
        {type === 'essay' ? 'Not scored.' : describeGrade(grade)}
      </p>
      {feedback.map(({ optionId, text }) => (
        <LazyQuestionMarkdown key={optionId} text={text} />
      ))}
      {generalFeedback && <LazyQuestionMarkdown text={generalFeedback} />}
      {sampleAnswer && <LazyQuestionMarkdown text={sampleAnswer} />}
      {explanation && <LazyQuestionMarkdown text={explanation} />}
    </div>
  )
}

/** Shows a quiz question that a learner can answer. */
export function QuestionView({ question, number, response, isChecked, onRespond }: QuestionViewProps) {
  const id = useId()
  const language = useCourseLanguage()
  const answer = { question, response, isReadOnly: isChecked, labelledBy: id, onRespond }
  return (
    <div className={style.question}>
      <Prompt id={id} question={question} number={number}>
        {question.type === 'cloze' ? <ClozePrompt {...answer} /> : <LazyQuestionMarkdown text={question.prompt} />}
      </Prompt>
      {question.type !== 'cloze' && <LearnerAnswerField {...answer} />}
      <Hints hints={question.hints} />
      {isChecked && <Feedback type={question.type} grade={gradeAnswer(question, response, language)} />}
    </div>
  )
}
