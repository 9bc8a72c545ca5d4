import { ReportStatus } from '@xinchu/contract/codes'
import type { OfficeNames } from '../flow/offices.ts'
import type { FlowTable } from '../flow/table.ts'
import type { Stages } from '../flow/way.ts'

const { draft, submitted, returned, passed, returnedByNation, confirmed } = ReportStatus

/** States in which a province changes its record. */
const OPEN = [draft, returned, returnedByNation] as const

function toNation(offices: OfficeNames) {
  const office = offices.get('nation') ?? '国家能源主管部门'
  return { text: `提交后送 ${office}`, office }
}

function toAuthor(offices: OfficeNames) {
  const office = offices.get('author') ?? '填报单位'
  return { text: `退回后回到 ${office}`, office }
}

/** What a province reports goes directly to the nation. */
export const PROVINCIAL_FLOW: FlowTable<ReportStatus> = {
  states: {
    [draft]: { waits: 'author' },
    [submitted]: { waits: 'nation' },
    [returned]: { waits: 'author' },
    [passed]: {},
    [returnedByNation]: { waits: 'author' },
    [confirmed]: {},
  },
  steps: {
    SAVE: [{ by: ['author'], from: OPEN }],
    SUBMIT: [{ by: ['author'], from: OPEN, to: submitted, says: toNation }],
    RETURN: [
      {
        by: ['nation'],
        from: [submitted],
        to: returnedByNation,
        opinion: true,
        decides: true,
        says: toAuthor,
      },
    ],
    WITHDRAW: [
      {
        by: ['author'],
        from: [submitted],
        to: draft,
        says: () => ({ text: '撤回后可修改并重新提交' }),
      },
    ],
    CONFIRM: [
      {
        by: ['nation'],
        from: [submitted],
        to: confirmed,
        decides: true,
        says: () => ({ text: '确认后归档' }),
      },
    ],
    REOPEN: [{ by: ['nation'], from: [confirmed], to: returned, opinion: true, says: toAuthor }],
  },
}

export const PROVINCIAL_STAGES: Stages = { authorName: '省', endName: '归档' }
