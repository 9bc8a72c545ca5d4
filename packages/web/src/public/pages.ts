import type { ComponentType } from 'react'
import type { PublicName } from '../app/public-pages.ts'
import { LoginScreen } from '../features/session/login.tsx'

export type PublicScreen = ComponentType<{ isLoggedIn: boolean }>

/** Fetches the component of a public page. That of the log-in is always there. */
export const publicScreen = async (name: PublicName): Promise<PublicScreen> =>
  name === 'login' ? LoginScreen : (await import('../features/session/further-pages.ts'))[name]
