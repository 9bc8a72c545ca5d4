import type { components } from '@xinchu/sdk/schema'
import { checkYearCalc, type Issue } from '@xinchu/validators'
import { usageFields } from './usage-rows.ts'
import { type YearCalcRecord, yearCalcFields, yearCalcOf } from './year-calc-rows.ts'

type Warning = components['schemas']['ReviewWarning']
type Draft = components['schemas']['GeneralItemDraft']

const captions = new Map([...usageFields, ...yearCalcFields].map(({ name, caption }) => [name, caption]))

/** Warnings on a yearly calculation. */
export const calcIssues = (row: YearCalcRecord): Issue[] =>
  checkYearCalc(yearCalcOf(row), 'submit').filter(({ level }) => level === 'warning')

/** Warnings as they are stored with a submission, with the reasons that its author gave. */
export function withReasons(issues: readonly Issue[], { warningReasons = [] }: Draft): Warning[] {
  return issues.map(({ field, code, message }) => {
    const caption = captions.get(field.split('.')[0] ?? field)
    const reason = warningReasons.find((each) => each.field === field)?.reason
    return {
      field,
      message,
      ...(caption ? { fieldLabel: caption } : {}),
      ...(code ? { code } : {}),
      ...(reason ? { reason } : {}),
    }
  })
}
