import '../style/tokens.css'
import './explorer.css'
import { currentSession, onSession, signIn, startSession, token } from '../session/session.ts'
import { type Editor, showTheme, strengthen } from './themes.ts'

type Options = {
  endpoint: string
  query: string
  variables?: string
  shouldPersistHeaders: boolean
  forcedTheme: 'light' | 'dark'
}
declare global {
  interface Window {
    YogaGraphiQL?: { renderYogaGraphiQL(element: Element, options: Options): void }
    monaco?: { editor: Editor }
    MonacoEnvironment?: { globalAPI: boolean; getWorkerUrl(module: string, label: string): string }
  }
}

const firstQuery = `# Ctrl-Space completes, Ctrl-Enter runs. Requests go out as the person who is signed in;
# to use an API key instead, put it below, under Headers: { "Authorization": "Bearer cw_prod_…" }
query Courses {
  viewer { plan scopes limit { limit remaining resetAt } }
  coursePage(perPage: 5) {
    items {
      id
      name
      status
      lessonCount
      modules { name lessons { name blocks { type content } } }
    }
    pageInfo { page totalPages total }
  }
}
`

/** Sends the session with requests to the API, unless the person has written a credential of their own. */
function sendSession(): void {
  const plain = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const isOurs = new URL(request.url).origin === window.location.origin && request.url.includes('/graphql')
    const hasOwn = request.headers.has('Authorization') || request.headers.has('X-API-Key')
    const idToken = isOurs && !hasOwn ? await token() : undefined
    if (idToken) request.headers.set('Authorization', `Bearer ${idToken}`)
    return plain(request)
  }
}

function showSession(): void {
  const session = currentSession()
  const who = document.getElementById('who')!
  const button = document.getElementById('sign-in')!
  who.textContent =
    session.state === 'in' ? `Signed in as ${session.name}` : 'Not signed in: put an API key under Headers.'
  button.hidden = session.state !== 'out'
}

/** The tab that was open last, so that a reload comes back to it instead of opening another beside it. */
function lastTab(): Pick<Options, 'query' | 'variables'> {
  try {
    const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState') ?? '')
    const { query, variables } = tabs[activeTabIndex]
    return { query: query ?? '', variables: variables ?? undefined }
  } catch {
    return { query: firstQuery }
  }
}

function load(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${src} could not be loaded.`))
    document.head.append(script)
  })
}

const device = matchMedia('(prefers-color-scheme: dark)')

/** The colours that were chosen in the dashboard, or else the device's. */
function currentScheme(): 'light' | 'dark' {
  const { scheme } = document.documentElement.dataset
  return scheme === 'light' || scheme === 'dark' ? scheme : device.matches ? 'dark' : 'light'
}

async function start(): Promise<void> {
  window.MonacoEnvironment = { globalAPI: true, getWorkerUrl: (_module, label) => `/graphiql/${label}.js` }
  document.getElementById('sign-in')!.addEventListener('click', () => void signIn())
  onSession(showSession)
  await Promise.all([startSession(), load('/graphiql/graphiql.js')])
  sendSession()
  const { editor } = window.monaco!
  strengthen(editor)
  device.addEventListener('change', () => showTheme(editor, currentScheme()))
  const place = document.getElementById('explorer')!
  // A key that is tried here is not kept in the browser.
  const options = { ...lastTab(), endpoint: '/graphql', shouldPersistHeaders: false, forcedTheme: currentScheme() }
  window.YogaGraphiQL?.renderYogaGraphiQL(place, options)
}

void start()
