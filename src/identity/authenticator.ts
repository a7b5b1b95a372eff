import type { Caller } from './caller.ts'

/** Authenticates one kind of credential, such as API keys or ID tokens. */
export type Authenticator = {
  /** Returns the caller if it is cached. Returns undefined if the credential must be checked again. */
  cached(credential: string): Caller | undefined
  /**
   * Returns whether the credential was valid at its last check. Checking such a credential again does not count as an
   * attempt to guess a credential.
   */
  wasValid(credential: string): boolean
  /** Returns whether the value has the format of a credential. */
  isWellFormed(credential: string): boolean
  /**
   * Checks the credential with the database or the identity provider. If the credential is invalid, this returns an
   * anonymous caller that contains the reason.
   */
  authenticate(credential: string): Promise<Caller>
}
