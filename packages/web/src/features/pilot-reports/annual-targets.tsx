import { Button, IconButton } from '../../ui/button.tsx'
import { Input, NumberInput, Select } from '../../ui/inputs.tsx'
import { Wide } from '../../ui/wide.tsx'
import type { TargetRow } from './annual-model.ts'
import type { Annual } from './use-annual.ts'

const EMPTY = { indicator: '', unit: '', planValue: '', actualValue: '', achieved: undefined }
const MOST = 50
const REACHED = [
  { value: 'yes', label: '已完成' },
  { value: 'no', label: '未完成' },
]

interface RowProps {
  row: TargetRow
  place: number
  isOpen: boolean
  onRow: (row: TargetRow) => void
  onRemove: () => void
}

function Row({ row, place, isOpen, onRow, onRemove }: RowProps) {
  const label = (caption: string) => `第 ${place} 行，${caption}`
  const cell = 'px-2 py-1.5'
  return (
    <tr className="border-line border-t">
      <td className={`${cell} sticky left-0 z-1 min-w-36 bg-surface`}>
        <Input
          aria-label={label('指标名称')}
          disabled={!isOpen}
          maxLength={60}
          value={row.indicator}
          onValue={(indicator) => onRow({ ...row, indicator })}
        />
      </td>
      <td className={`${cell} w-20`}>
        <Input
          aria-label={label('计量单位')}
          disabled={!isOpen}
          maxLength={20}
          value={row.unit}
          onValue={(unit) => onRow({ ...row, unit })}
        />
      </td>
      <td className={`${cell} w-28`}>
        <NumberInput
          aria-label={label('计划值')}
          disabled={!isOpen}
          value={row.planValue}
          onValue={(planValue) => onRow({ ...row, planValue })}
        />
      </td>
      <td className={`${cell} w-28`}>
        <NumberInput
          aria-label={label('实际值')}
          disabled={!isOpen}
          value={row.actualValue}
          onValue={(actualValue) => onRow({ ...row, actualValue })}
        />
      </td>
      <td className={`${cell} w-30`}>
        <Select
          aria-label={label('是否完成')}
          disabled={!isOpen}
          value={row.achieved === undefined ? '' : row.achieved ? 'yes' : 'no'}
          options={REACHED}
          onValue={(value) => onRow({ ...row, achieved: value === 'yes' })}
        />
      </td>
      <td className={cell}>
        {isOpen && <IconButton icon="close" label={`移除第 ${place} 行`} onClick={onRemove} />}
      </td>
    </tr>
  )
}

/** The indicators that the application promised, with what was reached. */
export function AnnualTargets({ annual }: { annual: Annual }) {
  const { form, isOpen, change } = annual
  const { targets } = form
  return (
    <>
      <Wide label="指标完成情况">
        <table className="w-full min-w-[560px] text-s">
          <thead>
            <tr className="bg-sunken text-left text-ink-soft">
              {['指标名称', '单位', '计划值', '实际值', '是否完成'].map((caption) => (
                <th key={caption} className="px-2 py-2 font-normal">
                  {caption}
                </th>
              ))}
              <th>
                <span className="sr-only">操作</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {targets.map((row, index) => (
              <Row
                key={row.key}
                row={row}
                place={index + 1}
                isOpen={isOpen}
                onRow={(next) => change({ targets: targets.map((each, at) => (at === index ? next : each)) })}
                onRemove={() => change({ targets: targets.filter((_, at) => at !== index) })}
              />
            ))}
          </tbody>
        </table>
      </Wide>
      {isOpen && targets.length < MOST && (
        <div className="border-line border-t px-2 py-1.5">
          <Button
            look="quiet"
            icon="plus"
            onClick={() => change({ targets: [...targets, { ...EMPTY, key: crypto.randomUUID() }] })}
          >
            添加指标
          </Button>
        </div>
      )}
    </>
  )
}
