import type { ComponentType } from 'react'
import { LoginScreen } from '../features/session/login.tsx'
import { isPublic } from './paths.ts'

export type PublicScreen = ComponentType<{ isLoggedIn: boolean }>

export interface PublicPage {
  name: string
  /** Fetches its part of the build; the log-in's is always there. */
  load: () => Promise<PublicScreen>
}

const login: PublicPage = { name: 'login', load: async () => LoginScreen }

/** The pages before the log-in, by path. */
export const pages: Readonly<Record<string, PublicPage>> = {
  '/': login,
  '/login': login,
  '/register': {
    name: 'register',
    load: async () => (await import('../features/session/register.tsx')).RegisterScreen,
  },
  '/editpassword': {
    name: 'editpassword',
    load: async () => (await import('../features/session/edit-password.tsx')).EditPasswordScreen,
  },
}

/** The page before the log-in that this visitor is to see here, if any. */
export const publicPageAt = (path: string, isLoggedIn: boolean): PublicPage | undefined =>
  isPublic(path, isLoggedIn) ? pages[path] : undefined

/** The document that is drawn at build for a page and a visitor. */
export const documentName = ({ name }: PublicPage, isLoggedIn: boolean): string =>
  isLoggedIn ? `${name}.session` : name
