import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Radio } from '../inputs.tsx'
import { CutOff } from './left-out-table.tsx'
import { type PlannedCell, shownText } from './paste.ts'
import { captionOf, cellKey, type PasteAnswers } from './paste-settled.ts'
import type { PasteTarget } from './paste-target.ts'

/** More cells than this are counted, not listed, so that large blocks open at once. */
const MOST_LISTED = 200

/** Part of the preview under a heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid min-w-0 gap-1.5">
      <h3 className="font-medium text-s">{title}</h3>
      {children}
    </section>
  )
}

/** The name of a row in its sheet, or its number. */
export function rowName(row: number | undefined, { columns, textAt }: PasteTarget): string {
  if (row === undefined) return ''
  const header = columns.findIndex(({ isRowHeader }) => isRowHeader)
  const text = header < 0 ? '' : textAt({ row, column: header })
  if (text === '' || columns[header]?.kind === 'number') return `第 ${text || row + 1} 行`
  return text
}

const ROW_NUMBER = /^第 \d+ 行$/

/** A name may be long, a number stays in one line. */
const breakingOf = (name: string) =>
  ROW_NUMBER.test(name) ? 'whitespace-nowrap' : '[overflow-wrap:anywhere]'

interface ChangesProps {
  cells: readonly PlannedCell[]
  target: PasteTarget
}

const TITLES = ['行', '列', '原值', '新值']

const newText = ({ column, outcome }: PlannedCell): string =>
  column && outcome.level === 'write' ? shownText(column, outcome.value) : ''

/** The cells that get another value. */
export function Changes({ cells, target }: ChangesProps) {
  return (
    <Part title={`改动 ${cells.length.toLocaleString('zh-CN')} 格`}>
      <table className="w-full border-collapse text-s">
        <thead className="text-left text-ink-faint text-xs">
          <tr>
            {TITLES.map((title) => (
              <th
                key={title}
                scope="col"
                className="whitespace-nowrap border-line border-b px-2 py-1.5 font-normal"
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.slice(0, MOST_LISTED).map((cell) => (
            <tr key={cellKey(cell)} className="border-line border-b">
              <th
                scope="row"
                className={`px-2 py-1 text-left font-normal ${breakingOf(rowName(cell.row, target))}`}
              >
                {rowName(cell.row, target)}
              </th>
              <td className="min-w-20 px-2 py-1 text-ink-soft">{captionOf(cell)}</td>
              <td className="break-all px-2 py-1 text-ink-faint tabular-nums">{cell.before || '（空）'}</td>
              <td className="break-all px-2 py-1 tabular-nums">{newText(cell) || '（空）'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <CutOff count={cells.length} listed={MOST_LISTED} />
    </Part>
  )
}

interface AskedProps extends ChangesProps {
  answers: PasteAnswers
  onChosen: (chosen: PasteAnswers['chosen']) => void
}

/** The cells whose text may mean several things, each with its choices. An unanswered one is not pasted. */
export function Asked({ cells, target, answers: { chosen }, onChosen }: AskedProps) {
  const firstOfAll = Object.fromEntries(
    cells.flatMap((cell) => {
      const first = cell.outcome.level === 'asked' ? cell.outcome.choices[0] : undefined
      return first ? [[cellKey(cell), chosen[cellKey(cell)] ?? first.value]] : []
    }),
  )
  return (
    <Part title={`请确认 ${cells.length.toLocaleString('zh-CN')} 格，不选则不贴入`}>
      {cells.length > 1 && (
        <div>
          <Button onClick={() => onChosen(firstOfAll)}>未选的都取第一项</Button>
        </div>
      )}
      <ul className="grid gap-2 text-s">
        {cells.slice(0, MOST_LISTED).map((cell) => (
          <li key={cellKey(cell)} className="flex flex-wrap items-center gap-2 border-line border-b pb-2">
            <span className="min-w-0 grow basis-64">
              <span className="text-ink-soft">
                {rowName(cell.row, target)} {captionOf(cell)}：
              </span>
              {cell.outcome.level === 'asked' && cell.outcome.words}
            </span>
            {cell.outcome.level === 'asked' &&
              cell.outcome.choices.map(({ value, text }) => (
                <Button
                  key={value}
                  look={chosen[cellKey(cell)] === value ? 'primary' : 'plain'}
                  aria-pressed={chosen[cellKey(cell)] === value}
                  onClick={() => onChosen({ ...chosen, [cellKey(cell)]: value })}
                >
                  {text}
                </Button>
              ))}
          </li>
        ))}
      </ul>
      <CutOff count={cells.length} listed={MOST_LISTED} />
    </Part>
  )
}

interface BlanksProps {
  count: number
  isClearing: boolean
  onClearing: (isClearing: boolean) => void
}

/** What empty cells of the block do to stored values. */
export function Blanks({ count, isClearing, onClearing }: BlanksProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-1 text-s">
      <legend className="float-left mr-5 font-medium">空单元格 {count.toLocaleString('zh-CN')} 个</legend>
      <Radio name="paste-blanks" checked={!isClearing} onChecked={() => onClearing(false)}>
        保留原值
      </Radio>
      <Radio name="paste-blanks" checked={isClearing} onChecked={() => onClearing(true)}>
        清空
      </Radio>
    </fieldset>
  )
}
