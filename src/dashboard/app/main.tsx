import './style/tokens.css'
import './style/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { restoreSessionOrCompleteSignIn } from './session/sign-in.ts'
import { completeSilentSessionRenewal, signInCallbackPath } from './session/user-manager.ts'
import { App } from './shell/App.tsx'
import { deleteOldUnsavedEdits } from './unsaved-edits/store.ts'
import { assignTabId } from './unsaved-edits/tab-id.ts'
import { preventFilesFromOpening } from './uploads/file-transfer.ts'

async function start(): Promise<void> {
  const isFramed = window.self !== window.top
  if (isFramed && window.location.pathname === signInCallbackPath) return completeSilentSessionRenewal()
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  preventFilesFromOpening()
  await assignTabId()
  void deleteOldUnsavedEdits()
  const address = await restoreSessionOrCompleteSignIn()
  if (address === undefined) return
  // GraphiQL is a separate HTML page, so the browser has to load that page from the server.
  if (address.startsWith('/graphql')) window.location.replace(address)
  else window.history.replaceState(null, '', address)
}

void start()
