import { fields } from '@xinchu/contract/fields'
import type { ProvincialDemo } from '@xinchu/sdk'
import { figure } from '../lib/figures.ts'
import { outcomeOf, recordOf } from './decided.ts'
import { derived, type Section } from './lines.tsx'
import type { PortalKind } from './portal-kind.ts'
import { ownLines } from './provincial.ts'

const sectionsOf = (demo: ProvincialDemo): Section[] => [
  {
    key: 'provincial',
    title: '省级示范项目',
    lines: ownLines(fields.ProvincialDemoFields, demo).flatMap((own) =>
      own.field === 'ratedEnergy' && demo.durationHours !== undefined
        ? [own, derived('储能时长', `${figure(demo.durationHours)} h`)]
        : [own],
    ),
  },
]

/** 省级示范项目: a project that a province approved. */
export const provincialPilot: PortalKind<ProvincialDemo> = {
  code: 'PROV_DEMO',
  async fetch(sdk, id, signal) {
    const [pilot] = (await sdk.provincialDemos.list({ id }, { signal })).content
    return pilot ?? null
  },
  sections: sectionsOf,
  files: ({ attachments = [] }) => ({ attachmentIds: attachments }),
  history: ({ flow }) => flow.history,
  async decide(sdk, decision) {
    const { undo } = await sdk.provincialDemos.update({
      ...recordOf(decision),
      action: decision.goal.action as 'CONFIRM', // the goals of what a province reports are its actions
    })
    return outcomeOf(undefined, undo)
  },
}
