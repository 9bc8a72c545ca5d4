import { CountryStatus, DeclareStatus } from '@xinchu/contract/codes'
import { labelIn } from '../dict/label.ts'
import type { ProjectRow } from './query.ts'

/** State of a project for people: that of the nation's review once the province has sent it up, else of its declaration. */
export function stateOf({
  declare_status: declare,
  country_status: country,
}: Pick<ProjectRow, 'declare_status' | 'country_status'>): { status: string; statusLabel: string } {
  const isNational = declare === DeclareStatus.passed && country !== CountryStatus.none
  return isNational
    ? { status: country, statusLabel: labelIn('country_status', country) }
    : { status: declare, statusLabel: labelIn('declare_status', declare) }
}
