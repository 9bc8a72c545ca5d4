import type { ComponentType } from 'react'
import type { PublicName } from '../app/public-pages.ts'
import { LoginScreen } from '../features/session/login.tsx'

export type PublicScreen = ComponentType<{ isLoggedIn: boolean }>

/** Fetches the component of a public page. That of the log-in is always there. */
export const publicScreens: Readonly<Record<PublicName, () => Promise<PublicScreen>>> = {
  login: async () => LoginScreen,
  register: async () => (await import('../features/session/register.tsx')).RegisterScreen,
  verify: async () => (await import('../features/session/verify/verify-page.tsx')).VerifyScreen,
  publicity: async () => (await import('../features/session/publicity/publicity-page.tsx')).PublicityScreen,
  editpassword: async () => (await import('../features/session/edit-password.tsx')).EditPasswordScreen,
}
