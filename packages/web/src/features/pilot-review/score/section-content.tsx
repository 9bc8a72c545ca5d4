import { figure } from '../../../lib/figures.ts'
import { isRecord } from '../../../lib/stored.ts'

/** Captions of the tables of the application and of the implementation plan, in the order of their columns. */
const TABLES: Readonly<Record<string, readonly (readonly [name: string, caption: string])[]>> = {
  keyIndicators: [
    ['name', '指标'],
    ['value', '指标值'],
    ['unit', '单位'],
    ['domesticLevel', '国内水平'],
    ['internationalLevel', '国际水平'],
  ],
  tasks: [
    ['name', '任务'],
    ['content', '内容'],
    ['planStart', '开始'],
    ['planEnd', '完成'],
    ['responsible', '责任单位'],
  ],
  milestones: [
    ['name', '里程碑'],
    ['planDate', '计划日期'],
    ['progressPct', '完成比例（%）'],
  ],
  investmentPlan: [
    ['year', '年度'],
    ['amount', '投资额（万元）'],
  ],
}

const ECONOMY = [
  ['irr', '内部收益率（%）'],
  ['paybackYears', '投资回收期（年）'],
  ['lcos', '度电成本（元/kWh）'],
  ['annualRevenue', '年收入（万元）'],
] as const

const shown = (name: string, value: unknown): string => {
  if (typeof value === 'number') return name === 'year' ? String(value) : figure(value)
  return typeof value === 'string' && value !== '' ? value : '—'
}

function Rows({ field, rows }: { field: string; rows: readonly unknown[] }) {
  const columns = TABLES[field] ?? []
  return (
    <div className="overflow-x-auto">
      <table className="my-2 w-full border-ink border-y font-sans text-s">
        <thead className="border-ink border-b">
          <tr>
            {columns.map(([name, caption]) => (
              <th key={name} scope="col" className="px-2 py-1 text-left font-medium">
                {caption}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.filter(isRecord).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a document never move
            <tr key={at}>
              {columns.map(([name]) => (
                <td key={name} className="px-2 py-1 align-top">
                  {shown(name, row[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A section's content: text, a table, or the economic figures. */
export function SectionContent({ field, value }: { field: string; value: unknown }) {
  if (Array.isArray(value)) return <Rows field={field} rows={value} />
  if (isRecord(value))
    return (
      <dl className="grid gap-x-6 font-sans text-s sm:grid-cols-2">
        {ECONOMY.map(([name, caption]) => (
          <div key={name} className="flex justify-between gap-3 border-line border-b py-1">
            <dt className="text-ink-soft">{caption}</dt>
            <dd>{shown(name, value[name])}</dd>
          </div>
        ))}
      </dl>
    )
  const paragraphs = typeof value === 'string' ? value.split('\n').filter((text) => text.trim() !== '') : []
  if (paragraphs.length === 0) return <p>无</p>
  return paragraphs.map((text) => (
    <p key={text} className="text-justify indent-8">
      {text.trim()}
    </p>
  ))
}
