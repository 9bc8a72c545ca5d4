import type { users } from '@xinchu/sdk'

/** A registration as its owner sees it. */
export type RegistrationState = Awaited<ReturnType<ReturnType<typeof users>['getRegistration']>>
