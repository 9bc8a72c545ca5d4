import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { CellChange } from '../../ui/sheet/model.ts'
import { typedUsage, usageSpecs } from './usage-model.ts'
import type { UsageLine } from './use-usage-sheet.ts'

/** Values that stay the same from quarter to quarter. Measured amounts are never carried over. */
const LASTING: readonly string[] = ['runStatus', 'availableEnergy', 'avgChargePrice', 'avgDischargePrice']

/** The values of the previous quarter that go into empty cells. */
export const carriedOver = (lines: readonly UsageLine[]): CellChange[] =>
  lines.flatMap(({ isOpen, due, typed }, row) => {
    if (!isOpen || !due.previous) return []
    const previous = typedUsage(due.previous)
    return LASTING.flatMap((name) => {
      const value = previous[name]
      return value && !typed[name]?.trim() ? [{ row, name, value }] : []
    })
  })

interface UsageCarryProps {
  lines: readonly UsageLine[]
  onCarry: (changes: readonly CellChange[]) => void
  onClose: () => void
}

/** Lists the values carried over from the previous quarter, and those that are not. */
export function UsageCarry({ lines, onCarry, onClose }: UsageCarryProps) {
  const changes = carriedOver(lines)
  const rows = new Set(changes.map(({ row }) => row)).size
  const counts = usageSpecs.flatMap(({ name, caption }) => {
    const count = changes.filter((change) => change.name === name).length
    return LASTING.includes(name) ? [{ name, caption, count }] : []
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="带入上期"
      footer={
        <>
          <Button onClick={onClose}>返回填报</Button>
          <Button look="primary" disabled={changes.length === 0} onClick={() => onCarry(changes)}>
            {changes.length > 0 ? `带入 ${rows} 个项目的 ${changes.length} 格` : '没有可带入的空格'}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-s">
        <table className="w-full border-collapse">
          <thead className="text-left text-ink-faint text-xs">
            <tr>
              <th scope="col" className="border-line border-b py-1.5 font-normal">
                带入的内容
              </th>
              <th scope="col" className="border-line border-b py-1.5 text-right font-normal">
                空格数
              </th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ name, caption, count }) => (
              <tr key={name} className="border-line border-b">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {caption}
                </th>
                <td className="py-1.5 text-right tabular-nums">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="text-ink-soft">
          只填入空格，已填的内容不变。电量、次数、小时、收入、停运与安全情况须按本期实际填写，不带入。
        </p>
      </div>
    </Dialog>
  )
}
