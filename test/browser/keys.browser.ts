import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mustBeAccessible, mustBeQuiet, openBrowser, openPage, signIn, takeScreenshots } from './browser.ts'
import { ask, delayRequests } from './courses.ts'
import { type Service, startService } from './service.ts'

let browser: Browser
let service: Service
let page: Page
beforeAll(async () => {
  ;[browser, service] = await Promise.all([openBrowser(), startService()])
  page = await openPage(browser, service.url)
  await signIn(page, '/settings/api-keys')
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

const statusWith = async (key: string) =>
  (await fetch(`${service.url}/api/v1/courses`, { headers: { Authorization: `Bearer ${key}` } })).status

const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })

async function act(name: string, action: string): Promise<void> {
  await row(name).first().getByRole('button', { name: 'Actions for' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const shownKey = async () => (await page.getByTestId('key-value').textContent()) ?? ''

/** Ends the session of the page, as a sign-out in another tab does. */
async function endSession(): Promise<void> {
  await page.evaluate(() => {
    const name = Object.keys(localStorage).find((stored) => stored.startsWith('oidc.user'))!
    localStorage.removeItem(name)
    // Browsers send this event to the other tabs.
    window.dispatchEvent(new StorageEvent('storage', { key: name }))
  })
  await expect.poll(() => page.title()).toBe('Sign in · Coursewright')
}

/** Creates a key in the dialog and returns it. */
async function create(name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create API Key' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create key' }).click()
  const value = await shownKey()
  await page.getByRole('button', { name: 'Done' }).click()
  return value
}

test('the page lists the key of the first start, and says what to do when no key is usable', async () => {
  await row('First key').getByText('Active', { exact: true }).waitFor()
  await act('First key', 'Revoke…')
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('There is no usable key. Create one to use the API.').waitFor()
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Dismiss' }).click()
})

test('a key created in Settings, API Keys, Create API Key is shown once and works', async () => {
  await page.getByRole('link', { name: 'API Keys' }).click()
  await page.getByRole('button', { name: 'Create API Key' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Enter a name that says what uses the key.').waitFor()
  await mustBeAccessible(page)
  await page.getByLabel('Name').fill('Learning platform')
  await takeScreenshots(page, 'create-key')
  // What the service has refused is forgotten once it is corrected.
  await page.getByRole('button', { name: /Expires/ }).click()
  await page.getByRole('option', { name: 'On a date' }).click()
  await page.getByLabel('Last day').fill('2020-01-01')
  await page.getByRole('button', { name: 'Create key' }).click()
  const isPast = page.getByRole('dialog').getByText('Must be in the future.').first()
  await isPast.waitFor()
  await page.getByRole('button', { name: /Expires/ }).click()
  await page.getByRole('option', { name: 'In 90 days' }).click()
  await isPast.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Copy the key now').waitFor()
  await mustBeAccessible(page)
  await takeScreenshots(page, 'new-key')
  const value = await shownKey()
  expect(value).toMatch(/^cw_prod_[0-9A-Za-z]{32}$/)

  await page.getByRole('button', { name: 'Copy key' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value)
  await page.getByRole('button', { name: 'Copy curl command' }).click()
  const curl = await page.evaluate(() => navigator.clipboard.readText())
  expect(curl).toBe(`curl "${service.url}/api/v1/courses" \\\n  -H "Authorization: Bearer ${value}"`)

  expect(await statusWith(value)).toBe(200)
  await page.getByRole('button', { name: 'Done' }).click()
  await row('Learning platform').getByText('Active', { exact: true }).waitFor()
  await page.reload()
  await row('Learning platform').getByText('Active', { exact: true }).waitFor()
  expect(await page.content()).not.toContain(value)
  await mustBeAccessible(page)
})

test('closing the dialog of a new key asks once, unless the key was copied', async () => {
  const begin = async (name: string) => {
    await page.getByRole('button', { name: 'Create API Key' }).click()
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Create key' }).click()
    return shownKey()
  }
  const question = page.getByRole('alertdialog', { name: 'Close without copying the key?' })
  const key = page.getByTestId('key-value')
  const value = await begin('Never copied')
  await page.keyboard.press('Escape')
  await question.waitFor()
  await mustBeAccessible(page)
  // Escape does not close the question.
  await page.keyboard.press('Escape')
  expect(await question.count()).toBe(1)
  await question.getByRole('button', { name: 'Go back to the key' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await key.textContent()).toBe(value)
  // The focus goes back to the first dialog in an animation frame after the question has gone.
  await page.locator('[role=alertdialog]:focus-within').waitFor()
  await page.keyboard.press('Escape')
  await key.waitFor({ state: 'detached' })

  await begin('Clicked outside')
  await page.mouse.click(5, 5)
  await question.getByRole('button', { name: 'Close', exact: true }).click()
  await key.waitFor({ state: 'detached' })

  await begin('With a copy')
  await page.getByRole('button', { name: 'Copy key' }).click()
  await page.getByText('Copied', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await key.waitFor({ state: 'detached' })
  expect(await question.count()).toBe(0)
})

test('the browser asks before a reload loses a new key that was not copied', async () => {
  await page.getByRole('button', { name: 'Create API Key' }).click()
  await page.getByLabel('Name').fill('Reloaded')
  await page.getByRole('button', { name: 'Create key' }).click()
  const value = await shownKey()
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  expect(await page.getByTestId('key-value').textContent()).toBe(value)
  await page.getByRole('button', { name: 'Copy key' }).click()
  await page.getByText('Copied', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Create API Key' }).waitFor()
})

test('a new key stays on the screen after Back and after the end of the session, until it is acknowledged', async () => {
  await page.getByRole('link', { name: 'Connect' }).click()
  await page.getByRole('heading', { level: 1, name: 'Connect' }).waitFor()
  await page.getByRole('link', { name: 'API Keys' }).first().click()
  await page.getByRole('button', { name: 'Create API Key' }).click()
  await page.getByLabel('Name').fill('Never lost')
  // The user leaves the page while the key is created.
  await delayRequests(page, 'mutation CreateApiKey')
  const created = page.waitForResponse((response) => response.request().postData()?.includes('CreateApiKey') === true)
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.goBack()
  await created
  const value = await shownKey()
  expect(await statusWith(value)).toBe(200)
  await page.unrouteAll()

  await endSession()
  expect(await shownKey()).toBe(value)
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByTestId('key-value').waitFor({ state: 'detached' })
  await signIn(page, '/settings/api-keys')
  await row('Never lost').getByText('Active', { exact: true }).waitFor()
})

test('what was entered for a new key is kept when the session ends, and is continued from the home page', async () => {
  await page.getByRole('button', { name: 'Create API Key' }).click()
  await page.getByLabel('Name').fill('Entered before the end')
  const dialog = page.getByRole('dialog', { name: 'Create API Key' })
  await dialog.getByText('courses:publish', { exact: true }).click()
  await endSession()
  await signIn(page, '/')
  await page.getByRole('button', { name: 'Continue “New API key: Entered before the end”' }).click()
  await dialog.waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Entered before the end')
  expect(await dialog.getByRole('checkbox', { name: 'courses:publish' }).isChecked()).toBe(false)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('heading', { name: /Welcome/ }).waitFor()
  expect(await page.getByRole('region', { name: 'Unsaved edits' }).count()).toBe(0)
  await page.getByRole('link', { name: 'API Keys' }).first().click()
})

test('a revoked key is refused on the next request', async () => {
  const value = await create('Old importer')
  expect(await statusWith(value)).toBe(200)
  await act('Old importer', 'Revoke…')
  await page.getByRole('alertdialog', { name: 'Revoke Old importer?' }).waitFor()
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('Old importer was revoked.').waitFor()
  expect(await statusWith(value)).toBe(401)
  await page.getByText('Revoked and expired (2)').click()
  await row('Old importer').getByText('Revoked', { exact: true }).first().waitFor()
})

/** Opens the dialog that rotates a key, and chooses how long the old key works. */
async function rotate(name: string, overlap: string): Promise<void> {
  await act(name, 'Rotate…')
  const dialog = page.getByRole('dialog', { name: `Rotate ${name}` })
  await dialog.getByRole('button', { name: 'One day The old key works for' }).click()
  await page.getByRole('option', { name: overlap }).click()
}

test('rotating creates a key with the same name and scopes, and the old key works as long as the user chooses', async () => {
  const old = await create('Nightly report')
  await rotate('Nightly report', 'One week')
  await mustBeAccessible(page)
  await takeScreenshots(page, 'rotate-key')
  await page.getByRole('button', { name: 'Create new key' }).click()
  const fresh = await shownKey()
  await page.getByText(/^Switch your application to the new key/).waitFor()
  await mustBeAccessible(page)
  expect([await statusWith(old), await statusWith(fresh)]).toEqual([200, 200])
  const { apiKeys } = await ask<{ apiKeys: { start: string; scopes: string[]; expiresAt: string | null }[] }>(
    page,
    '{ apiKeys { start scopes expiresAt } }',
  )
  const [former, latter] = [old, fresh].map((value) => apiKeys.find(({ start }) => value.startsWith(start))!)
  expect(latter!.scopes).toEqual(former!.scopes)
  const leftDays = (Date.parse(former!.expiresAt!) - Date.now()) / 86_400_000
  expect([Math.ceil(leftDays), leftDays > 6.9]).toEqual([7, true])
  await page.getByRole('button', { name: 'Done' }).click()
  const replaced = row('Nightly report').filter({ hasText: 'replaces this one' })
  await replaced.getByText(`The key ${fresh.slice(0, 12)}… replaces this one, which works until`).waitFor()
  await takeScreenshots(page, 'api-keys')

  await replaced.getByRole('button', { name: 'Actions for' }).click()
  // A key is rotated once.
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Edit…', 'Revoke…'])
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('Nightly report was revoked.').waitFor()
  expect([await statusWith(old), await statusWith(fresh)]).toEqual([401, 200])
})

test('a key that is rotated without an overlap is refused at once', async () => {
  const old = await create('Leaked')
  await rotate('Leaked', 'It ends at once')
  await page.getByRole('button', { name: 'Create new key' }).click()
  await page.getByText(/^The API refuses the old key/).waitFor()
  const fresh = await shownKey()
  expect([await statusWith(old), await statusWith(fresh)]).toEqual([401, 200])
  expect(await page.getByRole('button', { name: 'Revoke old key' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Done' }).click()
})

test('a key is renamed and loses scopes, and what was entered survives the end of the session', async () => {
  const value = await create('Reader')
  await act('Reader', 'Edit…')
  const dialog = page.getByRole('dialog', { name: 'Edit Reader' })
  await dialog.getByLabel('Name').fill(' ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a name that says what uses the key.').waitFor()
  await dialog.getByLabel('Name').fill('Reading room')
  for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck({ force: true })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Select at least one scope.').waitFor()
  await mustBeAccessible(page)
  await dialog.getByRole('checkbox', { name: 'courses:read' }).check({ force: true })
  await takeScreenshots(page, 'edit-key')
  await endSession()
  await signIn(page, '/')
  await page.getByRole('button', { name: 'Continue “API key: Reader”' }).click()
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Reading room')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const facts = row('Reading room').getByRole('definition').first()
  expect(await facts.textContent()).toBe('courses:read')
  expect(await statusWith(value)).toBe(200)
  const refused = await fetch(`${service.url}/api/v1/courses`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${value}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Refused' }),
  })
  expect(refused.status).toBe(403)
  // A scope that is gone is no longer offered.
  await act('Reading room', 'Edit…')
  expect(await page.getByRole('dialog').getByRole('checkbox').count()).toBe(1)
  await page.getByRole('button', { name: 'Cancel' }).click()
})

test('the page says to rotate a key that is older than 90 days', async () => {
  await create('Ancient')
  const created = new Date(Date.now() - 91 * 86_400_000).toISOString()
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.replace(/("name":"Ancient".*?"createdAt":)"[^"]+"/, `$1"${created}"`) })
  })
  await page.reload()
  await row('Ancient').getByText('This key is older than 90 days. Rotate it.').waitFor()
  await mustBeAccessible(page)
  await page.unroute('**/graphql')
})

test('a key that is created before its scopes are loaded gets all of them', async () => {
  await page.goto('/settings/api-keys')
  const loads: (() => void)[] = []
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('query GrantableScopes'))
      await new Promise<void>((load) => loads.push(load))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Create API Key' }).click()
  await page.getByLabel('Name').fill('Fast')
  await page.keyboard.press('Enter')
  await expect.poll(() => loads.length).toBe(1)
  expect(await page.getByRole('checkbox').count()).toBe(0)
  for (const load of loads) load()
  await page.getByRole('alertdialog', { name: 'Fast is ready' }).waitFor()
  expect(await statusWith(await shownKey())).toBe(200)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.unroute('**/graphql')
})

test('if the scopes of a new key cannot be loaded, the dialog says so, and creates no key until the user asks again', async () => {
  await page.goto('/settings/api-keys')
  let failures = 1
  await page.route('**/graphql', (route) => {
    if (!route.request().postData()?.includes('query GrantableScopes') || failures-- < 1) return route.continue()
    return route.fulfill({ json: { errors: [{ message: 'No.', extensions: { code: 'internal_error' } }] } })
  })
  await page.getByRole('button', { name: 'Create API Key' }).click()
  await page.getByLabel('Name').fill('Patient')
  await page.keyboard.press('Enter')
  await page.getByText('This could not be loaded').waitFor()
  await mustBeAccessible(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('checkbox').first().waitFor()
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('alertdialog', { name: 'Patient is ready' }).waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.unroute('**/graphql')
})

test('a key can be created with the keyboard alone', async () => {
  await page.goto('/settings/api-keys')
  await page.getByRole('heading', { level: 1, name: 'API Keys' }).waitFor()
  await page.getByRole('button', { name: 'Create API Key' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Create API Key' }).waitFor()
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog', { name: 'By keyboard is ready' }).waitFor()
  await page.keyboard.press('Escape')
  await row('By keyboard').getByText('Active', { exact: true }).waitFor()
  mustBeQuiet(page)
})
