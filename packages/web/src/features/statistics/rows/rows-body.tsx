import type { ProjectPage } from '@xinchu/sdk'
import { useEffect, useRef, useState } from 'react'
import { figure as figureText } from '../../../lib/figures.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/inputs.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { useShown } from '../shown.ts'
import { type Counted, isCounted } from './counted.ts'
import { Proof } from './proof.tsx'
import { RowsTable } from './rows-table.tsx'
import { Trail } from './trail.tsx'
import { type Figure, SIZE } from './use-figure.ts'
import type { Finding } from './use-finding.ts'
import type { WhatIf } from './use-what-if.ts'
import { WhatIfStrip } from './what-if-strip.tsx'

/** As the call takes. */
const MOST_LETTERS = 100

/** The groups' power, if the figure is the scale of one of several groups at one time. */
function amongOf(counted: Counted, { groups }: Figure) {
  const { figure, dimensions, keys } = counted
  if (figure !== 'scale' || dimensions.length !== 1 || dimensions[0] === 'year') return undefined
  if (keys[0]?.length !== 1) return undefined
  return {
    powers: groups.map(({ ratedPower }) => ratedPower),
    at: groups.findIndex((group) => isCounted(counted, group)),
  }
}

function WhatIfSwitch({ isOn, toggle, restore }: WhatIf) {
  return (
    <div className="flex min-h-control flex-wrap items-center gap-2 text-s">
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        onClick={toggle}
        className="inline-flex items-center gap-2 font-medium"
      >
        <span
          className={`inline-block h-5 w-9 rounded-full p-0.5 transition-colors ${isOn ? 'bg-brand' : 'bg-line-control'}`}
          aria-hidden="true"
        >
          <span className={`block size-4 rounded-full bg-surface ${isOn ? 'ml-4' : ''}`} />
        </span>
        假设测算
      </button>
      <span className="mr-auto text-ink-faint">只在本页计算，不保存，不影响公布数</span>
      {isOn && <Button onClick={restore}>还原</Button>}
    </div>
  )
}

/** Finds rows by the names of projects and companies. */
function FindRows({ finding, count }: { finding: Finding; count: number }) {
  const { typed, type, words } = finding
  return (
    <div className="flex flex-wrap items-center gap-2 text-s">
      <Input
        type="search"
        aria-label="在这些项目中查找"
        placeholder="项目或单位名称"
        className="w-64 max-sm:w-full"
        maxLength={MOST_LETTERS}
        value={typed}
        onValue={type}
      />
      <span role="status" className="text-ink-faint">
        {words && (count > 0 ? `找到 ${figureText(count)} 行，导出的也是这些行` : '没有找到')}
      </span>
    </div>
  )
}

const sumsOf = ({ totalElements: count, ratedPower: power = 0, ratedEnergy: energy = 0 }: ProjectPage) => ({
  count,
  power,
  energy,
})

interface RowsBodyProps {
  title: string
  counted: Counted
  figure: Figure
  whatIf: WhatIf
  finding: Finding
  /** All rows of the figure, whose sums are its proof. */
  all: ProjectPage
  /** Those of them that were sought. */
  found: ProjectPage
  /** The rows are of the previous page while the next one loads. */
  isStale: boolean
  page: number
  onPage: (page: number) => void
}

/** Rows of a figure with their sum, and what it would be under assumptions about them. */
export function RowsBody(props: RowsBodyProps) {
  const { title, counted, figure, whatIf, finding, all, found, isStale, page, onPage } = props
  const [openId, setOpenId] = useState<number>()
  const table = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Focus the first row, so that the keys work at once.
    table.current?.querySelector<HTMLElement>('tbody tr')?.focus({ preventScroll: true })
  }, [])
  const { content } = found
  const sums = sumsOf(all)
  const sought = sumsOf(found)
  const open = content.find(({ id }) => id === openId)
  const { assumptions } = whatIf
  // Printed on every page: paper shows published figures only.
  const host = useShown<HTMLDivElement>(
    assumptions && { kind: 'condition', label: '假设测算', text: '未计入，所印均为公布数' },
  )
  return (
    <>
      <Proof published={figure.published} sums={sums} />
      <WhatIfSwitch {...whatIf} />
      <div ref={host} className="empty:hidden">
        {assumptions && (
          <WhatIfStrip published={sums} assumptions={assumptions} among={amongOf(counted, figure)} />
        )}
      </div>
      <FindRows finding={finding} count={sought.count} />
      <div ref={table} className="card max-sm:-mx-3 max-sm:overflow-x-auto" aria-busy={isStale}>
        <RowsTable
          key={whatIf.round}
          caption={title}
          rows={content}
          sums={sums}
          sought={finding.words === '' ? undefined : sought}
          order={finding.order}
          onOrder={finding.sort}
          assumptions={assumptions}
          onAssume={whatIf.assume}
          openId={openId}
          onOpen={({ id }) => setOpenId(id === openId ? undefined : id)}
        />
      </div>
      {sought.count > SIZE && (
        <Pager page={page} size={SIZE} total={sought.count} counter="行" onPage={onPage} />
      )}
      {open && <Trail row={open} />}
      <p className="text-ink-faint text-xs">
        键盘：↑↓ 选行，空格 计入或不计入，Enter 展开经手记录，Esc 关闭并回到原来的数字。
      </p>
    </>
  )
}
