import { fillIn, makeButton, makeLabel } from './labels.js'
import { changeState, forgetState, readState } from './store.js'

const { course, lesson, preview } = document.body.dataset
const listEntries = () => [...document.querySelectorAll('.contents li[data-lesson]')]

function showReadLessons(read) {
  const entries = listEntries()
  const done = entries.filter((entry) => read.has(entry.dataset.lesson))
  for (const entry of done) {
    if (entry.classList.contains('read')) continue
    entry.classList.add('read')
    const mark = makeLabel('lessonRead')
    mark.className = 'visually-hidden'
    entry.append(' ', mark)
  }
  const box = document.querySelector('.progress')
  if (!box || entries.length === 0) return
  box.hidden = false
  box.querySelector('progress').value = done.length
  const text = box.querySelector('[data-text]')
  text.textContent = fillIn(text.dataset.text, { done: done.length, total: entries.length })
  const inMenu = document.querySelector('.menu-progress')
  if (inMenu) inMenu.textContent = `${done.length} / ${entries.length}`
}

/** Shows the best results of the quizzes beside the names of their lessons. */
function showResults(quizzes) {
  for (const entry of listEntries()) {
    const results = Object.values(quizzes).filter(
      (quiz) => quiz.lesson === entry.dataset.lesson && quiz.total !== undefined,
    )
    if (results.length === 0) continue
    const sum = (name) => Number(results.reduce((total, one) => total + one[name], 0).toPrecision(12))
    const result = document.createElement('span')
    result.className = 'result'
    result.append(makeLabel('bestScore', { points: sum('points'), total: sum('total') }))
    if (results.every(({ passed }) => passed)) {
      const mark = makeLabel('passedMark')
      mark.className = 'passed-mark'
      result.append(' ', mark)
    }
    entry.append(result)
  }
}

/** Changes the link to the first lesson into a link to the lesson at which the learner stopped. */
function showWhereToContinue({ read, last }) {
  const link = document.querySelector('.start a')
  if (!link || (read.length === 0 && !last)) return
  const entries = listEntries()
  const isUnread = (entry) => !read.includes(entry.dataset.lesson)
  const at = entries.findIndex((entry) => entry.dataset.lesson === last)
  const next = [...entries.slice(Math.max(at, 0)), ...entries].find(isUnread)
  if (!next) {
    link.parentElement.before(Object.assign(document.createElement('p'), { className: 'all-read' }))
    document.querySelector('.all-read').append(makeLabel('allLessonsRead'))
    return
  }
  const target = next.querySelector('a')
  const name = document.createElement('span')
  name.className = 'next-name'
  name.textContent = target.textContent
  link.href = target.href
  link.replaceChildren(makeLabel('continueCourse'))
  link.after(name)
}

/** Adds a button that forgets the progress after a question. */
function offerReset() {
  const box = document.querySelector('.syllabus .progress')
  if (!box) return
  const dialog = document.createElement('dialog')
  dialog.className = 'ask'
  const question = document.createElement('p')
  question.id = 'page.reset'
  question.append(makeLabel('resetQuestion'))
  dialog.setAttribute('aria-labelledby', question.id)
  const actions = document.createElement('p')
  actions.className = 'actions'
  actions.append(
    makeButton('resetProgress', 'danger', () => {
      forgetState()
      location.reload()
    }),
    makeButton('cancel', 'quiet', () => dialog.close()),
  )
  dialog.append(question, actions)
  document.body.append(dialog)
  box.append(makeButton('resetProgress', 'quiet', () => dialog.showModal()))
}

function keepProgress() {
  const state = readState()
  const isStarted = state.read.length > 0 || state.last || Object.keys(state.quizzes).length > 0
  showReadLessons(new Set(state.read))
  showResults(state.quizzes)
  showWhereToContinue(state)
  if (isStarted) offerReset()
  if (!lesson) return
  changeState((kept) => {
    kept.last = lesson
  })
  const end = document.querySelector('.turn')
  if (!end) return
  // A lesson counts as read when the learner has scrolled to its end.
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting) return
    observer.disconnect()
    changeState((kept) => {
      kept.read = [...new Set([...kept.read, lesson])]
    })
    showReadLessons(new Set(readState().read))
  })
  observer.observe(end)
}

if (course && preview === undefined) keepProgress()
// The current lesson is in sight in long contents.
const current = document.querySelector('.side .contents [aria-current]')
const scroller = current?.closest('.menu-content')
if (scroller && current.offsetTop > scroller.clientHeight)
  scroller.scrollTop = current.offsetTop - scroller.clientHeight / 2
