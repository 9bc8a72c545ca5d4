import { fields } from '@xinchu/sdk/fields'
import { figure } from '../../lib/figures.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { NumberInput, Textarea } from '../../ui/inputs.tsx'
import { isChanged } from './annual-model.ts'
import type { Annual } from './use-annual.ts'

const th = 'px-3 py-2 text-left font-normal text-ink-soft whitespace-nowrap'
const td = 'px-3 py-1.5'

interface LineProps {
  annual: Annual
  name: string
  caption: string
  unit: string | undefined
  sum: number | undefined
}

/** A figure: what the quarters add up to beside what is reported. A changed one is marked and can be put back. */
function Line({ annual, name, caption, unit, sum }: LineProps) {
  const { form, isOpen, change } = annual
  const text = form.usage[name] ?? ''
  const changed = isChanged(text, sum)
  const put = (value: string) => change({ usage: { ...form.usage, [name]: value } })
  return (
    <tr className={`border-line border-t ${changed ? 'bg-warning-soft' : ''}`}>
      <th scope="row" className={`${td} text-left font-normal`}>
        {caption}
        {unit && <span className="text-ink-faint">（{unit}）</span>}
      </th>
      <td className={`${td} text-right tabular-nums`}>{sum === undefined ? '—' : figure(sum)}</td>
      <td className={td}>
        <NumberInput aria-label={`${caption}，报告值`} disabled={!isOpen} value={text} onValue={put} />
      </td>
      <td className={`${td} whitespace-nowrap`}>
        {changed && <span className="mr-2 text-warning">已修改</span>}
        {changed && isOpen && (
          <Button look="quiet" aria-label={`恢复${caption}为汇总值`} onClick={() => put(String(sum))}>
            恢复
          </Button>
        )}
      </td>
    </tr>
  )
}

/** Figures of the year. What differs from the quarters needs a reason. */
export function AnnualFigures({ annual }: { annual: Annual }) {
  const { form, report, isOpen, change } = annual
  const sums = new Map<string, unknown>(Object.entries(report.quarterSums ?? {}))
  const sumOf = (name: string) => {
    const sum = sums.get(name)
    return typeof sum === 'number' ? sum : undefined
  }
  const hasChanges = fields.AnnualUsage.some(({ name }) => isChanged(form.usage[name] ?? '', sumOf(name)))
  return (
    <section aria-label="年度运行指标" className="card min-w-0">
      <h2 className="flex min-h-11 items-center border-line border-b px-4 font-medium">
        年度运行指标
        <span className="ml-3 font-normal text-ink-faint text-s">比率由汇总的量重算，不取平均</span>
      </h2>
      <div className="overflow-x-auto">
        <table className="w-full min-w-[560px] text-s">
          <thead>
            <tr>
              <th className={th}>指标</th>
              <th className={`${th} text-right`}>各季度汇总</th>
              <th className={`${th} w-44`}>报告值</th>
              <th className={th}>
                <span className="sr-only">修改</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.AnnualUsage.map(({ name, caption, unit }) => (
              <Line key={name} annual={annual} name={name} caption={caption} unit={unit} sum={sumOf(name)} />
            ))}
          </tbody>
        </table>
      </div>
      {(hasChanges || form.usageReason !== '') && (
        <div className="px-4 pt-3">
          <Field label="修改原因" required hint="不少于 10 字">
            {(control) => (
              <Textarea
                {...control}
                disabled={!isOpen}
                maxLength={500}
                value={form.usageReason}
                onValue={(usageReason) => change({ usageReason })}
              />
            )}
          </Field>
        </div>
      )}
    </section>
  )
}
