import type { components } from '@xinchu/contract/schema'
import { compareYearCalc, type Issue } from '@xinchu/validators'
import { usageFields } from './usage-rows.ts'
import { type YearCalcRecord, yearCalcFields } from './year-calc-rows.ts'

type Warning = components['schemas']['ReviewWarning']
type Draft = components['schemas']['GeneralItemDraft']

const captions = new Map([...usageFields, ...yearCalcFields].map(({ name, caption }) => [name, caption]))

/** Warnings on a yearly calculation by itself. */
export const calcIssues = (row: YearCalcRecord): Issue[] => compareYearCalc(row.rows, {})

/** An issue in the contract's shape: with the caption of its field and the code of its rule. */
export function warningOf({ field, code, message }: Issue): Warning {
  const caption = captions.get(field.split('.')[0] ?? field)
  return { field, message, ...(caption ? { fieldLabel: caption } : {}), ...(code ? { code } : {}) }
}

/** Warnings as they are stored with a submission, with the reasons that its author gave. One without a code is for its field. */
export const withReasons = (issues: readonly Issue[], { warningReasons = [] }: Draft): Warning[] =>
  issues.map((issue) => {
    const ofField = warningReasons.filter(({ field }) => field === issue.field)
    const given = ofField.find(({ code }) => code === issue.code) ?? ofField.find(({ code }) => !code)
    return { ...warningOf(issue), ...(given ? { reason: given.reason } : {}) }
  })
