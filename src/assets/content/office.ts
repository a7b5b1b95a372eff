import type { FileStore } from '../../platform/files/file-store.ts'
import { openZip } from './zip.ts'

const openXml = 'application/vnd.openxmlformats-officedocument.'

/** The folder with the content of an Office file, by its type. */
const officeFolders: ReadonlyMap<string, string> = new Map([
  [`${openXml}wordprocessingml.document`, 'word/'],
  [`${openXml}spreadsheetml.sheet`, 'xl/'],
  [`${openXml}presentationml.presentation`, 'ppt/'],
])

const readAttribute = (attributes: string, name: string) =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1]

/**
 * Returns the type of the main part of an Office file: one whose content type ends with `.main+xml` (ECMA-376, part 2,
 * section 7.2.3). A part that the archive does not have does not count.
 */
export function findMainType(contentTypes: string, names: readonly string[]): string | undefined {
  const known = new Set(names)
  const extensions = new Set(names.map((name) => name.slice(name.lastIndexOf('.') + 1)))
  for (const [, tag, attributes = ''] of contentTypes.matchAll(/<(Override|Default)(\s[^<>]*)>/g)) {
    const [, type] = /^(.+)\.main\+xml$/.exec(readAttribute(attributes, 'ContentType') ?? '') ?? []
    if (type === undefined) continue
    const isThere =
      tag === 'Override'
        ? known.has(readAttribute(attributes, 'PartName')?.slice(1) ?? '')
        : extensions.has(readAttribute(attributes, 'Extension') ?? '')
    if (isThere) return type
  }
  return undefined
}

/**
 * Finds the type of a file of Office or OpenDocument by what its archive contains. Returns undefined for every other
 * archive.
 */
export async function findOfficeType(store: FileStore, key: string, size: number): Promise<string | undefined> {
  const archive = await openZip(store, key, size)
  if (!archive) return undefined
  const { names, read } = archive
  const mimetype = (await read('mimetype'))?.trim()
  if (mimetype?.startsWith('application/vnd.oasis.opendocument.'))
    return names.includes('META-INF/manifest.xml') && names.includes('content.xml') ? mimetype : undefined
  const type = names.includes('_rels/.rels')
    ? findMainType((await read('[Content_Types].xml')) ?? '', names)
    : undefined
  const folder = officeFolders.get(type ?? '')
  return folder !== undefined && names.some((name) => name.startsWith(folder)) ? type : undefined
}
