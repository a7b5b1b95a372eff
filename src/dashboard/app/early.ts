import { sendEarlyRequest } from './api/early-requests.ts'
import { readStoredIdToken } from './session/stored-user.ts'
import { pages } from './shell/pages.ts'

/** Sends the first requests of the page at a URL path, and loads its code. */
function startPage(urlPath: string, idToken: string): void {
  for (const { load, findRequestBodies } of Object.values(pages)) {
    const bodies = findRequestBodies(urlPath)
    if (!bodies) continue
    for (const body of bodies) sendEarlyRequest(body, idToken)
    void load().catch(() => {})
  }
}

// This script is small, so that it runs while the browser still loads `main.tsx`.
const idToken = readStoredIdToken()
if (idToken !== undefined) startPage(window.location.pathname, idToken)
