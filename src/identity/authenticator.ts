import type { Logger } from 'pino'
import type { Caller } from './caller.ts'
import { hashCredentialForCache } from './key-secret.ts'

/** A credential that a client has sent, with its hash. The caches of credentials use the hash as their key. */
export type HashedCredential = { value: string; hash: string }

export const makeHashedCredential = (value: string): HashedCredential => ({
  value,
  hash: hashCredentialForCache(value),
})

/** Authenticates credentials of one kind, such as API keys or ID tokens. */
export type Authenticator = {
  /** Returns the cached caller of a credential, or undefined if `authenticate` must check the credential. */
  cached(credential: HashedCredential): Caller | undefined
  /**
   * Returns whether the credential was valid at its last check. If so, the limit for checks of unknown credentials does
   * not apply.
   */
  wasValid(credential: HashedCredential): boolean
  /**
   * Returns the workspace id of a credential that was valid at its last check. Limits that apply before the request is
   * authenticated need this id.
   */
  workspaceOf(credential: HashedCredential): string | undefined
  /** Returns whether a value has the format of this kind of credential. */
  isWellFormed(credential: string): boolean
  /**
   * Checks a credential. For an invalid credential, returns an anonymous caller that contains the reason.
   * @param log returns the logger of the request
   */
  authenticate(credential: HashedCredential, log?: () => Logger): Promise<Caller>
}
