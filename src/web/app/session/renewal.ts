import { ErrorResponse, type User, type UserManager } from 'oidc-client-ts'
import { isThere } from '../data/service.ts'

const marginSeconds = 30
const longestMs = 2 ** 31 - 1

/** When a session should be renewed, in ms: half a minute before its token ends, or a quarter of a short one's life. */
const renewalMs = ({ profile: { exp, iat } }: User) => (exp - Math.min(marginSeconds, (exp - iat) / 4)) * 1000

export const isFresh = (user: User) => Date.now() < renewalMs(user)
export const isValid = ({ profile }: User) => Date.now() < profile.exp * 1000

/** Calls `act` when the session should be renewed; gives the way to stop it. */
export function atRenewal(user: User, act: () => void): () => void {
  const timer = setTimeout(act, Math.min(Math.max(renewalMs(user) - Date.now(), 0), longestMs))
  return () => clearTimeout(timer)
}

/** The next session; `refused` where the provider wants to see the person again, `away` where it could not be asked. */
export type Renewal = User | 'refused' | 'away'

async function ask(manager: UserManager, refused: string | undefined): Promise<Renewal> {
  // Another tab may have been first; a provider that takes a refresh token only once must not be sent it twice.
  const found = await manager.getUser()
  if (found && found.id_token !== refused && isFresh(found)) return found
  try {
    return (await manager.signinSilent()) ?? 'refused'
  } catch (error) {
    // A provider that lets nobody frame it does not answer at all.
    return error instanceof ErrorResponse || (await isThere()) ? 'refused' : 'away'
  }
}

/** Renews the session out of sight, by refresh token or in a hidden frame; one tab at a time, where the browser can tell. */
export const renewSession = (manager: UserManager, refused?: string): Promise<Renewal> =>
  navigator.locks ? navigator.locks.request('session-renewal', () => ask(manager, refused)) : ask(manager, refused)
