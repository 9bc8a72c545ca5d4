import { fields } from '@xinchu/contract/fields'
import { useState } from 'react'
import { figure } from '../../lib/figures.ts'
import { Button } from '../../ui/button.tsx'
import { NumberInput, Textarea } from '../../ui/inputs.tsx'
import { useIsNarrow } from '../../ui/use-media.ts'
import { Wide } from '../../ui/wide.tsx'
import { type Figure, figuresOf, reasonFor, type UsageName } from './annual-model.ts'
import { CHANGE_EVIDENCE, EvidenceFiles } from './evidence-files.tsx'
import type { Annual } from './use-annual.ts'

const specOf = (name: UsageName) => fields.AnnualUsage.find((spec) => spec.name === name)
const captionOf = (name: UsageName) => specOf(name)?.caption ?? name

interface FigureProps {
  annual: Annual
  line: Figure
}

function Caption({ line }: Pick<FigureProps, 'line'>) {
  return (
    <>
      {captionOf(line.name)} <span className="text-ink-faint text-xs">{specOf(line.name)?.unit}</span>
    </>
  )
}

/** The reported value, to be typed where the report is open. */
function Value({ annual, line: { name, isChanged, lacksReason } }: FigureProps) {
  const { form, isOpen, change } = annual
  const text = form.usage[name] ?? ''
  if (!isOpen) return <span className="tabular-nums">{text === '' ? '—' : figure(Number(text))}</span>
  return (
    <NumberInput
      aria-label={`${captionOf(name)}，年报填报`}
      aria-describedby={lacksReason ? `annual-lacks-${name}` : undefined}
      className={`text-right tabular-nums ${isChanged ? 'border-warning' : ''}`}
      value={text}
      onValue={(value) => change({ usage: { ...form.usage, [name]: value } })}
    />
  )
}

/** The reason of a changed figure, with its evidence and the way back to the sum. */
function ChangedReason({ annual, line: { name, sum, lacksReason, earlierSum } }: FigureProps) {
  const { form, isOpen, change, restore } = annual
  const caption = captionOf(name)
  const reason = reasonFor(form, name)
  const put = (next: Partial<typeof reason>) =>
    change({ reasons: { ...form.reasons, [name]: { ...reason, ...next } } })
  return (
    <div className="grid gap-1">
      {earlierSum !== undefined && (
        <p className="text-warning">
          填写后季度合计由 {figure(earlierSum)} 变为 {figure(sum)}，请核对
        </p>
      )}
      {isOpen ? (
        <Textarea
          rows={2}
          aria-label={`${caption}，修改原因`}
          aria-required="true"
          placeholder="修改原因"
          maxLength={500}
          value={reason.text}
          onValue={(text) => put({ text })}
        />
      ) : (
        <p className="whitespace-pre-wrap break-words">{reason.text || '未说明原因'}</p>
      )}
      {isOpen && lacksReason && (
        <p id={`annual-lacks-${name}`} className="text-danger text-xs">
          请说明原因，不少于 10 字
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-2">
        {(isOpen || reason.files.length > 0) && (
          <EvidenceFiles
            of={caption}
            kind={CHANGE_EVIDENCE}
            files={reason.files}
            isOpen={isOpen}
            onFiles={(files) => put({ files })}
          />
        )}
        {isOpen && (
          <Button
            look="quiet"
            icon="undo"
            aria-label={`恢复${caption}为季度合计`}
            onClick={() => restore([name])}
          >
            恢复
          </Button>
        )}
      </div>
    </div>
  )
}

const stateOf = ({ isChanged, sum }: Figure): string =>
  isChanged ? '已修改' : sum === undefined ? '季度未报送' : '与季度一致'

const th = 'px-2.5 py-2 font-normal text-ink-soft whitespace-nowrap'
const td = 'px-2.5 py-1.5'

/** A figure with its quarters; a changed one has its reason in a row below. */
function FigureRows({ annual, line }: FigureProps) {
  const { quarters = [] } = annual.report
  const tone = line.isChanged ? 'bg-warning-soft' : ''
  const number = `${td} text-right tabular-nums`
  return (
    <>
      <tr className={`border-line border-t ${tone}`}>
        <th scope="row" className={`${td} h-11 text-left font-normal`}>
          <Caption line={line} />
        </th>
        {quarters.map(({ quarter, usage }) => (
          <td key={quarter} className={`${number} text-ink-soft`}>
            {figure(usage[line.name])}
          </td>
        ))}
        <td className={number}>{figure(line.sum)}</td>
        <td className={`${number} w-34`}>
          <Value annual={annual} line={line} />
        </td>
        <td className={`${td} whitespace-nowrap ${line.isChanged ? 'text-warning' : 'text-ink-faint'}`}>
          {stateOf(line)}
        </td>
      </tr>
      {line.isChanged && (
        <tr className={tone}>
          <td colSpan={quarters.length + 4} className="px-2.5 pb-2.5">
            <ChangedReason annual={annual} line={line} />
          </td>
        </tr>
      )}
    </>
  )
}

function FigureTable({ annual, lines }: { annual: Annual; lines: readonly Figure[] }) {
  const { quarters = [] } = annual.report
  return (
    <Wide label="运行情况">
      <table className="w-full text-s">
        <thead className="bg-sunken">
          <tr>
            <th className={`${th} text-left`}>指标</th>
            {quarters.map(({ quarter }) => (
              <th key={quarter} className={`${th} text-right`}>
                {quarter} 季度
              </th>
            ))}
            <th className={`${th} text-right`}>季度合计</th>
            <th className={`${th} text-right`}>年报填报</th>
            <th className={`${th} text-left`}>修改</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <FigureRows key={line.name} annual={annual} line={line} />
          ))}
        </tbody>
      </table>
    </Wide>
  )
}

function FigureCards({ annual, lines }: { annual: Annual; lines: readonly Figure[] }) {
  return (
    <ul className="text-s">
      {lines.map((line) => (
        <li
          key={line.name}
          className={`grid gap-1.5 border-line px-4 py-2.5 not-first:border-t ${line.isChanged ? 'bg-warning-soft' : ''}`}
        >
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-medium">
              <Caption line={line} />
            </span>
            <span className="text-ink-soft">季度合计 {figure(line.sum)}</span>
          </p>
          <Value annual={annual} line={line} />
          {line.isChanged ? (
            <ChangedReason annual={annual} line={line} />
          ) : (
            <span className="text-ink-faint">{stateOf(line)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Figures of the year beside those of the quarters. What differs needs a reason. */
export function AnnualFigures({ annual }: { annual: Annual }) {
  const { form, report, isOpen, restore } = annual
  const [onlyChanged, setOnlyChanged] = useState(false)
  const isNarrow = useIsNarrow()
  const all = figuresOf(form, report)
  const changed = all.filter((line) => line.isChanged)
  const lines = onlyChanged ? changed : all
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b px-4 py-2 text-s">
        <p className="min-w-0 flex-1 basis-60 text-ink-soft">
          {report.quarters?.length
            ? '效率按电量重新计算，不取季度平均；改动不回写季度进展'
            : '各季度没有运行数据'}
        </p>
        <label className="flex min-h-8 items-center gap-1.5">
          <input
            type="checkbox"
            checked={onlyChanged}
            onChange={({ target }) => setOnlyChanged(target.checked)}
          />
          只看修改
        </label>
        {isOpen && (
          <Button disabled={changed.length === 0} onClick={() => restore(changed.map(({ name }) => name))}>
            全部恢复为季度合计
          </Button>
        )}
      </div>
      {lines.length === 0 ? (
        <p className="px-4 py-4 text-ink-faint text-s">没有修改</p>
      ) : isNarrow ? (
        <FigureCards annual={annual} lines={lines} />
      ) : (
        <FigureTable annual={annual} lines={lines} />
      )}
    </>
  )
}
