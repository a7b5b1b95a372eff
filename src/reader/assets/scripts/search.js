// Shows what a search finds below its field while the learner types. Enter opens the page with the results.
const waitMs = 250
const form = document.querySelector('.search:has(+ .contents)')
const contents = form?.nextElementSibling
let [timer, request] = []

function showContents() {
  form.parentElement.querySelector('.found')?.remove()
  contents.hidden = false
}

function showFound(found) {
  showContents()
  contents.hidden = true
  found.setAttribute('aria-live', 'polite')
  form.after(found)
}

async function find() {
  request?.abort()
  const query = new FormData(form).get('q').trim()
  if (query === '') return showContents()
  request = new AbortController()
  try {
    const response = await fetch(`${form.action}?${new URLSearchParams({ q: query })}`, { signal: request.signal })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const found = page.querySelector('.found')
    if (found) return showFound(document.adoptNode(found))
  } catch (error) {
    if (error.name === 'AbortError') return
  }
  // Without an answer, Enter still opens the page with the results.
  showContents()
}

if (form) {
  form.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(find, waitMs)
  })
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || form.q.value === '') return
    event.preventDefault()
    form.reset()
    find()
  })
}
