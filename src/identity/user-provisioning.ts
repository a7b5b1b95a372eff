import type { Database } from '../platform/db/database.ts'
import { makeUuidV7 } from '../platform/uuid.ts'
import { readPlanClaim, readTextClaim } from './claims.ts'
import type { ApiKeyAuthenticator } from './keyring.ts'
import type { IdentityProviderSettings, TokenClaims } from './token-verifier.ts'

type Dependencies = { db: Database; keyring: ApiKeyAuthenticator }

const include = { workspace: true }

/**
 * Makes a function that finds the user and the workspace that belong to a token. The function returns null for an
 * unknown user.
 */
export const makeExistingUserFinder =
  ({ issuer, storedIssuer = issuer }: IdentityProviderSettings, { db }: Pick<Dependencies, 'db'>) =>
  ({ sub: subject }: TokenClaims) =>
    db.prisma.user.findUnique({ where: { issuer_subject: { issuer: storedIssuer, subject } }, include })

type Profile = { name: string | null; email: string | null }

/**
 * Compares the name and the e-mail address in a token with the stored values of the user. Returns only the values that
 * differ. A missing claim is not a difference.
 */
function findProfileChanges(user: Profile, claims: TokenClaims): Partial<Profile> {
  const name = readTextClaim(claims.name)
  const email = readTextClaim(claims.email)
  return {
    ...(name !== null && name !== user.name && { name }),
    ...(email !== null && email !== user.email && { email }),
  }
}

/**
 * Makes a function that returns the user of a token. For a new user, the function also creates a workspace. For a known
 * user, it updates the user and the workspace, unless a newer token has already done so.
 */
export function makeUserProvisioner(provider: IdentityProviderSettings, { db, keyring }: Dependencies) {
  const { issuer, planClaim, storedIssuer = issuer } = provider
  const findUser = makeExistingUserFinder(provider, { db })
  const issuedAt = ({ iat }: TokenClaims) => new Date(iat * 1000)

  async function findOrCreate(claims: TokenClaims) {
    const { sub: subject } = claims
    const existing = await findUser(claims)
    if (existing) return existing
    const name = readTextClaim(claims.name)
    const email = readTextClaim(claims.email)
    const workspace = {
      create: {
        id: makeUuidV7(),
        name: name ?? email ?? 'Workspace',
        plan: readPlanClaim(claims[planClaim]),
        planIssuedAt: issuedAt(claims),
      },
    }
    try {
      return await db.prisma.user.create({
        data: { id: makeUuidV7(), issuer: storedIssuer, subject, name, email, workspace },
        include,
      })
    } catch (error) {
      // `create` fails if another request has created the same user at the same time.
      const created = await findUser(claims)
      if (created) return created
      throw error
    }
  }

  return async function findOrCreateUser(claims: TokenClaims) {
    const plan = readPlanClaim(claims[planClaim])
    const planIssuedAt = issuedAt(claims)
    const user = await findOrCreate(claims)
    const { workspace } = user
    const isLatest = workspace.planIssuedAt === null || workspace.planIssuedAt <= planIssuedAt
    const changes = findProfileChanges(user, claims)
    const isProfileSame = Object.keys(changes).length === 0
    const isPlanSame = workspace.plan === plan && workspace.planIssuedAt?.getTime() === planIssuedAt.getTime()
    if (!isLatest || (isPlanSame && isProfileSame)) return user
    // The condition on `planIssuedAt` keeps this update from overwriting the values of a newer token.
    const updatePlan = db.prisma.workspace.updateMany({
      where: { id: workspace.id, OR: [{ planIssuedAt: null }, { planIssuedAt: { lte: planIssuedAt } }] },
      data: { plan, planIssuedAt },
    })
    const updateProfile = () =>
      db.prisma.user.updateMany({ where: { id: user.id, workspace: { planIssuedAt } }, data: changes })
    const [{ count }] = isProfileSame ? [await updatePlan] : await db.prisma.$transaction([updatePlan, updateProfile()])
    if (count === 0) return findOrCreate(claims)
    if (workspace.plan !== plan || !isProfileSame) await keyring.invalidate(workspace.id)
    return { ...user, ...changes, workspace: { ...workspace, plan, planIssuedAt } }
  }
}
