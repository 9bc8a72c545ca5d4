import { waitFor } from '@testing-library/dom'
import { PointerEventsCheckLevel, type UserEvent, userEvent } from '@testing-library/user-event'
import { example, type ReplyOf, refuse } from '@xinchu/testing'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'
import { openConnection } from '../../src/app/connection.ts'
import { publicNameAt } from '../../src/app/public-pages.ts'
import { sessionQueries } from '../../src/app/session-queries.ts'
import { publicScreen } from '../../src/public/pages.ts'
import { PublicApp } from '../../src/public/public-app.tsx'
import type { Portal } from '../../src/shell/portal.tsx'
import { startApplication } from '../../src/shell/start.tsx'
import { dismissAll } from '../../src/ui/notice.tsx'
import { on, onNetwork } from './network.ts'
import './setup.ts'
import { dictsOf, infoOf, menusOf, regionTree } from './seed.ts'
import { SamplePlatform } from './unsaved.ts'

// A dialog that has just opened takes the pointer one render later. What lies under the pointer is asked in a real browser.
const POINTER = { pointerEventsCheck: PointerEventsCheckLevel.Never }

/** Ends the shown application. */
let close: () => void = () => undefined
/** The shown portal; undefined on the public pages. */
let portal: Portal | undefined
let left: string[] = []
let kept = new SamplePlatform()

/** Answers what the frame asks for of every user. */
function answerFrame(username: string): void {
  const info = infoOf(username)
  const menus = menusOf(username)
  on('getAuthInfo', () => info)
  on('buildMenus', () => menus)
  on('getPlatform', { ...example('getPlatform'), captchaEnabled: false })
  on('getUnreadCount', { count: 0 })
  // The server of these tests tells of no changes; the portal then asks from time to time.
  on('streamUnreadCount', Response.json(refuse(501, '该接口暂未开放').body(new Date()), { status: 501 }))
  on('getDictMap', ({ query }) => dictsOf(query.dictName?.split(',') ?? []))
  on('getChinaDictTree', () => regionTree())
  on('listOwners', () => example('listOwners'))
  on('listSavedQueries', [])
}

function leaveDocument(): void {
  close()
  close = () => undefined
  portal = undefined
  document.body.replaceChildren()
}

/** Resets the document to an empty page at an address. Cookies and storage are kept. */
function newDocument(path: string): HTMLElement {
  leaveDocument()
  history.replaceState(null, '', path)
  const element = document.createElement('div')
  document.body.append(element)
  return element
}

/**
 * Opens a page as an account of the demonstration, in a portal of its own.
 * @param answerFirst gives other answers to what the frame asks for
 * @returns a user who acts on it
 */
export async function open(
  path: string,
  username: string,
  answerFirst: () => void = () => undefined,
): Promise<UserEvent> {
  answerFrame(username)
  answerFirst()
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store
  document.cookie = 'xinchu_token=Bearer%20test; Path=/'
  sessionStorage.setItem('refreshToken', 'refresh')
  sessionStorage.setItem('randomNumber', '1')
  const element = newDocument(path)
  portal = await startApplication(element, openConnection())
  close = portal.close
  await waitFor(() => {
    if (!element.querySelector('main')) throw new Error(`${path} shows no page`)
  })
  return userEvent.setup(POINTER)
}

/** Adds menus to those of the user, as a later answer would. */
export function learnMenus(...more: ReplyOf<'buildMenus'>): void {
  portal?.client.setQueryData(sessionQueries.menus.queryKey, (menus = []) => [...menus, ...more])
}

/** Reads again what the opened page shows, as after a write, and lets the page show what came of it. */
export async function readAgain(): Promise<void> {
  await portal?.client.refetchQueries({ type: 'active' })
  await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Opens a page before the log-in, without a session. The platform's settings may come later. */
export async function openPublic(
  path: string,
  settings: Partial<ReplyOf<'getPlatform'>> | Promise<Partial<ReplyOf<'getPlatform'>>> = {},
): Promise<UserEvent> {
  const platform = { ...example('getPlatform'), captchaEnabled: false }
  on('getPlatform', async () => ({ ...platform, ...(await settings) }))
  on('getChinaDictTree', () => regionTree())
  on('queryDictDetail', example('queryDictDetail'))
  // Asked for before it is known whether the platform wants it.
  on('getCaptcha', example('getCaptcha'))
  const element = newDocument(path)
  const name = publicNameAt(path, false)
  if (!name) throw new Error(`${path} is no public page`)
  const connection = openConnection()
  const root = createRoot(element)
  close = () => {
    root.unmount()
    connection.close()
    dismissAll()
  }
  const screen = await publicScreen(name)
  root.render(createElement(PublicApp, { path, screen, connection, isLoggedIn: false }))
  await waitFor(() => {
    if (!element.querySelector('form, table')) throw new Error(`${path} shows neither form nor table`)
  })
  return userEvent.setup(POINTER)
}

/** What the platform keeps of the unsaved input of this test's accounts. */
export const unsavedInput = (): SamplePlatform => kept

function answerUnsaved(): void {
  kept = new SamplePlatform()
  on('listUnsaved', () => ({ ...example('listUnsaved'), entries: [...kept.list()] }))
  on('getUnsavedValues', ({ query }) => kept.values(query))
  on('saveUnsaved', ({ body }) => kept.save(body))
  on('deleteUnsaved', ({ body }) => {
    kept.remove(body)
    return undefined
  })
}

/** The pages that the portal left for, by a load of the document. */
export const departures = (): readonly string[] => left

/** Registers what the tests of a file need: the network, and a clean browser for each. */
export function onPortal(): void {
  onNetwork()
  beforeEach(() => {
    answerUnsaved()
    on('getPinnedCards', { version: 0, cards: [] })
    on('getHomeChanges', { since: '2026-02-27 17:20:00', changes: [] })
    left = []
    const leave = (url: string | URL) => void left.push(String(url))
    vi.spyOn(location, 'assign').mockImplementation(leave)
    vi.spyOn(location, 'replace').mockImplementation(leave)
    vi.spyOn(location, 'reload').mockImplementation(() => void left.push('reload'))
  })
  afterEach(() => {
    leaveDocument()
    // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store
    document.cookie = 'xinchu_token=; Path=/; Max-Age=0'
    localStorage.clear()
    sessionStorage.clear()
    vi.restoreAllMocks()
  })
}
