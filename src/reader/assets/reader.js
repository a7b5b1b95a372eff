// The page works without this script. With this script, the browser remembers which lessons were read, and checking a
// quiz does not reload the page.
const { course, lesson, preview } = document.body.dataset
const key = `reader:${course}`

function readProgress() {
  try {
    return new Set(JSON.parse(localStorage.getItem(key) ?? '[]'))
  } catch {
    return new Set()
  }
}

function saveProgress(read) {
  try {
    localStorage.setItem(key, JSON.stringify([...read]))
  } catch {
    // If the browser cannot store the progress, the page shows the progress only until the page is closed.
  }
}

function showProgress(read) {
  const entries = [...document.querySelectorAll('.contents li[data-lesson]')]
  const done = entries.filter((entry) => read.has(entry.dataset.lesson))
  for (const entry of done) {
    if (entry.classList.contains('read')) continue
    entry.classList.add('read')
    entry.append(document.querySelector('.read-mark').content.cloneNode(true))
  }
  const bar = document.querySelector('.progress')
  if (!bar || entries.length === 0) return
  bar.hidden = false
  bar.querySelector('progress').value = done.length
  const text = bar.querySelector('span')
  text.textContent = text.dataset.text.replace('{done}', done.length).replace('{total}', entries.length)
}

function keepProgress() {
  const read = readProgress()
  showProgress(read)
  const end = document.querySelector('.turn')
  if (!lesson || !end) return
  // A lesson counts as read when the learner has scrolled to its end.
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting) return
    observer.disconnect()
    const now = readProgress().add(lesson)
    saveProgress(now)
    showProgress(now)
  })
  observer.observe(end)
}

async function checkInPlace(form) {
  const response = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const checked = response.ok ? page.getElementById(form.id) : null
  if (!checked) return form.submit()
  form.replaceWith(document.adoptNode(checked))
  document.getElementById(form.id).querySelector('.score').focus()
}

document.addEventListener('submit', (event) => {
  if (!event.target.matches('form.quiz')) return
  event.preventDefault()
  checkInPlace(event.target).catch(() => event.target.submit())
})

if (course && preview === undefined) keepProgress()
