// Counts the attempts at a question in the browser, because the service keeps no answers.
import { fillIn } from './labels.js'
import { changeState, readState } from './store.js'

const isAnswered = (question) => !question.querySelector(':scope > .verdict')

/** Counts the attempts at the questions of a checked quiz. */
export function countAttempts(form) {
  changeState(({ quizzes }) => {
    const quiz = quizzes[form.dataset.block] ?? {}
    const tries = { ...quiz.tries }
    for (const question of form.querySelectorAll('[data-question]:has(.attempts)'))
      if (isAnswered(question)) tries[question.dataset.question] = (tries[question.dataset.question] ?? 0) + 1
    quizzes[form.dataset.block] = { ...quiz, tries }
  })
}

/** Shows how many attempts are left, and closes the questions that have none. */
export function showAttempts(form) {
  const { tries = {} } = readState().quizzes[form.dataset.block] ?? {}
  for (const text of form.querySelectorAll('.attempts')) {
    const question = text.closest('[data-question]')
    const left = Math.max(0, Number(text.dataset.attempts) - (tries[question.dataset.question] ?? 0))
    text.textContent = fillIn(text.dataset.text, { count: left })
    text.hidden = false
    for (const fields of question.querySelectorAll('.fields, .gap')) fields.inert = left === 0
  }
}
