import { type Asked, valueAsked } from '../../audit-log/asked.ts'

const batchOf = (asked: Asked) => {
  const [year, no] = [valueAsked(asked, 'batchYear'), valueAsked(asked, 'batchNo')]
  return year === undefined ? undefined : `${String(year)}年第${String(no ?? '')}批示范申报`
}
/** Actions on a whole batch of applications. */
export const ofBatch = { kind: 'DEMO_BATCH', about: batchOf } as const
