import type { GeneralItem } from '@xinchu/sdk'
import { outcomeOf, rowOf, wordsOf } from './decided.ts'
import type { PortalKind } from './portal-kind.ts'

/** What the two forms of a period have in common. */
export const generalItem = (
  itemType: 'USAGE' | 'YEARCALC',
): Omit<PortalKind<GeneralItem>, 'code' | 'sections'> => ({
  async fetch(sdk, id, signal) {
    const [item] = (await sdk.projects.listGeneralItems({ itemType, id }, { signal })).content
    return item ?? null
  },
  files: ({ attachments = [] }) => ({ attachmentIds: attachments }),
  history: ({ flow }) => flow.history,
  async decide(sdk, decision) {
    const { errors, undo } = await sdk.projects.saveGeneralItems({
      ...wordsOf(decision),
      action: decision.goal.action as 'PASS', // the goals of a report are its actions
      items: [{ ...rowOf(decision), itemType }],
    })
    const [first] = errors
    return outcomeOf(first && { message: first.message, errors }, undo)
  },
})

/** The period, its subject and the files, which the desk shows elsewhere. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'attachmentIds',
  'projectId',
  'scopeType',
  'scopeId',
  'year',
  'quarter',
])

/** The fields of a form without those that the desk shows elsewhere. */
export const shownFields = <Spec extends { name: string }>(specs: readonly Spec[]): Spec[] =>
  specs.filter(({ name }) => !ELSEWHERE.has(name))
