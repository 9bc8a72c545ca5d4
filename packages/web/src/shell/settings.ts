import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { oncePer } from '../lib/once-per.ts'
import { createStore, useStore } from '../lib/store.ts'
import { isRecord, readStored, writeStored } from '../lib/stored.ts'

export const SIZES = ['default', 'medium', 'small', 'mini'] as const
export type Size = (typeof SIZES)[number]

export const LOOKS = ['system', 'light', 'dark'] as const
export type Look = (typeof LOOKS)[number]

/** Selectable colours. The first is the platform's default. */
export const SWATCHES = [
  '#1890ff',
  '#409EFF',
  '#304156',
  '#212121',
  '#11a983',
  '#13c2c2',
  '#6959CD',
  '#f5222d',
] as const

export interface Settings {
  /** `#rrggbb`, from which the palette is derived. */
  theme: string
  size: Size
  look: Look
  tagsView: boolean
  fixedHeader: boolean
  sidebarLogo: boolean
  uniqueOpened: boolean
  showFooter: boolean
  /** Whether shortcuts of a single letter or sign work. */
  letterKeys: boolean
  /** Whether the sidebar of a wide window is open. */
  sidebar: boolean
}

export type LayoutFlag =
  | 'tagsView'
  | 'fixedHeader'
  | 'sidebarLogo'
  | 'uniqueOpened'
  | 'showFooter'
  | 'letterKeys'

export const DEFAULTS: Settings = {
  theme: SWATCHES[0],
  size: 'small',
  look: 'system',
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
  uniqueOpened: true,
  showFooter: true,
  letterKeys: true,
  sidebar: true,
}

const THEME_SECONDS = 365 * 86_400
const LAYOUT = 'layout'
const COLOUR = /^#[0-9a-f]{6}$/i

const readCookie = (name: string): string | undefined => {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found && decodeURIComponent(found.slice(name.length + 1))
}

function writeCookie(name: string, value: string, seconds?: number): void {
  const life = seconds === undefined ? '' : `; Max-Age=${seconds}`
  // biome-ignore lint/suspicious/noDocumentCookie: the specification requires cookies, which are readable before the first paint
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${life}`
}

const among = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((each) => each === value)

function load(): Settings {
  const stored = readStored(LAYOUT)
  const layout = isRecord(stored) ? stored : {}
  const flag = (name: LayoutFlag) => (typeof layout[name] === 'boolean' ? layout[name] : DEFAULTS[name])
  const theme = readCookie('theme')
  return {
    theme: theme && COLOUR.test(theme) ? theme : DEFAULTS.theme,
    size: among(SIZES, readCookie('size')) ?? DEFAULTS.size,
    look: among(LOOKS, localStorage.getItem('look')) ?? DEFAULTS.look,
    tagsView: flag('tagsView'),
    fixedHeader: flag('fixedHeader'),
    sidebarLogo: flag('sidebarLogo'),
    uniqueOpened: flag('uniqueOpened'),
    showFooter: flag('showFooter'),
    letterKeys: flag('letterKeys'),
    sidebar: readCookie('sidebarStatus') !== '0',
  }
}

/** Whether the system is dark. */
export const prefersDark = window.matchMedia('(prefers-color-scheme: dark)')

/** Applies colour, size and look to the page. */
export function applySettings({ theme, size, look }: Settings): void {
  const root = document.documentElement
  root.style.setProperty('--theme', theme)
  root.dataset['size'] = size
  root.classList.toggle('dark', look === 'dark' || (look === 'system' && prefersDark.matches))
}

/** Stores the settings: colour for a year, size and sidebar for the browser session, the rest on this machine. */
function store(before: Settings, next: Settings): void {
  if (before.theme !== next.theme) writeCookie('theme', next.theme, THEME_SECONDS)
  if (before.size !== next.size) writeCookie('size', next.size)
  if (before.sidebar !== next.sidebar) writeCookie('sidebarStatus', next.sidebar ? '1' : '0')
  if (before.look !== next.look) localStorage.setItem('look', next.look)
  const { tagsView, fixedHeader, sidebarLogo, uniqueOpened, showFooter, letterKeys } = next
  writeStored(LAYOUT, { tagsView, fixedHeader, sidebarLogo, uniqueOpened, showFooter, letterKeys })
}

/** The user's settings of a portal. */
export const settingsOf = oncePer((_client: QueryClient) => createStore(load()))

export function changeSettings(client: QueryClient, change: Partial<Settings>): void {
  const settings = settingsOf(client)
  const before = settings.get()
  const next = { ...before, ...change }
  store(before, next)
  applySettings(next)
  settings.set(next)
}

export const useSettings = (): Settings => useStore(settingsOf(useQueryClient()))
