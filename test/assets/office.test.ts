import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storesForTests } from '../support/file-store.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { uploadFile } from '../support/upload-file.ts'
import { makeContentTypes, makeZip, officeEntries, openXmlTypes } from '../support/zip-files.ts'

type Kind = keyof typeof openXmlTypes
const kinds = Object.keys(openXmlTypes) as Kind[]

/** Bytes that compression does not make smaller, so that what follows is far from the beginning of the file. */
const photo = randomBytes(200_000)

const { '[Content_Types].xml': docxTypes, ...docxParts } = officeEntries.docx
const macroType = 'application/vnd.ms-word.document.macroEnabled'

/** Archives that are no file of Office, whatever they say. */
const claims: readonly [what: string, archive: () => Buffer][] = [
  ['an archive named as one', () => makeZip({ 'notes.txt': 'Notes' })],
  ['an archive with its folder', () => makeZip({ 'word/document.xml': '<x/>', 'word/photo.png': photo })],
  ['an archive with its list of types only', () => makeZip({ '[Content_Types].xml': docxTypes })],
  [
    'an archive whose list names a document that it does not have',
    () => makeZip({ '[Content_Types].xml': docxTypes, '_rels/.rels': '<x/>', 'word/run.exe': 'MZ' }),
  ],
  [
    'an archive whose document is in another place',
    () =>
      makeZip({
        '[Content_Types].xml': makeContentTypes('run.xml', openXmlTypes.docx),
        '_rels/.rels': '<x/>',
        'run.xml': '<x/>',
      }),
  ],
  [
    'a document with macros',
    () => makeZip({ ...docxParts, '[Content_Types].xml': makeContentTypes('word/document.xml', macroType) }),
  ],
  [
    'a document with macros that says so far behind its parts',
    () =>
      makeZip({
        ...docxParts,
        'word/photo.png': photo,
        '[Content_Types].xml': makeContentTypes('word/document.xml', macroType),
      }),
  ],
  ['a list of types that is a bomb', () => makeZip({ ...docxParts, '[Content_Types].xml': Buffer.alloc(20_000_000) })],
  ['an archive that is cut', () => makeZip(officeEntries.docx).subarray(0, -30)],
  [
    'an archive whose directory is beyond its end',
    () => {
      const archive = makeZip(officeEntries.docx)
      archive.writeUInt32LE(0xffff_fff0, archive.length - 6)
      return archive
    },
  ],
  ['a book', () => makeZip({ mimetype: 'application/epub+zip', 'META-INF/container.xml': '<x/>' })],
  [
    'a text of OpenDocument without a text',
    () => makeZip({ mimetype: 'application/vnd.oasis.opendocument.text', 'META-INF/manifest.xml': '<x/>' }),
  ],
]

describe.each(storesForTests)('with %s', (_name, open) => {
  let service: TestService
  let key: string
  let close: () => Promise<void>
  beforeAll(async () => {
    const store = await open()
    service = await startTestService({ env: store.env })
    key = await service.key()
    close = store.close
  })
  afterAll(async () => {
    await service.close()
    await close()
  })

  test.each(kinds)('a file of Office is known by its bytes, and is only saved, never shown: %s', async (kind) => {
    // The name does not matter, and neither does the place of the list of types.
    const { '[Content_Types].xml': types, ...parts } = officeEntries[kind]
    const archives = [
      makeZip(officeEntries[kind]),
      makeZip({ ...parts, 'photo.png': photo, '[Content_Types].xml': types }),
    ]
    for (const archive of archives) {
      const file = await uploadFile(service, key, 'plan.png', archive)
      expect(file.type).toBe(openXmlTypes[kind])
      const sent = await fetch(new URL(file.url, service.url))
      expect([sent.status, Buffer.from(await sent.arrayBuffer())]).toEqual([200, archive])
      expect(Object.fromEntries(sent.headers)).toMatchObject({
        'content-type': openXmlTypes[kind],
        'content-disposition': `attachment; filename="plan.png"; filename*=UTF-8''plan.png`,
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
      })
    }
  })

  test.each(claims)('%s is refused', async (_what, makeArchive) => {
    const { status, body } = await service.http('/api/v1/assets/content?name=plan.docx', {
      method: 'PUT',
      body: makeArchive() as BodyInit,
      headers: { Authorization: `Bearer ${key}` },
    })
    const [field] = body.error?.details.fields ?? []
    expect([status, field?.path, field?.message]).toEqual([
      400,
      'content',
      expect.stringMatching(/^The type of the file is not allowed\. Allowed are .*Office/),
    ])
  })
})
