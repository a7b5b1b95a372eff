import type { CDPSession, Locator, Page } from 'playwright-core'
import { median } from '../measure.ts'

type EventName = 'keydown' | 'click'
/** The time from events to the frame after them, in milliseconds. */
export type Times = { median: number; most: number }

const pauseMs = 60

/** Makes the page record the time from each event of a kind to the end of the next frame. */
export const recordFrames = (page: Page, name: EventName) =>
  page.evaluate((type) => {
    const times: number[] = []
    Object.assign(window, { frameTimes: times })
    const record = ({ timeStamp }: Event) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        // The message comes after the page has been drawn.
        port1.onmessage = () => times.push(performance.now() - timeStamp)
        port2.postMessage('')
      })
    window.addEventListener(type, record, { capture: true })
    Object.assign(window, { stopFrames: () => window.removeEventListener(type, record, { capture: true }) })
  }, name)

/** Returns the times that `recordFrames` has recorded since its call. */
export const takeFrames = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const { frameTimes, stopFrames } = window as unknown as { frameTimes: number[]; stopFrames(): void }
    stopFrames()
    return frameTimes
  })

const summarize = (times: number[]): Times => ({ median: median(times), most: Math.max(...times) })

/** Types letters where the cursor is, as fast as a person, and measures each. */
export async function measureTyping(page: Page, letters = 20): Promise<Times> {
  await recordFrames(page, 'keydown')
  for (let typed = 0; typed < letters; typed++) {
    await page.keyboard.press(typed % 7 === 6 ? 'Space' : 'e')
    await page.waitForTimeout(pauseMs)
  }
  return summarize(await takeFrames(page))
}

type Click = {
  target: Locator
  /** The CSS selector of what appears. */
  shown: string
  back(): Promise<unknown>
}

/** Clicks several times, and measures from the click until what it opens is drawn. */
export async function measureClicks(page: Page, { target, shown, back }: Click, rounds = 5): Promise<Times> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    await target.scrollIntoViewIfNeeded()
    await page.waitForTimeout(300)
    await recordAppearance(page, shown)
    await target.click()
    await page.locator(shown).first().waitFor()
    times.push(await takeAppearance(page))
    await back()
  }
  return summarize(times)
}

/** Makes the page record the time from the next press to the frame in which an element appears. */
const recordAppearance = (page: Page, shown: string) =>
  page.evaluate((selector) => {
    const appeared = new Promise<number>((done) => {
      const start = ({ timeStamp }: Event) => {
        const check = (): void => {
          const isShown = document.querySelector(selector) !== null
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => (isShown ? done(performance.now() - timeStamp) : requestAnimationFrame(check))
          port2.postMessage('')
        }
        requestAnimationFrame(check)
      }
      window.addEventListener('pointerup', start, { capture: true, once: true })
    })
    Object.assign(window, { appeared })
  }, shown)

const takeAppearance = (page: Page) =>
  page.evaluate(() => (window as unknown as { appeared: Promise<number> }).appeared)

const slow4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
}

/** Makes a page as slow as a phone on a slow 4G network. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return session
}

/** Returns when the largest part of the page was drawn, in milliseconds after the request. */
export const readLargestPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) => done(list.getEntries().at(-1)!.startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
