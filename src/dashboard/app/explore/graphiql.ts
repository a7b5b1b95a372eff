import '../style/tokens.css'
import './graphiql.css'
import {
  getIdToken,
  getSignInStatus,
  redirectToSignIn,
  restoreSessionOrCompleteSignIn,
  subscribeToSignInStatus,
} from '../session/sign-in.ts'
import { type MonacoThemeApi, patchDefineThemeForContrast, switchGraphiqlTheme } from './editor-theme.ts'

type Options = {
  endpoint: string
  query: string
  variables?: string
  shouldPersistHeaders: boolean
  forcedTheme: 'light' | 'dark'
}

type MonacoEditorApi = {
  onDidCreateEditor(listener: (editor: { updateOptions(options: { wordWrap: 'on' }): void }) => void): void
}

declare global {
  interface Window {
    YogaGraphiQL?: { renderYogaGraphiQL(element: Element, options: Options): void }
    monaco?: { editor: MonacoThemeApi & MonacoEditorApi }
    MonacoEnvironment?: { globalAPI: boolean; getWorkerUrl(module: string, label: string): string }
  }
}

const firstQuery = `# Ctrl-Space completes, Ctrl-Enter runs.
# Requests use your sign-in. To use
# an API key, add it under Headers:
# { "Authorization": "Bearer cw_…" }
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

/**
 * Makes `window.fetch` add the user's ID token to requests for the GraphQL API, unless the user has set a credential
 * under Headers.
 */
function addIdTokenToFetch(): void {
  const originalFetch = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const isGraphql = new URL(request.url).origin === window.location.origin && request.url.includes('/graphql')
    const hasCredential = request.headers.has('Authorization') || request.headers.has('X-API-Key')
    const idToken = isGraphql && !hasCredential ? await getIdToken() : undefined
    if (idToken) request.headers.set('Authorization', `Bearer ${idToken}`)
    return originalFetch(request)
  }
}

function showSignInStatus(): void {
  const status = getSignInStatus()
  const statusElement = document.getElementById('session-status')!
  const button = document.getElementById('sign-in')!
  statusElement.textContent =
    status.state === 'signedIn' ? `Signed in as ${status.name}` : 'Not signed in. Set an API key under Headers.'
  button.hidden = status.state !== 'signedOut'
}

/**
 * Returns the query and variables of the last open GraphiQL tab. If GraphiQL started with other values, it would open a
 * new tab after each reload.
 */
function lastGraphiqlTab(): Pick<Options, 'query' | 'variables'> {
  try {
    const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState') ?? '')
    const { query, variables } = tabs[activeTabIndex]
    return { query: query ?? '', variables: variables ?? undefined }
  } catch {
    return { query: firstQuery }
  }
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`Could not load ${src}.`))
    document.head.append(script)
  })
}

const prefersDark = matchMedia('(prefers-color-scheme: dark)')

/**
 * Returns the color scheme that the user has chosen in the dashboard. If the user has chosen none, returns the color
 * scheme of the device.
 */
function currentScheme(): 'light' | 'dark' {
  const { scheme } = document.documentElement.dataset
  return scheme === 'light' || scheme === 'dark' ? scheme : prefersDark.matches ? 'dark' : 'light'
}

async function start(): Promise<void> {
  window.MonacoEnvironment = { globalAPI: true, getWorkerUrl: (_module, label) => `/graphiql/${label}.js` }
  document.getElementById('sign-in')!.addEventListener('click', () => void redirectToSignIn())
  subscribeToSignInStatus(showSignInStatus)
  await Promise.all([restoreSessionOrCompleteSignIn(), loadScript('/graphiql/graphiql.js')])
  addIdTokenToFetch()
  const { editor } = window.monaco!
  patchDefineThemeForContrast(editor)
  // Otherwise long lines of a query end at the toolbar.
  editor.onDidCreateEditor((created) => created.updateOptions({ wordWrap: 'on' }))
  prefersDark.addEventListener('change', () => switchGraphiqlTheme(editor, currentScheme()))
  const element = document.getElementById('graphiql')!
  // GraphiQL does not store the request headers, because they may contain an API key.
  const options = {
    ...lastGraphiqlTab(),
    endpoint: '/graphql',
    shouldPersistHeaders: false,
    forcedTheme: currentScheme(),
  }
  window.YogaGraphiQL?.renderYogaGraphiQL(element, options)
}

void start()
