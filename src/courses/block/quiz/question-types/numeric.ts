import { defineQuestionType } from './definition.ts'
import { parseNumbers } from './parse-number.ts'
import { readOnlyText } from './responses.ts'

const isNumber = (value: unknown): value is number => typeof value === 'number'

/** The part of a number by which it may be wrong, because fractions in binary are not exact. */
const rounding = 1e-12

export const numeric = defineQuestionType<string>({
  otherNames: ['number', 'numerical', 'numeric-response', 'calculated'],
  answer: 'a number',
  shows: [],
  least: {},
  form: 'must be a number',
  hasForm: isNumber,
  isComplete: () => true,
  readAnswer(value) {
    const only = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value
    if (isNumber(only)) return only
    if (typeof only !== 'string' || only.length > 100) return undefined
    const [number, ...others] = parseNumbers(only, '', null)
    return others.length === 0 ? number : undefined
  },
  readResponse(_question, response) {
    return readOnlyText(response)
  },
  compare({ answer, tolerance, unit }, text, language) {
    const right = answer as number
    const most = tolerance + rounding * Math.max(Math.abs(right), tolerance)
    return { share: parseNumbers(text, unit, language).some((given) => Math.abs(given - right) <= most) ? 1 : 0 }
  },
  markdown({ answer, tolerance, unit }) {
    if (answer === undefined) return ''
    return `Answer: ${[answer, unit].filter((part) => part !== '').join(' ')}${tolerance > 0 ? ` (± ${tolerance})` : ''}`
  },
})
