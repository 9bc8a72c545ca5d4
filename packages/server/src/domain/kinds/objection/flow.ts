import { ObjectionStatus } from '@xinchu/contract/codes'
import { type OfficeNames, UNNAMED } from '../../flow/offices.ts'
import type { FlowStep, FlowTable, Words } from '../../flow/table.ts'

/** Who deals with an objection: the platform forwards, the recommender verifies, the nation answers. */
export type ObjectionParty = 'platform' | 'recommender' | 'nation'

type Step = FlowStep<ObjectionStatus, ObjectionParty>

const { received, forwarded, verified, answered, withdrawn } = ObjectionStatus

const OPERATORS: readonly ObjectionParty[] = ['platform', 'nation']

const decision = { decides: true, writes: true, undo: true } as const

const sentTo =
  (verb: string, office: 'province' | 'nation') =>
  (offices: OfficeNames): Words => {
    const name = offices.get(office) ?? UNNAMED[office]
    return { text: `${verb} ${name}`, office: name }
  }

const answering = (from: ObjectionStatus): Step => ({
  by: ['nation'],
  from: [from],
  to: answered,
  ...decision,
  says: () => ({ text: '答复后办结，告知异议人与有关单位' }),
})

/** The flow of objections. Their registration and withdrawal are calls of the objector. */
export const OBJECTION_FLOW: FlowTable<ObjectionStatus, ObjectionParty> = {
  states: {
    [received]: { waits: 'platform' },
    [forwarded]: { waits: 'recommender' },
    [verified]: { waits: 'nation' },
    [answered]: {},
    [withdrawn]: {},
  },
  steps: {
    FORWARD: [
      {
        by: OPERATORS,
        from: [received],
        to: forwarded,
        ...decision,
        says: sentTo('转办后送', 'province'),
      },
    ],
    VERIFY: [
      {
        by: ['recommender'],
        from: [forwarded],
        to: verified,
        ...decision,
        says: sentTo('核实后送', 'nation'),
      },
    ],
    ANSWER: [answering(verified), answering(forwarded)],
    RETURN: [
      {
        by: OPERATORS,
        from: [verified],
        to: forwarded,
        ...decision,
        opinion: true,
        says: sentTo('退回后重新送', 'province'),
      },
    ],
    DECLINE: [
      {
        by: ['nation'],
        from: [received],
        to: answered,
        ...decision,
        says: () => ({ text: '不予受理后办结，告知异议人' }),
      },
    ],
  },
}
