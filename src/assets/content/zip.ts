import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import type { FileStore } from '../../platform/files/file-store.ts'

/** The end of an archive can have a comment of 65,535 bytes (APPNOTE of ZIP, section 4.3.16). */
const maxEndBytes = 65_557
const maxDirectoryBytes = 4_000_000
/** The maximum size of an entry that is read, compressed or not. */
const maxEntryBytes = 1_000_000

const signatures = { entry: 0x04034b50, directory: 0x02014b50, end: 0x06054b50 } as const

type ZipEntry = { isCompressed: boolean; compressedBytes: number; offset: number }

/** The entries of an archive by their names. `read` returns undefined for an entry that is missing, damaged or large. */
export type ZipArchive = { names: readonly string[]; read(name: string): Promise<string | undefined> }

export const isZip = (head: Buffer) => head.length >= 4 && head.readUInt32LE() === signatures.entry

/** Returns where the directory of an archive is. Returns undefined if the archive has none at its end. */
function findDirectory(end: Buffer): { start: number; end: number } | undefined {
  for (let at = end.length - 22; at >= 0; at--) {
    if (end.readUInt32LE(at) !== signatures.end) continue
    const start = end.readUInt32LE(at + 16)
    return { start, end: start + end.readUInt32LE(at + 12) }
  }
  return undefined
}

function readEntries(directory: Buffer): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>()
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === signatures.directory; ) {
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28)
    entries.set(directory.toString('utf8', at + 46, nameEnd), {
      isCompressed: directory.readUInt16LE(at + 10) !== 0,
      compressedBytes: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    })
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

const inflate = promisify(inflateRaw)

/** Opens the archive in a stored file by the directory at its end. Returns undefined if it has none. */
export async function openZip(store: FileStore, key: string, size: number): Promise<ZipArchive | undefined> {
  const readBytes = async (start: number, end: number) => buffer(await store.read(key, { start, end }))
  const directory = findDirectory(await readBytes(Math.max(0, size - maxEndBytes), size))
  if (!directory || directory.end > size || directory.end - directory.start > maxDirectoryBytes) return undefined
  if (directory.start >= directory.end) return undefined
  const entries = readEntries(await readBytes(directory.start, directory.end))

  async function read(name: string): Promise<string | undefined> {
    const entry = entries.get(name)
    if (!entry || entry.compressedBytes > maxEntryBytes || entry.offset + 30 > size) return undefined
    const header = await readBytes(entry.offset, entry.offset + 30)
    const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
    const end = start + entry.compressedBytes
    if (!isZip(header) || end > size) return undefined
    const bytes = start === end ? Buffer.alloc(0) : await readBytes(start, end)
    if (!entry.isCompressed) return bytes.toString('utf8')
    const content = await inflate(bytes, { maxOutputLength: maxEntryBytes }).catch(() => undefined)
    return content?.toString('utf8')
  }
  return { names: [...entries.keys()], read }
}
