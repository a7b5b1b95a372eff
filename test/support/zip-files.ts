import { crc32, deflateRawSync } from 'node:zlib'

const header = (signature: string, numbers: readonly (readonly [size: 2 | 4, value: number])[]) =>
  Buffer.concat([
    Buffer.from(signature, 'latin1'),
    ...numbers.map(([size, value]) => {
      const bytes = Buffer.alloc(size)
      bytes.writeUIntLE(value, 0, size)
      return bytes
    }),
  ])

/** Makes an archive (APPNOTE of ZIP, section 4.3). The entry `mimetype` is stored, and the others are compressed. */
export function makeZip(entries: Readonly<Record<string, string | Buffer>>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content)
    const isStored = name === 'mimetype'
    const data = isStored ? bytes : deflateRawSync(bytes)
    const shared = [
      [2, 20],
      [2, 0],
      [2, isStored ? 0 : 8],
      [4, 0],
      [4, crc32(bytes)],
      [4, data.length],
      [4, bytes.length],
      [2, Buffer.byteLength(name)],
      [2, 0],
    ] as const
    const places = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ] as const
    const file = Buffer.concat([header('PK\x03\x04', shared), Buffer.from(name), data])
    files.push(file)
    directory.push(header('PK\x01\x02', [[2, 20], ...shared, ...places]), Buffer.from(name))
    offset += file.length
  }
  const listed = Buffer.concat(directory)
  const count = files.length
  const end = header('PK\x05\x06', [
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, listed.length],
    [4, offset],
    [2, 0],
  ])
  return Buffer.concat([...files, listed, end])
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006'
const openXml = 'application/vnd.openxmlformats-officedocument.'

/** Writes the list of the types of an archive's parts. */
export const makeContentTypes = (part: string, type: string) =>
  `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${part}" ContentType="${type}.main+xml"/></Types>`

const makeRelationships = (part: string) =>
  `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${documents}/relationships/officeDocument" Target="${part}"/></Relationships>`

/** Makes the entries of an Office file, whose main part has this name, type and content. */
const makeOfficeEntries = (part: string, type: string, content: string) => ({
  '[Content_Types].xml': makeContentTypes(part, type),
  '_rels/.rels': makeRelationships(part),
  [part]: `${xml}${content}`,
})

const main = (name: string) => `http://schemas.openxmlformats.org/${name}/2006/main`

/** The entries of the smallest files of Office that are complete. */
export const officeEntries = {
  docx: makeOfficeEntries(
    'word/document.xml',
    `${openXml}wordprocessingml.document`,
    `<w:document xmlns:w="${main('wordprocessingml')}"><w:body><w:p><w:r><w:t>Leaves</w:t></w:r></w:p></w:body></w:document>`,
  ),
  xlsx: {
    ...makeOfficeEntries(
      'xl/workbook.xml',
      `${openXml}spreadsheetml.sheet`,
      `<workbook xmlns="${main('spreadsheetml')}" xmlns:r="${documents}/relationships"><sheets><sheet name="Leaves" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${documents}/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${xml}<worksheet xmlns="${main('spreadsheetml')}"><sheetData/></worksheet>`,
  },
  pptx: makeOfficeEntries(
    'ppt/presentation.xml',
    `${openXml}presentationml.presentation`,
    `<p:presentation xmlns:p="${main('presentationml')}"><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
  ),
}

export const openXmlTypes = {
  docx: `${openXml}wordprocessingml.document`,
  xlsx: `${openXml}spreadsheetml.sheet`,
  pptx: `${openXml}presentationml.presentation`,
} as const

const openDocument = 'application/vnd.oasis.opendocument.'

/** Makes the smallest text of OpenDocument that is complete. */
export const makeOpenDocumentText = () =>
  makeZip({
    mimetype: `${openDocument}text`,
    'META-INF/manifest.xml': `${xml}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${openDocument}text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    'content.xml': `${xml}<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"><office:body><office:text/></office:body></office:document-content>`,
  })
