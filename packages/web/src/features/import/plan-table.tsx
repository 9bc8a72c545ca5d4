import {
  type ImportRow,
  type PlanAction,
  type PlanLine,
  planActions,
  planHeadings,
  planLines,
  plannedRow,
} from '@xinchu/sdk'
import type { ReactNode } from 'react'
import { GrantedLink } from '../../app/granted-link.tsx'
import { RuleCode } from '../../ui/rule-code.tsx'
import { useIsNarrow } from '../../ui/use-media.ts'

const TONES: Readonly<Record<PlanAction, string>> = {
  new: 'bg-success-soft text-success',
  changed: 'bg-brand-soft text-brand-ink',
  same: 'bg-sunken text-ink-soft',
  asked: 'bg-warning-soft text-warning',
  refused: 'bg-danger-soft text-danger',
  repeat: 'bg-warning-soft text-warning',
}

function ActionTag({ action }: { action: PlanAction }) {
  return (
    <span className={`inline-block whitespace-nowrap rounded px-1.5 text-xs leading-5 ${TONES[action]}`}>
      {planActions[action]}
    </span>
  )
}

const TEXTS: Readonly<Record<PlanLine['kind'], string>> = {
  change: 'font-medium',
  kept: 'text-ink-soft',
  blank: 'text-ink-soft',
  returned: 'text-warning',
  error: 'text-danger',
  question: 'text-warning',
  warning: 'text-warning',
  repeat: '',
}

/** The new value, or what is to be said: in the words of the command line, with its rule and project as links. */
function LineText({ line }: { line: PlanLine }) {
  const { kind, code, text, projectId } = line
  if (kind === 'repeat' && projectId !== undefined)
    return (
      <GrantedLink
        to="/esproject/detail/$id"
        params={{ id: String(projectId) }}
        className="text-brand-ink hover:underline"
      >
        {text}
      </GrantedLink>
    )
  return (
    <span className={TEXTS[kind]}>
      {kind === 'warning' && '提示 '}
      {code && (
        <span className="-ml-1.5">
          <RuleCode code={code} />{' '}
        </span>
      )}
      {text}
    </span>
  )
}

const cell = 'px-3 py-1.5 align-top'

function ValueCells({ line, withLetter }: { line: PlanLine | undefined; withLetter: boolean }) {
  return (
    <>
      {withLetter && <td className={`${cell} text-ink-faint`}>{line?.column}</td>}
      <td className={`${cell} min-w-[6.5em] sm:whitespace-nowrap`}>{line?.caption}</td>
      <td className={`${cell} break-all text-ink-soft`}>{line?.oldValue}</td>
      <td className={`${cell} break-words`}>{line && <LineText line={line} />}</td>
    </>
  )
}

interface RowProps {
  row: ImportRow
  onRow: (rowNo: number) => void
}

function OpenName({ row, onRow }: RowProps) {
  return (
    <button
      type="button"
      title="在工作簿中打开此行"
      className="text-left text-brand-ink hover:underline"
      onClick={() => onRow(row.rowNo)}
    >
      {row.raw['projectName'] ?? '（未填项目名称）'}
    </button>
  )
}

const keyed = (lines: readonly PlanLine[]): { line: PlanLine | undefined; key: string }[] =>
  lines.length > 0
    ? lines.map((line, at) => ({ line, key: `${line.kind}-${line.column ?? ''}-${at}` }))
    : [{ line: undefined, key: 'none' }]

/** A row of the workbook with its lines: the first one names it. */
function WideRow({ row, onRow }: RowProps) {
  const planned = plannedRow(row)
  const lines = keyed(planLines(planned))
  return (
    <tbody className="border-line border-t">
      {lines.map(({ line, key }, at) => (
        <tr key={key}>
          {at === 0 && (
            <>
              <td rowSpan={lines.length} className={cell}>
                <ActionTag action={planned.action} />
              </td>
              <td rowSpan={lines.length} className={`${cell} text-right tabular-nums text-ink-soft`}>
                {row.rowNo}
              </td>
              <th rowSpan={lines.length} scope="rowgroup" className={`${cell} text-left font-normal`}>
                <OpenName row={row} onRow={onRow} />
              </th>
            </>
          )}
          <ValueCells line={line} withLetter />
        </tr>
      ))}
    </tbody>
  )
}

/** The same below a line of its own for what names the row. */
function NarrowRow({ row, onRow }: RowProps) {
  const planned = plannedRow(row)
  const lines = planLines(planned)
  return (
    <tbody className="border-line border-t">
      <tr>
        <th colSpan={3} scope="rowgroup" className={`${cell} text-left font-normal`}>
          <ActionTag action={planned.action} /> <span className="text-ink-faint">第{row.rowNo}行</span>{' '}
          <OpenName row={row} onRow={onRow} />
        </th>
      </tr>
      {keyed(lines).map(
        ({ line, key }) =>
          line && (
            <tr key={key}>
              <ValueCells line={line} withLetter={false} />
            </tr>
          ),
      )}
    </tbody>
  )
}

const Heading = ({ children }: { children: ReactNode }) => (
  <th scope="col" className="whitespace-nowrap bg-sunken px-3 py-2 text-left font-normal text-ink-soft">
    {children}
  </th>
)

/** What a commit would do, one group of lines for each row of the workbook. */
export function PlanTable({ rows, onRow }: { rows: readonly ImportRow[]; onRow: RowProps['onRow'] }) {
  const isNarrow = useIsNarrow()
  const Row = isNarrow ? NarrowRow : WideRow
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-s leading-6">
        <caption className="sr-only">写入之前的差异</caption>
        <thead>
          <tr>
            {planHeadings.slice(isNarrow ? 4 : 0).map((heading) => (
              <Heading key={heading}>{heading}</Heading>
            ))}
          </tr>
        </thead>
        {rows.map((row) => (
          <Row key={row.rowNo} row={row} onRow={onRow} />
        ))}
      </table>
    </div>
  )
}
