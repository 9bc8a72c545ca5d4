import { type FieldSpec, fields } from '@xinchu/contract/fields'
import type { SheetColumn, SheetSource } from '../../workbook/index.ts'
import type { Labels } from '../dict/labels.ts'
import { headingOf } from '../outward.ts'
import type { ExportedRow } from './export-columns.ts'

const SPECS: readonly FieldSpec[] = fields.HybridPart

const columns: readonly SheetColumn[] = [
  { header: '平台项目编号', kind: 'text' },
  { header: '项目名称', kind: 'text', width: 36 },
  ...SPECS.map(({ caption, unit, kind }) => ({
    header: headingOf(caption, unit),
    kind: kind === 'number' ? ('number' as const) : ('text' as const),
  })),
]

const isPart = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The sheet 混合储能构成: a row for each part of a mixed station. `read` starts from the first row at each call. */
export function partsSheet(read: () => AsyncIterable<readonly ExportedRow[]>, labels: Labels): SheetSource {
  async function* rows(): AsyncGenerator<unknown[]> {
    for await (const page of read())
      for (const row of page) {
        const parts: readonly unknown[] = Array.isArray(row.hybrid_detail) ? row.hybrid_detail : []
        for (const part of parts.filter(isPart))
          yield [
            row.project_code,
            row.project_name,
            ...SPECS.map(({ name, dict }) => labels.get(dict ?? '')?.get(String(part[name])) ?? part[name]),
          ]
      }
  }
  return { name: '混合储能构成', columns, rows: { [Symbol.asyncIterator]: rows } }
}
