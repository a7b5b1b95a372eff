import { keepAnswers, restoreAnswers } from './answers.js'
import { countAttempts, showAttempts } from './attempts.js'
import { makeButton, makeLabel } from './labels.js'
import { improveOrdering } from './ordering.js'
import { changeState, readState } from './store.js'

const timeoutMs = 20_000
/** The waits before a quiz is sent again, in milliseconds. Then it is sent when the learner asks for it. */
const waitsMs = [3_000, 6_000, 12_000, 24_000, 48_000]

/** Shows the best result of a quiz, which the browser has kept. */
function showBest(form) {
  const { points, total, passed } = readState().quizzes[form.dataset.block] ?? {}
  const best = form.querySelector('.best')
  if (total === undefined || !best) return
  best.replaceChildren(makeLabel('bestScore', { points, total }))
  if (!passed) return
  const mark = makeLabel('passedMark')
  mark.className = 'passed-mark'
  best.append(' ', mark)
}

/** Keeps the result of a checked quiz if it is the best. */
function keepResult(form) {
  const { points, total, passed } = form.querySelector('.score').dataset
  if (points === undefined) return
  changeState(({ quizzes }) => {
    const known = quizzes[form.dataset.block] ?? {}
    const isBetter = known.total === undefined || Number(points) / Number(total) >= known.points / known.total
    const result = isBetter || known.total !== Number(total) ? { points: Number(points), total: Number(total) } : {}
    quizzes[form.dataset.block] = { ...known, ...result, ...(passed && { passed: known.passed || passed === 'true' }) }
  })
}

function showSign(form, state, ...content) {
  form.dataset.state = state
  form.querySelector('.sign').replaceChildren(...content)
}

/** Shows that a quiz could not be checked, and sends it again after a while or when the browser is online. */
function waitAndTryAgain(form, tries, waitMs = waitsMs[tries]) {
  let timer
  const again = () => {
    clearTimeout(timer)
    removeEventListener('online', again)
    if (form.isConnected && form.dataset.state === 'waiting') check(form, tries + 1)
  }
  const reason = makeLabel(navigator.onLine ? 'notChecked' : 'offline')
  showSign(form, 'waiting', reason, ' ', makeButton('tryAgain', 'quiet', again))
  addEventListener('online', again)
  if (navigator.onLine && waitMs !== undefined) timer = setTimeout(again, waitMs)
}

function show(form) {
  improveOrdering(form)
  showBest(form)
  showAttempts(form)
}

/** Replaces a quiz by the checked one. */
function showChecked(form, checked) {
  form.replaceWith(document.adoptNode(checked))
  keepResult(checked)
  countAttempts(checked)
  show(checked)
  checked.querySelector('.score').focus()
}

async function check(form, tries = 0) {
  if (form.dataset.state === 'checking') return
  showSign(form, 'checking', makeLabel('checking'))
  let response
  try {
    const body = new URLSearchParams(new FormData(form))
    response = await fetch(form.action, { method: 'POST', body, signal: AbortSignal.timeout(timeoutMs) })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const checked = response.ok ? page.getElementById(form.id) : null
    if (checked) return showChecked(form, checked)
  } catch {
    return waitAndTryAgain(form, tries)
  }
  const seconds = Number(response.headers.get('Retry-After'))
  waitAndTryAgain(form, tries, seconds > 0 ? seconds * 1000 : undefined)
}

document.addEventListener('submit', (event) => {
  if (!event.target.matches('form.quiz')) return
  event.preventDefault()
  keepAnswers(event.target)
  check(event.target)
})

document.addEventListener('input', ({ target }) => {
  const form = target.closest('form.quiz')
  if (form) keepAnswers(form)
})

for (const form of document.querySelectorAll('form.quiz')) {
  // A page that was loaded with a result shows the answers that belong to this result.
  if (form.querySelector('.score').textContent === '') restoreAnswers(form)
  else {
    keepResult(form)
    countAttempts(form)
  }
  show(form)
}
