import { ArrowDown, ArrowUp } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { LazyQuestionMarkdown } from '../../markdown/LazyQuestionMarkdown.tsx'
import { type AnswerFieldProps, toIds } from './answer-field-props.ts'
import { getInitialResponse } from './grade-answers.ts'
import style from './Quiz.module.css'

/** Shows the options of a question, which a learner puts in order with buttons. */
export function OrderField({ question, response, isReadOnly, labelledBy, onRespond }: AnswerFieldProps) {
  const textById = new Map(question.options.map(({ id, text }) => [id, text]))
  const initial = toIds(getInitialResponse(question))
  const given = toIds(response).filter((id) => textById.has(id))
  const ids = given.length === initial.length ? given : initial
  const swap = (index: number, other: number) => onRespond(ids.with(index, ids[other]!).with(other, ids[index]!))
  return (
    <ol className={style.order} aria-labelledby={labelledBy}>
      {ids.map((id, index) => {
        const text = textById.get(id) || `option ${index + 1}`
        return (
          <li key={id} className={style.orderEntry}>
            <LazyQuestionMarkdown text={text} isInline />
            <span>
              <Button
                variant="quiet"
                isSmall
                icon={<ArrowUp aria-hidden />}
                aria-label={`Move ${text} up`}
                isDisabled={isReadOnly || index === 0}
                onPress={() => swap(index, index - 1)}
              />
              <Button
                variant="quiet"
                isSmall
                icon={<ArrowDown aria-hidden />}
                aria-label={`Move ${text} down`}
                isDisabled={isReadOnly || index === ids.length - 1}
                onPress={() => swap(index, index + 1)}
              />
            </span>
          </li>
        )
      })}
    </ol>
  )
}
