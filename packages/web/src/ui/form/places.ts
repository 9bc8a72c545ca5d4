import type { UnsavedKind } from '@xinchu/sdk'
import type { Place } from '../../lib/edits/model.ts'

/** The kinds of a form. A kind precedes its prefixes. */
export const formKinds = [
  'es-project',
  'demo-project',
  'demo-new',
  'provincial-demo',
  'work-report',
  'year-calc',
  'section',
  'message-template',
  'message',
  'fill-time',
  'org',
  'user',
  'menu',
  'owner',
  'region-succession',
  'role',
  'dict',
  'profile',
  'expert-profile',
  'review-feedback',
  'objection',
  'pilot-departure',
  'stat-withdrawal',
] as const satisfies readonly UnsavedKind[]

/** Where a form keeps its input. Each opened form has a target of its own. */
export interface FormPlaces {
  kind: UnsavedKind
  isNew: boolean
  /** Whether a target belongs to this form's record. */
  isOf(target: string): boolean
  /** Whether a target was set aside: it does not restore itself. */
  isAside(target: string): boolean
  next(): Place
  aside(): Place
}

const number = () => {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return high.toString(36) + low.toString(36)
}

/**
 * @param form key of the form: its kind, and what it is of, such as `dict-tech_type`
 * @param record the edited record; a new one if undefined
 * @throws Error for a form whose kind the contract does not have
 */
export function placesOf(form: string, record: string | number | undefined): FormPlaces {
  const kind = formKinds.find((each) => form === each || form.startsWith(`${each}-`))
  if (!kind) throw new Error(`the contract has no kind of unsaved input for ${form}`)
  const scope = form.slice(kind.length + 1)
  const of = `${scope}${scope && '.'}`
  const isNew = record === undefined
  const prefix = isNew ? `new:${of}` : `${of}${record}~`
  return {
    kind,
    isNew,
    isOf: (target) => target.startsWith(prefix),
    isAside: (target) => !isNew || target.includes('~'),
    next: () => ({ kind, target: `${prefix}${number()}` }),
    aside: () => ({ kind, target: `${prefix}${number()}${isNew ? '~' : ''}` }),
  }
}
