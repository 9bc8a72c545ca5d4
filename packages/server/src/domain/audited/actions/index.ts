import { accountActions } from './accounts.ts'
import type { Actions } from './action.ts'
import { expertActions } from './expert.ts'
import { pilotActions } from './pilot.ts'
import { platformActions } from './platform.ts'
import { projectActions } from './projects.ts'
import { provincialActions } from './provincial.ts'

export type { Action } from './action.ts'

/** Name and records of each audited operation. A test compares the list with the contract. */
export const actions: Actions = {
  ...accountActions,
  ...platformActions,
  ...projectActions,
  ...pilotActions,
  ...expertActions,
  ...provincialActions,
}
