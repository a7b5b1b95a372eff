import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFolderForTests } from '../support/file-store.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { uploadFile } from '../support/upload-file.ts'

let service: TestService
let key: string
let close: () => Promise<void>
beforeAll(async () => {
  const store = await openFolderForTests()
  close = store.close
  service = await startTestService({ env: store.env, hasJobs: false })
  key = await service.key()
})
afterAll(async () => {
  await service.close()
  await close()
})

async function findingsOf(blocks: object[], fields: object = {}) {
  const modules = [{ name: 'One', lessons: [{ name: 'First', blocks }] }]
  const { id } = (await service.rest('POST', '/courses', key, { name: 'C', modules, ...fields })).body.data
  const read = async () =>
    (await service.rest('GET', `/courses/${id}/checks`, key)).body.data.findings
      .filter(({ code }: { code: string }) => /asset|cover|alt/.test(code))
      .map(({ code, path }: { code: string; path: string }) => `${code} ${path}`)
      .sort()
  return read
}

test('a check finds files that are unknown, pending or of another workspace, and none that is ready', async () => {
  const pixel = { create: { width: 2, height: 2, channels: 3, background: 'red' } } as const
  const ready = await uploadFile(service, key, 'a.png', await sharp(pixel).png().toBuffer())
  const theirs = await uploadFile(service, await service.key(), 'b.png', await sharp(pixel).webp().toBuffer())
  const pending = (await service.rest('POST', '/assets', key, { name: 'c.pdf', bytes: 9 })).body.data
  const read = await findingsOf(
    [
      { type: 'image', content: { assetId: ready.id, alt: 'x' } },
      { type: 'image', content: { assetId: theirs.id, alt: 'x' } },
      { type: 'text', content: { text: `[a](asset:${ready.id}) [b](asset:${pending.id})` } },
    ],
    { coverAssetId: theirs.id },
  )
  expect(await read()).toEqual([
    'asset_missing /content/assetId',
    'asset_missing /content/text',
    'cover_missing /coverAssetId',
  ])
})

test('a picture without alternative text is fine when its file has one', async () => {
  const pixel = { create: { width: 3, height: 2, channels: 3, background: 'red' } } as const
  const { id } = await uploadFile(service, key, 'a.png', await sharp(pixel).png().toBuffer())
  const read = await findingsOf([
    { type: 'image', content: { assetId: id } },
    { type: 'text', content: { text: `![](asset:${id})` } },
  ])
  expect(await read()).toEqual(['image_without_alt /content/alt', 'text_image_without_alt /content/text'])
  await service.rest('PATCH', `/assets/${id}`, key, { alt: 'A leaf' })
  expect(await read()).toEqual([])
})
