import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'

/**
 * The secrets of the development identity provider. `signing` is the private key for ID tokens. `cookies` is the secret
 * that signs cookies.
 */
type SigningKeys = { signing: JWK; cookies: string }

async function makeKeys(): Promise<SigningKeys> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const signing = { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'development' }
  return { signing, cookies: randomBytes(32).toString('base64url') }
}

/** Reads the signing keys from a file. Returns undefined if the file is missing or incomplete. */
async function readKeys(file: string): Promise<SigningKeys | undefined> {
  try {
    const { signing, cookies } = JSON.parse(await readFile(file, 'utf8')) as Partial<SigningKeys>
    return signing && cookies ? { signing, cookies } : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * Loads the signing keys from a file in `folder`. On the first start, creates the keys and the file. Because the keys
 * are stored, users stay signed in after a restart.
 */
export async function loadSigningKeys(folder: string): Promise<SigningKeys> {
  const file = join(folder, 'identity.json')
  const stored = await readKeys(file)
  if (stored) return stored
  const keys = await makeKeys()
  await mkdir(dirname(file), { recursive: true })
  // The rename makes the write atomic, so no partial file remains if the process is killed.
  await writeFile(`${file}.new`, JSON.stringify(keys), { mode: 0o600 })
  await rename(`${file}.new`, file)
  return keys
}
