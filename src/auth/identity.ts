import type { Logger } from 'pino'
import { v7 } from 'uuid'
import type { Database } from '../db/client.ts'
import { type Caller, scopeSet } from './caller.ts'
import { planOf, textOf } from './claims.ts'
import type { Keyring } from './keyring.ts'
import { allScopes } from './scopes.ts'
import { type Claims, makeVerifier, type Provider } from './verifier.ts'

type Parts = { db: Database; keyring: Keyring; log: Logger }

const everything = scopeSet(allScopes)
const cacheLifeMs = 60_000
const cacheSize = 1000

/** Recognises people by their ID token: OpenID Connect Core 1.0, section 3.1.3.7. */
export function makeIdentity(provider: Provider, { db, keyring, log }: Parts) {
  const { issuer, audience, planClaim, knownAs = issuer } = provider
  const people = new Map<string, { caller: Caller; until: number }>()
  const verify = makeVerifier(provider, log)

  /** Their user and workspace, made by their first token. */
  async function member(claims: Claims, plan: string) {
    const { sub: subject } = claims
    const where = { issuer_subject: { issuer: knownAs, subject } }
    const include = { workspace: true }
    const known = await db.prisma.user.findUnique({ where, include })
    if (known) return known
    const name = textOf(claims.name)
    const email = textOf(claims.email)
    const workspace = { create: { id: v7(), name: name ?? email ?? 'Workspace', plan } }
    try {
      return await db.prisma.user.create({
        data: { id: v7(), issuer: knownAs, subject, name, email, workspace },
        include,
      })
    } catch (error) {
      const made = await db.prisma.user.findUnique({ where, include })
      if (made) return made
      throw error
    }
  }

  async function recognise(claims: Claims): Promise<Caller> {
    const plan = planOf(claims[planClaim])
    const user = await member(claims, plan)
    if (user.workspace.plan !== plan) {
      await db.prisma.workspace.update({ where: { id: user.workspaceId }, data: { plan } })
      await keyring.changed(user.workspaceId)
    }
    const { id: userId, name, email, workspaceId } = user
    return { kind: 'person', userId, name, email, workspaceId, plan, scopes: everything }
  }

  return {
    issuer,
    audience,
    /**
     * The person of an ID token; nobody, with the reason, where it is not good.
     * @throws ApiError 503 where the provider cannot be reached
     */
    async person(token: string): Promise<Caller> {
      const now = Date.now()
      const known = people.get(token)
      if (known && known.until > now) return known.caller
      const claims = await verify(token)
      if (!claims) return { kind: 'nobody', refusal: 'The ID token is not valid.' }
      const caller = await recognise(claims)
      if (people.size >= cacheSize) people.clear()
      people.set(token, { caller, until: Math.min(now + cacheLifeMs, claims.exp * 1000) })
      return caller
    },
  }
}

export type Identity = ReturnType<typeof makeIdentity>
