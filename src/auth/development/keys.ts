import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'

/** What the development provider signs with: its private key, and the secret of its cookies. */
export type SigningKeys = { signing: JWK; cookies: string }

async function makeKeys(): Promise<SigningKeys> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const signing = { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'development' }
  return { signing, cookies: randomBytes(32).toString('base64url') }
}

/** The keys in `folder`, made by the first start, so that a restart leaves people signed in. */
export async function keysIn(folder: string): Promise<SigningKeys> {
  const file = join(folder, 'identity.json')
  try {
    return JSON.parse(await readFile(file, 'utf8')) as SigningKeys
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const keys = await makeKeys()
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify(keys), { mode: 0o600 })
  return keys
}
