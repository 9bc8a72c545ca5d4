import { fields } from '@xinchu/contract/fields'
import type { GeneralItem, YearCalcFields, YearCalcRow } from '@xinchu/sdk'
import { type YearCalcRow as CalcRow, type FieldSpec, roundTo } from '@xinchu/validators'
import { draftOf, type FormValues, type RowSpecs, type RowValues, rowsAt } from '../../ui/form/values.ts'

/** A calculation. `checkYearCalc` reports missing rows in its own words. */
export const yearSpecs: readonly FieldSpec[] = fields.YearCalcFields.map((spec) => {
  if (spec.name !== 'rows') return spec
  const { required: _required, ...optional } = spec
  return optional
})

/** The fields of a row, with the computed figures of the year's end. */
export const rowSpecs: readonly FieldSpec[] = fields.YearCalcRow

export const yearRows: RowSpecs = { rows: rowSpecs.filter(({ name }) => !name.startsWith('yearEnd')) }

/** A row of the request. The server computes the year's end. */
export const sentRow = (row: RowValues) => draftOf(yearRows['rows'] ?? [], row) as YearCalcRow // the rules check it against the same contract

/** Rows of the request. */
export const calcRows = (values: FormValues): YearCalcRow[] => rowsAt(values, 'rows').map(sentRow)

/** Sums of a calculation's rows. */
export function totalsOf(rows: readonly CalcRow[] = []) {
  const sum = (name: Exclude<keyof CalcRow, 'techType' | 'appScenario'>) =>
    // Figures have four decimals. Their sum has no more.
    roundTo(
      rows.reduce((total, row) => total + (row[name] ?? 0), 0),
      4,
    )
  return {
    lastPower: sum('lastYearPower'),
    lastEnergy: sum('lastYearEnergy'),
    addPower: sum('addPower'),
    addEnergy: sum('addEnergy'),
    retirePower: sum('retirePower'),
    endPower: sum('yearEndPower'),
    endEnergy: sum('yearEndEnergy'),
    nextPower: sum('nextYearAddPower'),
  }
}

const isProvince = (region: number) => String(region).endsWith('0000')

/** Level of a calculation. */
export function levelOf({ scopeType, scopeId }: Pick<YearCalcFields, 'scopeType' | 'scopeId'>): string {
  if (scopeType === 'ENTERPRISE') return '企业'
  if (isProvince(scopeId)) return '省级'
  return String(scopeId).endsWith('00') ? '市级' : '县级'
}

export const isProvincial = ({ yearCalc }: GeneralItem): boolean =>
  yearCalc?.scopeType === 'REGION' && isProvince(yearCalc.scopeId)
