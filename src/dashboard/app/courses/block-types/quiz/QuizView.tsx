import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { ContentPlaceholder } from '../../block-content/ContentPlaceholder.tsx'
import type { BlockContent } from '../../block-content/content.ts'
import { useCourseLanguage } from '../../course-language.ts'
import { calculateQuizScore, type QuizScore, type ResponsesByQuestionId } from './grade-answers.ts'
import { QuestionView } from './QuestionView.tsx'
import style from './Quiz.module.css'
import { parseQuestions } from './questions.ts'

const formatPoints = (points: number) => `${points} ${points === 1 ? 'point' : 'points'}`

function describeScore({ points, maxPoints, isPassed }: QuizScore): string {
  const result = maxPoints === 0 ? 'This quiz has no score.' : `Score: ${points} of ${formatPoints(maxPoints)}.`
  if (isPassed === undefined) return result
  return `${result} ${isPassed ? 'Passed.' : 'Not passed yet.'}`
}

/**
 * Shows a quiz that a learner can answer any number of times. After each attempt, the quiz shows feedback and a score.
 */
export function QuizView({ content }: { content: BlockContent }) {
  const questions = parseQuestions(content)
  const language = useCourseLanguage()
  const [responses, setResponses] = useState<ResponsesByQuestionId>({})
  const [isChecked, setChecked] = useState(false)
  if (questions.length === 0) return <ContentPlaceholder>This quiz has no questions yet.</ContentPlaceholder>
  const score = calculateQuizScore(questions, responses, content.passingScore, language)
  return (
    <div className={style.quiz}>
      {questions.map((question, index) => (
        <QuestionView
          key={question.id}
          question={question}
          number={index + 1}
          response={responses[question.id]}
          isChecked={isChecked}
          onRespond={(response) => setResponses({ ...responses, [question.id]: response })}
        />
      ))}
      <div className={style.quizActions}>
        {isChecked ? (
          <Button
            icon={<RotateCcw aria-hidden />}
            onPress={() => {
              setResponses({})
              setChecked(false)
            }}
          >
            Try again
          </Button>
        ) : (
          <Button variant="primary" onPress={() => setChecked(true)}>
            Check answers
          </Button>
        )}
        <div role="status">
          {isChecked && (
            <Notice variant={score.isPassed === false ? 'warning' : 'success'}>{describeScore(score)}</Notice>
          )}
        </div>
      </div>
    </div>
  )
}
