import './style/tokens.css'
import './style/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { answerFrame, callbackPath, startSession } from './session/session.ts'
import { App } from './shell/App.tsx'

async function start(): Promise<void> {
  const inFrame = window.self !== window.top
  if (inFrame && window.location.pathname === callbackPath) return answerFrame()
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  const to = await startSession()
  if (to === undefined) return
  if (to.startsWith('/graphql')) window.location.replace(to)
  else window.history.replaceState(null, '', to)
}

void start()
