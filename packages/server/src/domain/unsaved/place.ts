import type { components } from '@xinchu/contract/schema'
import type { Caller } from '../caller.ts'

export type Owner = Pick<Caller, 'id'>
/** Where unsaved input belongs: to a form, and to a record or a new one. */
export type Place = Pick<components['schemas']['UnsavedEntry'], 'kind' | 'target'>
