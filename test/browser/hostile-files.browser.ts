import { crc32, deflateSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { type Service, startService } from './service.ts'

let browser: Browser
let service: Service
beforeAll(async () => {
  ;[browser, service] = await Promise.all([openBrowser(), startService()])
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

const script = "alert(1);window.ran=1;document.title='ran'"
const page = `<!doctype html><script>${script}</script>`
const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90" ${attributes}>${inside}<rect width="9" height="9"/></svg>`
const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** A PNG of a few KB that becomes `size` × `size` pixels. */
function makeBomb(size: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size)
  head.writeUInt32BE(size, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((size / 8 + 1) * size))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, pngChunk('IHDR', head), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))])
}

/** Files that are more than they seem. Some are refused; the others must be harmless, however they are opened. */
const corpus: readonly [name: string, make: () => Promise<Uint8Array | string> | Uint8Array | string][] = [
  ['page.png', () => page],
  ['page.html', () => page],
  ['page.pdf', () => `%PDF-1.7\n${page}`],
  [
    'page.vtt',
    () =>
      `WEBVTT\n\nNOTE ${page}\n\n00:01.000 --> 00:02.000\n<script>${script}</script><img src=x onerror=${script}>\n`,
  ],
  ['comment.gif', async () => Buffer.concat([await picture.clone().gif().toBuffer(), Buffer.from(page)])],
  ['script.gif', () => Buffer.from(`GIF89a/*${'\0'.repeat(20)}*/=1;${script}`)],
  ['after.jpg', async () => Buffer.concat([await picture.clone().jpeg().toBuffer(), Buffer.from(page)])],
  [
    'text.png',
    async () =>
      Buffer.concat([await picture.clone().png().toBuffer(), pngChunk('tEXt', Buffer.from(`Comment\0${page}`))]),
  ],
  ['onload.svg', () => svg('', `onload="${script}"`)],
  ['script.svg', () => svg(`<script>${script}</script><script xlink:href="data:,${script}"/>`)],
  [
    'foreign.svg',
    () =>
      svg(
        `<foreignObject width="99" height="99"><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script&gt;${script}&lt;/script&gt;"/></foreignObject>`,
      ),
  ],
  [
    'animate.svg',
    () =>
      svg(
        `<a><animate attributeName="href" values="javascript:${script}"/><text y="20">x</text></a><set attributeName="onload" to="${script}"/>`,
      ),
  ],
  ['link.svg', () => svg(`<a xlink:href="javascript:${script}"><text y="20">x</text></a>`)],
  [
    'external.svg',
    () =>
      svg(
        '<image href="https://tracker.example/a.png"/><style>@import "https://tracker.example/a.css"; rect { fill: url(https://tracker.example/b) }</style><use href="https://tracker.example/c.svg#x"/>',
      ),
  ],
  [
    'entities.svg',
    () =>
      `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_entry, n) => `<!ENTITY ${'bcdefghij'[n]} "${`&${'abcdefghi'[n]};`.repeat(10)}">`).join('')}]>${svg('<text>&j;</text>')}`,
  ],
  ['file.svg', () => `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('<text>&a;</text>')}`],
  [
    'handler.svg',
    () => svg('<rect width="90" height="90" tabindex="0" autofocus="" onfocus="alert(1)" onclick="alert(1)"/>'),
  ],
  ['bomb.png', () => makeBomb(32_000)],
  ['deep.svg', () => svg(`${'<g>'.repeat(30_000)}${'</g>'.repeat(30_000)}`)],
]

test('no file of an author runs a script, loads something or exhausts the service, however it is opened', async () => {
  const headers = { Authorization: `Bearer ${service.firstKey()}` }
  const kept: string[] = []
  for (const [name, make] of corpus) {
    const body = (await make()) as BodyInit
    const response = await fetch(`${service.url}/api/v1/assets/content?name=${name}`, { method: 'PUT', headers, body })
    expect([name, [200, 400].includes(response.status)]).toEqual([name, true])
    const answer = await response.json()
    if (response.status === 200) kept.push(answer.data.url)
  }
  // Of these the bytes are what they say, or were written anew.
  expect(kept.length).toBeGreaterThan(8)
  expect(kept.filter((url) => /page\.(?:png|html)|entities|file\.svg|bomb|script\.gif/.test(url))).toEqual([])
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(200)

  const context = await browser.newContext()
  const tab = await context.newPage()
  const seen: string[] = []
  tab.on('dialog', (dialog) => {
    seen.push(dialog.message())
    void dialog.dismiss()
  })
  tab.on('request', (request) => {
    if (new URL(request.url()).host.endsWith('tracker.example')) seen.push(request.url())
  })
  for (const url of kept) {
    const address = new URL(url, service.url).href
    // A download has no page.
    await tab.goto(address).catch(() => undefined)
    await tab.mouse.click(8, 8)
    await tab.keyboard.press('Enter')
    expect([url, await tab.title(), await tab.evaluate(() => 'ran' in window)]).toEqual([
      url,
      expect.not.stringMatching(/^ran$/),
      false,
    ])
    const response = await fetch(address)
    expect(response.headers.get('content-security-policy')).toMatch(/sandbox/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    for (const element of ['script', 'iframe', 'object', 'embed', 'img']) {
      await tab.goto('about:blank')
      await tab.setContent(`<${element} ${element === 'object' ? 'data' : 'src'}="${address}"></${element}>`, {
        waitUntil: 'load',
      })
      const ran = await Promise.all(
        tab.frames().map((frame) => frame.evaluate(() => 'ran' in window).catch(() => false)),
      )
      expect([url, element, ran.includes(true)]).toEqual([url, element, false])
    }
  }
  expect(seen).toEqual([])
  await context.close()
}, 240_000)
