// The answers of a quiz, kept by the ids of its questions.
import { changeState, readState } from './store.js'

const fieldsOf = (question) => [...question.querySelectorAll('input, select, textarea')].filter(({ name }) => name)
/** The id of an option or a gap, after the number of the question in the name of a field. */
const partOf = ({ name }) => name.slice(name.indexOf('.') + 1 || name.length)
const isChoice = ({ type }) => type === 'radio' || type === 'checkbox'

/** Returns the answer to a question: a list of pairs of the part of the question that a field is for, and its value. */
function readAnswer(question) {
  return fieldsOf(question)
    .filter((field) => (isChoice(field) ? field.checked : field.value !== ''))
    .map((field) => [partOf(field), field.value])
}

function writeAnswer(question, values) {
  const fields = fieldsOf(question)
  for (const [part, value] of values) {
    const field = fields.find((one) => partOf(one) === part && (!isChoice(one) || one.value === value))
    if (!field) continue
    if (isChoice(field)) field.checked = true
    else field.value = value
  }
}

const questionsOf = (form) => form.querySelectorAll('[data-question]')

/** Keeps the answers of a quiz in the browser. */
export function keepAnswers(form) {
  const answers = {}
  for (const question of questionsOf(form)) {
    const values = readAnswer(question)
    if (values.length > 0) answers[question.dataset.question] = values
  }
  changeState(({ quizzes }) => {
    quizzes[form.dataset.block] = { ...quizzes[form.dataset.block], lesson: document.body.dataset.lesson, answers }
  })
}

/** Writes the kept answers into a quiz. */
export function restoreAnswers(form) {
  const { answers = {} } = readState().quizzes[form.dataset.block] ?? {}
  for (const question of questionsOf(form)) writeAnswer(question, answers[question.dataset.question] ?? [])
}
