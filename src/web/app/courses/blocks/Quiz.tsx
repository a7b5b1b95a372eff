import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
import style from './Blocks.module.css'
import type { Content } from './content.ts'
import { Missing } from './Missing.tsx'
import { QuestionField } from './QuestionField.tsx'
import { type Answers, questionsOf, type Score, scoreOf } from './quiz.ts'

const pointsOf = (points: number) => `${points} ${points === 1 ? 'point' : 'points'}`

function sentence({ points, of, passes }: Score): string {
  const result = of === 0 ? 'Nothing here is scored.' : `You have ${points} of ${pointsOf(of)}.`
  if (passes === undefined) return result
  return `${result} ${passes ? 'Passed.' : 'Not passed yet.'}`
}

/** A quiz that can be tried, as often as one likes: feedback by question, and the score. */
export function Quiz({ content }: { content: Content }) {
  const questions = questionsOf(content)
  const [answers, setAnswers] = useState<Answers>({})
  const [isChecked, setChecked] = useState(false)
  if (questions.length === 0) return <Missing>This quiz has no questions yet.</Missing>
  const score = scoreOf(questions, answers, content.passingScore)
  return (
    <div className={style.quiz}>
      {questions.map((question, index) => (
        <QuestionField
          key={question.id}
          question={question}
          number={index + 1}
          given={answers[question.id] ?? []}
          isChecked={isChecked}
          onAnswer={(given) => setAnswers({ ...answers, [question.id]: given })}
        />
      ))}
      <div className={style.quizActions}>
        {isChecked ? (
          <Button
            icon={<RotateCcw aria-hidden />}
            onPress={() => {
              setAnswers({})
              setChecked(false)
            }}
          >
            Try again
          </Button>
        ) : (
          <Button look="primary" onPress={() => setChecked(true)}>
            Check answers
          </Button>
        )}
        <div role="status">
          {isChecked && <Notice look={score.passes === false ? 'warn' : 'good'}>{sentence(score)}</Notice>}
        </div>
      </div>
    </div>
  )
}
