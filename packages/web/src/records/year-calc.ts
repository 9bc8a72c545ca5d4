import { fields } from '@xinchu/contract/fields'
import type { GeneralItem } from '@xinchu/sdk'
import { generalItem, shownFields } from './general-item.ts'
import { line, rowLine, rowsOf, type Section } from './lines.tsx'
import type { PortalKind } from './portal-kind.ts'

function sectionsOf(item: GeneralItem): Section[] {
  const calc: object = item.yearCalc ?? {}
  const specs = shownFields(fields.YearCalcFields)
  const rows = specs.filter(({ kind }) => kind === 'rows')
  return [
    {
      key: 'rows',
      title: '分项',
      lines: rows.flatMap((spec) =>
        rowsOf(calc, spec.name).map((row, index) => rowLine(spec, fields.YearCalcRow, row, index)),
      ),
    },
    {
      key: 'year',
      title: '投资与目标',
      lines: specs.filter(({ kind }) => kind !== 'rows').map((spec) => line(spec, calc)),
    },
  ]
}

/** 年度测算. */
export const yearCalc: PortalKind<GeneralItem> = {
  ...generalItem('YEARCALC'),
  code: 'YEARCALC',
  sections: sectionsOf,
}
