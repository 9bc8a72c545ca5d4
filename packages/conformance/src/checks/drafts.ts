import type { Account } from '../accounts.ts'
import { expectStatus, expectThat, type Kit } from '../kit.ts'
import { SkipError } from '../types.ts'
import { field, textOf } from '../values.ts'
import type { Answer, Sent } from '../wire.ts'

/** Begins the name of every record that a run makes. */
export const MARK = '符合性检查'

export type Values = Readonly<Record<string, unknown>>

const WINDOW_CLOSED = 423

/** Somewhere in China, so that the projects of two runs are not alike. */
const anyBetween = (least: number, most: number) =>
  Math.round((least + Math.random() * (most - least)) * 1e4) / 1e4

// Names of few common characters: projects of one run are not alike either.
const CHARACTERS = [...'青山绿水金沙白石高原长河红岩平川古城新桥大湾小坡东塘西岭南屏北辰']
const anyWord = () =>
  Array.from({ length: 6 }, () => CHARACTERS[Math.floor(Math.random() * CHARACTERS.length)]).join('')

/** The place of an account, without the levels that it lacks. */
const placeOf = ({ place }: Account): Values =>
  Object.fromEntries(Object.entries(place).filter(([, code]) => code !== ''))

// Near enough that no import asks whether it is meant.
const planned = () => `${new Date().getUTCFullYear() + 2}-12-01`

/** A planned project of the account's own county that may be submitted. The company is that of the account. */
export function soundDraft(account: Account, more: Values = {}): Values {
  return {
    projectName: `${anyWord()}（${MARK}）`,
    buildStatus: '1',
    projectType: '1',
    ...placeOf(account),
    address: MARK,
    longitude: anyBetween(75, 130),
    latitude: anyBetween(20, 50),
    ownerType: '3',
    contactName: '检查',
    contactPhone: '13800138000',
    techType: '01',
    techSubType: '0101',
    ratedPower: anyBetween(50, 900),
    ratedEnergy: anyBetween(1000, 1900),
    isEchelonUse: false,
    appScenario: '2',
    appSubScenario: '21',
    functionTypes: ['1'],
    gridVoltage: '110',
    gridOperator: '1',
    totalInvestment: 100_000,
    planGridDate: planned(),
    ...more,
  }
}

export const idOf = (answer: Answer): number => Number(field(answer.json, 'id'))
export const versionOf = (answer: Answer): number => Number(field(answer.json, 'version'))
export const statusOf = (answer: Answer): string => textOf(field(answer.json, 'declareStatus'))

/** Deletes a draft at the end of the run, unless a check has done so. */
export function deleteAfterwards(kit: Kit, as: Account, id: number): void {
  kit.afterwards(async (last) => {
    const { status } = await last.call('deleteEsProjects', { as, body: [id] })
    if (status !== 204 && status !== 404) last.leave(`项目 ${id}（${MARK}）`)
  })
}

/** Sends a draft; what comes of it is deleted at the end. @throws SkipError outside of the fill window */
export async function sendDraft(
  kit: Kit,
  as: Account,
  body: Values,
  more: Partial<Sent> = {},
): Promise<Answer> {
  const answer = await kit.call('createEsProject', { as, body, ...more })
  if (answer.status === WINDOW_CLOSED) throw new SkipError('不在项目的填报时间内')
  if (answer.status === 201) deleteAfterwards(kit, as, idOf(answer))
  return answer
}

/** Makes a sound draft. @throws DeviationError if it is refused */
export async function makeDraft(
  kit: Kit,
  as: Account,
  more: Values = {},
): Promise<{ answer: Answer; draft: Values }> {
  const draft = soundDraft(as, more)
  const answer = expectStatus(await sendDraft(kit, as, draft), 201, '合规的草稿')
  return { answer: expectThat(answer, idOf(answer) > 0, '回复应给出 id'), draft }
}

/** Moves one project by a flow action and returns the reply. */
export async function step(
  kit: Kit,
  as: Account,
  id: number,
  action: string,
  more: Values = {},
): Promise<Answer> {
  const repeatReason = action === 'SUBMIT' ? { repeatReason: '符合性检查所用，与其他项目不是同一项目' } : {}
  const answer = await kit.call('submitProject', {
    as,
    body: { ids: [id], action, ...repeatReason, ...more },
  })
  if (answer.status === WINDOW_CLOSED) throw new SkipError('不在项目的填报时间内')
  return answer
}
