import type { components } from '@xinchu/contract/schema'
import { contract, type OperationId } from '../../operations.ts'
import { type Caller, isAmong, may } from '../caller.ts'
import { lackingFor } from '../permissions.ts'
import { isEditor } from '../sections/query.ts'
import type { Aim } from './target.ts'

/** The call that saves a form. */
const SAVED_BY: Readonly<Record<components['schemas']['UnsavedKind'], OperationId>> = {
  'es-project': 'updateEsProject',
  'demo-project': 'updateDemoProject',
  'demo-new': 'createDemoProject',
  'provincial-demo': 'updateProvincialDemo',
  'work-report': 'saveWorkReport',
  'year-calc': 'saveGeneralItems',
  section: 'updateSection',
  message: 'updateMessage',
  'message-template': 'saveMessageTemplate',
  'fill-time': 'saveFillTime',
  org: 'updateOrg',
  user: 'modifyUser',
  menu: 'updateMenu',
  owner: 'updateOwner',
  'region-succession': 'recordRegionSuccession',
  role: 'createRole',
  dict: 'updateDictDetail',
  profile: 'updateUserCenter',
  'expert-profile': 'saveExpert',
  'review-feedback': 'updateDemoStatuses',
  objection: 'stepObjection',
  'pilot-departure': 'updateDemoStatuses',
  'stat-withdrawal': 'withdrawRevision',
}

/** Whether the author may still make the call that saves a form. */
export function mayStillSave({ kind, scope }: Aim, user: Caller): boolean {
  const operation = SAVED_BY[kind]
  if (kind === 'section' && !isEditor(user, scope)) return false
  if (kind === 'message' && !may(user, 'messages.send')) return false
  return (
    isAmong(user, contract.operation(operation).callers) && !lackingFor(operation, user, { action: 'SAVE' })
  )
}
