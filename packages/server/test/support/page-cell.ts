import { dictionaries } from '@xinchu/contract/dictionaries'
import { type SnapshotOrigin, snapshotText, spanNames, stageNames } from '@xinchu/validators'

/** Dictionaries of the codes that have no column of their labels. */
const DICTIONARIES: readonly (readonly [name: string, dict: keyof typeof dictionaries])[] = [
  ['submitProvinceFlag', 'submit_province_flag'],
  ['repeatFlag', 'repeat_flag'],
  ['status', 'report_status'],
  ['techType', 'tech_type'],
  ['buildStatus', 'build_status'],
  ['appScenario', 'app_scenario'],
  ['demoLevel', 'demo_level'],
]

/** Names of the stages of projects, and of the times between them. */
const STAGES: Readonly<Record<string, string>> = { ...stageNames, ...spanNames }

const dictionaryOf = (name: string, row: Readonly<Record<string, unknown>>) =>
  `${name}Label` in row ? undefined : DICTIONARIES.find(([each]) => each === name)?.[1]

/** A value as the CSV file of a page has it. The only objects are origins of ledger rows. */
export function pageCell(name: string, row: Readonly<Record<string, unknown>>): string {
  const value = row[name]
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'object') return snapshotText(value as SnapshotOrigin) // by the contract
  if (['stage', 'from', 'to', 'span'].includes(name)) return STAGES[String(value)] ?? String(value)
  const dict = dictionaryOf(name, row)
  const entries: readonly { value: string; label: string }[] = dict ? dictionaries[dict].values : []
  return entries.find((entry) => entry.value === value)?.label ?? String(value)
}
