import { dictionaries } from '@xinchu/contract/dictionaries'
import { type SnapshotOrigin, snapshotText } from '@xinchu/validators'

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

const dictionaryOf = (name: string, row: Readonly<Record<string, unknown>>) =>
  `${name}Label` in row ? undefined : DICTIONARIES.find(([each]) => each === name)?.[1]

/** A value as the CSV file of a page has it. The only objects are origins of ledger rows. */
export function pageCell(name: string, row: Readonly<Record<string, unknown>>): string {
  const value = row[name]
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'object') return snapshotText(value as SnapshotOrigin) // by the contract
  const dict = dictionaryOf(name, row)
  const entries: readonly { value: string; label: string }[] = dict ? dictionaries[dict].values : []
  return entries.find((entry) => entry.value === value)?.label ?? String(value)
}
