import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK } from 'jose'

/**
 * The secrets of the development identity provider. `signing` is the private key that signs ID tokens and access
 * tokens. `cookies` is the secret that signs cookies.
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
 * Stores keys in a file, and returns them. If another process has already stored its keys, returns the keys of that
 * process. An incomplete file is replaced.
 */
async function storeKeys(file: string, keys: SigningKeys): Promise<SigningKeys> {
  // `link` gives a complete file its final name, so `file` is never partial, even if the process is killed.
  const complete = `${file}.${randomUUID()}.new`
  await writeFile(complete, JSON.stringify(keys), { mode: 0o600 })
  try {
    await link(complete, file)
    return keys
  } catch {
    // The file exists, or the file system has no hard links.
    const stored = await readKeys(file)
    if (stored) return stored
    await rename(complete, file)
    return keys
  } finally {
    await rm(complete, { force: true })
  }
}

/**
 * Loads the signing keys from a file, so that users stay signed in after a restart. Creates the file on the first
 * start.
 */
export async function loadOrCreateSigningKeys(folder: string): Promise<SigningKeys> {
  const file = join(folder, 'identity.json')
  const stored = await readKeys(file)
  if (stored) return stored
  await mkdir(dirname(file), { recursive: true })
  return storeKeys(file, await makeKeys())
}
